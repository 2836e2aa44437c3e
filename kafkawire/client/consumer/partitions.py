"""The partitions that a consumer reads: what is to be done about each is decided here, and nowhere else.

Which partitions have something to hand out, which need a position, which broker is asked for each (its leader, or a
replica that is nearer, KIP-392), what a response says of it, and what has to wait for fresh metadata. The fetcher asks
brokers for what `sessions` want, and hands the responses in.

With ten thousand partitions that are silent, a call must not look at each. So a partition notes itself when something
about it has changed, and `update` looks at those alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from kafkawire.client.cluster import Cluster
from kafkawire.client.consumer.batches import read_fetched, size_for_cut_batch
from kafkawire.client.consumer.fetch import FetchSession, Position
from kafkawire.client.consumer.offsets import EpochEnd, EpochEnds
from kafkawire.client.consumer.partition import UNKNOWN, PartitionState
from kafkawire.client.metadata import NO_LEADER, NO_TOPIC_ID, TopicPartition
from kafkawire.client.options import ConsumerOptions
from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaError, KafkaWireError

if TYPE_CHECKING:
    from kafkawire.messages import FetchResponse
    from kafkawire.messages.fetch_response import PartitionData

__all__ = ["AssignedPartitions"]

# The broker cannot read its own log. Another replica may lead soon and do better; if not, there is no end to waiting.
_DAMAGED = {ErrorCode.CORRUPT_MESSAGE, ErrorCode.KAFKA_STORAGE_ERROR}
_DAMAGED_ATTEMPTS = 10
_DETOURS_AT_ONCE = 3  # a new leader, the replica that it prefers, an offset that this one does not have


class AssignedPartitions:
    """States by partition. What is sorted is right after `update`."""

    def __init__(self, cluster: Cluster, options: ConsumerOptions) -> None:
        self.states: dict[TopicPartition, PartitionState] = {}
        self.readable: dict[PartitionState, None] = {}
        """Those with something to hand out; the first one is next."""
        self.unresolved: dict[PartitionState, None] = {}
        """Those that need a position to read on from."""
        self.held_bytes = 0
        """Bytes in memory of what was fetched and not handed out."""
        self.sessions: dict[int, FetchSession] = {}
        """By broker: what is wanted of it."""
        self.unverified: dict[int, dict[PartitionState, None]] = {}
        """By leader: partitions whose log may be another one than what was read."""
        self.stalled_nodes: set[int] = set()
        """Brokers that are left alone until there is fresh metadata."""
        self._cluster = cluster
        self._options = options
        self._read_committed = options.isolation_level == "read_committed"
        self._changed: dict[PartitionState, None] = {}
        self._held: dict[PartitionState, int] = {}
        """What `held_bytes` is the sum of: a partition does not say how much it was before."""
        self._stalled: dict[PartitionState, None] = {}
        """Partitions that are left alone until there is fresh metadata."""
        self._troubled: set[PartitionState | int] = set()
        """Partitions and brokers that failed last. Unlike the stalled ones they stay here until they have succeeded:
        as long as there are any, the pauses between attempts grow."""
        self._replicas: dict[PartitionState, float] = {}
        """Until when a replica is asked instead of the leader, the first to end first."""
        self._version = -1

    def assign(self, partitions: Iterable[TopicPartition]) -> None:
        """Keep the states of these partitions, make new ones where there are none, and forget all others."""
        before = self.states
        self.states = {tp: before.get(tp) or self._new(tp) for tp in partitions}
        for tp, state in before.items():
            if tp not in self.states:
                self._forget(state)

    def _new(self, tp: TopicPartition) -> PartitionState:
        state = PartitionState(tp, self._options.max_partition_fetch_bytes, self._changed)
        state.changed()
        return state

    def _forget(self, state: PartitionState) -> None:
        state.paused = True  # whoever hands out its records one by one stops
        self._ask(state, None)
        for noted in (self.readable, self.unresolved, self._changed, self._stalled, *self.unverified.values()):
            noted.pop(state, None)
        self._replicas.pop(state, None)
        self._troubled.discard(state)
        self._count(state, 0)

    # --- what there is to do ------------------------------------------------------------------------------------

    def update(self) -> None:
        """Look at what has changed: at all partitions, if something has been learnt of the cluster."""
        if self._version != self._cluster.metadata.version:
            self._version = self._cluster.metadata.version
            self._changed.update(dict.fromkeys(self.states.values()))
        self._expire_replicas()
        changed = list(self._changed)  # what changes as a consequence is looked at the next time, so there is an end
        self._changed.clear()
        for state in changed:
            if self.states.get(state.tp) is state:
                _note(self.readable, state, state.is_readable)
                _note(self.unresolved, state, state.is_unresolved)
                self._count(state, state.held_bytes)
                self._look_at_topic(state)
                self._ask(state, self._node(state))

    def rotate(self, state: PartitionState) -> None:
        """The partition has had its turn: others come first now."""
        if state in self.readable:
            del self.readable[state]
            self.readable[state] = None

    def put_back_paused(self) -> bool:
        """Give up what paused partitions hold, as nobody takes it; returns whether there was any of it."""
        paused = [state for state in self.states.values() if state.paused and state.buffered_bytes]
        for state in paused:
            state.put_back()
        return bool(paused)

    def _count(self, state: PartitionState, held: int) -> None:
        self.held_bytes += held - self._held.pop(state, 0)
        if held:
            self._held[state] = held

    # --- positions ----------------------------------------------------------------------------------------------

    def processed(self) -> dict[TopicPartition, int]:
        """Per partition the offset behind what the application is done with."""
        return {tp: state.processed for tp, state in self.states.items() if state.processed != UNKNOWN}

    def positions(self) -> dict[TopicPartition, int]:
        """Per partition the offset of the next record to be handed out."""
        return {tp: state.position for tp, state in self.states.items() if state.position != UNKNOWN}

    def epochs(self, offsets: Iterable[tuple[TopicPartition, int]]) -> dict[TopicPartition, int]:
        """Under which leader the record before each offset was written, where that is known."""
        found = {tp: self.states[tp].epoch_at(offset) for tp, offset in offsets if tp in self.states}
        return {tp: epoch for tp, epoch in found.items() if epoch != UNKNOWN}

    def lag(self) -> dict[TopicPartition, int]:
        """Per partition how many offsets lie between the position and the end, as of the last fetch."""
        known = {tp: s for tp, s in self.states.items() if UNKNOWN not in (s.high_watermark, s.position)}
        return {tp: max(0, state.high_watermark - state.position) for tp, state in known.items()}

    # --- where to fetch from ------------------------------------------------------------------------------------

    def _ask(self, state: PartitionState, node: int | None) -> None:
        """Fetch it there, from where it is now; None: from nobody."""
        if state.node is not None and state.node != node:
            self.sessions[state.node].want(state.tp, None)
        state.node = node
        if node is not None:
            # A replica may lag behind the leader; that its log ends earlier does not mean that it is another one.
            is_leader = node == self._cluster.metadata.leader(state.tp)
            self.sessions.setdefault(node, FetchSession()).want(state.tp, _position(state, is_leader=is_leader))

    def _look_at_topic(self, state: PartitionState) -> None:
        topic_id = self._cluster.metadata.topic_id(state.tp.topic)
        if topic_id != state.topic_id and topic_id != NO_TOPIC_ID:
            was_another = state.topic_id != NO_TOPIC_ID
            state.topic_id = topic_id
            if was_another:  # deleted and created again: no offset of the old one means anything
                state.leader, state.high_watermark = None, UNKNOWN
                self._forget_replica(state)
                state.lose()

    def _node(self, state: PartitionState) -> int | None:
        """Whom to ask now; None if there is no need, or nobody to be asked."""
        if not self._has_room(state) or state in self._stalled:
            return None
        metadata = self._cluster.metadata
        leader = metadata.leader(state.tp)
        if leader == NO_LEADER:
            self._stall(state)
            return None
        self._look_at_leader(state, leader, metadata.leader_epoch(state.tp))
        if state.is_unverified:
            self.unverified.setdefault(leader, {})[state] = None
            return None
        if state.replica is not None and state.replica not in metadata.nodes:
            self._forget_replica(state)
        return leader if state.replica is None else state.replica

    def _has_room(self, state: PartitionState) -> bool:
        ready = not state.paused and state.fetch_offset != UNKNOWN and state.error is None
        return ready and state.buffered_bytes < self._options.max_partition_fetch_bytes

    def _look_at_leader(self, state: PartitionState, leader: int, epoch: int) -> None:
        if state.leader != (leader, epoch):
            state.is_unverified = state.is_unverified or state.leader is not None
            state.leader = leader, epoch
        if state.fetch_epoch == UNKNOWN or epoch == UNKNOWN:  # nothing to compare
            state.is_unverified = False

    def _prefer(self, state: PartitionState, replica: int) -> str:
        """Fetch from the replica, until metadata of now would be too old; returns what is wrong with it."""
        if replica not in self._cluster.metadata.nodes:
            self._stall(state)
            return f"broker {replica}, which is to be asked for {state.tp}, is not known"
        state.replica = replica
        self._replicas.pop(state, None)
        self._replicas[state] = self._cluster.runtime.now() + self._options.metadata_max_age_ms / 1000
        state.changed()
        return ""

    def _forget_replica(self, state: PartitionState) -> None:
        """Go back to the leader."""
        self._replicas.pop(state, None)
        if state.replica is not None:
            state.replica = None
            state.changed()

    def _expire_replicas(self) -> None:
        """Ask the leaders again after a while: there may be a better replica."""
        while self._replicas:
            state, until = next(iter(self._replicas.items()))
            if until > self._cluster.runtime.now():
                return
            self._forget_replica(state)

    # --- responses ----------------------------------------------------------------------------------------------

    def take_in(self, node: int, session: FetchSession, response: FetchResponse, max_bytes: int) -> str:
        """Take in the response to a fetch of so many bytes; returns what fresh metadata may mend, or nothing."""
        problem = ""
        found = session.received(response)
        is_full = sum(len(part.records or b"") for _, part in found) >= max_bytes
        for tp, part in found:
            hint, endpoints = part.current_leader, response.node_endpoints
            has_moved = bool(part.error_code) and self._cluster.metadata.hint(tp, hint, endpoints)
            state, asked = self.states.get(tp), session.asked(tp)
            if state is None or not _is_current(state, asked, part, node):
                continue
            if part.error_code:
                problem = self._refused(state, part.error_code, has_moved=has_moved) or problem
            else:
                is_crowded_out = is_full and len(part.records or b"") < asked.max_bytes
                problem = self._succeeded(state, part, is_crowded_out=is_crowded_out) or problem
        self._troubled.discard(node)
        return problem

    def _refused(self, state: PartitionState, code: int, *, has_moved: bool) -> str:
        if code == ErrorCode.OFFSET_OUT_OF_RANGE:
            if state.replica is None:
                state.lose()
                return self._detour(state, f"{state.tp} is out of range again")
            self._stall(state)  # only the leader knows; it may send us to the same replica at once
            return f"the replica of {state.tp} lags behind"
        if has_moved:  # the response says to whom: the next round asks there
            self._forget_replica(state)
            state.changed()
            return self._detour(state, f"{state.tp} has moved again")
        return self._failed(state, KafkaError(code, f"fetch of {state.tp} at offset {state.fetch_offset}"))

    def _failed(self, state: PartitionState, error: KafkaError) -> str:
        """The broker gave an error: either it may pass, and is returned, or the application is to see it."""
        state.failures += error.code in _DAMAGED
        passes = error.retriable or error.code == ErrorCode.UNKNOWN_SERVER_ERROR
        if passes and state.failures < _DAMAGED_ATTEMPTS:
            self._stall(state)
            return str(error)
        state.failures = 0
        state.fail(error)
        return ""

    def _succeeded(self, state: PartitionState, part: PartitionData, *, is_crowded_out: bool) -> str:
        state.failures = 0
        committed = self._read_committed and part.last_stable_offset >= 0  # what lies behind cannot be read yet
        state.high_watermark = part.last_stable_offset if committed else part.high_watermark
        diverging = part.diverging_epoch
        if diverging is not None and diverging.epoch >= 0:
            state.compare(EpochEnd(diverging.end_offset, diverging.epoch))
            return self._detour(state, f"the log of {state.tp} parts again from what was read")
        if part.preferred_read_replica >= 0:
            is_from_leader = state.replica is None
            problem = self._prefer(state, part.preferred_read_replica)
            return problem if problem or is_from_leader else self._detour(state, f"no replica of {state.tp} is the one")
        state.detours = 0
        self._troubled.discard(state)
        if part.records and not state.out_of_range:
            self._keep(state, part, is_crowded_out=is_crowded_out)
        return ""

    def _keep(self, state: PartitionState, part: PartitionData, *, is_crowded_out: bool) -> None:
        """Keep the batches. `is_crowded_out`: the response was full before the partition had what was asked for."""
        start, size, metrics = state.fetch_offset, len(part.records or b""), self._cluster.metrics
        checks = self._options.check_crcs
        try:
            batches = read_fetched(state.tp, part, start, read_committed=self._read_committed, check_crc=checks)
            if batches:
                state.put(batches, size)
                metrics.count("records_consumed_total", sum(batch.record_count for batch in batches))
                metrics.count("bytes_consumed_total", size)
                metrics.sample("fetch_size", size)
            elif not is_crowded_out:
                state.max_bytes = size_for_cut_batch(state.tp, part, start, state.max_bytes)
                state.changed()
        except KafkaWireError as exc:
            state.fail(exc)

    def _detour(self, state: PartitionState, problem: str) -> str:
        """Go there at once, but not in circles: what goes on without records waits as any other trouble does."""
        state.detours += 1
        if state.detours <= _DETOURS_AT_ONCE:
            return ""
        self._stall(state)
        return problem

    # --- whether a new leader's log is the one that was read (KIP-320) ------------------------------------------

    def to_verify(self, leader: int) -> dict[TopicPartition, Position]:
        """What the leader has to be asked about before it is fetched from."""
        states = self.unverified[leader]
        return {state.tp: _position(state) for state in states if self.states.get(state.tp) is state}

    def take_in_ends(self, asked: Mapping[TopicPartition, Position], ends: EpochEnds) -> str:
        """Take in where the epochs of what was fetched end; returns what fresh metadata may mend, or nothing."""
        problem = ""
        for tp, position in asked.items():
            state, end = self.states.get(tp), ends.get(tp)
            if state is None:
                continue
            if isinstance(end, KafkaError):
                problem = self._failed(state, end) or problem
            elif (position.offset, position.fetched_epoch) == (state.fetch_offset, state.fetch_epoch):
                state.is_unverified = False
                if end is not None:
                    state.compare(end)
        return problem

    def end_verifying(self, leader: int) -> None:
        """The leader has been asked."""
        for state in self.unverified.pop(leader, ()):
            state.changed()

    # --- trouble ------------------------------------------------------------------------------------------------

    @property
    def needs_metadata(self) -> bool:
        """Whether partitions wait for fresh metadata."""
        return bool(self._stalled or self.stalled_nodes)

    @property
    def has_problems(self) -> bool:
        """Whether something failed, and has not succeeded since."""
        return bool(self._troubled)

    def _stall(self, state: PartitionState) -> None:
        """Leave it alone until there is fresh metadata."""
        self._stalled[state] = None
        self._troubled.add(state)
        self._forget_replica(state)
        state.changed()

    def stall(self, partitions: Iterable[TopicPartition]) -> None:
        """Leave these partitions alone until there is fresh metadata."""
        for tp in partitions:
            if tp in self.states:
                self._stall(self.states[tp])

    def stall_node(self, node: int) -> None:
        """Leave all that is fetched from a broker alone until there is fresh metadata."""
        self.stalled_nodes.add(node)
        self._troubled.add(node)
        for state in [state for state in self._replicas if state.replica == node]:
            self._forget_replica(state)

    def release(self) -> None:
        """There has been an attempt to learn more: try again."""
        stalled, self._stalled = self._stalled, {}
        self.stalled_nodes.clear()
        self._troubled = {what for what in self._troubled if what in stalled or what in self.sessions}
        for node in [node for node in self.sessions if node not in self._cluster.metadata.nodes]:
            if not self.sessions[node].wanted:
                del self.sessions[node]
                self._troubled.discard(node)
        for state in stalled:
            state.changed()


def _note(noted: dict[PartitionState, None], state: PartitionState, belongs: bool) -> None:
    if belongs:
        noted.setdefault(state)
    else:
        noted.pop(state, None)


def _position(state: PartitionState, *, is_leader: bool = True) -> Position:
    """Where it is to be fetched; only the leader hears what was fetched before."""
    epoch = UNKNOWN if state.leader is None else state.leader[1]
    return Position(
        state.fetch_offset, state.max_bytes, epoch, state.fetch_epoch if is_leader else UNKNOWN, state.topic_id
    )


def _is_current(state: PartitionState, asked: Position, part: PartitionData, node: int) -> bool:
    """Whoever sought elsewhere, or has gone to another broker, while we asked has no use for the response."""
    if state.fetch_offset != asked.offset or state.topic_id != asked.topic_id:
        return False
    return state.node == node or not part.error_code
