"""The model edge: typed answers from any chat model, whole, partial or failed."""
