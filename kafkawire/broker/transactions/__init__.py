"""Transactions: who coordinates them, how they are kept, and how they end (KIP-98, KIP-890)."""
