"""Messages as clusters send them: uneven names, counts and members, fetches of which few partitions hold data, and the
small requests and responses that are sent most often.

Everything is made from fixed seeds. Nothing repeats the lengths of what stands before it for longer than it does in a
cluster: what a decoder gains by guessing shows here as it would there.
"""

from __future__ import annotations

import random
import uuid
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, TypeAlias

from benchmarks.message_load import MessageLoad
from benchmarks.reference import Shape

Value: TypeAlias = dict[str, Any]

_BROKERS = range(1, 13)
_NOT_ASKED = -(1 << 31)  # authorised operations that nobody asked for
_WORDS = (
    *("orders", "payments", "eu-west-1", "clickstream", "audit", "inventory", "changelog", "dlq", "v2", "retry"),
    *("enriched", "customer-profile", "KSTREAM-AGGREGATE-STATE-STORE", "iot", "prod", "raw", "shop", "sessions"),
)


def loads() -> Iterator[MessageLoad]:
    """Messages as a cluster of some size sends them, the large ones in front."""
    yield from _metadata()
    yield from _fetch_responses()
    yield from _fetch_requests()
    yield from _produce()
    yield from _offset_commits()
    yield from _offset_fetches()
    yield from _list_offsets()
    yield from _groups()
    yield from _small()


def _shape(fields: str, **inner: Shape) -> dict[str, Shape]:
    """`"name int32, other string, parts *"`, where the shape of `parts` is given by name."""
    pairs = (field.split() for field in fields.split(", "))
    return {name: inner[name] if kind == "*" else kind for name, kind in pairs}


def _topic_name(rng: random.Random) -> str:
    """Words of 5 to 60 characters in all."""
    words = "-" if rng.random() < 0.3 else "."
    name = words.join(rng.choice(_WORDS) for _ in range(rng.choice((1, 1, 2, 2, 3, 3, 4))))
    return f"{name}{words}{rng.randrange(100)}"[:60]


def _partition_count(rng: random.Random, most: int) -> int:
    """Few in most topics, many in some."""
    return min(most, max(1, int(rng.lognormvariate(2.2, 1.1))))


def _spread(rng: random.Random, total: int, most: int = 200) -> list[tuple[str, range]]:
    """So many partitions over topics of uneven size."""
    topics = []
    while total:
        topics.append((_topic_name(rng), range(count := min(total, _partition_count(rng, most)))))
        total -= count
    return topics


def _topics(
    rng: random.Random, total: int, partition: Callable[[int], Any], partitions: str, name: str = "name"
) -> list[Value]:
    """Topics with so many partitions in all; `partition` makes one of its index, into the field `partitions`."""
    return [{name: topic, partitions: [partition(i) for i in indexes]} for topic, indexes in _spread(rng, total)]


# ---- metadata


def _metadata() -> Iterator[MessageLoad]:
    """150 topics of 1 to 200 partitions on 12 brokers, three replicas each, some out of sync, a broker that is down."""
    rng = random.Random("metadata")
    brokers = [
        {"node_id": n, "host": f"b-{n}.{'prod' * (n % 3)}.kafka.example.com", "port": 9092, "rack": f"use1-az{n % 3}"}
        for n in _BROKERS
    ]
    value: Value = {"throttle_time_ms": 0, "brokers": brokers, "cluster_id": "Rk1WTWxBUmZlS2Z1cWtRdw"}
    value |= {"controller_id": 7, "cluster_authorized_operations": _NOT_ASKED}
    value |= {"topics": [_metadata_topic(rng) for _ in range(150)]}
    for version in (9, 12):
        yield MessageLoad("MetadataResponse", version, True, _metadata_shape(version), value, "cluster")


def _metadata_shape(version: int) -> dict[str, Shape]:
    partition = _shape(
        "error_code int16, partition_index int32, leader_id int32, leader_epoch int32, replica_nodes *, isr_nodes *, "
        "offline_replicas *",
        replica_nodes=["int32"],
        isr_nodes=["int32"],
        offline_replicas=["int32"],
    )
    topic_id = ", topic_id uuid" if version >= 10 else ""
    topic = _shape(
        f"error_code int16, name string{topic_id}, is_internal bool, partitions *, topic_authorized_operations int32",
        partitions=[partition],
    )
    whole = "throttle_time_ms int32, brokers *, cluster_id string, controller_id int32, topics *"
    return _shape(
        whole + (", cluster_authorized_operations int32" if version <= 10 else ""),
        brokers=[_shape("node_id int32, host string, port int32, rack string")],
        topics=[topic],
    )


def _metadata_topic(rng: random.Random) -> Value:
    name = _topic_name(rng)
    partitions = [_metadata_partition(rng, index) for index in range(_partition_count(rng, 200))]
    topic = {"error_code": 0, "name": name, "topic_id": uuid.UUID(bytes=rng.randbytes(16)), "is_internal": False}
    return topic | {"partitions": partitions, "topic_authorized_operations": _NOT_ASKED}


def _metadata_partition(rng: random.Random, index: int) -> Value:
    """Replicas in any order; the in-sync ones in the order in which they came back; all of broker 5 offline."""
    replicas = rng.sample(_BROKERS, 3)
    offline = [n for n in replicas if n == 5]
    isr = [n for n in replicas if n not in offline and rng.random() < 0.97] or replicas[:1]
    if rng.random() < 0.2:
        rng.shuffle(isr)
    partition = {"error_code": 0, "partition_index": index, "leader_id": isr[0], "leader_epoch": rng.randrange(300)}
    return partition | {"replica_nodes": replicas, "isr_nodes": isr, "offline_replicas": offline}


# ---- fetch and produce


def _fetch_responses() -> Iterator[MessageLoad]:
    """Few of the partitions hold data; where transactions were aborted some say so."""
    partition = _shape(
        "partition_index int32, error_code int16, high_watermark int64, last_stable_offset int64, "
        "log_start_offset int64, aborted_transactions *, preferred_read_replica int32, records bytes",
        aborted_transactions=[_shape("producer_id int64, first_offset int64")],
    )
    shape = _shape(
        "throttle_time_ms int32, error_code int16, session_id int32, responses *",
        responses=[_shape("topic string, partitions *", partitions=[partition])],
    )
    for count in (1, 30, 300):
        rng = random.Random(f"fetch response {count}")
        full = 1.0 if count == 1 else 0.1
        responses = _topics(rng, count, partial(_fetched, rng, full), "partitions", "topic")
        value = {"throttle_time_ms": 0, "error_code": 0, "session_id": 31_337, "responses": responses}
        for version in (11, 12):
            yield MessageLoad("FetchResponse", version, version >= 12, shape, value, f"of_{count}", has_blobs=True)


def _fetched(rng: random.Random, full: float, index: int) -> Value:
    """One partition; `full` of them have data."""
    end = rng.randrange(1 << 33)
    has_data = rng.random() < full
    aborted: list[Value] | None = None if rng.random() < 0.8 else []
    if has_data and rng.random() < 0.3:
        aborted = [{"producer_id": rng.randrange(1 << 20), "first_offset": end - i} for i in range(rng.randint(1, 3))]
    records = rng.randbytes(rng.choice((90, 700, 16_000))) if has_data else b""
    offsets = {
        "high_watermark": end,
        "last_stable_offset": end - rng.choice((0, 0, 0, 9)),
        "log_start_offset": end // 2,
    }
    partition = {"partition_index": index, "error_code": 0} | offsets | {"aborted_transactions": aborted}
    return partition | {"preferred_read_replica": -1, "records": records}


def _fetch_requests() -> Iterator[MessageLoad]:
    partition = _shape(
        "partition int32, current_leader_epoch int32, fetch_offset int64, last_fetched_epoch int32, "
        "log_start_offset int64, partition_max_bytes int32"
    )
    shape = _shape(
        "replica_id int32, max_wait_ms int32, min_bytes int32, max_bytes int32, isolation_level int8, "
        "session_id int32, session_epoch int32, topics *, forgotten_topics_data *, rack_id string",
        topics=[_shape("topic string, partitions *", partitions=[partition])],
        forgotten_topics_data=[_shape("topic string, partitions *", partitions=["int32"])],
    )
    fixed = {"replica_id": -1, "max_wait_ms": 500, "min_bytes": 1, "max_bytes": 50 << 20, "isolation_level": 1}
    for count in (1, 30, 300):
        rng = random.Random(f"fetch request {count}")
        topics = _topics(rng, count, partial(_wanted, rng), "partitions", "topic")
        value = fixed | {"session_id": 0, "session_epoch": 0, "topics": topics, "forgotten_topics_data": []}
        yield MessageLoad("FetchRequest", 12, True, shape, value | {"rack_id": ""}, f"of_{count}")


def _wanted(rng: random.Random, index: int) -> Value:
    partition = {"partition": index, "current_leader_epoch": rng.randrange(300), "fetch_offset": rng.randrange(1 << 33)}
    return partition | {"last_fetched_epoch": -1, "log_start_offset": -1, "partition_max_bytes": 1 << 20}


def _produce() -> Iterator[MessageLoad]:
    """Small batches for one partition and for 24."""
    request = _shape(
        "transactional_id string, acks int16, timeout_ms int32, topic_data *",
        topic_data=[_shape("name string, partition_data *", partition_data=[_shape("index int32, records bytes")])],
    )
    partition = _shape(
        "index int32, error_code int16, base_offset int64, log_append_time_ms int64, log_start_offset int64, "
        "record_errors *, error_message string",
        record_errors=[_shape("batch_index int32, batch_index_error_message string")],
    )
    response = _shape(
        "responses *, throttle_time_ms int32",
        responses=[_shape("name string, partition_responses *", partition_responses=[partition])],
    )
    for count in (1, 24):
        rng = random.Random(f"produce {count}")
        data = _topics(rng, count, partial(_produced, rng), "partition_data")
        asked = {"transactional_id": None, "acks": -1, "timeout_ms": 30_000, "topic_data": data}
        yield MessageLoad("ProduceRequest", 9, True, request, asked, f"of_{count}", has_blobs=True)
        responses = _topics(rng, count, partial(_acknowledged, rng), "partition_responses")
        answered = {"responses": responses, "throttle_time_ms": 0}
        yield MessageLoad("ProduceResponse", 9, True, response, answered, f"of_{count}")


def _produced(rng: random.Random, index: int) -> Value:
    return {"index": index, "records": rng.randbytes(int(rng.lognormvariate(6, 0.8)))}


def _acknowledged(rng: random.Random, index: int) -> Value:
    partition = {"index": index, "error_code": 0, "base_offset": rng.randrange(1 << 33), "log_append_time_ms": -1}
    return partition | {"log_start_offset": rng.randrange(1 << 30), "record_errors": [], "error_message": None}


# ---- offsets


def _offset_commits() -> Iterator[MessageLoad]:
    partition = _shape(
        "partition_index int32, committed_offset int64, committed_leader_epoch int32, committed_metadata string"
    )
    request = _shape(
        "group_id string, generation_id_or_member_epoch int32, member_id string, group_instance_id string, topics *",
        topics=[_shape("name string, partitions *", partitions=[partition])],
    )
    done = [_shape("name string, partitions *", partitions=[_shape("partition_index int32, error_code int16")])]
    response = _shape("throttle_time_ms int32, topics *", topics=done)
    for count in (1, 100, 5_000):
        rng = random.Random(f"offset commit {count}")
        topics = _topics(rng, count, partial(_committed, rng), "partitions")
        yield MessageLoad("OffsetCommitRequest", 8, True, request, _member(rng) | {"topics": topics}, f"of_{count}")
        topics = _topics(rng, count, lambda i: {"partition_index": i, "error_code": 0}, "partitions")
        answered = {"throttle_time_ms": 0, "topics": topics}
        yield MessageLoad("OffsetCommitResponse", 8, True, response, answered, f"of_{count}")


def _committed(rng: random.Random, index: int) -> Value:
    note = "" if rng.random() < 0.9 else f"host-{rng.randrange(10**4)}"
    committed = {"partition_index": index, "committed_offset": rng.randrange(1 << 33), "committed_metadata": note}
    return committed | {"committed_leader_epoch": rng.randrange(300)}


def _offset_fetches() -> Iterator[MessageLoad]:
    partition = _shape(
        "partition_index int32, committed_offset int64, committed_leader_epoch int32, metadata string, error_code int16"
    )
    asked = [_shape("name string, partition_indexes *", partition_indexes=["int32"])]
    request = _shape("groups *, require_stable bool", groups=[_shape("group_id string, topics *", topics=asked)])
    found = [_shape("name string, partitions *", partitions=[partition])]
    response = _shape(
        "throttle_time_ms int32, groups *", groups=[_shape("group_id string, topics *, error_code int16", topics=found)]
    )
    for count in (1, 100, 5_000):
        rng = random.Random(f"offset fetch {count}")
        wanted = _topics(rng, count, lambda i: i, "partition_indexes")
        value: Value = {"groups": [{"group_id": "billing", "topics": wanted}], "require_stable": True}
        yield MessageLoad("OffsetFetchRequest", 8, True, request, value, f"of_{count}")
        topics = _topics(rng, count, partial(_found, rng), "partitions")
        value = {"throttle_time_ms": 0, "groups": [{"group_id": "billing", "topics": topics, "error_code": 0}]}
        yield MessageLoad("OffsetFetchResponse", 8, True, response, value, f"of_{count}")


def _found(rng: random.Random, index: int) -> Value:
    committed = _committed(rng, index)
    return committed | {"metadata": committed["committed_metadata"], "error_code": 0}


def _list_offsets() -> Iterator[MessageLoad]:
    asked = [_shape("partition_index int32, current_leader_epoch int32, timestamp int64")]
    request = _shape(
        "replica_id int32, isolation_level int8, topics *",
        topics=[_shape("name string, partitions *", partitions=asked)],
    )
    found = _shape("partition_index int32, error_code int16, timestamp int64, offset int64, leader_epoch int32")
    response = _shape(
        "throttle_time_ms int32, topics *", topics=[_shape("name string, partitions *", partitions=[found])]
    )
    for count in (1, 100):
        rng = random.Random(f"list offsets {count}")
        topics = _topics(rng, count, _latest_of, "partitions")
        value: Value = {"replica_id": -1, "isolation_level": 0, "topics": topics}
        yield MessageLoad("ListOffsetsRequest", 7, True, request, value, f"of_{count}")
        topics = _topics(rng, count, partial(_listed, rng), "partitions")
        yield MessageLoad(
            "ListOffsetsResponse", 7, True, response, {"throttle_time_ms": 0, "topics": topics}, f"of_{count}"
        )


def _latest_of(index: int) -> Value:
    return {"partition_index": index, "current_leader_epoch": 20, "timestamp": -1}


def _listed(rng: random.Random, index: int) -> Value:
    listed = {"partition_index": index, "error_code": 0, "timestamp": -1, "offset": rng.randrange(1 << 33)}
    return listed | {"leader_epoch": rng.randrange(300)}


# ---- groups


def _member_id(rng: random.Random) -> str:
    """What brokers make of a client id."""
    client = rng.choice(("consumer-billing-1", "rdkafka", "aiokafka-0.12.0", "billing-7d9c6bf5c-x2kzq-StreamThread-1"))
    return f"{client}-{uuid.UUID(bytes=rng.randbytes(16))}"


def _member(rng: random.Random) -> Value:
    member = {"group_id": "billing", "member_id": _member_id(rng), "group_instance_id": None}
    return member | {"generation_id": 7, "generation_id_or_member_epoch": 7}


def _groups() -> Iterator[MessageLoad]:
    """A group of 40 members with subscriptions and assignments of uneven size."""
    rng = random.Random("groups")
    members = [_described(rng) for _ in range(40)]
    member = _shape("member_id string, group_instance_id string, metadata bytes")
    joined = _shape(
        "throttle_time_ms int32, error_code int16, generation_id int32, protocol_type string, protocol_name string, "
        "leader string, member_id string, members *",
        members=[member],
    )
    leader = members[3]["member_id"]
    value: Value = {"throttle_time_ms": 0, "error_code": 0, "generation_id": 7, "protocol_type": "consumer"}
    value |= {"protocol_name": "cooperative-sticky", "leader": leader, "member_id": leader}
    yield MessageLoad("JoinGroupResponse", 7, True, joined, value | {"members": members}, "leader")
    sync = _shape(
        "group_id string, generation_id int32, member_id string, group_instance_id string, protocol_type string, "
        "protocol_name string, assignments *",
        assignments=[_shape("member_id string, assignment bytes")],
    )
    assigned = value | _member(rng) | {"assignments": members}
    yield MessageLoad("SyncGroupRequest", 5, True, sync, assigned, "leader")
    group = _shape(
        "error_code int16, group_id string, group_state string, protocol_type string, protocol_data string, members *, "
        "authorized_operations int32",
        members=[
            _shape(
                "member_id string, group_instance_id string, client_id string, client_host string, "
                "member_metadata bytes, member_assignment bytes"
            )
        ],
    )
    described = _shape("throttle_time_ms int32, groups *", groups=[group])
    groups = [_group(rng, count) for count in (0, 1, 3, 40, 12, 2, 2, 7)]
    yield MessageLoad("DescribeGroupsResponse", 5, True, described, {"throttle_time_ms": 0, "groups": groups}, "uneven")


def _described(rng: random.Random) -> Value:
    metadata, assignment = rng.randbytes(rng.randint(20, 300)), rng.randbytes(rng.randint(10, 500))
    member: Value = {
        "member_id": _member_id(rng),
        "client_id": "billing",
        "client_host": f"/10.0.{rng.randrange(256)}.17",
    }
    member |= {"group_instance_id": f"billing-{rng.randrange(40)}" if rng.random() < 0.3 else None}
    member |= {"metadata": metadata, "member_metadata": metadata}
    return member | {"assignment": assignment, "member_assignment": assignment}


def _group(rng: random.Random, count: int) -> Value:
    group = {"error_code": 0, "group_id": _topic_name(rng), "group_state": "Stable", "protocol_type": "consumer"}
    group |= {"protocol_data": "range", "authorized_operations": _NOT_ASKED}
    return group | {"members": [_described(rng) for _ in range(count)]}


# ---- small ones


def _small() -> Iterator[MessageLoad]:
    """What a client and a broker say to each other between the large ones."""
    rng = random.Random("small")
    failed = _shape("throttle_time_ms int32, error_code int16")
    fine: Value = {"throttle_time_ms": 0, "error_code": 0, "error_message": None}
    yield MessageLoad(
        "FindCoordinatorRequest", 3, True, _shape("key string, key_type int8"), {"key": "billing", "key_type": 0}
    )
    yield MessageLoad(
        "FindCoordinatorResponse",
        3,
        True,
        failed | _shape("error_message string, node_id int32, host string, port int32"),
        fine | {"node_id": 7, "host": "b-7.prod.kafka.example.com", "port": 9092},
    )
    producer: Value = {"transactional_id": "billing-tx-7", "producer_id": 4_711, "producer_epoch": 3, "committed": True}
    yield MessageLoad(
        "InitProducerIdRequest",
        4,
        True,
        _shape("transactional_id string, transaction_timeout_ms int32, producer_id int64, producer_epoch int16"),
        producer | {"transaction_timeout_ms": 60_000},
    )
    identity = _shape("producer_id int64, producer_epoch int16")
    yield MessageLoad("InitProducerIdResponse", 4, True, failed | identity, fine | producer)
    end = _shape("transactional_id string, producer_id int64, producer_epoch int16, committed bool")
    yield MessageLoad("EndTxnRequest", 3, True, end, producer)
    yield MessageLoad("EndTxnResponse", 3, True, failed, fine)
    leaving = [_shape("member_id string, group_instance_id string")]
    leaves = _member(rng)
    yield MessageLoad(
        "LeaveGroupRequest",
        4,
        True,
        _shape("group_id string, members *", members=leaving),
        leaves | {"members": [leaves]},
    )
    left = [_shape("member_id string, group_instance_id string, error_code int16")]
    yield MessageLoad(
        "LeaveGroupResponse", 4, True, failed | _shape("members *", members=left), fine | {"members": [leaves | fine]}
    )
    synced = failed | _shape("protocol_type string, protocol_name string, assignment bytes")
    assignment = {"protocol_type": "consumer", "protocol_name": "range", "assignment": rng.randbytes(60)}
    yield MessageLoad("SyncGroupResponse", 5, True, synced, fine | assignment)
