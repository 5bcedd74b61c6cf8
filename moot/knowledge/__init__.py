"""Gives debates their evidence: documents, incidents read from logs, and rules of law."""
