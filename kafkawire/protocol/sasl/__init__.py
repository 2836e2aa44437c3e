"""Authentication inside the Kafka protocol (SASL): mechanisms and the exchange that carries them, no I/O."""
