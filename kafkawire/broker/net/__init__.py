"""Connections of clients: bytes in, requests to handlers, responses out."""
