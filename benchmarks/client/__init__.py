"""Our client beside aiokafka, confluent-kafka and kafka-python: `python -m benchmarks.client`."""
