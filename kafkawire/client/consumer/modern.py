"""Membership in a consumer group of KIP-848: the broker assigns, and everything is said in heartbeats.

A heartbeat tells the broker what has changed here, and brings the assignment when that has changed. What is to go is
given up first; the next heartbeat says what is owned now, and only then does the broker hand it to somebody else. So
nobody waits for anybody, and what stays is read on. After a heartbeat that failed the next one says all there is to
say, which the broker takes as a wish to be told the assignment again: it may have been in the answer that was lost.

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
from kafkawire.client.consumer.membership import GiveUp, Subscription, Turn
from kafkawire.client.metadata import GroupMetadata, TopicPartition
from kafkawire.client.options import ConsumerOptions
from kafkawire.client.retry import UNREACHED, is_retriable
from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaError, KafkaWireError
from kafkawire.rate_limited_log import RateLimitedLogger

if TYPE_CHECKING:
    from kafkawire.messages import ConsumerGroupHeartbeatRequest, ConsumerGroupHeartbeatResponse

__all__ = ["ConsumerGroup"]

log = logging.getLogger("kafkawire.client.group")

_JOINING, _LEAVING, _AWAY = 0, -1, -2  # member epochs with a meaning of their own
_NEEDS_PATTERNS = 1
_FORGOTTEN = {ErrorCode.UNKNOWN_MEMBER_ID, ErrorCode.FENCED_MEMBER_EPOCH}
_COMMIT_ATTEMPTS = 3
_SHORTEST_INTERVAL = 0.1  # seconds, whatever a broker may ask for

Target = dict[UUID, list[int]]


class ConsumerGroup:
    """One member. `on_change` is called when `news` or `error` has come up between two calls."""

    def __init__(
        self, cluster: Cluster, options: ConsumerOptions, group_id: str, on_change: Callable[[], None]
    ) -> None:
        self.coordinator = GroupCoordinator(cluster, group_id)
        self.news = True
        self.waiting = False
        self.beaten_at: float | None = None
        self.error: BaseException | None = None
        self.tenure = 0
        self._cluster = cluster
        self._options = options
        self._on_change = on_change
        self._member_id = urlsafe_b64encode(uuid4().bytes).decode().rstrip("=")
        self._epoch = _JOINING
        self._target: Target = {}
        self._owned: Target = {}
        """What was acted upon of the target: it may have topics that are not to be found yet."""
        self._told: Target | None = None
        """What the broker knows to be owned; None if nobody knows what it knows."""
        self._is_forgotten = False
        self._interval = 0.0
        self._polled_at = 0.0
        self._subscription = Subscription()
        self._beats: asyncio.Task[None] | None = None
        self._due = asyncio.Event()
        self._turn = asyncio.Lock()
        self._warnings = RateLimitedLogger(log.name, cluster.runtime.now)

    @property
    def reads_on(self) -> bool:
        """No: there is nobody to wait for, so it does not take long."""
        return False

    def polled(self) -> None:
        """The application is alive."""
        self._polled_at = self._cluster.runtime.now()

    def metadata(self) -> GroupMetadata:
        """As whom this member commits."""
        return GroupMetadata(self._group_id, self._epoch, self._member_id, self._options.group_instance_id)

    async def rebalance(
        self,
        subscription: Subscription,
        owned: Collection[TopicPartition],
        give_up: GiveUp,
        turn: Turn,  # noqa: ARG002 - never long enough to be read on
    ) -> list[TopicPartition]:
        """Join, if that is to be done, and come to what the broker has assigned. Raises `KafkaError`."""
        if self._is_forgotten:
            await give_up(owned, lost=True)
            owned, self._is_forgotten = (), False
        self._subscription = subscription
        self._cluster.topics.update(subscription.topics)
        if self._epoch == _JOINING:
            await self._cluster.retrying(self._beat, f"join group {self._group_id!r}")
            name = f"heartbeats of {self._group_id}"
            self._beats = self._beats or asyncio.create_task(self._keep_beating(), name=name)
        target = self._target
        reached = await self._find(target)
        names = self._cluster.metadata.names
        assigned = [TopicPartition(names[topic], index) for topic, indexes in reached.items() for index in indexes]
        gone = set(owned) - set(assigned)
        if gone:
            await give_up(gone)
        self.news = target is not self._target or self._epoch == _JOINING  # there may be another one by now
        self._owned = reached
        self._due.set()
        log.info("group %s epoch %d: %d partitions", self._group_id, self._epoch, len(assigned))
        return assigned

    async def commit(
        self, offsets: Mapping[TopicPartition, int], epochs: Mapping[TopicPartition, int] | None = None
    ) -> None:
        """Write offsets as a member; an epoch that has grown in the meantime makes it ask again."""
        for attempts_left in reversed(range(_COMMIT_ATTEMPTS)):
            if self._epoch == _JOINING:
                raise KafkaError(ErrorCode.UNKNOWN_MEMBER_ID, f"no member of group {self._group_id!r} at the moment")
            epoch = self._epoch
            try:
                instance = self._options.group_instance_id
                await self.coordinator.commit(offsets, epoch, self._member_id, instance, epochs)
            except KafkaError as exc:
                self._note(exc)
                if exc.code != ErrorCode.STALE_MEMBER_EPOCH or not attempts_left:
                    raise
                if self._epoch == epoch:
                    await self._cluster.retrying(self._beat, "learn the member epoch")
            else:
                return

    def abandon(self) -> None:
        """Stop the heartbeats."""
        if self._beats is not None:
            self._beats.cancel()

    async def leave(self) -> None:
        """Leave the group; a static member only says that it will be back (KIP-345)."""
        beats, self._beats = self._beats, None
        if beats is not None:
            beats.cancel()
            await asyncio.wait([beats])
        if self._epoch != _JOINING:
            await self._say_goodbye()

    # --- heartbeats ---------------------------------------------------------------------------------------------

    async def _keep_beating(self) -> None:
        """Runs from the first join on; ends with the error that ends the membership."""
        try:
            while True:
                is_asked_for = await self._pause()
                if self._epoch != _JOINING:  # else the next call that reads will join
                    await self._beat_or_leave()
                if not is_asked_for:
                    self._look_for_missing()
        except KafkaWireError as exc:
            self.error = exc
            self._on_change()

    async def _pause(self) -> bool:
        """Wait until it is time for a heartbeat; returns whether there is something to tell before that."""
        try:
            async with asyncio.timeout(self._interval):
                await self._due.wait()
        except TimeoutError:
            return False
        self._due.clear()
        return True

    async def _beat_or_leave(self) -> None:
        idle = 0.0 if self.waiting else self._cluster.runtime.now() - self._polled_at
        if idle > self._options.max_poll_interval_ms / 1000:
            log.warning("group %s: no call for max_poll_interval_ms; leaving the group", self._group_id)
            await self._say_goodbye()
            self._forget()
            return
        try:
            await self._beat()
        except KafkaError as exc:
            if not self._note(exc) and not is_retriable(exc):
                raise
        except UNREACHED as exc:
            log.info("group %s: heartbeat failed: %s", self._group_id, exc)  # the next one looks for the coordinator

    async def _beat(self) -> None:
        """One attempt to tell the broker how things are here, and to learn what it wants."""
        async with self._turn:  # an answer has to be known before more is said
            await self._exchange()

    async def _exchange(self) -> None:
        owned, request = self._owned, self._request()
        at_least = _NEEDS_PATTERNS if self._subscription.pattern is not None else 0
        self._told = None  # until there is an answer
        answer = await self.coordinator.ask(request, at_least=at_least)
        response = cast("ConsumerGroupHeartbeatResponse", answer)
        if response.error_code:
            self.coordinator.check(response.error_code, response.error_message or "heartbeat")
        self.beaten_at = self._cluster.runtime.now()
        self._member_id, self._epoch = response.member_id or self._member_id, response.member_epoch
        self._interval = max(response.heartbeat_interval_ms / 1000, _SHORTEST_INTERVAL)
        self._told = owned
        if response.assignment is not None:
            self._aim({each.topic_id: list(each.partitions) for each in response.assignment.topic_partitions})

    def _aim(self, target: Target) -> None:
        if target != self._target:
            self._target, self.news = target, True
            self._on_change()

    def _look_for_missing(self) -> None:
        """Have another look for topics that were not to be found: their metadata may have been late."""
        if self._owned != self._target:
            self.news = True
            self._on_change()

    def _request(self) -> ConsumerGroupHeartbeatRequest:
        """A heartbeat: with all that is known when joining, or after a failure; else with what is new."""
        from kafkawire.messages import ConsumerGroupHeartbeatRequest
        from kafkawire.messages.consumer_group_heartbeat_request import TopicPartitions

        request = ConsumerGroupHeartbeatRequest(
            group_id=self._group_id, member_id=self._member_id, member_epoch=self._epoch
        )
        request.instance_id = self._options.group_instance_id
        if self._told is None:
            request.rack_id = self._options.client_rack or None
            request.rebalance_timeout_ms = self._options.max_poll_interval_ms
            request.subscribed_topic_names = sorted(self._subscription.topics)
            request.subscribed_topic_regex = self._subscription.pattern
            request.server_assignor = self._options.group_remote_assignor
        if self._owned is not self._told:  # the broker waits for a word after each change, be it the same again
            request.topic_partitions = [
                TopicPartitions(topic_id=topic, partitions=partitions) for topic, partitions in self._owned.items()
            ]
        return request

    async def _say_goodbye(self) -> None:
        from kafkawire.messages import ConsumerGroupHeartbeatRequest

        instance = self._options.group_instance_id
        epoch = _LEAVING if instance is None else _AWAY
        request = ConsumerGroupHeartbeatRequest(
            group_id=self._group_id, member_id=self._member_id, member_epoch=epoch, instance_id=instance
        )
        try:
            answer = cast("ConsumerGroupHeartbeatResponse", await self.coordinator.ask(request))
            self.coordinator.check(answer.error_code, "leaving")
        except (KafkaError, *UNREACHED) as exc:
            log.info("group %s could not be left: %s; the session will time out", self._group_id, exc)

    # --- what comes of it ---------------------------------------------------------------------------------------

    def _note(self, error: KafkaError) -> bool:
        """Take in what an error says about the membership; returns whether joining again is the answer."""
        if error.code in _FORGOTTEN:
            self._warnings.warning("group %s: %s; joining again", self._group_id, error)
            self._forget()
        return error.code in _FORGOTTEN

    def _forget(self) -> None:
        """The partitions are somebody else's now."""
        self._epoch, self._target, self._owned, self._told = _JOINING, {}, {}, None
        self._is_forgotten = self.news = True
        self.tenure += 1
        self._on_change()

    async def _find(self, target: Target) -> Target:
        """A target without topics that are not to be found: gone, or so new that brokers are still being told."""
        if not target.keys() <= self._cluster.metadata.names.keys():
            await self._cluster.all_topics()
        names = self._cluster.metadata.names
        found = {topic: indexes for topic, indexes in target.items() if topic in names}
        self._cluster.topics.update(names[topic] for topic in found)
        return found

    @property
    def _group_id(self) -> str:
        return self.coordinator.group_id
