"""Quotas: how much users and clients may send, fetch and ask, and what happens when it is more (KIP-13, KIP-546)."""
