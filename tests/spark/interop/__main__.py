"""`python -m tests.spark.interop`: the rows of this source and of Spark's own Kafka source, row for row.

Against our broker, or with `--kafka HOST:PORT` against a running Apache Kafka. The jars of Spark's own source come
from Maven Central, in the version of PySpark or the newest one before it, or from `--jars`, a directory.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from kafkawire.demo.broker import BrokerProcess
from kafkawire.spark.session import local_session
from tests.spark.interop.handover import handovers
from tests.spark.interop.jars import connector_settings
from tests.spark.interop.topics import fill

SOURCES = ("kafka", "kafkawire")
COLUMNS = "hex(key) k, hex(value) v, topic, partition, offset, timestamp, timestampType, to_json(headers) h"


def main() -> int:
    """Compare, print what was compared, and return 1 if anything differs."""
    parser = argparse.ArgumentParser(prog="python -m tests.spark.interop", description=__doc__)
    parser.add_argument("--kafka", metavar="HOST:PORT", help="a running Apache Kafka, instead of our broker")
    parser.add_argument("--jars", type=Path, metavar="DIR", help="the connector's jars, instead of Maven Central")
    parser.add_argument("--master", default="local-cluster[2,1,1024]", help="default: %(default)s")
    parser.add_argument(
        "--handover", action="store_true", help="only streaming queries that go on with the other source"
    )
    given = parser.parse_args()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        address = given.kafka or stack.enter_context(BrokerProcess(folder / "broker")).address
        spark = local_session("interop", log_file=folder / "spark.log", conf=_settings(given))
        stack.callback(spark.stop)
        prefix = f"interop-{int(time.time() * 1000)}-"
        failed = [] if given.handover else list(_compare(spark, address, prefix))
        failed += _hand_over(spark, address, prefix, folder)
    print(f"{len(failed)} comparisons failed" if failed else "all rows are equal")
    return 1 if failed else 0


def _settings(given: argparse.Namespace) -> dict[str, str]:
    return {"spark.master": given.master} | connector_settings(given.jars)


def _compare(spark: Any, address: str, prefix: str) -> Iterator[str]:
    """What differs, as lines; all that is compared is printed as well."""
    now = int(time.time() * 1000)
    topics = fill(address, prefix)
    for name, options in _queries(prefix, topics, now):
        rows = [_rows(spark, source, address, options) for source in SOURCES]
        yield from _verdict(f"{address} {name}", rows[0], rows[1])


def _hand_over(spark: Any, address: str, prefix: str, folder: Path) -> Iterator[str]:
    for name, expected, found in handovers(spark, address, prefix, folder):
        yield from _verdict(f"{address} {name}", expected, found)


def _verdict(what: str, expected: list[Any], found: list[Any]) -> Iterator[str]:
    is_equal = expected == found
    print(f"{'equal ' if is_equal else 'DIFFER'}  {what}: {len(expected)} rows", flush=True)
    if not is_equal:
        pairs = [pair for pair in zip(expected, found, strict=False) if pair[0] != pair[1]]
        print(f"        {len(expected)} and {len(found)}; {pairs[:1]}")
        yield what


def _queries(prefix: str, topics: list[str], now: int) -> Iterator[tuple[str, dict[str, str]]]:
    for topic in topics:
        for level in ("read_uncommitted", "read_committed"):
            name = f"{topic.removeprefix(prefix)} {level}"
            yield name, {"subscribe": topic, "kafka.isolation.level": level, "includeHeaders": "true"}
    everything = {"subscribePattern": f"\\Q{prefix}\\E(codec|head).*", "includeHeaders": "true"}
    yield "pattern", everything
    yield "minPartitions", everything | {"minPartitions": "40"}
    yield "maxRecordsPerPartition", everything | {"maxRecordsPerPartition": "170"}
    window = {"startingTimestamp": str(now - 592_000), "endingTimestamp": str(now - 587_000)}
    yield "times", everything | window | {"startingOffsetsByTimestampStrategy": "latest"}
    one = f"{prefix}codec-none"
    offsets = {"startingOffsets": f'{{"{one}": {{"0": 5, "1": -2, "2": 1000}}}}'}
    offsets["endingOffsets"] = f'{{"{one}": {{"0": -1, "1": 7, "2": 1000}}}}'
    yield "offsets", {"subscribe": one, "includeHeaders": "true"} | offsets
    yield "assign", {"assign": f'{{"{one}": [2, 0]}}', "includeHeaders": "true"}


def _rows(spark: Any, source: str, address: str, options: dict[str, str]) -> list[Any]:
    reader = spark.read.format(source).option("kafka.bootstrap.servers", address)
    for name, value in options.items():
        reader = reader.option(name, value)
    return sorted(map(tuple, reader.load().selectExpr(*COLUMNS.split(", ")).collect()), key=lambda row: row[2:5])


if __name__ == "__main__":
    sys.exit(main())
