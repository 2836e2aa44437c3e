"""A member of a classic consumer group (the protocol of JoinGroup and SyncGroup).

A member joins, and the broker holds the response back until all members have; one of them, the leader, learns what
everybody subscribes to and works out who reads what; each gets its part through SyncGroup. Heartbeats keep the
membership and bring the news that a rebalance has begun. Then everybody revokes what it has and joins again (eager
rebalancing). Until a member does, its heartbeats go on: its application may be at work for longer than a session lasts.
Where all assignors of a member are cooperative ones it keeps what it has, learns what it has to revoke, and joins once
more when it has done so (KIP-429).

Joining happens only inside the consumer's own calls, so that no partition moves while its records are being worked
on; a consumer that does not come back within `max_poll_interval_ms` leaves, and its partitions go to others.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Mapping
from typing import TYPE_CHECKING, cast

from kafkawire.client.cluster import Cluster
from kafkawire.client.connection import ByVersion
from kafkawire.client.consumer.assignors import ASSIGNORS, COOPERATIVE, MemberSubscription
from kafkawire.client.consumer.consumer_protocol import (
    decode_assignment,
    decode_subscription,
    encode_assignment,
    encode_subscription,
)
from kafkawire.client.consumer.coordinator import GroupCoordinator
from kafkawire.client.consumer.member import Heartbeats, Revoke, UntilPolled
from kafkawire.client.consumer.subscription import Subscription
from kafkawire.client.metadata import GroupMetadata, TopicPartition
from kafkawire.client.options import ConsumerOptions
from kafkawire.client.retry import UNREACHED
from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaError
from kafkawire.rate_limited_log import RateLimitedLogger

if TYPE_CHECKING:
    from kafkawire.messages import HeartbeatResponse, JoinGroupResponse, LeaveGroupResponse, SyncGroupResponse

__all__ = ["ClassicMember"]

log = logging.getLogger("kafkawire.client.group")

_NO_GENERATION = -1
_LEAVE_BY_LIST = 3
# The broker expects us to join again; where it has forgotten us, under another member id.
_REJOIN = {ErrorCode.REBALANCE_IN_PROGRESS, ErrorCode.ILLEGAL_GENERATION, ErrorCode.UNKNOWN_MEMBER_ID}
_JOIN_ANEW = {*_REJOIN, ErrorCode.MEMBER_ID_REQUIRED}
_JOINS_AT_ONCE = 5
_FORGOTTEN = {ErrorCode.UNKNOWN_MEMBER_ID}
_NAMED = 10  # topics in a warning
_JOIN_SLACK = 5.0  # seconds that a broker may take beyond the rebalance timeout


class ClassicMember:
    """Joins, and joins again. `on_change` is called when the group wants something, or an error has ended it."""

    def __init__(
        self,
        cluster: Cluster,
        options: ConsumerOptions,
        group_id: str,
        subscription: Subscription,
        on_change: Callable[[], None],
    ) -> None:
        self.coordinator = GroupCoordinator(cluster, group_id)
        self.group_id = group_id
        self.heartbeats = Heartbeats(cluster, options, self)
        self.needs_rebalance = True
        self.on_change = on_change
        self._cluster = cluster
        self._options = options
        self._subscription = subscription
        self._strategies = options.partition_assignment_strategy
        self._asked_for = MemberSubscription(())
        self._assigned_before = MemberSubscription(())
        self._matched_at = 0.0  # when the topics that the subscription's pattern matches were looked up
        self._is_forgotten = False
        self._is_cut_short = False  # a join was cancelled before its response came
        self._member_id = ""
        self._generation_id = _NO_GENERATION
        self._assigned_as = _NO_GENERATION, ""
        """Generation and member under which the present partitions were assigned, also when that is over."""
        self._assigned_counts: dict[str, int] | None = None
        """The leader's: the numbers of partitions that its assignment is based on."""
        self._creation_backoff = cluster.backoff()
        self._warnings = RateLimitedLogger(log.name, cluster.runtime.now)

    @property
    def ownership_epoch(self) -> int:
        """The generation: in another one partitions may be somebody else's, unless members cooperate."""
        return self._generation_id

    def metadata(self) -> GroupMetadata:
        """As whom this member has read what it has read: the broker refuses the offsets if it is that no more.

        A member that the broker has forgotten has no name. Offsets without a name are anybody's, and taken.
        """
        return GroupMetadata(self.group_id, *self._assigned_as, self._options.group_instance_id)

    @property
    def reads_on(self) -> bool:
        """A cooperative member keeps what it has until it learns what to revoke."""
        return set(self._strategies) <= COOPERATIVE and not self._is_forgotten

    async def rebalance(
        self, owned: Collection[TopicPartition], revoke: Revoke, until_polled: UntilPolled
    ) -> list[TopicPartition]:
        """Join, or join again; returns what this member is to read. Raises `KafkaError`."""
        if not self.reads_on:
            await revoke(owned, lost=self._is_forgotten)
            owned, self._is_forgotten = (), False
        await self._subscribe(owned)
        await self.heartbeats.stop()  # not before: listeners take their time
        timeout = (self._options.max_poll_interval_ms + self._options.default_api_timeout_ms) / 1000
        try:
            assigned = await self._cluster.retrying(self._join_until_stable, f"join group {self.group_id!r}", timeout)
        except asyncio.CancelledError:
            self._is_cut_short = True
            raise
        self._assigned_before = MemberSubscription((), assigned, self._generation_id)
        self._assigned_as = self._generation_id, self._member_id
        self.needs_rebalance = False
        self._is_forgotten = self._is_forgotten and bool(owned)
        self.heartbeats.polled()
        self.heartbeats.start()
        if owned:
            await until_polled()
            await self._revoke_gone(owned, assigned, revoke)
        log.info("group %s generation %d: %d partitions", self.group_id, self._generation_id, len(assigned))
        return assigned

    async def _revoke_gone(
        self, owned: Collection[TopicPartition], assigned: Collection[TopicPartition], revoke: Revoke
    ) -> None:
        """Stop reading what is not ours any more."""
        gone = set(owned) - set(assigned)
        if self._is_forgotten:  # while joining: others may have read all of it meanwhile
            self._is_forgotten = False
            await revoke(owned, lost=True)
        elif gone:
            await revoke(gone)
        if gone:  # joining once more says that they are free
            self.needs_rebalance = True

    async def _subscribe(self, owned: Collection[TopicPartition]) -> None:
        """Work out what to ask for."""
        self._matched_at = self._cluster.runtime.now()
        topics = await self._subscription.matching_topics(self._cluster)
        self._cluster.topics.update(topics)
        self._check_allowed(topics)
        self._asked_for = MemberSubscription(topics, sorted(owned), self._generation_id if owned else _NO_GENERATION)

    def _check_allowed(self, topics: Collection[str]) -> None:
        """A topic that is not for us would be waited for in vain. One that does not exist may come to be."""
        for name in topics:
            known = self._cluster.metadata.topics.get(name)
            if known is not None and known.error_code == ErrorCode.TOPIC_AUTHORIZATION_FAILED:
                raise KafkaError(known.error_code, f"topic {name!r}")

    async def commit(
        self, offsets: Mapping[TopicPartition, int], epochs: Mapping[TopicPartition, int] | None = None
    ) -> None:
        """Write offsets as a member of the present generation."""
        if self._generation_id == _NO_GENERATION != self._assigned_as[0]:  # a broker takes them if nobody else is there
            raise KafkaError(ErrorCode.UNKNOWN_MEMBER_ID, f"no member of group {self.group_id!r} at the moment")
        member = GroupMetadata(self.group_id, self._generation_id, self._member_id, self._options.group_instance_id)
        try:
            await self.coordinator.commit(offsets, member, epochs)
        except KafkaError as exc:
            self.note(exc)
            raise

    async def leave(self) -> None:
        """Leave, so that the others need not wait for the session to time out. A static member stays (KIP-345)."""
        await self.heartbeats.stop()
        await self._leave_group()

    async def _join_until_stable(self) -> list[TopicPartition]:
        """One attempt: joins anew at once when asked to, but not for ever; the next one comes after a pause."""
        for chances in reversed(range(_JOINS_AT_ONCE)):
            try:
                joined = await self._join()
                return await self._sync(joined, await self._assign(joined))
            except KafkaError as exc:
                if exc.code not in _JOIN_ANEW:
                    raise
                self.note(exc)
                if not chances:
                    exc.retriable = True
                    raise
        raise AssertionError  # the last round has returned or raised

    async def _join(self) -> JoinGroupResponse:
        from kafkawire.messages import JoinGroupRequest
        from kafkawire.messages.join_group_request import JoinGroupRequestProtocol

        request = JoinGroupRequest(
            group_id=self.group_id,
            session_timeout_ms=self._options.session_timeout_ms,
            rebalance_timeout_ms=self._options.max_poll_interval_ms,
            member_id=self._member_id,
            group_instance_id=self._options.group_instance_id,
            protocol_type="consumer",
            protocols=[
                JoinGroupRequestProtocol(name=name, metadata=self._metadata_for(name)) for name in self._strategies
            ],
        )
        extra = self._options.max_poll_interval_ms / 1000 + _JOIN_SLACK
        response = cast("JoinGroupResponse", await self.coordinator.ask(request, extra_time=extra))
        if response.error_code == ErrorCode.MEMBER_ID_REQUIRED:  # the broker wants to know who retries (KIP-394)
            self._member_id = response.member_id
        self.coordinator.check(response.error_code, "joining")
        self._member_id, self._generation_id = response.member_id, response.generation_id
        return response

    def _metadata_for(self, strategy: str) -> bytes:
        before = self._assigned_before if strategy == "sticky" else None
        return encode_subscription(self._asked_for, before=before, rack=self._options.client_rack)

    async def _assign(self, joined: JoinGroupResponse) -> dict[str, list[TopicPartition]]:
        """The leader's work; others have none. One that came back as a static member may have none (KIP-814)."""
        self._assigned_counts = None
        if joined.leader != joined.member_id:
            return {}
        members = {member.member_id: decode_subscription(member.metadata) for member in joined.members}
        self._cluster.topics.update(topic for member in members.values() for topic in member.topics)
        await self._cluster.refresh()
        self._assigned_counts, self._creation_backoff = self._partition_counts(), self._cluster.backoff()
        if joined.skip_assignment:
            return {}
        assignor = ASSIGNORS.get(joined.protocol_name or "")
        if assignor is None:
            raise KafkaError(ErrorCode.INCONSISTENT_GROUP_PROTOCOL, f"assignor {joined.protocol_name!r}")
        return assignor(members, self._assigned_counts)

    async def _sync(
        self, joined: JoinGroupResponse, assignment: Mapping[str, list[TopicPartition]]
    ) -> list[TopicPartition]:
        from kafkawire.messages import SyncGroupRequest
        from kafkawire.messages.sync_group_request import SyncGroupRequestAssignment

        request = SyncGroupRequest(
            group_id=self.group_id,
            generation_id=self._generation_id,
            member_id=self._member_id,
            group_instance_id=self._options.group_instance_id,
            protocol_type="consumer",
            protocol_name=joined.protocol_name,
            assignments=[
                SyncGroupRequestAssignment(member_id=member, assignment=encode_assignment(partitions))
                for member, partitions in assignment.items()
            ],
        )
        extra = self._options.max_poll_interval_ms / 1000 + _JOIN_SLACK
        response = cast("SyncGroupResponse", await self.coordinator.ask(request, extra_time=extra))
        self.coordinator.check(response.error_code, "synchronizing")
        return decode_assignment(response.assignment)

    def _partition_counts(self) -> dict[str, int]:
        topics = self._cluster.metadata.topics
        counts = {name: len(topics[name].partitions) if name in topics else 0 for name in self._cluster.topics}
        missing = sorted(name for name, count in counts.items() if not count)
        if missing:
            names = ", ".join(missing[:_NAMED]) + (", ..." if missing[_NAMED:] else "")
            self._warnings.warning("group %s: %d topics do not exist yet: %s", self.group_id, len(missing), names)
        return counts

    # --- heartbeats ---------------------------------------------------------------------------------------------

    async def until_next_heartbeat(self) -> bool:
        """Wait for `heartbeat_interval_ms`; False while this is no member."""
        pause = self._options.heartbeat_interval_ms / 1000
        counts = self._assigned_counts
        if counts is not None and not all(counts.values()):  # what a broker makes on demand is there soon
            pause = min(pause, self._creation_backoff.next_delay())
        await self._cluster.runtime.sleep(pause)
        return self._generation_id != _NO_GENERATION

    async def send_heartbeat(self) -> None:
        """One attempt to say that this member is there, and to learn whether a rebalance has begun."""
        await self._heartbeat()
        if not self.needs_rebalance:
            await self._look_for_new_partitions()

    async def _heartbeat(self) -> None:
        from kafkawire.messages import HeartbeatRequest

        request = HeartbeatRequest(
            group_id=self.group_id,
            generation_id=self._generation_id,
            member_id=self._member_id,
            group_instance_id=self._options.group_instance_id,
        )
        response = cast("HeartbeatResponse", await self.coordinator.ask(request))
        self.coordinator.check(response.error_code, "heartbeat")
        self.heartbeats.received()

    async def _look_for_new_partitions(self) -> None:
        """The leader has everybody join again when topics grow, or come to be."""
        await self._look_for_new_topics()
        if self._assigned_counts is None:
            return
        if all(self._assigned_counts.values()):
            await self._cluster.refresh_if_old()
        else:
            await self._cluster.refresh()
        changed = [name for name, count in self._assigned_counts.items() if self._has_changed(name, count)]
        if changed:
            log.info("group %s: partitions of %s have come or gone", self.group_id, ", ".join(changed))
            self.needs_rebalance = True

    def _has_changed(self, name: str, count: int) -> bool:
        topic = self._cluster.metadata.topics.get(name)
        if topic is None:  # deleted, unless nothing at all is known for the moment
            return count > 0 and bool(self._cluster.metadata.topics)
        return len(topic.partitions) > count

    async def _look_for_new_topics(self) -> None:
        now = self._cluster.runtime.now()
        if self._subscription.pattern is None or now - self._matched_at < self._options.metadata_max_age_ms / 1000:
            return
        self._matched_at = now
        topics = await self._subscription.matching_topics(self._cluster)
        self.needs_rebalance = self.needs_rebalance or topics != self._asked_for.topics

    def note(self, error: KafkaError) -> bool:
        """Take in what an error says about the membership; returns whether to join again, and not to raise it."""
        if error.code in _FORGOTTEN:
            self._reset_member()
        if error.code in _REJOIN:
            self.needs_rebalance = True
        return error.code in _REJOIN

    def _reset_member(self) -> None:
        self._is_forgotten = self._is_forgotten or self._generation_id != _NO_GENERATION
        self._member_id = ""
        self._generation_id = _NO_GENERATION

    async def expire(self) -> None:
        """The application stays away: leave, until it is back."""
        await self._leave_group()
        self.needs_rebalance = True

    async def _leave_group(self) -> None:
        """Be no member any more, and say so if somebody would wait for us."""
        if self._member_id and self._options.group_instance_id is None:
            try:
                if self._is_cut_short:
                    await self.coordinator.hang_up()
                await self._send_leave()
            except (KafkaError, *UNREACHED) as exc:
                log.info("group %s could not be left: %s; the session will time out", self.group_id, exc)
        self._reset_member()

    async def _send_leave(self) -> None:
        from kafkawire.messages import LeaveGroupRequest
        from kafkawire.messages.leave_group_request import MemberIdentity

        def build(version: int) -> LeaveGroupRequest:
            if version >= _LEAVE_BY_LIST:
                return LeaveGroupRequest(group_id=self.group_id, members=[MemberIdentity(member_id=self._member_id)])
            return LeaveGroupRequest(group_id=self.group_id, member_id=self._member_id)

        response = cast("LeaveGroupResponse", await self.coordinator.ask(ByVersion(LeaveGroupRequest.API_KEY, build)))
        self.coordinator.check(response.error_code, "leaving")
