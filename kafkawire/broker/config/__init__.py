"""Options: what can be set for brokers, listeners, topics, groups and loggers, and what must not be."""
