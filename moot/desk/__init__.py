"""The desk where people review debates that paused."""
