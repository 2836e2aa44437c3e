"""What share groups keep: over time, restarts and full disks, and the records in which they keep it."""

from __future__ import annotations

from collections import deque
from uuid import UUID

import pytest

from kafkawire.broker import Broker, MemoryFiles
from kafkawire.broker.groups.consumer_state import Refusal
from kafkawire.broker.loop.clock import ManualClock
from kafkawire.broker.node.node import Node
from kafkawire.broker.share.group import ShareCall, ShareMember
from kafkawire.broker.share.records import StateKey, coordinator_key, read_state
from kafkawire.broker.share.slots import Acknowledgement
from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaError
from tests.broker.sharing import ACCEPT, EARLIEST, ME, OTHER, QUICK, REJECT, RELEASE, beat, begin, topic_id
from tests.broker.test_recovery import node_on
from tests.broker.test_server import run
from tests.broker.wire import NOW_MS, Wire, batch_of

CODE = ErrorCode


class Group:
    """A node with the topic "t" and ten records in it, and a member of the group "g"; no sockets."""

    def __init__(self, files: MemoryFiles, **options: str) -> None:
        self.node: Node = node_on(files, **options)
        assert isinstance(self.node.clock, ManualClock)
        self.clock = self.node.clock
        if self.node.topics.get("t") is None:
            topic = self.node.controller.create("t", 1, {}, NOW_MS)
            topic.logs[0].append(batch_of(*[b"%d" % n for n in range(10)]), NOW_MS)
            self.node.controller.alter_group("g", EARLIEST, NOW_MS)
        found = self.node.topics.get("t")
        assert found is not None
        self.log = found.logs[0]
        self.key = StateKey("g", found.topic_id, 0)

    def beat(self, epoch: int = 0, member: str = ME) -> ShareMember:
        topics = ("t",) if epoch == 0 else None
        return self.node.share.heartbeat("g", ShareCall(member, epoch, None, topics))[0]

    def acquire(self, limit: int = 100, member: str = ME) -> list[tuple[int, ...]]:
        self.node.share.partitions.open(self.key, self.log)
        return [tuple(a) for a in self.node.share.partitions.acquire(self.key, member, [(0, 9)], limit, strict=True)]

    def say(self, first: int, last: int, *types: int) -> None:
        self.node.share.partitions.acknowledge(self.key, ME, [Acknowledgement(first, last, types)])


def test_nothing_that_was_acknowledged_is_delivered_after_a_restart_of_any_kind() -> None:
    files = MemoryFiles()
    group = Group(files)
    epoch = group.beat().epoch
    assert group.acquire() == [(0, 9, 1)]
    group.say(0, 4, ACCEPT, REJECT, RELEASE, ACCEPT, RELEASE)
    again = Group(files)  # without a word to the old one: as after kill -9
    assert again.node.share.get("g").state == group.node.share.get("g").state
    assert again.beat(epoch).epoch == epoch
    assert again.acquire() == [(2, 2, 2), (4, 4, 2), (5, 9, 1)]
    again.say(2, 2, ACCEPT)
    again.node.close()
    last = Group(files)
    assert last.acquire(limit=2) == [(4, 4, 2), (5, 5, 1)]


def test_a_snapshot_now_and_then_says_all_that_counts() -> None:
    files = MemoryFiles()
    options = {"share.coordinator.snapshot.update.records.per.snapshot": "3"}
    group = Group(files, **options)
    group.beat()
    group.acquire()
    for offset in (9, 7, 5, 3, 1, 0, 8):
        group.say(offset, offset, RELEASE if offset == 7 else ACCEPT)
    again = Group(files, **options)
    assert again.node.share.store.saved[again.key].snapshot_epoch == 2
    assert again.acquire() == [(2, 2, 1), (4, 4, 1), (6, 6, 1), (7, 7, 2)]


def test_old_segments_of_the_states_are_deleted_and_nothing_is_forgotten() -> None:
    files = MemoryFiles()
    options = {
        "share.coordinator.state.topic.segment.bytes": "1048576",
        "share.coordinator.state.topic.num.partitions": "1",
    }
    group = Group(files, **options)
    group.beat()
    group.acquire()
    group.say(0, 0, ACCEPT)
    topic = group.node.topics.get("__share_group_state")
    assert topic is not None
    log = topic.logs[0]
    log._roll()
    assert len(log.segments) == 2
    group.node.share.partitions.prune()
    assert len(log.segments) == 1
    assert Group(files, **options).acquire() == [(1, 9, 1)]


def test_a_group_that_nobody_asked_for_since_the_start_keeps_its_states_when_old_segments_go() -> None:
    files = MemoryFiles()
    options = {
        "share.coordinator.state.topic.segment.bytes": "1048576",
        "share.coordinator.state.topic.num.partitions": "1",
    }
    group = Group(files, **options)
    group.beat()
    group.acquire()
    group.say(3, 5, ACCEPT)
    group.node.close()
    started = Group(files, **options)
    topic = started.node.topics.get("__share_group_state")
    assert topic is not None
    topic.logs[0]._roll()
    started.node.share.partitions.prune()
    assert len(topic.logs[0].segments) == 1
    assert Group(files, **options).acquire() == started.acquire() == [(0, 2, 1), (6, 9, 1)]


def test_silent_members_and_old_locks_are_let_go() -> None:
    group = Group(MemoryFiles())
    told: list[float] = []
    share = group.node.share
    share._wake_at = share.partitions._wake_at = told.append
    group.beat()
    group.acquire()
    assert min(told) == group.clock.now() + 30
    group.clock.advance(29)
    share.expire()
    assert group.acquire(member=OTHER) == []
    group.clock.advance(1)
    share.expire()
    assert group.acquire(member=OTHER) == [(0, 9, 2)]
    assert share.get("g").state.members
    group.clock.advance(16)
    share.expire()
    assert share.get("g").state.members == {}
    with pytest.raises(Refusal, match="not a member"):
        group.beat(2)


def test_a_topic_that_is_deleted_takes_its_states_along() -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        await begin(broker, wire, b"a")
        old = topic_id(broker)
        topic = broker.node.topics.get("t")
        assert topic is not None
        deque(broker.node.controller.delete([topic], NOW_MS), maxlen=0)
        broker.node.share.forget_topic("t")
        assert not list(broker.node.share.partitions.of_group("g"))
        broker.node.controller.create("t", 1, {}, NOW_MS)
        assert topic_id(broker) != old
        answer = await wire.ask(beat(epoch=2), 1)
        (assigned,) = answer.assignment.topic_partitions
        assert assigned.topic_id == topic_id(broker)

    run(body, **QUICK)


def test_a_state_that_cannot_be_written_has_not_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    files = MemoryFiles()
    group = Group(files)
    group.beat()
    group.acquire()

    def full(*_: object) -> None:
        raise OSError("no room")

    with monkeypatch.context() as patch:
        patch.setattr(group.node.share.store, "update", full)
        with pytest.raises(KafkaError) as raised:
            group.say(0, 9, ACCEPT)
        assert raised.value.code == CODE.COORDINATOR_NOT_AVAILABLE
    group.say(0, 8, ACCEPT)
    assert Group(files).acquire() == [(9, 9, 1)]


def test_locks_that_cannot_be_ended_are_tried_again_a_second_later(monkeypatch: pytest.MonkeyPatch) -> None:
    group, told = Group(MemoryFiles()), list[float]()
    group.beat()
    group.acquire()

    def full(*_: object) -> None:
        raise OSError("no room")

    group.clock.advance(30)
    group.node.share.partitions._wake_at = told.append
    with monkeypatch.context() as patch:
        patch.setattr(group.node.share.store, "update", full)
        group.node.share.partitions.expire()
    assert told == [group.clock.now() + 1]
    group.node.share.partitions.expire()
    assert group.acquire(member=OTHER) == [(0, 9, 2)]


def test_locks_in_a_topic_that_is_gone_are_nothing_to_wake_up_for() -> None:
    group, told = Group(MemoryFiles()), list[float]()
    group.beat()
    group.acquire()
    topic = group.node.topics.get("t")
    assert topic is not None
    deque(group.node.controller.delete([topic], NOW_MS), maxlen=0)
    group.clock.advance(30)
    group.node.share.partitions._wake_at = told.append
    group.node.share.partitions.expire()
    assert told == []


def test_new_partitions_are_shared_too() -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        await begin(broker, wire)
        topic = broker.node.topics.get("t")
        assert topic is not None
        deque(broker.node.controller.add_partitions(topic, 3, NOW_MS), maxlen=0)
        answer = await wire.ask(beat(epoch=2), 1)
        assert list(answer.assignment.topic_partitions[0].partitions) == [0, 1, 2]
        assert len(list(broker.node.share.partitions.of_group("g"))) == 3

    run(body, **QUICK)


@pytest.mark.parametrize(
    ("reset", "first"), [("earliest", 0), ("latest", 10), ("by_duration:PT1H", 10), ("by_duration:P1D", 0)]
)
def test_a_group_begins_where_its_option_says(reset: str, first: int) -> None:
    group = Group(MemoryFiles())
    group.node.controller.alter_group("g", {"share.auto.offset.reset": reset}, NOW_MS)
    group.clock.advance(7200)
    group.beat()
    assert group.node.share.partitions.open(group.key, group.log).start == first


@pytest.mark.parametrize(
    ("name", "value", "text"),
    [
        ("share.auto.offset.reset", "sometimes", "must be either 'earliest', 'latest' or of the format"),
        ("share.auto.offset.reset", "by_duration:-P1D", "must be either"),
        ("share.auto.offset.reset", f"by_duration:P{'9' * 400}D", "must be either"),
        ("share.isolation.level", "serializable", "String must be one of: read_committed, read_uncommitted"),
        (
            "share.record.lock.duration.ms",
            "1",
            "must be greater than or equal to group.share.min.record",
        ),
        ("share.delivery.count.limit", "99", "must be less than or equal to group.share.max.delivery.count.limit"),
        ("share.delivery.count.limit", "x", "Not a number of type INT"),
        ("share.nonsense", "1", "Unknown group config name: share.nonsense"),
    ],
)
def test_options_of_share_groups_are_checked(name: str, value: str, text: str) -> None:
    group = Group(MemoryFiles())
    with pytest.raises(KafkaError, match=text) as raised:
        group.node.controller.alter_group("g", {name: value}, NOW_MS)
    assert raised.value.code == CODE.INVALID_CONFIG


# --- records as Apache Kafka 4.4.0 has written them -------------------------------------------------------------

KEY = StateKey("share-kafkawire-6d251cf43d37", UUID("09c2bde1-106e-4d9b-9701-8932791ed842"), 0)


def test_states_lie_where_a_real_broker_puts_them() -> None:
    from kafkawire.broker.metadata.internal_topic import partition_of

    assert partition_of(coordinator_key(KEY), 50) == 1
    other = StateKey("share-kafkawire-22b810505de5", UUID("10c97789-e163-4070-9149-dcbb6e5f04cf"), 0)
    assert partition_of(coordinator_key(other), 50) == 13


@pytest.mark.parametrize("key", [b"", b"\0", b"\0\0\0", b"\0\1\xff"])
def test_records_that_make_no_sense_are_named(key: bytes) -> None:
    from kafkawire.errors import KafkaWireError

    with pytest.raises(KafkaWireError):
        read_state({}, key, b"\0\0x")
