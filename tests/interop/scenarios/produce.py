"""Produce: good and bad batches, in every version."""

from __future__ import annotations

from uuid import UUID

from kafkawire.messages import ProduceRequest
from kafkawire.messages.produce_request import PartitionProduceData, TopicProduceData
from kafkawire.records import TimestampType
from tests.interop.requests import T0, batch, fetch, part, produce
from tests.interop.session import Session

NOBODY = UUID("01234567-89ab-cdef-0123-456789abcdef")


def produce_versions(s: Session) -> None:
    """Every version, with the format of its time."""
    topic = "produced", s.create_topic("produced")
    for version in s.versions(ProduceRequest.API_KEY):
        for magic in ((0, 1), (0, 1), (0, 1), (2, 1))[min(version, 3)]:
            s.ask(f"magic {magic}", produce(version, topic, batch(b"a", b"b", magic=magic)), version)
        good = batch(b"a", b"b", magic=min(version, 2) if version < 3 else 2)
        s.ask("acks=all", produce(version, topic, good, acks=-1), version)
        s.ask("acks=2", produce(version, topic, good, acks=2), version)
        s.ask("a partition that is not there", produce(version, topic, good, partition=7), version)
        s.ask("a topic that is not there", produce(version, ("not-there", NOBODY), good), version)
        s.ask("no records", produce(version, topic, b""), version)
    s.ask("what is in the log", fetch(s.newest(1), topic, part()))


def produce_acks_0(s: Session) -> None:
    """No answer if all is well, a closed connection if not."""
    topic = "unanswered", s.create_topic("unanswered")
    version = s.newest(ProduceRequest.API_KEY)
    s.send(produce(version, topic, batch(b"a"), acks=0), version, "quiet")
    s.ask("the next answer is that of another request", produce(version, topic, batch(b"b")), version, "quiet")
    s.send(produce(version, ("not-there", NOBODY), batch(b"a"), acks=0), version, "quiet")
    s.ask("after an error", produce(version, topic, batch(b"c")), version, "quiet")


def produce_bad(s: Session) -> None:
    """Batches that are refused."""
    topic = "refused", s.create_topic("refused")
    compacted = "compacted", s.create_topic("compacted", cleanup_policy="compact")
    stamped = "stamped", s.create_topic("stamped", message_timestamp_type="LogAppendTime")
    small = "small", s.create_topic("small", max_message_bytes="200")
    late = "late", s.create_topic("late", message_timestamp_before_max_ms="1000")
    good = batch(b"a", b"b")
    refused = {
        "a wrong checksum": good[:-1] + b"!",
        "cut off": good[:-3],
        "a head alone": good[:61],
        "less than a head": good[:20],
        "magic 3": good[:16] + b"\x03" + good[17:],
        "two batches": good + good,
        "bytes behind": good + b"\0\0\0",
        "a negative length": good[:8] + b"\xff\xff\xff\xff" + good[12:],
        "a control batch": batch(b"a", is_control=True),
        "an offset that is not 0": good[:7] + b"\x07" + good[8:],
        "far in the future": batch(b"a", timestamp=T0 * 3),
        "no timestamp": batch(b"a", timestamp=-1),
        "a producer without sequence": batch(b"a", producer_id=5, producer_epoch=0),
        "a sequence without producer": batch(b"a", base_sequence=5),
    }
    for version in (9, 13):
        for what, records in refused.items():
            s.ask(what, produce(version, topic, records), version)
        for codec in ("gzip", "snappy", "lz4", "zstd"):
            s.ask(f"compressed with {codec}", produce(version, topic, batch(b"a" * 99, compression=codec)), version)
            damaged = bytearray(batch(b"a" * 99, compression=codec))
            s.ask(f"compressed with {codec}, damaged", produce(version, topic, bytes(damaged[:-4] + b"xxxx")), version)
        s.ask("no key in a compacted topic", produce(version, compacted, batch(b"a", key=None)), version)
        s.ask("a key in a compacted topic", produce(version, compacted, batch(b"a")), version)
        s.ask("log append time", produce(version, stamped, batch(b"a")), version)
        s.ask(
            "log append time by a producer",
            produce(version, topic, batch(b"a", timestamp_type=TimestampType.LOG_APPEND_TIME, max_timestamp=T0)),
            version,
        )
        s.ask("too large", produce(version, small, batch(b"a" * 200)), version)
        s.ask("as large as may be", produce(version, small, batch(b"a" * 100)), version)
        s.ask("too late", produce(version, late, batch(b"a")), version)
    for version in (3, 6, 7):
        s.ask("zstd", produce(version, topic, batch(b"a", compression="zstd")), version)
    s.ask("what is in the log", fetch(s.newest(1), topic, part()))


def produce_several(s: Session) -> None:
    """Several topics and partitions in one request, good and bad ones."""
    s.create_topic("several", 2)
    parts = [PartitionProduceData(index=number, records=batch(b"a")) for number in (1, 0, 2)]
    for version in (9, 12):
        topics = [
            TopicProduceData(name="several", partition_data=parts),
            TopicProduceData(name="not-there", partition_data=parts[:1]),
        ]
        s.ask("three partitions of two topics", ProduceRequest(acks=1, timeout_ms=5000, topic_data=topics), version)
        s.ask("nothing at all", ProduceRequest(acks=1, timeout_ms=5000), version)
    s.ask("the topic that was not there", ProduceRequest(acks=1, timeout_ms=5000, topic_data=topics[1:]), 3)


def produce_idempotent(s: Session) -> None:
    """Sequences: in order, again, with a hole, of another epoch."""
    topic = "sequenced", s.create_topic("sequenced")
    version = s.newest(ProduceRequest.API_KEY)

    def send(what: str, epoch: int, sequence: int, count: int = 1) -> None:
        data = batch(*[b"x"] * count, producer_id=77, producer_epoch=epoch, base_sequence=sequence)
        s.ask(what, produce(version, topic, data, acks=-1), version)

    send("does not begin at 0", 0, 5)
    for sequence in range(6, 12):
        send("in order", 0, sequence)
    send("the last one again", 0, 11)
    send("the fifth last again", 0, 7)
    send("the sixth last again", 0, 6)
    send("overlaps", 0, 11, 2)
    send("a hole", 0, 14)
    send("a new epoch that does not begin at 0", 1, 3)
    send("a new epoch", 1, 0)
    send("the old epoch", 0, 12)
    s.ask("what is in the log", fetch(s.newest(1), topic, part()))


def produce_not_enough_replicas(s: Session) -> None:
    """Two replicas in sync are asked for, one is there."""
    topic = "lonely", s.create_topic("lonely", min_insync_replicas=2)
    for version in (9, 13):
        for acks in (1, -1):
            s.ask(f"acks={acks}", produce(version, topic, batch(b"a"), acks=acks), version)


SCENARIOS = (
    produce_versions,
    produce_acks_0,
    produce_bad,
    produce_several,
    produce_idempotent,
    produce_not_enough_replicas,
)
OLD = (produce_versions,)
