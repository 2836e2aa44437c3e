"""The options of the source: names and meaning of Spark's Kafka source, all checked before anything is read.

Names are case-insensitive, as everywhere in Spark. `kafka.*` options go to the client: `kafka.fetch.max.bytes` sets
`fetch_max_bytes` of `ConsumerOptions`.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, get_type_hints

from kafkawire.client.errors import InvalidOption
from kafkawire.client.metadata import TopicPartition
from kafkawire.client.options import ConsumerOptions, make_options
from kafkawire.limits import MIB
from kafkawire.spark.offsets import EARLIEST, LATEST, OffsetSpec, parse_offsets, parse_partitions

__all__ = ["SourceOptions", "parse_options"]

_SERVERS = "kafka.bootstrap.servers"
_CHOICES = ("subscribe", "subscribePattern", "assign")
_NAMES = (
    _SERVERS,
    *_CHOICES,
    "startingOffsets",
    "endingOffsets",
    "minPartitions",
    "includeHeaders",
    "failOnDataLoss",
)
_PREFIX = "kafka."
# What the source decides by itself, and the option that says it instead.
_NOT_YOURS = {
    "auto_offset_reset": "use startingOffsets instead",
    "enable_auto_commit": "the source commits no offsets",
    "client_id": "the source sets it",
}
# A task reads one partition, so its fetches may be large: fewer round trips, and columns over more records at once.
_DEFAULTS: dict[str, object] = {"max_partition_fetch_bytes": 4 * MIB, "client_id": "kafkawire-spark"}


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceOptions:
    """What the options say, in the types of Python. One of `topics`, `pattern` and `assigned` is given."""

    bootstrap_servers: str
    topics: tuple[str, ...] = ()
    pattern: str | None = None
    assigned: tuple[TopicPartition, ...] = ()
    starting: OffsetSpec = EARLIEST
    ending: OffsetSpec = LATEST
    min_partitions: int = 0
    include_headers: bool = False
    fail_on_data_loss: bool = True
    client: dict[str, Any] = field(default_factory=dict)
    """Keyword arguments for the client."""


def parse_options(given: Mapping[str, str]) -> SourceOptions:
    """The options of a reader. Raises `InvalidOption` naming the option at fault, and the nearest one that exists."""
    client = {name.lower(): value for name, value in given.items() if _is_client_option(name)}
    own = {_canonical(name): value for name, value in given.items() if not _is_client_option(name)}
    if not own.get(_SERVERS, "").strip():
        raise InvalidOption(f"option {_SERVERS!r} is missing: the brokers to start from, as HOST:PORT,HOST:PORT")
    return SourceOptions(
        bootstrap_servers=own[_SERVERS],
        **_what_to_read(own),
        starting=parse_offsets("startingOffsets", own.get("startingOffsets", "earliest"), forbidden=LATEST),
        ending=parse_offsets("endingOffsets", own.get("endingOffsets", "latest"), forbidden=EARLIEST),
        min_partitions=_number("minPartitions", own["minPartitions"], 1) if "minPartitions" in own else 0,
        include_headers=_flag("includeHeaders", own.get("includeHeaders", "false")),
        fail_on_data_loss=_flag("failOnDataLoss", own.get("failOnDataLoss", "true")),
        client=_client_options(client),
    )


def _is_client_option(name: str) -> bool:
    return name.lower().startswith(_PREFIX) and name.lower() != _SERVERS


def _canonical(name: str) -> str:
    """The name as we write it."""
    for known in _NAMES:
        if known.lower() == name.lower():
            return known
    raise _unknown(name, _NAMES)


def _unknown(name: str, known: Collection[str]) -> InvalidOption:
    by_lower = {candidate.lower(): candidate for candidate in known}
    nearest = difflib.get_close_matches(name.lower(), by_lower, n=1, cutoff=0.0)
    return InvalidOption(f"unknown option {name!r}: the nearest valid one is {by_lower[nearest[0]]!r}")


def _what_to_read(own: Mapping[str, str]) -> dict[str, Any]:
    chosen = [name for name in _CHOICES if name in own]
    if len(chosen) != 1:
        found = " and ".join(chosen) if chosen else "none"
        raise InvalidOption(f"give exactly one of the options {', '.join(_CHOICES)}; found {found}")
    name, text = chosen[0], own[chosen[0]]
    if name == "assign":
        return {"assigned": parse_partitions(name, text)}
    if name == "subscribePattern":
        return {"pattern": _pattern(name, text)}
    topics = tuple(dict.fromkeys(topic.strip() for topic in text.split(",") if topic.strip()))
    if not topics:
        raise InvalidOption("option 'subscribe' names no topic")
    return {"topics": topics}


def _pattern(name: str, text: str) -> str:
    try:
        re.compile(text)
    except re.error as exc:
        raise InvalidOption(f"option {name!r} is no regular expression: {exc}") from exc
    return text


def _client_options(given: Mapping[str, str]) -> dict[str, Any]:
    """Dotted names and texts to keyword arguments of a consumer; `make_options` has the last word on values."""
    hints = get_type_hints(ConsumerOptions)
    options = dict(_DEFAULTS)
    for dotted, text in given.items():
        name = dotted.removeprefix(_PREFIX).replace(".", "_")
        if name in _NOT_YOURS:
            raise InvalidOption(f"option {dotted!r} cannot be set here: {_NOT_YOURS[name]}")
        if name not in hints:
            raise _unknown(dotted, [_SERVERS, *(_PREFIX + known.replace("_", ".") for known in hints)])
        options[name] = _typed(dotted, text, hints[name])
    make_options(ConsumerOptions, options)
    return options


def _typed(name: str, text: str, hint: object) -> object:
    if hint is bool:
        return _flag(name, text)
    return _number(name, text, 0) if hint is int else text


def _number(name: str, text: str, least: int) -> int:
    if not re.fullmatch(r"\s*\d{1,18}\s*", text, re.ASCII) or int(text) < least:
        raise InvalidOption(f"option {name!r} must be a whole number of {least} or more, not {text!r}")
    return int(text)


def _flag(name: str, text: str) -> bool:
    lowered = text.strip().lower()
    if lowered not in ("true", "false"):
        raise InvalidOption(f"option {name!r} must be true or false, not {text!r}")
    return lowered == "true"
