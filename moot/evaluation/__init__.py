"""Does debating help? Evaluates profiles against baselines, and stopping rules on recorded debates."""
