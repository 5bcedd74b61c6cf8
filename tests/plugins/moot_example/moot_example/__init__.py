"""A plug-in of every kind that moot knows, as small as it can be."""
