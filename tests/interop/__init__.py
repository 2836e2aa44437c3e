"""The same requests to Apache Kafka and to our broker, answers compared field by field (`python -m tests.interop`)."""
