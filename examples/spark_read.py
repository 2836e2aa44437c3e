"""Read a topic into a Spark DataFrame and count its records by key.

    pip install 'kafkawire[spark]'
    python examples/spark_read.py 127.0.0.1:9092 flights

Spark needs Java 17 or newer.
"""

from __future__ import annotations

import sys

from kafkawire.spark import local_session


def main(bootstrap_servers: str, topic: str) -> None:
    spark = local_session("spark_read example")
    records = (
        spark.read.format("kafkawire")
        .option("kafka.bootstrap.servers", bootstrap_servers)
        .option("subscribe", topic)
        .load()
    )
    records.groupBy(records.key.cast("string").alias("key")).count().orderBy("key").show()
    spark.stop()


if __name__ == "__main__":
    main(*sys.argv[1:])
