"""Logs in Kafka's files: segments, indexes, recovery, retention, compaction, and the metadata log among them."""
