"""Which broker each partition is fetched from: its leader, or a replica that is nearer (KIP-392)."""

from __future__ import annotations

from collections.abc import Iterable

from kafkawire.client.cluster import Cluster
from kafkawire.client.consumer.fetch import Position
from kafkawire.client.consumer.fetch_session import FetchSession
from kafkawire.client.consumer.partition import UNKNOWN, PartitionState
from kafkawire.client.metadata import NO_LEADER, NO_TOPIC_ID
from kafkawire.client.options import ConsumerOptions

__all__ = ["Placement"]


class Placement:
    """What is wanted of each broker (`sessions`), and which partitions cannot be had for now."""

    def __init__(self, cluster: Cluster, options: ConsumerOptions) -> None:
        self.sessions: dict[int, FetchSession] = {}
        self.unverified: dict[int, dict[PartitionState, None]] = {}
        """By leader: partitions whose log may be another one than what was read."""
        self.stalled_nodes: set[int] = set()
        self._stalled: dict[PartitionState, None] = {}
        self._troubled: set[PartitionState | int] = set()
        self._replicas: dict[PartitionState, float] = {}  # until when, the first to end first
        self._cluster = cluster
        self._options = options
        self._version = -1

    def learnt_more(self) -> bool:
        """Whether something has been learnt of the cluster since the last time that this was asked."""
        before, self._version = self._version, self._cluster.metadata.version
        return before != self._version

    @property
    def busy_nodes(self) -> int:
        """How many brokers something is wanted of."""
        return sum(bool(session.wanted) for session in self.sessions.values())

    @property
    def needs_metadata(self) -> bool:
        """Whether partitions wait for fresh metadata."""
        return bool(self._stalled or self.stalled_nodes)

    @property
    def has_problems(self) -> bool:
        """Whether something failed, and has not succeeded since."""
        return bool(self._troubled)

    # --- placing ------------------------------------------------------------------------------------------------

    def place(self, states: Iterable[PartitionState]) -> None:
        """Say anew where, and from which offset on, these are to be fetched."""
        for state in states:
            self._look_at_topic(state)
            node = self._node(state)
            if state.node is not None and state.node != node:
                self.sessions[state.node].want(state.tp, None)
            state.node = node
            if node is not None:
                self._want(state, node)

    def remove(self, state: PartitionState) -> None:
        """Fetch it no more."""
        if state.node is not None:
            self.sessions[state.node].want(state.tp, None)
            state.node = None
        self._stalled.pop(state, None)
        self._replicas.pop(state, None)
        self._troubled.discard(state)
        for states in self.unverified.values():
            states.pop(state, None)

    def _want(self, state: PartitionState, node: int) -> None:
        epoch = UNKNOWN if state.leader is None else state.leader[1]
        # A replica may lag behind the leader; that its log ends earlier does not mean that it is another one.
        fetched = state.fetch_epoch if node == self._cluster.metadata.leader(state.tp) else UNKNOWN
        position = Position(state.fetch_offset, state.max_bytes, epoch, fetched)
        self.sessions.setdefault(node, FetchSession()).want(state.tp, position, state.topic_id)

    def _look_at_topic(self, state: PartitionState) -> None:
        topic_id = self._cluster.metadata.topic_id(state.tp.topic)
        if topic_id != state.topic_id and topic_id != NO_TOPIC_ID:
            was_another = state.topic_id != NO_TOPIC_ID
            state.topic_id = topic_id
            if was_another:  # deleted and created again: no offset of the old one means anything
                state.leader, state.high_watermark = None, UNKNOWN
                self.forget_replica(state)
                state.lose()

    def _node(self, state: PartitionState) -> int | None:
        """Whom to ask now; None if there is no need, or nobody to be asked."""
        if not self._has_room(state) or state in self._stalled:
            return None
        metadata = self._cluster.metadata
        leader = metadata.leader(state.tp)
        if leader == NO_LEADER:
            self.stall(state)
            return None
        self._look_at_leader(state, leader, metadata.leader_epoch(state.tp))
        if state.is_unverified:
            self.unverified.setdefault(leader, {})[state] = None
            return None
        if state.replica is not None and state.replica not in metadata.nodes:
            self.forget_replica(state)
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

    # --- replicas -----------------------------------------------------------------------------------------------

    def prefer(self, state: PartitionState, replica: int) -> str:
        """Fetch from the replica, until metadata of now would be too old; returns what is wrong with it."""
        if replica not in self._cluster.metadata.nodes:
            self.stall(state)
            return f"broker {replica}, which is to be asked for {state.tp}, is not known"
        state.replica = replica
        self._replicas.pop(state, None)
        self._replicas[state] = self._cluster.runtime.now() + self._options.metadata_max_age_ms / 1000
        state.changed()
        return ""

    def forget_replica(self, state: PartitionState) -> bool:
        """Go back to the leader; False if that is where it is fetched from."""
        was, state.replica = state.replica, None
        self._replicas.pop(state, None)
        if was is not None:
            state.changed()
        return was is not None

    def expire_replicas(self) -> None:
        """Ask the leaders again after a while: there may be a better replica."""
        while self._replicas:
            state, until = next(iter(self._replicas.items()))
            if until > self._cluster.runtime.now():
                return
            self.forget_replica(state)

    # --- trouble ------------------------------------------------------------------------------------------------

    def stall(self, state: PartitionState) -> None:
        """Leave it alone until there is fresh metadata."""
        self._stalled[state] = None
        self._troubled.add(state)
        self.forget_replica(state)
        state.changed()

    def stall_node(self, node: int) -> None:
        """Leave all that is fetched from a broker alone until there is fresh metadata."""
        self.stalled_nodes.add(node)
        self._troubled.add(node)
        for state in [state for state in self._replicas if state.replica == node]:
            self.forget_replica(state)

    def _forget_node(self, node: int) -> None:
        if not self.sessions[node].wanted:
            del self.sessions[node]
            self._troubled.discard(node)

    def succeeded(self, what: PartitionState | int) -> None:
        """A partition, or a broker, has given what was asked for."""
        self._troubled.discard(what)

    def release(self) -> None:
        """There has been an attempt to learn more: try again."""
        stalled, self._stalled = self._stalled, {}
        self.stalled_nodes.clear()
        self._troubled = {what for what in self._troubled if what in stalled or what in self.sessions}
        for node in [node for node in self.sessions if node not in self._cluster.metadata.nodes]:
            self._forget_node(node)
        for state in stalled:
            state.changed()
