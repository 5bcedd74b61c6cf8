"""The evidence edge: documents, logs, incidents and rules."""
