"""What a broker process takes while it is abused: memory, descriptors, and the time that others wait."""

from __future__ import annotations

import asyncio
import os
import struct
import zlib
from collections.abc import Awaitable, Callable
from pathlib import Path
from time import time_ns
from typing import Any

import pytest
from crc32c import crc32c

from kafkawire.error_code import ErrorCode
from kafkawire.message import Request
from kafkawire.messages import (
    ConsumerGroupHeartbeatRequest,
    CreatePartitionsRequest,
    CreateTopicsRequest,
    DeleteTopicsRequest,
    FetchRequest,
    JoinGroupRequest,
    MetadataRequest,
    OffsetCommitRequest,
)
from kafkawire.messages.create_partitions_request import CreatePartitionsTopic
from kafkawire.messages.create_topics_request import CreatableTopic, CreatableTopicConfig
from kafkawire.messages.fetch_request import FetchPartition, FetchTopic
from kafkawire.messages.join_group_request import JoinGroupRequestProtocol
from kafkawire.messages.metadata_request import MetadataRequestTopic
from kafkawire.messages.offset_commit_request import OffsetCommitRequestPartition, OffsetCommitRequestTopic
from kafkawire.records import write_batch
from tests.broker.wire import Wire, batch_of, produce
from tests.reliability.hostile_clients import Honest
from tests.reliability.process import BrokerProcess, free_port

MB = 1_000_000
CALM = {
    "log.cleaner.backoff.ms": "1000",
    "log.flush.offset.checkpoint.interval.ms": "60000",
    "log.retention.check.interval.ms": "60000",
    "offsets.topic.segment.bytes": "10000000",
}
TOO_MANY = "Excessively large number of partitions per request."


class Victim:
    """A broker process that is abused."""

    def __init__(self, broker: BrokerProcess) -> None:
        self.broker = broker
        self.before = 0

    async def wire(self, limit: int = 2**16) -> Wire:
        """A new connection."""
        wire = Wire(*await asyncio.open_connection("127.0.0.1", self.broker.port, limit=limit))
        Wire.opened.append(wire)
        return wire

    async def ask(self, request: Request, version: int) -> Any:
        """One answer over a connection of its own."""
        wire = await self.wire(limit=2**24)
        try:
            async with asyncio.timeout(30):
                return await wire.ask(request, version)
        finally:
            await wire.close()

    def grown(self) -> int:
        """Bytes of memory that it has more than at the beginning, at its highest."""
        return self._status("VmHWM") - self.before

    def calm(self) -> None:
        """Measure from here."""
        self.before = self._status("VmRSS")

    def descriptors(self) -> int:
        """How many files and sockets it has open."""
        return len(os.listdir(f"/proc/{self.broker.pid}/fd"))

    def _status(self, field: str) -> int:
        lines = Path(f"/proc/{self.broker.pid}/status").read_text().splitlines()
        return next(int(line.split()[1]) * 1024 for line in lines if line.startswith(field))


def abuse(tmp_path: Path, body: Callable[[Victim, Honest], Awaitable[None]], **options: str) -> None:
    """Run the body against a broker with the topic `t`, and see that an honest client is served all the time."""

    async def main() -> None:
        broker = BrokerProcess(tmp_path / "data", free_port(), **{**CALM, **options})
        await broker.start()
        victim = Victim(broker)
        try:
            await victim.ask(
                CreateTopicsRequest(
                    topics=[
                        CreatableTopic(name=name, num_partitions=1, replication_factor=1) for name in ("t", "honest")
                    ]
                ),
                5,
            )
            honest = Honest(await victim.wire(), "honest")
            await honest.work()
            victim.calm()
            async with asyncio.timeout(60):
                await body(victim, honest)
            assert await honest.work() < 5
            broker.check_log()
            await Wire.close_all()
            await broker.stop()
        finally:
            await Wire.close_all()
            await broker.kill()

    asyncio.run(main())


async def beside(honest: Honest, work: Awaitable[Any], patience: float = 2.0) -> Any:
    """Do something while the honest client works, none of whose records may take longer than `patience` seconds."""
    task = asyncio.ensure_future(work)
    while not task.done():
        assert await honest.work() < patience
        await asyncio.sleep(0.005)
    return await task


def test_ten_thousand_requests_whose_answers_nobody_reads(tmp_path: Path) -> None:
    async def body(victim: Victim, honest: Honest) -> None:
        request = MetadataRequest(
            topics=[MetadataRequestTopic(name=f"none-{n}") for n in range(30)], allow_auto_topic_creation=False
        )
        deaf = await victim.wire(limit=2**10)
        for _ in range(10_000):
            deaf.send(request, 9)
        for _ in range(50):
            await honest.work()
            await asyncio.sleep(0.01)
        assert victim.grown() < 40 * MB
        for number in range(10_000):
            answered, answer = await deaf.receive()
            assert (answered, len(answer.topics)) == (number, 30)

    abuse(tmp_path, body)


@pytest.mark.slow
def test_slow_readers_of_large_fetches(tmp_path: Path) -> None:
    async def body(victim: Victim, honest: Honest) -> None:
        wire = await victim.wire()
        for _ in range(40):
            await produce(wire, "t", batch_of(os.urandom(MB), timestamp=time_ns() // 1_000_000))
        victim.calm()
        fetch = FetchRequest(
            max_wait_ms=0,
            min_bytes=1,
            max_bytes=2**31 - 1,
            topics=[FetchTopic(topic="t", partitions=[FetchPartition(partition=0, partition_max_bytes=2**31 - 1)])],
        )
        for _ in range(20):
            deaf = await victim.wire(limit=2**10)
            for _ in range(20):
                deaf.send(fetch, 11)
        for _ in range(50):
            await honest.work()
            await asyncio.sleep(0.01)
        assert victim.grown() < 150 * MB

    abuse(tmp_path, body)


@pytest.mark.slow
def test_thousands_of_connections_come_and_go(tmp_path: Path) -> None:
    async def body(victim: Victim, honest: Honest) -> None:
        had = victim.descriptors()

        async def knock() -> None:
            for number in range(2000):
                _, writer = await asyncio.open_connection("127.0.0.1", victim.broker.port)
                if number % 3 == 0:
                    writer.write(struct.pack(">i", 100)[: number % 5])
                if number % 2:
                    writer.transport.abort()
                else:
                    writer.close()

        await beside(honest, knock())
        async with asyncio.timeout(10):
            while victim.descriptors() > had + 5:
                await honest.work()
        assert victim.grown() < 30 * MB

    abuse(tmp_path, body)


@pytest.mark.slow
def test_a_thousand_silent_connections_beside_one_that_works(tmp_path: Path) -> None:
    async def body(victim: Victim, honest: Honest) -> None:
        for _ in range(1000):
            await victim.wire(limit=2**8)
        for _ in range(200):
            assert await honest.work() < 1
        assert victim.grown() < 50 * MB

    abuse(tmp_path, body)


@pytest.mark.slow
@pytest.mark.parametrize("count", [1, 200_000])
def test_a_bomb_in_a_batch_that_is_looked_into(tmp_path: Path, count: int) -> None:
    async def body(victim: Victim, honest: Honest) -> None:
        compacted = [CreatableTopicConfig(name="cleanup.policy", value="compact")]
        await victim.ask(
            CreateTopicsRequest(
                topics=[CreatableTopic(name="c", num_partitions=1, replication_factor=1, configs=compacted)]
            ),
            5,
        )
        wire = await victim.wire()
        answer = await beside(honest, produce(wire, "c", bomb(count)), patience=6)
        assert answer.error_code in (ErrorCode.NONE, ErrorCode.CORRUPT_MESSAGE, ErrorCode.UNKNOWN_SERVER_ERROR)
        assert victim.grown() < 400 * MB

    abuse(tmp_path, body)


def bomb(count: int) -> bytes:
    """A gzip batch of less than a megabyte: `count` records, 200 MB of zeros if it is only one."""
    small = bytearray(write_batch([(0, 1_700_000_000_000, b"k", b"v", ())], compression="gzip"))
    press = zlib.compressobj(9, wbits=31)
    body = b""
    if count == 1:
        size = 200 * MB
        head = b"\0\0\0\x02k" + uvarint(size * 2)
        body += press.compress(uvarint((len(head) + size + 1) * 2) + head)
        for _ in range(200):
            body += press.compress(bytes(MB))
        body += press.compress(b"\0")
    else:
        for n in range(0, count, 1000):
            body += press.compress(b"".join(record(n + i) for i in range(1000)))
    body += press.flush()
    small[61:] = body
    struct.pack_into(">i", small, 23, count - 1)
    struct.pack_into(">i", small, 57, count)
    struct.pack_into(">i", small, 8, len(small) - 12)
    struct.pack_into(">I", small, 17, crc32c(bytes(small[21:])))
    assert len(small) < MB
    return bytes(small)


def record(number: int) -> bytes:
    body = b"\0\0" + uvarint(number * 2) + b"\x02k\x02v\0"
    return uvarint(len(body) * 2) + body


def uvarint(value: int) -> bytes:
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    return bytes([*out, value])


def test_more_topics_and_partitions_than_one_may_ask_for_are_refused_as_kafka_does(tmp_path: Path) -> None:
    async def body(victim: Victim, honest: Honest) -> None:
        many = [CreatableTopic(name=f"many-{n}", num_partitions=1, replication_factor=1) for n in range(100_000)]
        answers = [
            await beside(honest, victim.ask(CreateTopicsRequest(topics=many), 5), patience=5),
            await victim.ask(
                CreateTopicsRequest(topics=[CreatableTopic(name="wide", num_partitions=10_001, replication_factor=1)]),
                5,
            ),
            await victim.ask(
                CreateTopicsRequest(
                    topics=[CreatableTopic(name=f"w{n}", num_partitions=6000, replication_factor=1) for n in range(2)],
                    timeout_ms=1,
                    validate_only=True,
                ),
                5,
            ),
        ]
        said = {(t.error_code, t.error_message) for answer in answers for t in answer.topics}
        assert said == {(ErrorCode.POLICY_VIOLATION, TOO_MANY)}
        for count in (10_002, 10**9, 2**31 - 1):
            wider = await victim.ask(
                CreatePartitionsRequest(
                    topics=[CreatePartitionsTopic(name="t", count=count, assignments=None)], timeout_ms=1000
                ),
                1,
            )
            assert wider.results[0].error_code == ErrorCode.POLICY_VIOLATION
        unknown = MetadataRequest(topics=[MetadataRequestTopic(name=f"auto-{n}") for n in range(100_000)])
        found = await beside(honest, victim.ask(unknown, 9), patience=5)
        assert {topic.error_code for topic in found.topics} == {ErrorCode.UNKNOWN_TOPIC_OR_PARTITION}
        assert len((await victim.ask(MetadataRequest(topics=None), 9)).topics) == 2

    abuse(tmp_path, body)


@pytest.mark.slow
def test_a_thousand_topics_at_once_hold_up_nobody(tmp_path: Path) -> None:
    async def body(victim: Victim, honest: Honest) -> None:
        names = [f"many-{n}" for n in range(1000)]
        made = await beside(
            honest,
            victim.ask(
                CreateTopicsRequest(
                    topics=[CreatableTopic(name=n, num_partitions=1, replication_factor=1) for n in names]
                ),
                5,
            ),
        )
        assert {topic.error_code for topic in made.topics} == {0}
        gone = await beside(honest, victim.ask(DeleteTopicsRequest(topic_names=names), 5))
        assert {topic.error_code for topic in gone.responses} == {0}
        assert [p for p in os.listdir(victim.broker.directory) if p.startswith("many")] == []

    abuse(tmp_path, body)


def test_groups_of_any_size_are_served_or_refused(tmp_path: Path) -> None:
    async def body(victim: Victim, honest: Honest) -> None:
        parts = [OffsetCommitRequestPartition(partition_index=0, committed_offset=1) for _ in range(100_000)]
        commit = OffsetCommitRequest(group_id="g", topics=[OffsetCommitRequestTopic(name="t", partitions=parts)])
        assert len((await beside(honest, victim.ask(commit, 8))).topics[0].partitions) == 100_000
        long = OffsetCommitRequest(
            group_id="g" * 30_000, topics=[OffsetCommitRequestTopic(name="t", partitions=parts[:1])]
        )
        assert (await victim.ask(long, 8)).topics[0].partitions[0].error_code == ErrorCode.NONE
        big = [JoinGroupRequestProtocol(name="range", metadata=bytes(10 * MB))]
        joined = await beside(
            honest,
            victim.ask(
                JoinGroupRequest(
                    group_id="b",
                    session_timeout_ms=6000,
                    rebalance_timeout_ms=6000,
                    member_id="",
                    group_instance_id=None,
                    protocol_type="consumer",
                    protocols=big,
                ),
                3,
            ),
        )
        assert joined.error_code == ErrorCode.NONE
        strange = JoinGroupRequest(
            group_id="b",
            session_timeout_ms=6000,
            rebalance_timeout_ms=6000,
            member_id="m" * 30_000,
            group_instance_id=None,
            protocol_type="consumer",
            protocols=big[:1],
        )
        assert (await victim.ask(strange, 5)).error_code == ErrorCode.UNKNOWN_MEMBER_ID

    abuse(tmp_path, body)


PATTERNS = ["(a+)+b", "(a*)*(a*)*b", "((a{1000}){1000}){1000}", "(" * 5000, "a?" * 5000, "[" * 99]


def test_patterns_that_explode(tmp_path: Path) -> None:
    async def body(victim: Victim, honest: Honest) -> None:
        names = ["a" * 200 + str(n) for n in range(20)]
        await victim.ask(
            CreateTopicsRequest(
                topics=[CreatableTopic(name=name, num_partitions=1, replication_factor=1) for name in names]
            ),
            5,
        )
        for number, pattern in enumerate(PATTERNS):
            request = ConsumerGroupHeartbeatRequest(
                group_id=f"r{number}",
                member_id="member",
                member_epoch=0,
                rebalance_timeout_ms=1000,
                subscribed_topic_regex=pattern,
                topic_partitions=[],
            )
            answer = await beside(honest, victim.ask(request, 1))
            assert answer.error_code in (ErrorCode.NONE, ErrorCode.INVALID_REGULAR_EXPRESSION)

    abuse(tmp_path, body)
