"""What is measured: messages, record batches and varints, as plain values with their golden bytes.

Everything is made from fixed seeds, so that every process and every run has the same bytes. `mixed` workloads have
uneven sizes: they show what speculation on regular input is worth where there is little of it.
"""

from __future__ import annotations

import random
import uuid
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

from benchmarks import message_traffic, reference
from benchmarks.message_load import MessageLoad
from benchmarks.reference import Record, Shape
from benchmarks.traffic import IRREGULAR, TRAFFIC

BLOB = random.Random(11).randbytes(10 * 1024)
_NOT_ASKED = -(1 << 31)  # authorised operations that nobody asked for
_FIRST_TIMESTAMP = 1_750_000_000_000
_MEMBER = "consumer-billing-1-0f8a6e52-3f6b-4ddc-9a1a-2f4f0f1f6c11"


@dataclass(frozen=True)
class BatchLoad:
    """One record batch: `count` records with values of `size` bytes (up to that, if mixed), or those of `traffic`."""

    name: str
    count: int
    size: int
    headers: int = 0
    codec: str = "none"
    mixed: bool = False
    traffic: str = ""

    @cached_property
    def records(self) -> list[Record]:
        """The records as tuples."""
        if self.traffic:
            return TRAFFIC[self.traffic].records(self.count)
        rng = random.Random(f"{self.count} {self.size}")
        return [_record(rng, i, self) for i in range(self.count)]

    @cached_property
    def golden(self) -> bytes:
        """The batch as the reference writes it."""
        return reference.write_batch(self.records, self.codec)


def _since(present: bool, **fields: Shape) -> dict[str, Shape]:
    """Fields that only some versions have."""
    return fields if present else {}


def _metadata_shape(version: int) -> dict[str, Shape]:
    partition: dict[str, Shape] = {"error_code": "int16", "partition_index": "int32", "leader_id": "int32"}
    partition |= _since(version >= 7, leader_epoch="int32")
    partition |= {name: ["int32"] for name in ("replica_nodes", "isr_nodes", "offline_replicas")}
    topic: dict[str, Shape] = {"error_code": "int16", "name": "string"} | _since(version >= 10, topic_id="uuid")
    topic |= {"is_internal": "bool", "partitions": [partition]}
    topic |= _since(version >= 8, topic_authorized_operations="int32")
    broker = {"node_id": "int32", "host": "string", "port": "int32", "rack": "string"}
    shape: dict[str, Shape] = {"throttle_time_ms": "int32", "brokers": [broker], "cluster_id": "string"}
    shape |= {"controller_id": "int32", "topics": [topic]}
    return shape | _since(8 <= version <= 10, cluster_authorized_operations="int32")


def _metadata_partition(index: int, replicas: list[int], isr: list[int]) -> dict[str, Any]:
    return {
        "error_code": 0,
        "partition_index": index,
        "leader_id": replicas[0],
        "leader_epoch": 20 + index,
        "replica_nodes": replicas,
        "isr_nodes": isr,
        "offline_replicas": [n for n in replicas if n not in isr],
    }


def _metadata_topic(name: str, partitions: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        "error_code": 0,
        "name": name,
        "topic_id": uuid.uuid5(uuid.NAMESPACE_DNS, name),
        "is_internal": False,
        "partitions": partitions,
        "topic_authorized_operations": _NOT_ASKED,
    }


def _metadata_value(topics: list[dict[str, Any]]) -> dict[str, Any]:
    brokers = [{"node_id": n, "host": f"kafka-{n}.example.com", "port": 9092, "rack": f"rack-{n}"} for n in (1, 2, 3)]
    return {
        "throttle_time_ms": 0,
        "brokers": brokers,
        "cluster_id": "Rk1WTWxBUmZlS2Z1cWtRdw",
        "controller_id": 1,
        "topics": topics,
        "cluster_authorized_operations": _NOT_ASKED,
    }


def _even_topics() -> list[dict[str, Any]]:
    """100 topics of 10 partitions on 3 brokers, all healthy."""
    turns = ([1, 2, 3], [2, 3, 1], [3, 1, 2])
    return [
        _metadata_topic(
            f"shop.orders-{t:03d}.changes.v2",
            [_metadata_partition(p, turns[(t + p) % 3], turns[(t + p) % 3]) for p in range(10)],
        )
        for t in range(100)
    ]


def _mixed_topics() -> list[dict[str, Any]]:
    """About as much, but names, partition counts, replicas and in-sync replicas differ from one to the next."""
    rng = random.Random(3)
    topics = []
    for t in range(100):
        partitions = []
        for p in range(rng.randint(1, 19)):
            replicas = rng.sample(range(1, 13), rng.choice((2, 3, 3, 3, 5)))
            isr = replicas if rng.random() < 0.7 else replicas[:-1]
            partitions.append(_metadata_partition(p, replicas, isr))
        topics.append(_metadata_topic(f"topic-{t}-" + "abcdefghij" * rng.randint(0, 4) + "z" * (t % 7), partitions))
    return topics


def _metadata_loads() -> list[MessageLoad]:
    even, mixed = _metadata_value(_even_topics()), _metadata_value(_mixed_topics())
    loads = [MessageLoad("MetadataResponse", v, v >= 9, _metadata_shape(v), even) for v in (5, 9, 12)]
    return [*loads, MessageLoad("MetadataResponse", 12, True, _metadata_shape(12), mixed, "mixed")]


def _fetch_response_shape(version: int) -> dict[str, Shape]:
    partition: dict[str, Shape] = {"partition_index": "int32", "error_code": "int16"}
    partition |= dict.fromkeys(("high_watermark", "last_stable_offset", "log_start_offset"), "int64")
    partition |= {"aborted_transactions": [{"producer_id": "int64", "first_offset": "int64"}]}
    partition |= {"preferred_read_replica": "int32", "records": "bytes"}
    topic: dict[str, Shape] = {"topic_id": "uuid"} if version >= 13 else {"topic": "string"}
    responses: list[Shape] = [topic | {"partitions": [partition]}]
    return {"throttle_time_ms": "int32", "error_code": "int16", "session_id": "int32", "responses": responses}


def _fetched_partition(index: int) -> dict[str, Any]:
    return {
        "partition_index": index,
        "error_code": 0,
        "high_watermark": 5_000_000 + index,
        "last_stable_offset": 5_000_000 + index,
        "log_start_offset": 4_000,
        "aborted_transactions": [],
        "preferred_read_replica": -1,
        "records": BLOB,
    }


def _fetch_response_loads() -> list[MessageLoad]:
    """5 topics of 10 partitions, 10 KB of records in each."""
    responses = [
        {"topic": name, "topic_id": uuid.uuid5(uuid.NAMESPACE_DNS, name), "partitions": parts}
        for name in (f"shop.orders-{t:03d}.changes.v2" for t in range(5))
        for parts in [[_fetched_partition(p) for p in range(10)]]
    ]
    value = {"throttle_time_ms": 0, "error_code": 0, "session_id": 31_337, "responses": responses}
    shapes = {v: _fetch_response_shape(v) for v in (11, 12, 13)}
    return [MessageLoad("FetchResponse", v, v >= 12, s, value, has_blobs=True) for v, s in shapes.items()]


def _fetch_request_shape(version: int) -> dict[str, Shape]:
    partition: dict[str, Shape] = {"partition": "int32", "current_leader_epoch": "int32", "fetch_offset": "int64"}
    partition |= _since(version >= 12, last_fetched_epoch="int32")
    partition |= {"log_start_offset": "int64", "partition_max_bytes": "int32"}
    shape: dict[str, Shape] = dict.fromkeys(("replica_id", "max_wait_ms", "min_bytes", "max_bytes"), "int32")
    shape |= {"isolation_level": "int8", "session_id": "int32", "session_epoch": "int32"}
    shape |= {"topics": [{"topic": "string", "partitions": [partition]}]}
    return shape | {"forgotten_topics_data": [{"topic": "string", "partitions": ["int32"]}], "rack_id": "string"}


def _fetch_request_loads() -> list[MessageLoad]:
    partition = {"current_leader_epoch": 20, "last_fetched_epoch": -1, "log_start_offset": -1}
    partition |= {"partition_max_bytes": 1 << 20}
    partitions = [partition | {"partition": p, "fetch_offset": 5_000_000 + p} for p in range(10)]
    value: dict[str, Any] = {
        "replica_id": -1,
        "max_wait_ms": 500,
        "min_bytes": 1,
        "max_bytes": 50 << 20,
        "isolation_level": 0,
    }
    value |= {"session_id": 31_337, "session_epoch": 9, "forgotten_topics_data": [], "rack_id": "rack-1"}
    value |= {"topics": [{"topic": f"shop.orders-{t:03d}.changes.v2", "partitions": partitions} for t in range(5)]}
    return [MessageLoad("FetchRequest", v, v >= 12, _fetch_request_shape(v), value) for v in (11, 12)]


def _produce_request_loads() -> list[MessageLoad]:
    """One topic of 10 partitions, 10 KB of records for each."""
    partition: list[Shape] = [{"index": "int32", "records": "bytes"}]
    topic: list[Shape] = [{"name": "string", "partition_data": partition}]
    shape: dict[str, Shape] = {"transactional_id": "string", "acks": "int16", "timeout_ms": "int32"}
    shape |= {"topic_data": topic}
    data = [{"index": p, "records": BLOB} for p in range(10)]
    value: dict[str, Any] = {"transactional_id": None, "acks": -1, "timeout_ms": 30_000}
    value |= {"topic_data": [{"name": "shop.orders-001.changes.v2", "partition_data": data}]}
    return [MessageLoad("ProduceRequest", v, v >= 9, shape, value, has_blobs=True) for v in (8, 9)]


def _api_versions_loads() -> list[MessageLoad]:
    request: dict[str, Shape] = {"client_software_name": "string", "client_software_version": "string"}
    asked = {"client_software_name": "kafkawire", "client_software_version": "1.0"}
    key: list[Shape] = [{"api_key": "int16", "min_version": "int16", "max_version": "int16"}]
    response: dict[str, Shape] = {"error_code": "int16", "api_keys": key, "throttle_time_ms": "int32"}
    keys = [{"api_key": k, "min_version": k % 3, "max_version": 3 + k % 11} for k in range(60)]
    answered = {"error_code": 0, "api_keys": keys, "throttle_time_ms": 0}
    return [
        MessageLoad("ApiVersionsRequest", 3, True, request, asked),
        MessageLoad("ApiVersionsResponse", 3, True, response, answered),
    ]


def _heartbeat_loads() -> list[MessageLoad]:
    request: dict[str, Shape] = {"group_id": "string", "generation_id": "int32"}
    request |= {"member_id": "string", "group_instance_id": "string"}
    response: dict[str, Shape] = {"throttle_time_ms": "int32", "error_code": "int16"}
    beat = {"group_id": "billing", "generation_id": 7, "member_id": _MEMBER, "group_instance_id": None}
    return [
        MessageLoad("HeartbeatRequest", 4, True, request, beat),
        MessageLoad("HeartbeatResponse", 4, True, response, {"throttle_time_ms": 0, "error_code": 0}),
    ]


def _join_group_loads() -> list[MessageLoad]:
    request: dict[str, Shape] = {"group_id": "string", "session_timeout_ms": "int32", "rebalance_timeout_ms": "int32"}
    request |= {"member_id": "string", "group_instance_id": "string", "protocol_type": "string"}
    request |= {"protocols": [{"name": "string", "metadata": "bytes"}]}
    protocols = [{"name": "range", "metadata": BLOB[:48]}, {"name": "cooperative-sticky", "metadata": BLOB[:72]}]
    asked: dict[str, Any] = {"group_id": "billing", "session_timeout_ms": 45_000, "rebalance_timeout_ms": 300_000}
    asked |= {"member_id": _MEMBER, "group_instance_id": None, "protocol_type": "consumer", "protocols": protocols}
    response: dict[str, Shape] = {"throttle_time_ms": "int32", "error_code": "int16", "generation_id": "int32"}
    response |= dict.fromkeys(("protocol_type", "protocol_name", "leader", "member_id"), "string")
    response |= {"members": [{"member_id": "string", "group_instance_id": "string", "metadata": "bytes"}]}
    members = [_MEMBER[:-1] + str(i) for i in range(5)]
    joined = [{"member_id": m, "group_instance_id": None, "metadata": BLOB[:72]} for m in members]
    answered: dict[str, Any] = {"throttle_time_ms": 0, "error_code": 0, "generation_id": 7, "protocol_type": "consumer"}
    answered |= {"protocol_name": "range", "leader": _MEMBER, "member_id": _MEMBER, "members": joined}
    return [
        MessageLoad("JoinGroupRequest", 7, True, request, asked),
        MessageLoad("JoinGroupResponse", 7, True, response, answered),
    ]


@cache
def messages() -> tuple[MessageLoad, ...]:
    """All messages, in the order of the report: those as clusters send them first."""
    return (
        *message_traffic.loads(),
        *_metadata_loads(),
        *_fetch_response_loads(),
        *_produce_request_loads(),
        *_fetch_request_loads(),
        *_api_versions_loads(),
        *_heartbeat_loads(),
        *_join_group_loads(),
    )


_STATES = ("created", "paid", "packed", "shipped", "delivered", "returned", "refunded", "express", "standard", "parcel")


def _record(rng: random.Random, index: int, load: BatchLoad) -> Record:
    """A keyed event: a little JSON, filled up with words to its size."""
    size = rng.randint(0, load.size) if load.mixed else load.size
    text = f'{{"order":{index:07d},"cents":{rng.randrange(10**6):06d},"notes":"'
    while len(text) < size:
        text += rng.choice(_STATES) + " "
    value = (text[: max(size - 2, 0)] + '"}')[:size].encode()
    key = None if load.mixed and rng.random() < 0.3 else b"%09d" % rng.randrange(10**9)
    headers = [("trace-id", rng.randbytes(16)), ("origin", b"checkout")]
    count = rng.randint(0, 2) if load.mixed else load.headers
    return index, _FIRST_TIMESTAMP + index // 4, key, value, headers[:count]


@cache
def batches() -> tuple[BatchLoad, ...]:
    """All record batches that are read into objects and written."""
    return (
        *(BatchLoad(f"records.{name}", 1000, 0, traffic=name) for name in IRREGULAR),
        *(BatchLoad(f"records.{name}.10000", 10_000, 0, traffic=name) for name in ("applications", "avro")),
        BatchLoad("records.100B", 1000, 100),
        BatchLoad("records.100B.headers", 1000, 100, headers=2),
        BatchLoad("records.mixed", 1000, 300, mixed=True),
        BatchLoad("records.1KB", 300, 1024),
        BatchLoad("records.10KB", 50, 10 * 1024),
        *(BatchLoad(f"records.{codec}", 1000, 100, codec=codec) for codec in reference.CODECS[1:]),
    )


@cache
def column_batches() -> tuple[BatchLoad, ...]:
    """Record batches that kafkawire reads into columns and the others into objects."""
    return (
        *(
            BatchLoad(f"columns.{name}.10000", 10_000, 0, traffic=name)
            for name in ("applications", "avro", "log_lines")
        ),
        BatchLoad("columns.1000", 1000, 100),
        BatchLoad("columns.10000", 10_000, 100),
    )


@cache
def varints() -> tuple[int, ...]:
    """2,000 numbers of 1 to 5 bytes, most of them short."""
    rng = random.Random(5)
    widths = rng.choices((6, 13, 20, 31), (60, 25, 10, 5), k=2000)
    return tuple(rng.randrange(-(1 << width), 1 << width) for width in widths)


@cache
def varint_bytes() -> bytes:
    """Numbers of all widths as varints, written one after another."""
    return b"".join(map(reference.write_varint, varints()))
