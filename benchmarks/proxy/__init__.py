"""Benchmarks of the proxy."""
