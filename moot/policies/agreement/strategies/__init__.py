"""The strategies a profile can name, one per file: each registers itself in STRATEGIES, and is found by that alone."""
