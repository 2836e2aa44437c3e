"""Sockets: where bytes of the sans-I/O connections come from and go to. Nothing about Kafka is decided here."""
