"""The evidence edge: documents, logs, incidents, rules and the claim ledger."""
