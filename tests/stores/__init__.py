"""Stores: one contract, three places."""
