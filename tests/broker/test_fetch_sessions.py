"""Fetch sessions. What is expected here, Apache Kafka 4.3.1 has answered to the same requests."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar
from uuid import UUID

import pytest

from kafkawire.broker import Broker
from kafkawire.broker.loop.scheduler import Scheduler
from kafkawire.broker.node.fetch_sessions import FetchSessions, Wanted
from kafkawire.error_code import ErrorCode
from kafkawire.messages import DeleteTopicsRequest, FetchRequest, FetchResponse
from kafkawire.messages.fetch_request import FetchPartition, FetchTopic, ForgottenTopic
from kafkawire.messages.fetch_response import PartitionData
from kafkawire.wire import ZERO_UUID
from tests.broker.wire import NOW_MS, Wire, batch_of, fetch_request, new_broker

T = TypeVar("T")
NAMES = {UUID(int=1): "a", UUID(int=2): "b"}
VERSIONS = [7, 12, 13, 18]


class Client:
    """Asks for partitions by topic name, in the form of a version."""

    def __init__(self, broker: Broker, wire: Wire, version: int) -> None:
        self.broker, self.wire, self.version = broker, wire, version
        self.session_id = 0
        self.ids: dict[str, UUID] = {}

    def create(self, name: str, partitions: int = 2) -> None:
        self.ids[name] = self.broker.node.controller.create(name, partitions, {}, NOW_MS).topic_id

    def append(self, name: str, partition: int, *values: bytes) -> None:
        log = self.broker.node.topics.log(name, partition)
        assert log is not None
        log.append(batch_of(*values), NOW_MS)
        self.broker.node.appended(log)

    def named(self, name: str) -> dict[str, Any]:
        return {"topic_id": self.ids[name]} if self.version >= 13 else {"topic": name}

    async def fetch(
        self, epoch: int, *wanted: tuple[str, int, int], forget: tuple[tuple[str, int], ...] = (), **options: Any
    ) -> Any:
        """Error, and (topic, partition, error, high watermark, has records) of each answer."""
        parts = [
            FetchTopic(
                partitions=[FetchPartition(partition=number, fetch_offset=at, partition_max_bytes=1000)],
                **self.named(t),
            )
            for t, number, at in wanted
        ]
        gone = [ForgottenTopic(partitions=[number], **self.named(name)) for name, number in forget]
        session_id = options.pop("session_id", self.session_id)
        version = options.pop("version", self.version)
        request = FetchRequest(
            session_id=session_id, session_epoch=epoch, topics=parts, forgotten_topics_data=gone, min_bytes=1, **options
        )
        response = await self.wire.ask(request, version)
        self.session_id = response.session_id or self.session_id
        self.has_session = bool(response.session_id)
        names = {topic_id: name for name, topic_id in self.ids.items()}
        return response.error_code, [
            (topic.topic or names[topic.topic_id], p.partition_index, p.error_code, p.high_watermark, bool(p.records))
            for topic in response.responses
            for p in topic.partitions
        ]


def run(body: Callable[[Client], Awaitable[None]], version: int = 12, **options: Any) -> None:
    async def main() -> None:
        async with new_broker(**options) as broker, asyncio.timeout(10):
            client = Client(broker, await Wire.to(broker), version)
            client.create("a")
            client.create("b")
            try:
                await body(client)
            finally:
                await Wire.close_all()

    asyncio.run(main())


@pytest.mark.parametrize("version", VERSIONS)
def test_only_what_has_changed_is_said(version: int) -> None:
    async def body(client: Client) -> None:
        client.append("a", 0, b"1", b"2")
        full = await client.fetch(0, ("a", 0, 0), ("a", 1, 0), ("b", 0, 0))
        assert full == (0, [("a", 0, 0, 2, True), ("a", 1, 0, 0, False), ("b", 0, 0, 0, False)])
        assert client.has_session
        assert await client.fetch(1) == (0, [("a", 0, 0, 2, True)])  # it has not said that it goes on
        assert await client.fetch(2, ("a", 0, 2)) == (0, [])
        client.append("b", 0, b"3")
        assert await client.fetch(3) == (0, [("b", 0, 0, 1, True)])
        assert await client.fetch(4, ("b", 0, 1), ("b", 1, 0)) == (0, [("b", 1, 0, 0, False)])  # one that is new
        client.append("b", 0, b"4")
        assert await client.fetch(5, forget=(("b", 0),)) == (0, [])
        log = client.broker.node.topics.log("a", 0)
        assert log is not None
        log.delete_before(1)
        assert await client.fetch(6) == (0, [("a", 0, 0, 2, False)])  # another log start offset

    run(body, version)


@pytest.mark.parametrize("version", VERSIONS)
def test_an_error_is_said_each_time_and_once_more_that_it_has_gone(version: int) -> None:
    async def body(client: Client) -> None:
        out_of_range = ("a", 0, int(ErrorCode.OFFSET_OUT_OF_RANGE), -1, False)
        assert await client.fetch(0, ("a", 0, 9)) == (0, [out_of_range])
        assert await client.fetch(1) == (0, [out_of_range])
        assert await client.fetch(2, ("a", 0, 0)) == (0, [("a", 0, 0, 0, False)])
        assert await client.fetch(3) == (0, [])

    run(body, version)


def test_what_cannot_be_found_comes_last_and_nobody_waits_for_it() -> None:
    async def body(client: Client) -> None:
        client.ids["nowhere"] = UUID(int=9)
        found = await client.fetch(0, ("nowhere", 0, 0), ("a", 7, 0), ("a", 0, 0))
        lost = [("nowhere", 0, int(ErrorCode.UNKNOWN_TOPIC_ID)), ("a", 7, int(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION))]
        assert found == (0, [("a", 0, 0, 0, False), *((*one, -1, False) for one in lost)])
        assert (await client.fetch(1))[1] == [(*one, -1, False) for one in lost]
        only_lost = await client.fetch(2, forget=(("a", 0),), max_wait_ms=60_000)
        assert len(only_lost[1]) == 2  # at once

    run(body, 13)


def test_partitions_that_had_records_go_to_the_end_of_the_row() -> None:
    async def body(client: Client) -> None:
        for name in ("a", "b"):
            for number in (0, 1):
                client.append(name, number, b"x")
        seen = []
        wanted = [("a", 0, 0), ("a", 1, 0), ("b", 0, 0), ("b", 1, 0)]
        for epoch in range(5):
            _, found = await client.fetch(epoch, *(() if epoch else wanted), max_bytes=10)
            seen.append([(name, number) for name, number, _, _, has_records in found if has_records])
        assert seen == [[("a", 0)], [("a", 0)], [("a", 1)], [("b", 0)], [("b", 1)]]

    run(body)


def test_a_session_that_is_not_there_and_an_epoch_that_is_not_next() -> None:
    async def body(client: Client) -> None:
        assert await client.fetch(1, session_id=77) == (ErrorCode.FETCH_SESSION_ID_NOT_FOUND, [])
        assert await client.fetch(5, session_id=0) == (ErrorCode.FETCH_SESSION_ID_NOT_FOUND, [])
        await client.fetch(0, ("a", 0, 0))
        for epoch in (2, -2):
            assert await client.fetch(epoch) == (ErrorCode.INVALID_FETCH_SESSION_EPOCH, [])
        assert await client.fetch(1, version=13) == (ErrorCode.FETCH_SESSION_TOPIC_ID_ERROR, [])
        assert not client.has_session
        assert await client.fetch(1) == (0, [])
        assert await client.fetch(1) == (ErrorCode.INVALID_FETCH_SESSION_EPOCH, [])

    run(body)


def test_a_session_ends_by_a_full_request_by_the_last_epoch_and_when_nothing_is_left_in_it() -> None:
    async def body(client: Client) -> None:
        await client.fetch(0, ("a", 0, 0))
        first = client.session_id
        await client.fetch(0, ("a", 0, 0))
        assert (await client.fetch(1, session_id=first))[0] == ErrorCode.FETCH_SESSION_ID_NOT_FOUND
        assert await client.fetch(-1, ("a", 0, 0)) == (0, [("a", 0, 0, 0, False)])
        assert not client.has_session
        assert (await client.fetch(1))[0] == ErrorCode.FETCH_SESSION_ID_NOT_FOUND
        await client.fetch(0, ("a", 0, 0))
        assert await client.fetch(1, forget=(("a", 0),)) == (0, [])
        assert not client.has_session
        assert len(client.broker.node.fetch_sessions) == 0

    run(body)


def test_a_request_that_waits_is_overtaken_by_one_of_another_connection() -> None:
    async def body(client: Client) -> None:
        await client.fetch(0, ("a", 0, 0))
        other = Client(client.broker, await Wire.to(client.broker), client.version)
        other.session_id = client.session_id
        waiting = asyncio.create_task(client.fetch(1, max_wait_ms=60_000))
        while not client.broker.node.wakeups._watches:
            await asyncio.sleep(0)
        assert await other.fetch(2) == (0, [])
        client.append("a", 0, b"x")
        assert await waiting == (ErrorCode.INVALID_FETCH_SESSION_EPOCH, [])
        assert client.has_session

    run(body)


def test_who_waits_for_a_topic_that_is_deleted_is_told() -> None:
    async def body(client: Client) -> None:
        waiting = asyncio.create_task(client.fetch(-1, ("a", 0, 0), ("b", 0, 0), max_wait_ms=60_000))
        while not client.broker.node.wakeups._watches:
            await asyncio.sleep(0)
        other = await Wire.to(client.broker)
        request = DeleteTopicsRequest(topic_names=["a"], timeout_ms=1000)
        assert (await other.ask(request, 5)).responses[0].error_code == 0
        lost = ("a", 0, int(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION), -1, False)
        assert await waiting == (0, [("b", 0, 0, 0, False), lost])

    run(body)


def test_the_error_of_a_topic_that_was_there_at_first_is_formed_as_apache_kafka_does() -> None:
    """Recorded from 4.3.1: null where the topic goes away while a fetch waits, an empty list where there was none."""

    async def body(client: Client) -> None:
        request = fetch_request("a", 0, max_wait_ms=60_000)
        waiting = asyncio.create_task(client.wire.ask(request, 11))
        while not client.broker.node.wakeups._watches:
            await asyncio.sleep(0)
        other = await Wire.to(client.broker)
        await other.ask(DeleteTopicsRequest(topic_names=["a"], timeout_ms=1000), 5)
        for answer, aborted in ((await waiting, None), (await other.ask(request, 11), [])):
            (found,) = answer.responses[0].partitions
            assert (found.error_code, found.aborted_transactions) == (ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, aborted)

    run(body)


def test_the_error_of_a_topic_that_never_was_there_is_the_same_after_a_wait() -> None:
    """Recorded from 4.3.1: an empty list, however often the fetch was looked at."""

    async def body(client: Client) -> None:
        request = fetch_request("a", 0, max_wait_ms=60_000)
        request.topics += fetch_request("nosuch", 0).topics
        waiting = asyncio.create_task(client.wire.ask(request, 11))
        while not client.broker.node.wakeups._watches:
            await asyncio.sleep(0)
        other = await Wire.to(client.broker)
        await other.ask(DeleteTopicsRequest(topic_names=["a"], timeout_ms=1000), 5)
        found = {topic.topic: topic.partitions[0].aborted_transactions for topic in (await waiting).responses}
        assert found == {"a": None, "nosuch": []}

    run(body)


@pytest.mark.parametrize("version", VERSIONS)
def test_a_topic_made_anew_is_another_one_to_a_session_that_knows_ids(version: int) -> None:
    async def body(client: Client) -> None:
        await client.fetch(0, ("a", 0, 0))
        old, topic = client.ids["a"], client.broker.node.topics.get("a")
        assert topic is not None
        deque(client.broker.node.controller.delete([topic], NOW_MS), maxlen=0)
        unknown = ("a", 0, int(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION), -1, False)
        assert await client.fetch(1) == (0, [unknown])
        client.create("a")
        client.ids["a"] = old
        expected = ("a", 0, int(ErrorCode.INCONSISTENT_TOPIC_ID), -1, False) if version >= 13 else ("a", 0, 0, 0, False)
        assert await client.fetch(2) == (0, [expected])

    run(body, version)


def test_without_room_there_is_no_session() -> None:
    async def body(client: Client) -> None:
        assert await client.fetch(0, ("a", 0, 0)) == (0, [("a", 0, 0, 0, False)])
        assert not client.has_session

    run(body, max_incremental_fetch_session_cache_slots=0)


def results(size: int) -> list[tuple[Wanted, PartitionData]]:
    return [
        (Wanted(("t", n), "t", ZERO_UUID, FetchPartition(partition=n)), PartitionData(partition_index=n))
        for n in range(size)
    ]


def full(sessions: FetchSessions, now: float, size: int = 1, *, follower: bool = False) -> int:
    request = FetchRequest(session_epoch=0, replica_id=5 if follower else -1)
    return _answer(sessions, request, now, results(size)).session_id


def use(sessions: FetchSessions, session_id: int, epoch: int, now: float) -> int:
    request = FetchRequest(session_id=session_id, session_epoch=epoch)
    return _answer(sessions, request, now, []).error_code


def _answer(
    sessions: FetchSessions, request: FetchRequest, now: float, results: list[tuple[Wanted, PartitionData]]
) -> FetchResponse:
    answers: list[FetchResponse] = []  # what a task returns, asyncio.run has spelled out: here 150,000 partitions

    async def main() -> None:
        turn = Scheduler().turn(lambda _: False)
        round_ = await sessions.begin(request, 12, now, NAMES.get, turn)
        answers.append(await round_.respond(results, now, turn))
        turn.end()

    asyncio.run(main())
    return answers[0]


def test_sessions_remember_only_so_many_partitions_in_all() -> None:
    sessions = FetchSessions(10)
    first = full(sessions, 0, size=150_000)
    assert first
    assert full(sessions, 0, size=60_000) == 0
    assert full(sessions, 0, size=10) != 0
    more = FetchRequest(session_id=first, session_epoch=1)
    more.topics = [FetchTopic(topic="t", partitions=[FetchPartition(partition=n) for n in range(150_000, 210_000)])]
    assert _answer(sessions, more, 0, []).error_code == ErrorCode.FETCH_SESSION_ID_NOT_FOUND
    assert sessions.partitions == 10


def test_the_session_that_was_not_used_for_two_minutes_gives_way() -> None:
    sessions = FetchSessions(2)
    first, second = full(sessions, 0), full(sessions, 1)
    assert use(sessions, first, 1, 100) == 0
    assert full(sessions, 121, size=9) == 0  # two minutes, not more
    assert full(sessions, 121.1) != 0
    assert use(sessions, second, 1, 121.2) == ErrorCode.FETCH_SESSION_ID_NOT_FOUND
    assert use(sessions, first, 2, 121.2) == 0
    assert len(sessions) == 2


def test_an_old_session_gives_way_to_a_larger_one() -> None:
    sessions = FetchSessions(2)
    small, large = full(sessions, 0, size=2), full(sessions, 0, size=3)
    for epoch, now in ((1, 100), (2, 130)):  # in use all the time, and older than two minutes at the second
        assert use(sessions, small, epoch, now) == use(sessions, large, epoch, now) == 0
    assert full(sessions, 131, size=2) == 0  # not larger
    assert full(sessions, 131, size=3) != 0
    assert use(sessions, small, 3, 132) == ErrorCode.FETCH_SESSION_ID_NOT_FOUND
    assert sessions.partitions == 6


def test_sessions_of_replicas_push_out_those_of_consumers_at_once_but_not_the_other_way_round() -> None:
    sessions = FetchSessions(1)
    consumer = full(sessions, 0, size=5)
    assert full(sessions, 1, size=9) == 0
    assert full(sessions, 1, follower=True) != 0
    assert use(sessions, consumer, 1, 2) == ErrorCode.FETCH_SESSION_ID_NOT_FOUND
    assert full(sessions, 3, size=9) == 0


def test_the_epoch_after_the_largest_is_1() -> None:
    sessions = FetchSessions(1)
    session_id = full(sessions, 0)
    sessions._sessions[session_id].epoch = 2**31 - 1
    assert use(sessions, session_id, 2**31 - 1, 1) == 0
    assert use(sessions, session_id, 1, 1) == 0
