"""The Spark source beside Spark's own Kafka source: wall time, processor time, and how long a first query takes."""
