"""A storm: members of both protocols join, leave, die and come back at random times, against the bare coordinator.

Everything is drawn from a seed, the clock is moved by hand, and records are kept in a list, from which the
coordinator is made anew now and then. Members do what clients do: they give up what they are told to (late, at
times), and take what they are given. After every step no partition may be in the hands of two.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from typing import Any

from kafkawire.broker.config.broker import BrokerConfig
from kafkawire.broker.groups.consumer_protocol import read_assignment, read_subscription, write_assignment
from kafkawire.broker.groups.consumer_state import HeartbeatCall, Refusal
from kafkawire.broker.groups.coordinator import Groups
from kafkawire.broker.groups.member import JoinCall
from kafkawire.broker.groups.records import Entry
from kafkawire.broker.groups.store import Replayed
from kafkawire.broker.groups.subscriptions import named, places_of
from kafkawire.broker.loop.clock import ManualClock
from kafkawire.broker.loop.reply import Reply
from kafkawire.error_code import ErrorCode
from kafkawire.messages import ConsumerProtocolSubscription, JoinGroupResponse
from kafkawire.messages.consumer_protocol_subscription import TopicPartition
from tests.broker.test_consumer_groups import Topic, Topics

HEARTBEAT, SESSION = 3.0, 45.0
Place = tuple[str, int]


class Records:
    """Stands for `__consumer_offsets`; refuses some writes while `is_faulty`."""

    def __init__(self, dice: random.Random) -> None:
        self.entries: list[Entry] = []
        self.is_faulty = False
        self._dice = dice

    def topic(self) -> None:
        """The topic that entries are written to, which is always there."""

    def write(self, _: str, entries: list[Entry]) -> None:
        if self.is_faulty and self._dice.random() < 0.02:
            raise OSError("no space left on device")
        self.entries += entries

    def replay(self) -> Replayed:
        return Replayed(dict(self.entries))


class Client:
    """A member. `owned`: what it reads. It is dead when its time is up, and says so or does not."""

    def __init__(self, storm: Storm, name: str, instance_id: str | None = None) -> None:
        self.storm, self.name, self.instance_id = storm, name, instance_id
        self.owned: set[Place] = set()
        self.next_at = storm.clock.now()

    def act(self) -> None:
        raise NotImplementedError

    def leave(self) -> None:
        raise NotImplementedError


class ModernClient(Client):
    """Speaks the protocol of KIP-848."""

    epoch = 0
    given: frozenset[Place] | None = None

    def act(self) -> None:
        storm = self.storm
        if self.given is not None and (storm.is_calm or storm.dice.random() < 0.7):
            self.owned, self.given = set(self.given), None  # it gives up late, at times
        owned = places_of(self.owned, storm.topics)
        first: dict[str, Any] = {"rebalance_timeout_ms": 60_000, "topic_names": ("t", "u")} if not self.epoch else {}
        try:
            group = storm.groups.consumer_group("g", create=not self.epoch)
            call = HeartbeatCall(self.name, self.epoch, self.instance_id, owned=owned, **first)
            member = group.heartbeat(call, storm.clock.now(), storm.clock.time_ms())
            storm.groups.arm_for(group)
        except Refusal as exc:
            self._refused(ErrorCode.of(exc.code))
        else:
            self.epoch = member.epoch
            self.given = frozenset(named(member.assigned, storm.topics))
            if self.given >= self.owned:
                self.owned, self.given = set(self.given), None

    def _refused(self, error: ErrorCode) -> None:
        if error is ErrorCode.COORDINATOR_NOT_AVAILABLE:
            return
        assert error in (
            ErrorCode.UNKNOWN_MEMBER_ID,
            ErrorCode.FENCED_MEMBER_EPOCH,
            ErrorCode.GROUP_ID_NOT_FOUND,
            ErrorCode.UNRELEASED_INSTANCE_ID,
            ErrorCode.FENCED_INSTANCE_ID,
        ), error
        self.epoch, self.owned, self.given = 0, set(), None

    def leave(self) -> None:
        try:
            group = self.storm.groups.consumer_group("g")
            group.leave(self.name, self.instance_id, -2 if self.instance_id else -1, self.storm.clock.now())
        except Refusal:
            pass  # it is out already, or will be when its session ends


class ClassicClient(Client):
    """Speaks the classic protocol: eagerly (gives up everything to join again), or not (KIP-429)."""

    member_id = ""
    generation = -1
    joining: Reply[JoinGroupResponse] | None = None
    syncing: Reply[Any] | None = None
    must_join = True

    def act(self) -> None:
        if self.joining is not None:
            self._joined(self.joining)
        elif self.syncing is not None:
            self._synced(self.syncing)
        elif self.must_join:
            self._join()
        else:
            self._heartbeat()

    def forget_replies(self) -> None:
        """The connection is gone."""
        if self.joining is not None or self.syncing is not None:
            self.joining = self.syncing = None
            self.must_join = True

    def _join(self) -> None:
        storm = self.storm
        if not storm.is_cooperative:
            self.owned = set()
        moved = storm.groups.classic_members("g")
        call = self._call()
        try:
            if moved is not None:
                self.joining = Reply.of(moved.join(call, storm.clock.now(), storm.clock.time_ms()))
            elif self.member_id and storm.groups.get("g") is None:
                self._lost()
                return
            else:
                group = storm.groups.classic_group("g")
                self.joining = group.join(call, storm.clock.now())
                storm.groups.arm_for(group)
        except Refusal as exc:
            self._failed(ErrorCode.of(exc.code))
            return
        storm.replies.append(self.joining)
        self._joined(self.joining)

    def _call(self) -> JoinCall:
        owned = Counter(topic for topic, _ in self.owned)
        parts = [
            TopicPartition(topic=topic, partitions=sorted(n for t, n in self.owned if t == topic)) for topic in owned
        ]
        subscription = ConsumerProtocolSubscription(topics=["t", "u"], owned_partitions=parts)
        protocol = "cooperative-sticky" if self.storm.is_cooperative else "range"
        return JoinCall(
            member_id=self.member_id,
            new_member_id=f"{self.name}-{self.storm.dice.random()}",
            session_timeout=SESSION,
            rebalance_timeout=60.0,
            protocol_type="consumer",
            protocols={protocol: b"\0\1" + subscription.encode(1)},
            instance_id=self.instance_id,
        )

    def _joined(self, reply: Reply[JoinGroupResponse]) -> None:
        if not reply.is_settled:
            return
        self.joining, answer = None, reply.value
        if answer.error_code:
            self.member_id = answer.member_id or self.member_id
            self._failed(ErrorCode.of(answer.error_code))
            return
        self.member_id, self.generation, self.must_join = answer.member_id, answer.generation_id, False
        leads = answer.leader == answer.member_id and not answer.skip_assignment
        self._sync(self.storm.assign(answer) if leads else {})

    def _sync(self, assignments: Mapping[str, bytes]) -> None:
        storm = self.storm
        group, moved = storm.groups.get("g"), storm.groups.classic_members("g")
        who = self.member_id, self.instance_id, self.generation
        try:
            if moved is not None:
                self.syncing = Reply.of(moved.sync(*who, storm.clock.now(), None, None))
            elif group is not None:
                self.syncing = group.sync(*who, assignments, storm.clock.now())
                storm.groups.arm_for(group)
            else:
                self._lost()
                return
        except Refusal as exc:
            self._failed(ErrorCode.of(exc.code))
            return
        storm.replies.append(self.syncing)
        self._synced(self.syncing)

    def _synced(self, reply: Reply[Any]) -> None:
        if not reply.is_settled:
            return
        self.syncing, answer = None, reply.value
        if answer.error_code:
            self._failed(ErrorCode.of(answer.error_code))
            return
        given = set(read_assignment(answer.assignment)[0])
        self.must_join = self.storm.is_cooperative and not self.owned <= given
        self.owned = given

    def _heartbeat(self) -> None:
        storm = self.storm
        group, moved = storm.groups.get("g"), storm.groups.classic_members("g")
        who = self.member_id, self.instance_id, self.generation
        error = ErrorCode.UNKNOWN_MEMBER_ID
        try:
            if moved is not None:
                error = moved.heartbeat(*who, storm.clock.now())
            elif group is not None:
                error = group.heartbeat(*who, storm.clock.now())
        except Refusal as exc:
            error = ErrorCode.of(exc.code)
        if error is not ErrorCode.NONE:
            self._failed(error)

    def _failed(self, error: ErrorCode) -> None:
        self.must_join = True
        if error in (ErrorCode.UNKNOWN_MEMBER_ID, ErrorCode.ILLEGAL_GENERATION, ErrorCode.FENCED_INSTANCE_ID):
            self._lost() if error is not ErrorCode.ILLEGAL_GENERATION else self.owned.clear()
            return
        assert error in (
            ErrorCode.MEMBER_ID_REQUIRED,
            ErrorCode.REBALANCE_IN_PROGRESS,
            ErrorCode.COORDINATOR_NOT_AVAILABLE,
        ), error

    def _lost(self) -> None:
        self.member_id, self.generation, self.must_join = "", -1, True
        self.owned.clear()

    def leave(self) -> None:
        storm = self.storm
        group, moved = storm.groups.get("g"), storm.groups.classic_members("g")
        if self.instance_id is not None or not self.member_id:
            return  # static members do not say good-bye
        leaving = [(self.member_id, None)]
        try:
            if moved is not None:
                moved.leave(leaving, storm.clock.now())
            elif group is not None:
                group.leave(leaving, storm.clock.now())
                storm.groups.arm_for(group)
        except Refusal:
            pass  # it will be out when its session ends


class Storm:
    """One run. `kinds`: the classes of members that take part."""

    def __init__(self, seed: int, *kinds: type[Client], partitions: int = 12) -> None:
        self.dice = random.Random(seed)
        self.kinds = kinds
        self.is_cooperative = self.dice.random() < 0.5
        self.is_calm = False
        self.clock = ManualClock()
        self.topics = Topics({name: Topic(name, _id(name), partitions) for name in ("t", "u")})
        self.records = Records(self.dice)
        self.config = BrokerConfig(group_initial_rebalance_delay_ms=self.dice.choice([0, 3000]))
        self.groups = self._load()
        self.clients: dict[str, Client] = {}
        self.replies: list[Reply[Any]] = []
        self.born = 0

    def run(self, steps: int, members: int) -> None:
        """So many half seconds of storm, with at most so many members at a time."""
        self.records.is_faulty = True
        for _ in range(steps):
            chance = self.dice.random()
            if chance < 0.25 and len(self.clients) < members:
                self.add()
            elif chance < 0.35 and self.clients:
                self._drop(self.dice.choice(list(self.clients.values())))
            elif chance < 0.36:
                self.restart()
            self.step()
        self.records.is_faulty = False

    def calm_down(self) -> None:
        """Let nobody come or go until all is settled, and see to it that it is."""
        self.is_calm = True
        for _ in range(2000):
            self.step()
            if self._is_settled():
                break
        assert self._is_settled(), [(c.name, type(c).__name__, c.owned) for c in self.clients.values()]
        assert all(reply.is_settled for reply in self.replies)

    def end(self) -> None:
        """Everybody dies. Nothing may be left of the group once its time has come."""
        self.clients.clear()
        for _ in range(40):
            self.clock.advance(60.0)
            self.groups.expire()
        assert all(reply.is_settled for reply in self.replies)
        assert not list(self.groups)
        assert not self.groups.consumer_groups
        assert self.groups._deadlines.next() is None
        assert not self._load().consumer_groups
        assert not list(self._load())

    def step(self) -> None:
        self.clock.advance(0.5)
        self.groups.expire()
        now = self.clock.now()
        for client in list(self.clients.values()):
            waits = isinstance(client, ClassicClient) and (client.joining or client.syncing or client.must_join)
            if client.next_at <= now or waits:
                client.next_at = now + HEARTBEAT * self.dice.uniform(0.5, 1.0)
                client.act()
                self._check()

    def add(self) -> None:
        self.born += 1
        name = f"m{self.born}"
        instances = {client.instance_id for client in self.clients.values()}
        instance = self.dice.choice([None, None, None, "i1", "i2"])
        instance = None if instance in instances else instance
        self.clients[name] = self.dice.choice(self.kinds)(self, name, instance)

    def restart(self) -> None:
        """The broker is killed, and back."""
        self.groups = self._load()
        for client in self.clients.values():
            if isinstance(client, ClassicClient):
                client.forget_replies()
        self.replies.clear()

    def assign(self, answer: JoinGroupResponse) -> dict[str, bytes]:
        """What a leader does: everything in turn, but for what has yet to be given up by somebody else."""
        subscriptions = {m.member_id: read_subscription(bytes(m.metadata)) for m in answer.members}
        owner = {
            (t.topic, n): name for name, s in subscriptions.items() for t in s.owned_partitions for n in t.partitions
        }
        names = sorted(subscriptions)
        found: dict[str, list[Place]] = {name: [] for name in names}
        for number, place in enumerate(sorted(self.places())):
            taker = names[number % len(names)]
            if not self.is_cooperative or owner.get(place, taker) == taker:
                found[taker].append(place)
        return {name: write_assignment(places, 1) for name, places in found.items()}

    def places(self) -> set[Place]:
        return {(topic.name, number) for topic in self.topics for number in range(topic.partitions)}

    def _drop(self, client: Client) -> None:
        del self.clients[client.name]
        if self.dice.random() < 0.5:
            client.leave()
        self._check()

    def _check(self) -> None:
        counts = Counter(place for client in self.clients.values() for place in client.owned)
        twice = [place for place, count in counts.items() if count > 1]
        assert not twice, (twice, [(c.name, type(c).__name__, sorted(c.owned)) for c in self.clients.values()])

    def _is_settled(self) -> bool:
        waiting = [c for c in self.clients.values() if isinstance(c, ClassicClient) and (c.joining or c.syncing)]
        owned = [place for client in self.clients.values() for place in client.owned]
        return not waiting and (not self.clients or sorted(owned) == sorted(self.places()))

    def _load(self) -> Groups:
        groups = Groups(lambda: self.config, self.clock, self.records, self.topics)  # type: ignore[arg-type]
        groups.load()
        return groups


def _id(name: str) -> Any:
    import uuid

    return uuid.UUID(int=ord(name))
