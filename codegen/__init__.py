"""Compiles message schemas into Python. Standard library only; imports nothing of kafkawire."""
