"""Profiles, lexicons and literals as YAML, and the only code that reads them."""
