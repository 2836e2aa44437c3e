"""Requests and responses: the table of handlers, what a handler is given, and a module per API."""
