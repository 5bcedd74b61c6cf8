"""Soak and chaos: debates on a server in trouble, in processes that are killed, for as long as one likes."""
