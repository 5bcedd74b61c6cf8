"""Defines what a debate knows: the state, its frozen values and its named reducers."""
