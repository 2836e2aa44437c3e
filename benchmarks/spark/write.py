"""`python -m benchmarks.spark.write`: one Spark session with one of the sinks; prints what it took as JSON.

Each write is made once with a quarter of the rows to warm up, and each goes into a topic of its own.
"""

from __future__ import annotations

import argparse
import json
import sys
import uuid
from typing import Any

from benchmarks.spark.session import measure, open_session
from benchmarks.spark.topics import CODECS, PARTITIONS
from kafkawire.client.admin import NewTopic
from kafkawire.client.blocking import Admin


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.spark.write", description=__doc__)
    parser.add_argument("sink", help="format, and perhaps 'exactly once' behind it")
    parser.add_argument("address")
    parser.add_argument("settings", type=json.loads, help="what a session needs for the connector, as JSON")
    parser.add_argument("folder")
    parser.add_argument("loads", nargs="+", help="directories of Parquet files in the folder")
    given = parser.parse_args()
    spark = open_session(given.settings)
    results = {}
    for load in given.loads:
        rows = spark.read.parquet(f"{given.folder}/{load}")
        some = spark.read.parquet(f"{given.folder}/{load}/0.parquet")
        for codec in CODECS:
            _write(some, given.sink, given.address, codec)
            results[f"{load} {codec}"] = _write(rows, given.sink, given.address, codec)
    print(json.dumps(results))
    sys.stdout.flush()
    spark.stop()


def _write(rows: Any, sink: str, address: str, codec: str) -> tuple[float, float]:
    """Seconds of wall time and of processor time."""
    topic = f"bench-write-{uuid.uuid4().hex[:8]}"
    name, _, exactly_once = sink.partition(" ")
    writer = rows.write.format(name).mode("append").option("kafka.bootstrap.servers", address)
    writer = writer.option("topic", topic).option("kafka.compression.type", codec)
    if exactly_once:
        writer = writer.option("delivery", "exactly-once")
    with Admin(address) as admin:
        admin.create_topics({topic: NewTopic(PARTITIONS, 1)})
        took = measure(writer.save)
        admin.delete_topics([topic])
    return took


if __name__ == "__main__":
    main()
