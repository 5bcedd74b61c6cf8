"""Whole debates from the outside: commands and public functions on a scripted server over HTTP."""
