"""The views of a debate as HTML: each is one function from a story to a fragment, for the report and for the desk."""
