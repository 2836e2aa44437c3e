"""A member of a consumer group of KIP-848: the broker assigns, and everything is said in heartbeats.

A heartbeat tells the broker what has changed here, and brings the assignment when that has changed. What is to go is
revoked first; the next heartbeat says what is owned now, and only then does the broker hand it to somebody else. So
nobody waits for anybody, and what stays is read on. After a heartbeat that failed the next one says all there is to
say, which the broker takes as a wish to hear the assignment again: it may have been in the response that was lost.

As in a classic group partitions come and go inside the consumer's own calls only, and a member whose application does
not come back within `max_poll_interval_ms` leaves.
"""

from __future__ import annotations

import asyncio
import logging
from base64 import urlsafe_b64encode
from collections.abc import Callable, Collection, Mapping
from typing import TYPE_CHECKING, cast
from uuid import UUID, uuid4

from kafkawire.client.cluster import Cluster
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
    from kafkawire.messages import ConsumerGroupHeartbeatRequest, ConsumerGroupHeartbeatResponse

__all__ = ["ConsumerMember"]

log = logging.getLogger("kafkawire.client.group")

_JOINING, _LEAVING, _AWAY = 0, -1, -2  # member epochs with a meaning of their own
_NEEDS_PATTERNS = 1
_FORGOTTEN = {ErrorCode.UNKNOWN_MEMBER_ID, ErrorCode.FENCED_MEMBER_EPOCH}
_COMMIT_ATTEMPTS = 3
_SHORTEST_INTERVAL = 0.1  # seconds, whatever a broker may ask for

Target = dict[UUID, list[int]]


class ConsumerMember:
    """Says all in heartbeats. `on_change` is called when the group wants something, or an error has ended it."""

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
        self.ownership_epoch = 0
        self.on_change = on_change
        self._cluster = cluster
        self._options = options
        self._member_id = urlsafe_b64encode(uuid4().bytes).decode().rstrip("=")
        self._epoch = _JOINING
        self._target: Target = {}
        self._owned: Target = {}
        """What was acted upon of the target: it may have topics that are not to be found yet."""
        self._reported: Target | None = None
        """What the broker knows to be owned; None if nobody knows what it knows."""
        self._is_forgotten = False
        self._interval = 0.0
        self._subscription = subscription
        self._has_something_to_say = asyncio.Event()
        self._one_at_a_time = asyncio.Lock()
        self._warnings = RateLimitedLogger(log.name, cluster.runtime.now)

    @property
    def reads_on(self) -> bool:
        """No: there is nobody to wait for, so it does not take long."""
        return False

    def metadata(self) -> GroupMetadata:
        """As whom this member commits."""
        return GroupMetadata(self.group_id, self._epoch, self._member_id, self._options.group_instance_id)

    async def rebalance(
        self,
        owned: Collection[TopicPartition],
        revoke: Revoke,
        until_polled: UntilPolled,  # noqa: ARG002 - never long enough to be read on
    ) -> list[TopicPartition]:
        """Join, if that is to be done, and come to what the broker has assigned. Raises `KafkaError`."""
        if self._is_forgotten:
            await revoke(owned, lost=True)
            owned, self._is_forgotten = (), False
        self._cluster.topics.update(self._subscription.topics)
        if self._epoch == _JOINING:
            await self._cluster.retrying(self.send_heartbeat, f"join group {self.group_id!r}")
            self.heartbeats.start()
        target = self._target
        reached = await self._find(target)
        names = self._cluster.metadata.names
        assigned = [TopicPartition(names[topic], index) for topic, indexes in reached.items() for index in indexes]
        gone = set(owned) - set(assigned)
        if gone:
            await revoke(gone)
        self.needs_rebalance = target is not self._target or self._epoch == _JOINING  # there may be another one by now
        self._owned = reached
        self._has_something_to_say.set()
        log.info("group %s epoch %d: %d partitions", self.group_id, self._epoch, len(assigned))
        return assigned

    async def commit(
        self, offsets: Mapping[TopicPartition, int], epochs: Mapping[TopicPartition, int] | None = None
    ) -> None:
        """Write offsets as a member; an epoch that has grown in the meantime makes it ask again."""
        for attempts_left in reversed(range(_COMMIT_ATTEMPTS)):
            if self._epoch == _JOINING:
                raise KafkaError(ErrorCode.UNKNOWN_MEMBER_ID, f"no member of group {self.group_id!r} at the moment")
            epoch = self._epoch
            try:
                await self.coordinator.commit(offsets, self.metadata(), epochs)
            except KafkaError as exc:
                self.note(exc)
                if exc.code != ErrorCode.STALE_MEMBER_EPOCH or not attempts_left:
                    raise
                if self._epoch == epoch:
                    await self._cluster.retrying(self.send_heartbeat, "learn the member epoch")
            else:
                return

    async def leave(self) -> None:
        """Leave the group; a static member only says that it will be back (KIP-345)."""
        await self.heartbeats.stop()
        if self._epoch != _JOINING:
            await self._send_leave()

    # --- heartbeats ---------------------------------------------------------------------------------------------

    async def until_next_heartbeat(self) -> bool:
        """Wait until the broker expects one, or there is something to say; False while this is no member."""
        try:
            async with asyncio.timeout(self._interval):
                await self._has_something_to_say.wait()
        except TimeoutError:
            # Have another look for topics that were not to be found: their metadata may have been late.
            self.needs_rebalance = self.needs_rebalance or self._owned != self._target
        self._has_something_to_say.clear()
        return self._epoch != _JOINING  # else the next call that reads will join

    async def send_heartbeat(self) -> None:
        """One attempt to tell the broker how things are here, and to learn what it wants."""
        async with self._one_at_a_time:  # a response has to be known before more is said
            await self._exchange()

    async def _exchange(self) -> None:
        owned, request = self._owned, self._request()
        at_least = _NEEDS_PATTERNS if self._subscription.pattern is not None else 0
        self._reported = None  # until there is a response
        response = cast("ConsumerGroupHeartbeatResponse", await self.coordinator.ask(request, at_least=at_least))
        if response.error_code:
            self.coordinator.check(response.error_code, response.error_message or "heartbeat")
        self.heartbeats.received()
        self._member_id, self._epoch = response.member_id or self._member_id, response.member_epoch
        self._interval = max(response.heartbeat_interval_ms / 1000, _SHORTEST_INTERVAL)
        self._reported = owned
        if response.assignment is not None:
            target = {each.topic_id: list(each.partitions) for each in response.assignment.topic_partitions}
            if target != self._target:
                self._target, self.needs_rebalance = target, True
                self.on_change()

    def _request(self) -> ConsumerGroupHeartbeatRequest:
        """A heartbeat: with all that is known when joining, or after a failure; else with what is new."""
        from kafkawire.messages import ConsumerGroupHeartbeatRequest
        from kafkawire.messages.consumer_group_heartbeat_request import TopicPartitions

        request = ConsumerGroupHeartbeatRequest(
            group_id=self.group_id, member_id=self._member_id, member_epoch=self._epoch
        )
        request.instance_id = self._options.group_instance_id
        if self._reported is None:
            request.rack_id = self._options.client_rack or None
            request.rebalance_timeout_ms = self._options.max_poll_interval_ms
            request.subscribed_topic_names = sorted(self._subscription.topics)
            request.subscribed_topic_regex = self._subscription.pattern
            request.server_assignor = self._options.group_remote_assignor
        if self._owned is not self._reported:  # the broker waits for a word after each change, be it the same again
            request.topic_partitions = [
                TopicPartitions(topic_id=topic, partitions=partitions) for topic, partitions in self._owned.items()
            ]
        return request

    async def _send_leave(self) -> None:
        from kafkawire.messages import ConsumerGroupHeartbeatRequest

        instance = self._options.group_instance_id
        epoch = _LEAVING if instance is None else _AWAY
        request = ConsumerGroupHeartbeatRequest(
            group_id=self.group_id, member_id=self._member_id, member_epoch=epoch, instance_id=instance
        )
        try:
            response = cast("ConsumerGroupHeartbeatResponse", await self.coordinator.ask(request))
            self.coordinator.check(response.error_code, "leaving")
        except (KafkaError, *UNREACHED) as exc:
            log.info("group %s could not be left: %s; the session will time out", self.group_id, exc)

    # --- what comes of it ---------------------------------------------------------------------------------------

    def note(self, error: KafkaError) -> bool:
        """Take in what an error says about the membership; returns whether to join again, and not to raise it."""
        if error.code in _FORGOTTEN:
            self._warnings.warning("group %s: %s; joining again", self.group_id, error)
            self._forget()
        return error.code in _FORGOTTEN

    async def expire(self) -> None:
        """The application stays away: leave, until it is back."""
        await self._send_leave()
        self._forget()

    def _forget(self) -> None:
        """The partitions are somebody else's now."""
        self._epoch, self._target, self._owned, self._reported = _JOINING, {}, {}, None
        self._is_forgotten = self.needs_rebalance = True
        self.ownership_epoch += 1
        self.on_change()

    async def _find(self, target: Target) -> Target:
        """A target without topics that are not to be found: gone, or so new that not all brokers know them."""
        if not target.keys() <= self._cluster.metadata.names.keys():
            await self._cluster.all_topics()
        names = self._cluster.metadata.names
        found = {topic: indexes for topic, indexes in target.items() if topic in names}
        self._cluster.topics.update(names[topic] for topic in found)
        return found
