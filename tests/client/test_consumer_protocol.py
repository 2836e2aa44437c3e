"""A member of a group of KIP-848: what it says in its heartbeats, and what their answers make it do."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from kafkawire import ApiKey, messages
from kafkawire.client.consumer import Consumer
from kafkawire.client.metadata import TopicPartition as TP  # noqa: N817
from kafkawire.client.runtime import AioRuntime
from kafkawire.errors import KafkaError
from kafkawire.message import Response
from kafkawire.messages import consumer_group_heartbeat_response as parts
from tests.client.scripted import LOSE_ANSWER, Cluster
from tests.client.test_consumer import fill
from tests.client.virtual_time import run

HEARTBEAT_MS = 1_000


class Coordinator(Cluster):
    """Gives its one member the partitions in `target`; each change of them is a new epoch."""

    def __init__(self, partitions: int, target: list[int]) -> None:
        super().__init__({"t": partitions})
        self.apis.add(ApiKey.CONSUMER_GROUP_HEARTBEAT)
        self.target = target
        self.heartbeat_ms = HEARTBEAT_MS
        self.told: list[int] | None = None
        self.epoch = 0
        self.step = 1
        """How much the epoch grows with a change: by nothing when others have freed what this member waits for."""
        self.owned: list[int] = []
        self.commit_codes: list[int] = []

    def _consumer_group_heartbeat(self, node: int, version: int, request: Any) -> Response:
        response = messages.ConsumerGroupHeartbeatResponse(
            member_id=request.member_id, heartbeat_interval_ms=self.heartbeat_ms
        )
        if request.member_epoch < 0:
            response.member_epoch = request.member_epoch
            return response
        says_all = request.rebalance_timeout_ms != -1 and None not in (
            request.subscribed_topic_names,
            request.topic_partitions,
        )
        if request.member_epoch == 0:
            self.told = None
        elif request.member_epoch != self.epoch:
            return messages.ConsumerGroupHeartbeatResponse(error_code=110)
        if request.topic_partitions is not None:
            self.owned = [index for topic in request.topic_partitions for index in topic.partitions]
        is_news, is_first = self.told != self.target, self.told is None
        if is_news:
            self.epoch += 1 if is_first else self.step
            self.told = list(self.target)
        if (is_news or says_all) and self.told is not None:
            topic = parts.TopicPartitions(topic_id=self.ids["t"], partitions=self.told)
            response.assignment = parts.Assignment(topic_partitions=[topic] if self.told else [])
        response.member_epoch = self.epoch
        return response

    def _offset_commit(self, node: int, version: int, request: Any) -> Response:
        if request.generation_id_or_member_epoch != self.epoch or self.commit_codes:
            code = self.commit_codes.pop(0) if self.commit_codes else 113
            response = super()._offset_commit(node, version, request)
            response.topics[0].partitions[0].error_code = code  # type: ignore[attr-defined]
            return response
        for topic in request.topics:
            for part in topic.partitions:
                self.group.offsets["t", part.partition_index] = part.committed_offset
        answer = messages.offset_commit_response
        partitions = [
            answer.OffsetCommitResponsePartition(partition_index=p.partition_index)
            for p in request.topics[0].partitions
        ]
        topic = answer.OffsetCommitResponseTopic(name="t", topic_id=self.ids["t"], partitions=partitions)
        return messages.OffsetCommitResponse(topics=[topic])

    def heartbeats(self) -> list[Any]:
        return [request for *_, request in self.seen(ApiKey.CONSUMER_GROUP_HEARTBEAT)]


class Book:
    """What the listeners were told, in order."""

    def __init__(self) -> None:
        self.entries: list[tuple[str, list[int]]] = []

    def listeners(self) -> dict[str, Any]:
        return {f"on_{what}": self._note(what) for what in ("assigned", "revoked", "lost")}

    def _note(self, what: str) -> Any:
        return lambda tps: self.entries.append((what, [tp.partition for tp in tps]))


def member(cluster: Coordinator, **options: Any) -> Consumer:
    given = {"group_id": "g", "topics": ["t"], "group_protocol": "consumer", "auto_offset_reset": "earliest"} | options
    return Consumer("b1:9092", runtime=AioRuntime(cluster.network.dial), **given)


async def read(c: Consumer, seconds: float) -> dict[int, list[int]]:
    """Offsets by partition, of all that comes in so many seconds."""
    got: dict[int, list[int]] = {}
    end = asyncio.get_running_loop().time() + seconds
    while (left := end - asyncio.get_running_loop().time()) > 0:
        for chunk in await c.fetch(timeout=left):
            got.setdefault(chunk.partition, []).extend(record.offset for record in chunk)
    return got


def test_it_says_everything_once_and_then_only_what_is_new() -> None:
    async def main() -> None:
        cluster = Coordinator(2, [0, 1])
        async with member(cluster, group_remote_assignor="range", client_rack="r1") as c:
            await read(c, 3.5)
        join, owned, *others, leave = cluster.heartbeats()
        assert (join.member_epoch, join.subscribed_topic_names, join.topic_partitions) == (0, ["t"], [])
        assert (join.server_assignor, join.rack_id, join.rebalance_timeout_ms) == ("range", "r1", 300_000)
        assert (owned.member_epoch, owned.subscribed_topic_names) == (1, None)
        assert cluster.owned == [0, 1]
        assert len(others) == 3
        for beat in others:
            assert (beat.member_epoch, beat.subscribed_topic_names, beat.topic_partitions) == (1, None, None)
        assert leave.member_epoch == -1
        assert {beat.member_id for beat in cluster.heartbeats()} == {join.member_id}

    run(main())


def test_what_stays_is_read_on_and_what_goes_is_committed_first() -> None:
    async def main() -> None:
        cluster, book = Coordinator(3, [0, 1]), Book()
        for index in range(3):
            fill(cluster, "t", index, 10)
        async with member(cluster, **book.listeners()) as c:
            assert {p: len(offsets) for p, offsets in (await read(c, 2)).items()} == {0: 10, 1: 10}
            cluster.target = [1, 2]
            fill(cluster, "t", 1, 5)
            assert await read(c, 3) == {1: [10, 11, 12, 13, 14], 2: list(range(10))}
            assert book.entries == [("assigned", [0, 1]), ("revoked", [0]), ("assigned", [2])]
            assert cluster.owned == [1, 2]
            assert cluster.group.offsets["t", 0] == 10
            assert c.assignment == [TP("t", 1), TP("t", 2)]
        assert book.entries[-1] == ("revoked", [1, 2])

    run(main())


def test_an_assignment_whose_answer_was_lost_is_asked_for_again() -> None:
    async def main() -> None:
        cluster, book = Coordinator(2, [0]), Book()
        fill(cluster, "t", 1, 5)
        async with member(cluster, **book.listeners()) as c:
            await read(c, 2)
            cluster.target, cluster.step = [0, 1], 0
            cluster.faults[ApiKey.CONSUMER_GROUP_HEARTBEAT] = [LOSE_ANSWER]
            assert await read(c, 3) == {1: list(range(5))}
            asked = cluster.heartbeats()
            full = next(beat for beat in asked[1:] if beat.rebalance_timeout_ms != -1)
            assert (full.member_epoch, full.subscribed_topic_names) == (1, ["t"])
            assert [topic.partitions for topic in full.topic_partitions] == [(0,)]
        assert book.entries[:2] == [("assigned", [0]), ("assigned", [1])]
        assert cluster.owned == [0, 1]

    run(main())


def test_a_member_waits_for_brokers_that_are_all_away() -> None:
    async def main() -> None:
        cluster = Coordinator(1, [0])
        async with member(cluster) as c:
            await read(c, 2)
            cluster.stop(1)
            assert await read(c, 10) == {}
            cluster.start(1)
            fill(cluster, "t", 0, 5)
            assert await read(c, 20) == {0: list(range(5))}
            cluster.stop(1)
            await read(c, 10)  # and may be closed while they are

    run(main())


def test_a_topic_that_brokers_do_not_know_yet_is_read_once_they_do() -> None:
    async def main() -> None:
        cluster = Coordinator(1, [0])
        fill(cluster, "t", 0, 5)
        cluster.metadata_faults["t"] = [3] * 4  # UNKNOWN_TOPIC_OR_PARTITION: the first is for the start
        async with member(cluster) as c:
            assert await read(c, 1.5) == {}
            assert cluster.owned == []
            assert await read(c, 4) == {0: list(range(5))}
            assert cluster.owned == [0]
            assert len(cluster.heartbeats()) <= 12, "one at a time, and one for each look"

    run(main())


@pytest.mark.parametrize("code", [25, 110])  # UNKNOWN_MEMBER_ID, FENCED_MEMBER_EPOCH
def test_whoever_is_fenced_has_lost_its_partitions_and_joins_again(code: int) -> None:
    async def main() -> None:
        cluster, book = Coordinator(1, [0]), Book()
        fill(cluster, "t", 0, 10)
        async with member(cluster, auto_commit_interval_ms=60_000, **book.listeners()) as c:
            await read(c, 2)
            cluster.faults[ApiKey.CONSUMER_GROUP_HEARTBEAT].append(code)
            again = await read(c, 3)
        assert again == {0: list(range(10))}  # what was read, but not committed, is read once more
        assert book.entries[:3] == [("assigned", [0]), ("lost", [0]), ("assigned", [0])]
        assert [beat.member_epoch for beat in cluster.heartbeats()].count(0) == 2

    run(main())


def test_a_commit_learns_an_epoch_that_has_grown() -> None:
    async def main() -> None:
        cluster = Coordinator(1, [0])
        fill(cluster, "t", 0, 10)
        async with member(cluster, enable_auto_commit=False) as c:
            await read(c, 2)
            cluster.commit_codes.append(113)  # STALE_MEMBER_EPOCH
            await c.commit()
            assert cluster.group.offsets["t", 0] == 10
            cluster.commit_codes += [113] * 3
            with pytest.raises(KafkaError, match="STALE_MEMBER_EPOCH"):
                await c.commit()

    run(main())


@pytest.mark.parametrize(
    "code", [81, 112, 128]
)  # GROUP_MAX_SIZE_REACHED, UNSUPPORTED_ASSIGNOR, INVALID_REGULAR_EXPRESSION
def test_an_error_that_will_not_pass_is_raised_where_records_are_awaited(code: int) -> None:
    async def main() -> None:
        cluster = Coordinator(1, [0])
        cluster.faults[ApiKey.CONSUMER_GROUP_HEARTBEAT].append(code)
        async with member(cluster) as c:
            with pytest.raises(KafkaError) as caught:
                await c.fetch(timeout=5)
            assert caught.value.code == code

    run(main())


def test_a_static_member_says_that_it_will_be_back() -> None:
    async def main() -> None:
        cluster = Coordinator(1, [0])
        async with member(cluster, group_instance_id="one") as c:
            await read(c, 1.5)
        assert [beat.instance_id for beat in cluster.heartbeats()] == ["one"] * len(cluster.heartbeats())
        assert cluster.heartbeats()[-1].member_epoch == -2

    run(main())


def test_an_application_that_does_not_come_back_is_taken_out_of_the_group() -> None:
    async def main() -> None:
        cluster, book = Coordinator(1, [0]), Book()
        async with member(cluster, max_poll_interval_ms=5_000, **book.listeners()) as c:
            await read(c, 2)
            await asyncio.sleep(8)
            assert cluster.heartbeats()[-1].member_epoch == -1
            await read(c, 2)
            assert [entry for entry, _ in book.entries] == ["assigned", "lost", "assigned"]

    run(main())


@pytest.mark.parametrize("interval_ms", [0, -5])
def test_a_broker_that_wants_heartbeats_without_a_pause_does_not_get_them(interval_ms: int) -> None:
    async def main() -> None:
        cluster = Coordinator(1, [0])
        cluster.heartbeat_ms = interval_ms
        async with member(cluster) as c:
            await read(c, 2)
        assert 10 < len(cluster.heartbeats()) < 40

    run(main())
