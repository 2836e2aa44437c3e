"""Offline source: captured traffic as rows of requests and responses (`format("kafkawire.capture")`)."""
