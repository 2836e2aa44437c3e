"""Straight-line codecs, generated; each is loaded on first use."""
