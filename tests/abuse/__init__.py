"""Forty attacks, each beside an honest client whose wait is measured, on our broker and on Apache Kafka."""
