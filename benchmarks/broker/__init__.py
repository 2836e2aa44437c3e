"""The broker beside Apache Kafka and kfake: `python -m benchmarks.broker`."""
