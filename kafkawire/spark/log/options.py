"""The options of `format("kafkawire.log")`, all checked before anything is read. Names are case-insensitive."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from kafkawire.client.errors import InvalidOption
from kafkawire.client.metadata import TopicPartition
from kafkawire.limits import MIB
from kafkawire.spark.kafka_options import flag, number, unknown_option
from kafkawire.spark.options import OnCorrupt
from kafkawire.spark.paths import paths_of, words
from kafkawire.spark.schema import column_names

__all__ = ["LogOptions", "Mode", "parse_log_options"]

Mode = Literal["records", "batches", "internal"]

_NAMES = (
    "path",
    "paths",
    "mode",
    "topic",
    "topics",
    "partitions",
    "includeHeaders",
    "columns",
    "isolation.level",
    "onCorrupt",
    "quarantinePath",
    "minPartitions",
    "maxPartitionBytes",
    "valueFormat",
    "decompress",
    "tuneWorkers",
)
_BY_LOWER = {name.lower(): name for name in _NAMES}
_MAX_PARTITION_BYTES = 128 * MIB  # as Spark reads files


@dataclass(frozen=True, slots=True, kw_only=True)
class LogOptions:
    """What the options say. `internal` is the mode in which records of Kafka's own topics become JSON."""

    paths: tuple[str, ...]
    mode: Mode = "records"
    topics: tuple[str, ...] = ()
    """Only these; all if there are none."""
    partition_numbers: tuple[int, ...] = ()
    columns: tuple[str, ...] = ()
    read_committed: bool = False
    on_corrupt: OnCorrupt = "fail"
    quarantine_path: str | None = None
    min_partitions: int = 0
    max_partition_bytes: int = _MAX_PARTITION_BYTES
    decompress: bool = False
    """Whether `mode=batches` looks into the records, too."""
    tune_workers: bool = True

    def wants(self, tp: TopicPartition) -> bool:
        """Whether the options leave this partition in."""
        return (not self.topics or tp.topic in self.topics) and (
            not self.partition_numbers or tp.partition in self.partition_numbers
        )


def parse_log_options(given: Mapping[str, str]) -> LogOptions:
    """Raises `InvalidOption` naming the option at fault, and the nearest one that exists."""
    own = {_canonical(name): text for name, text in given.items()}
    headers = flag("includeHeaders", own.get("includeHeaders", "false"))
    return LogOptions(
        paths=paths_of(own),
        mode=_mode(own),
        topics=words(",".join(own.get(name, "") for name in ("topic", "topics"))),
        partition_numbers=tuple(number("partitions", word, 0) for word in words(own.get("partitions", ""))),
        columns=column_names(own.get("columns"), headers=headers),
        read_committed=_choice(own, "isolation.level", ("read_uncommitted", "read_committed")) == "read_committed",
        on_corrupt=_on_corrupt(own),
        quarantine_path=own.get("quarantinePath"),
        min_partitions=number("minPartitions", own.get("minPartitions", "0"), 0),
        max_partition_bytes=number("maxPartitionBytes", own.get("maxPartitionBytes", str(_MAX_PARTITION_BYTES)), 1),
        decompress=flag("decompress", own.get("decompress", "false")),
        tune_workers=flag("tuneWorkers", own.get("tuneWorkers", "true")),
    )


def _canonical(name: str) -> str:
    known = _BY_LOWER.get(name.lower())
    if known is None:
        raise unknown_option(name, _NAMES)
    return known


def _choice(own: Mapping[str, str], name: str, choices: tuple[str, ...]) -> str:
    """One of these words; the first one if nothing is said."""
    word = own.get(name, choices[0]).strip().lower()
    if word not in choices:
        raise InvalidOption(f"option {name!r} must be {', '.join(choices[:-1])} or {choices[-1]}, not {own[name]!r}")
    return word


def _mode(own: Mapping[str, str]) -> Mode:
    mode = _choice(own, "mode", ("records", "batches"))
    if _choice(own, "valueFormat", ("raw", "kafka-internal")) == "raw":
        return "records" if mode == "records" else "batches"
    if mode == "batches":
        raise InvalidOption("valueFormat=kafka-internal decodes records; mode=batches does not show any")
    return "internal"


def _on_corrupt(own: Mapping[str, str]) -> OnCorrupt:
    word = _choice(own, "onCorrupt", ("fail", "skip", "quarantine"))
    if (word == "quarantine") != ("quarantinePath" in own):
        raise InvalidOption("onCorrupt=quarantine and quarantinePath go together: give both or none")
    return "fail" if word == "fail" else "skip" if word == "skip" else "quarantine"
