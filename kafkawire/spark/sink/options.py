"""The options of the sink, all checked before a job starts.

Names are case-insensitive, as everywhere in Spark. `kafka.*` options go to the producer (`kafka_options.py`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, cast

from kafkawire.client.errors import InvalidOption
from kafkawire.client.options import ProducerOptions
from kafkawire.limits import MIB
from kafkawire.spark.kafka_options import PREFIX, SERVERS, client_arguments, is_kafka_option, unknown_option
from kafkawire.spark.sink.partitioning import PARTITIONERS, PartitionerName

__all__ = ["SINK_OPTIONS", "Delivery", "SinkOptions", "parse_sink_options"]

Delivery = Literal["at-least-once", "exactly-once"]

_DELIVERIES: tuple[Delivery, ...] = ("at-least-once", "exactly-once")
SINK_OPTIONS = (
    SERVERS,
    "topic",
    "partitioner",
    "delivery",
    "transactionalIdPrefix",
    "stateTopic",
    "writeId",
    "includeHeaders",  # Spark's connector lists it for its sink, too, where it has no effect
)
_BY_LOWER = {name.lower(): name for name in SINK_OPTIONS}
# Options of the query itself, which Spark hands over together with ours.
_OF_SPARK = {"checkpointlocation", "path", "queryname", "outputmode"}
_USE_SPARK = "keys and values go out as the bytes of their columns; encode them with functions of Spark"
_REFUSED = {
    "key.serializer": _USE_SPARK,
    "value.serializer": _USE_SPARK,
    "transactional.id": "use delivery=exactly-once, and transactionalIdPrefix",
    "partitioner.class": f"use the option 'partitioner': {', '.join(PARTITIONERS)}",
    "interceptor.classes": "there are no interceptors",
}
_WITHOUT_EFFECT = {"retries"}  # of Java's producer: here `kafka.delivery.timeout.ms` is the only limit to them
_LONGEST_TRANSACTION_MS = 900_000  # what brokers allow unless their transaction.max.timeout.ms says otherwise
_DEFAULTS: dict[str, object] = {
    "client_id": "kafkawire-spark",
    "batch_size": 256 * 1024,
    "linger_ms": 0,
    "transaction_timeout_ms": _LONGEST_TRANSACTION_MS,
}
_NAME = re.compile(r"[A-Za-z0-9._-]{1,100}", re.ASCII)


@dataclass(frozen=True, slots=True, kw_only=True)
class SinkOptions:
    """What the options say, in the types of Python."""

    bootstrap_servers: str
    topic: str | None = None
    """Where all records go; None: the column `topic` says it."""
    partitioner: PartitionerName = "murmur2"
    delivery: Delivery = "at-least-once"
    transactional_id_prefix: str = "kafkawire-spark"
    state_topic: str = ""
    """An existing topic in whose name the state of exactly-once delivery is kept."""
    write_id: str | None = None
    """What a batch write is called, so that it can be repeated without writing anything twice."""
    client: dict[str, Any] = field(default_factory=dict, repr=False)
    """Keyword arguments for a producer, before `open_arguments`."""

    @property
    def exactly_once(self) -> bool:
        """Whether records are written within transactions that the driver ends."""
        return self.delivery == "exactly-once"

    @property
    def ignores_keys(self) -> bool:
        """Whether records go to partitions as if they had no keys (`kafka.partitioner.ignore.keys`)."""
        return bool(self.client.get("partitioner_ignore_keys", False))

    @property
    def batch_size(self) -> int:
        """Bytes of a batch before compression."""
        return max(1, min(int(self.client["batch_size"]), int(self.client.get("max_request_size", MIB)) // 2))


def parse_sink_options(given: Mapping[str, str]) -> SinkOptions:
    """The options of a writer. Raises `InvalidOption` naming the option at fault, and the nearest one that exists."""
    given = {name: text for name, text in given.items() if name.lower() not in _OF_SPARK}
    own = {_canonical(name): text.strip() for name, text in given.items() if not is_kafka_option(name)}
    if not own.get(SERVERS):
        raise InvalidOption(f"option {SERVERS!r} is missing: the brokers to start from, as HOST:PORT,HOST:PORT")
    options = SinkOptions(
        bootstrap_servers=own[SERVERS],
        topic=_filled(own, "topic"),
        partitioner=cast("PartitionerName", _choice(own, "partitioner", PARTITIONERS)),
        delivery=cast("Delivery", _choice(own, "delivery", _DELIVERIES)),
        transactional_id_prefix=_name(own, "transactionalIdPrefix") or "kafkawire-spark",
        state_topic=_filled(own, "stateTopic") or own.get("topic", ""),
        write_id=_name(own, "writeId"),
        client=_client(given),
    )
    _check_delivery(options, own)
    return options


def _canonical(name: str) -> str:
    known = _BY_LOWER.get(name.lower())
    if known is None:
        raise unknown_option(name, [*SINK_OPTIONS, PREFIX + "compression.type"])
    return known


def _client(given: Mapping[str, str]) -> dict[str, Any]:
    relevant = {name: text for name, text in given.items() if name.lower().removeprefix(PREFIX) not in _WITHOUT_EFFECT}
    return client_arguments(ProducerOptions, relevant, defaults=_DEFAULTS, refused=_REFUSED)


def _filled(own: Mapping[str, str], name: str) -> str | None:
    if own.get(name) == "":
        raise InvalidOption(f"option {name!r} is empty")
    return own.get(name)


def _choice(own: Mapping[str, str], name: str, choices: tuple[str, ...]) -> str:
    """One of the choices; the first unless another is given."""
    word = own.get(name, choices[0]).lower()
    if word not in choices:
        raise InvalidOption(f"option {name!r} must be one of {', '.join(choices)}, not {own[name]!r}")
    return word


def _name(own: Mapping[str, str], name: str) -> str | None:
    text = _filled(own, name)
    if text is not None and not _NAME.fullmatch(text):
        raise InvalidOption(f"option {name!r} may have letters, digits, '.', '_' and '-', up to 100, not {text!r}")
    return text


def _check_delivery(options: SinkOptions, own: Mapping[str, str]) -> None:
    if not options.exactly_once:
        wanted = [name for name in ("transactionalIdPrefix", "stateTopic", "writeId") if name in own]
        if wanted:
            raise InvalidOption(f"option {wanted[0]!r} needs delivery=exactly-once")
        return
    if not options.state_topic:
        raise InvalidOption(
            "delivery=exactly-once without the option 'topic' needs 'stateTopic': an existing topic in whose name "
            "the state of the delivery is kept, as offsets of a group"
        )
    if options.client.get("acks", "all") not in ("all", -1) or not options.client.get("enable_idempotence", True):
        raise InvalidOption("delivery=exactly-once needs kafka.acks=all and kafka.enable.idempotence=true")
