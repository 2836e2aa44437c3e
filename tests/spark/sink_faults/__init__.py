"""Kills tasks, executors and drivers that write exactly once, at every step, and counts what a reader sees."""
