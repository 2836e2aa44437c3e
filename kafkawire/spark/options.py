"""The options of the source: names and meaning of Spark's Kafka source, all checked before anything is read.

Names are case-insensitive, as everywhere in Spark. `kafka.*` options go to the client (`kafka_options.py`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from kafkawire.client.errors import InvalidOption
from kafkawire.client.metadata import TopicPartition
from kafkawire.client.options import ConsumerOptions
from kafkawire.limits import MIB
from kafkawire.spark import kafka_options, offsets
from kafkawire.spark.java_pattern import compile_java
from kafkawire.spark.kafka_options import PREFIX, SERVERS, flag, is_kafka_option, number
from kafkawire.spark.offsets import EARLIEST, LATEST, AtTimestamp, Bound
from kafkawire.spark.schema import column_names
from kafkawire.spark.values.options import FORMAT_OPTIONS, ColumnFormat, parse_formats

__all__ = ["SOURCE_OPTIONS", "Limits", "OnCorrupt", "SourceOptions", "parse_options"]

Query = Literal["any", "batch", "stream"]
OnCorrupt = Literal["fail", "skip", "quarantine"]

_CHOICES = ("subscribe", "subscribePattern", "assign")
SOURCE_OPTIONS = (
    SERVERS,
    *_CHOICES,
    "startingOffsets",
    "startingOffsetsByTimestamp",
    "startingTimestamp",
    "startingOffsetsByTimestampStrategy",
    "endingOffsets",
    "endingOffsetsByTimestamp",
    "endingTimestamp",
    "minPartitions",
    "maxRecordsPerPartition",
    "maxBytesPerPartition",
    "maxOffsetsPerTrigger",
    "minOffsetsPerTrigger",
    "maxTriggerDelay",
    "includeHeaders",
    "failOnDataLoss",
    "fetchOffset.numRetries",
    "fetchOffset.retryIntervalMs",
    "kafkaConsumer.pollTimeoutMs",
    "groupIdPrefix",
    "groupId",
    "columns",
    "maxTimestampDisorder",
    "onCorrupt",
    "quarantinePath",
    "tuneWorkers",
    *FORMAT_OPTIONS,
)
_BY_LOWER = {name.lower(): name for name in SOURCE_OPTIONS}
_AT_THE_END_OF_A_BATCH = ("endingOffsets", "endingOffsetsByTimestamp", "endingTimestamp")
_USE_SPARK = "keys and values come as bytes; valueFormat and functions of Spark decode them"
# What the source decides by itself, and what to do instead. Spark's own source refuses the same.
_REFUSED = {
    "auto.offset.reset": "use startingOffsets instead",
    "enable.auto.commit": "Spark keeps the offsets; groupId commits them after each batch, too",
    "interceptor.classes": "there are no interceptors",
    "key.deserializer": _USE_SPARK,
    "value.deserializer": _USE_SPARK,
}
# A task reads one partition, so its fetches may be large: fewer round trips, and columns over more records at once.
_DEFAULTS: dict[str, object] = {"max_partition_fetch_bytes": 8 * MIB, "client_id": "kafkawire-spark"}
_DELAY_UNITS_MS = {"": 1, "ms": 1, "s": 1000, "m": 60_000, "min": 60_000, "h": 3_600_000, "d": 86_400_000}


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """How much one batch of a streaming query takes, in offsets; 0 is no limit."""

    least: int = 0
    most: int = 0
    longest_delay_ms: int = 900_000
    """After which a batch comes even if there is less than `least`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceOptions:
    """What the options say, in the types of Python. One of `topics`, `pattern` and `assigned` is given."""

    bootstrap_servers: str
    topics: tuple[str, ...] = ()
    pattern: str | None = None
    assigned: tuple[TopicPartition, ...] = ()
    starting: Bound = EARLIEST
    ending: Bound = LATEST
    min_partitions: int = 0
    max_records_per_partition: int = 0
    max_bytes_per_partition: int = 0
    limits: Limits = Limits()
    columns: tuple[str, ...] = ()
    """Those to read, in this order."""
    formats: tuple[ColumnFormat, ...] = ()
    """Which of them are decoded; the others come as they are."""
    max_timestamp_disorder_ms: int | None = None
    """How much older than a record before it a record can be; None: nobody knows."""
    fail_on_data_loss: bool = True
    attempts: int = 3
    """How often offsets are asked for when the answer cannot be right."""
    retry_interval_ms: int = 1000
    read_timeout_ms: int = 0
    """How long a task waits for records that should be there; 0: as long as the client does."""
    group_id: str | None = None
    on_corrupt: OnCorrupt = "fail"
    quarantine_path: str | None = None
    tune_workers: bool = True
    """Whether tasks have their process keep memory while they read."""
    client: dict[str, Any] = field(default_factory=dict, repr=False)
    """Keyword arguments for the client, before `open_arguments`; there may be secrets among them."""


def parse_options(given: Mapping[str, str], query: Query = "any") -> SourceOptions:
    """The options of a reader. Raises `InvalidOption` naming the option at fault, and the nearest one that exists.

    A batch and a streaming query differ in where they begin by default, and in what makes sense; "any" is for when
    it is not known yet.
    """
    own = {_canonical(name): value for name, value in given.items() if not is_kafka_option(name)}
    if not own.get(SERVERS, "").strip():
        raise InvalidOption(f"option {SERVERS!r} is missing: the brokers to start from, as HOST:PORT,HOST:PORT")
    return SourceOptions(
        bootstrap_servers=own[SERVERS],
        **_what_to_read(own),
        **_bounds(own, query),
        limits=_limits(own),
        formats=parse_formats(own, _topics_by_name(own)),
        columns=column_names(own.get("columns"), headers=flag("includeHeaders", own.get("includeHeaders", "false"))),
        min_partitions=_number(own, "minPartitions", 0),
        max_records_per_partition=_number(own, "maxRecordsPerPartition", 0),
        max_bytes_per_partition=_number(own, "maxBytesPerPartition", 0),
        max_timestamp_disorder_ms=_duration_ms(own, "maxTimestampDisorder"),
        fail_on_data_loss=flag("failOnDataLoss", own.get("failOnDataLoss", "true")),
        attempts=_number(own, "fetchOffset.numRetries", 3),
        retry_interval_ms=_number(own, "fetchOffset.retryIntervalMs", 1000, least=0),
        read_timeout_ms=_number(own, "kafkaConsumer.pollTimeoutMs", 0),
        group_id=_group_id(own),
        **_corruption(own),
        tune_workers=flag("tuneWorkers", own.get("tuneWorkers", "true")),
        client=kafka_options.client_arguments(ConsumerOptions, given, defaults=_DEFAULTS, refused=_REFUSED),
    )


def _canonical(name: str) -> str:
    """The name as we write it."""
    known = _BY_LOWER.get(name.lower())
    if known is None:
        raise kafka_options.unknown_option(name, [*SOURCE_OPTIONS, PREFIX + "security.protocol"])
    return known


def _number(own: Mapping[str, str], name: str, default: int, least: int = 1) -> int:
    return number(name, own[name], least) if name in own else default


def _what_to_read(own: Mapping[str, str]) -> dict[str, Any]:
    chosen = [name for name in _CHOICES if name in own]
    if len(chosen) != 1:
        found = " and ".join(chosen) if chosen else "none"
        raise InvalidOption(f"give exactly one of the options {', '.join(_CHOICES)}; found {found}")
    name, text = chosen[0], own[chosen[0]]
    if name == "assign":
        return {"assigned": offsets.parse_partitions(name, text)}
    if name == "subscribePattern":
        return {"pattern": _pattern(name, text.strip())}
    topics = tuple(dict.fromkeys(topic.strip() for topic in text.split(",") if topic.strip()))
    if not topics:
        raise InvalidOption("option 'subscribe' names no topic")
    return {"topics": topics}


def _topics_by_name(own: Mapping[str, str]) -> set[str]:
    """None where there is a pattern."""
    what = _what_to_read(own)
    return {*what.get("topics", ()), *(tp.topic for tp in what.get("assigned", ()))}


def _pattern(name: str, text: str) -> str:
    if not text:
        raise InvalidOption(f"option {name!r} is empty")
    compile_java(name, text)
    return text


# -------------------------------------------------------------------------------------------------- beginning and end


def _bounds(own: Mapping[str, str], query: Query) -> dict[str, Any]:
    starting = _bound(own, "starting", LATEST if query == "stream" else EARLIEST)
    ending = _bound(own, "ending", LATEST)
    if query == "stream":
        for name in _AT_THE_END_OF_A_BATCH:
            if name in own:
                raise InvalidOption(f"option {name!r} makes no sense in a streaming query, which does not end")
    if query == "batch":
        _refuse("startingOffsets", starting, LATEST, "latest")
        _refuse("endingOffsets", ending, EARLIEST, "earliest")
        _ensure_in_order(starting, ending)
    return {"starting": starting, "ending": ending}


def _bound(own: Mapping[str, str], which: str, default: int) -> Bound:
    """A time for all partitions goes before one for each, and that before offsets, as in Spark's own source."""
    for_all, for_each, by_offset = f"{which}Timestamp", f"{which}OffsetsByTimestamp", f"{which}Offsets"
    latest_if_none = _latest_if_none(own)
    if for_all in own:
        return AtTimestamp(for_all, number(for_all, own[for_all], 0), latest_if_none)
    if for_each in own:
        return AtTimestamp(for_each, offsets.parse_timestamps(for_each, own[for_each]), latest_if_none)
    return offsets.parse_offsets(by_offset, own[by_offset]) if by_offset in own else default


def _latest_if_none(own: Mapping[str, str]) -> bool:
    name = "startingOffsetsByTimestampStrategy"
    word = own.get(name, "error").strip().lower()
    if word not in ("error", "latest"):
        raise InvalidOption(f"option {name!r} must be error or latest, not {own[name]!r}")
    return word == "latest"


def _refuse(name: str, bound: Bound, forbidden: int, word: str) -> None:
    found = bound.values() if isinstance(bound, dict) else [bound]
    if forbidden in found:
        raise InvalidOption(f"option {name!r} cannot be {word} ({forbidden}) in a batch query")


def _ensure_in_order(starting: Bound, ending: Bound) -> None:
    if isinstance(starting, AtTimestamp) and isinstance(ending, AtTimestamp):
        starting, ending = starting.timestamps, ending.timestamps
    if not isinstance(starting, dict) or not isinstance(ending, dict):
        return
    for tp, start in starting.items():
        if ending.get(tp, LATEST) >= 0 and start > ending[tp]:
            raise InvalidOption(f"{tp}: the beginning ({start}) is behind the end ({ending[tp]})")


# ------------------------------------------------------------------------------------------------------------ the rest


def _limits(own: Mapping[str, str]) -> Limits:
    least, most = _number(own, "minOffsetsPerTrigger", 0), _number(own, "maxOffsetsPerTrigger", 0)
    if most and least > most:
        raise InvalidOption(f"option 'minOffsetsPerTrigger' ({least}) is above 'maxOffsetsPerTrigger' ({most})")
    delay_ms = _duration_ms(own, "maxTriggerDelay")
    limits = Limits(least=least, most=most)
    return limits if delay_ms is None else replace(limits, longest_delay_ms=delay_ms)


def _duration_ms(own: Mapping[str, str], name: str) -> int | None:
    """As Spark writes times: 10s, 15m, 1h; a bare number is in milliseconds."""
    if name not in own:
        return None
    text = own[name]
    found = re.fullmatch(r"\s*(\d{1,12})\s*([a-z]*)\s*", text.lower(), re.ASCII)
    if found is None or found[2] not in _DELAY_UNITS_MS:
        raise InvalidOption(f"option {name!r} must be a time such as 500ms, 10s, 15m, 1h or 1d, not {text!r}")
    return int(found[1]) * _DELAY_UNITS_MS[found[2]]


def _group_id(own: Mapping[str, str]) -> str | None:
    if "groupId" in own and not own["groupId"].strip():
        raise InvalidOption("option 'groupId' is empty")
    return own.get("groupId")


def _corruption(own: Mapping[str, str]) -> dict[str, Any]:
    word = own.get("onCorrupt", "fail").strip().lower()
    path = own.get("quarantinePath")
    if word not in ("fail", "skip", "quarantine"):
        raise InvalidOption(f"option 'onCorrupt' must be fail, skip or quarantine, not {own['onCorrupt']!r}")
    if (word == "quarantine") != (path is not None):
        raise InvalidOption("onCorrupt=quarantine and quarantinePath go together: give both or none")
    return {"on_corrupt": word, "quarantine_path": path}
