"""How reading with Spark grows with the topic and with the cores; `python -m benchmarks.spark_scale`."""
