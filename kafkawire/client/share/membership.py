"""Membership in a share group: the broker says in heartbeats which partitions to read; several members may read one.

Nothing has to be given up before somebody else may read it, so partitions come and go at once, and all of it happens in
one task. A member that the broker has forgotten joins again under the id it has; one whose application does not come
back within `max_poll_interval_ms` leaves until it does.
"""

from __future__ import annotations

import asyncio
import logging
from base64 import urlsafe_b64encode
from collections.abc import Callable
from typing import cast
from uuid import UUID, uuid4

from kafkawire.client.cluster import Cluster
from kafkawire.client.coordinator import Coordinator
from kafkawire.client.errors import TimedOut
from kafkawire.client.metadata import CoordinatorKind
from kafkawire.client.retry import UNREACHED, may_pass
from kafkawire.client.share.options import ShareOptions
from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaError, KafkaWireError
from kafkawire.messages import ShareGroupHeartbeatRequest, ShareGroupHeartbeatResponse
from kafkawire.rate_limited_log import RateLimitedLogger

__all__ = ["ShareGroup"]

log = logging.getLogger("kafkawire.client")

_JOINING, _LEAVING = 0, -1
_STABLE = 1  # version 0 was an experiment of Kafka 4.0
_FORGOTTEN = {ErrorCode.UNKNOWN_MEMBER_ID, ErrorCode.FENCED_MEMBER_EPOCH}
_SHORTEST_INTERVAL = 0.1  # seconds, whatever a broker may ask for


class ShareGroup:
    """One member. `on_change` is called when `assignment` or `error` is new."""

    def __init__(
        self,
        cluster: Cluster,
        options: ShareOptions,
        group_id: str,
        topics: tuple[str, ...],
        on_change: Callable[[], None],
    ) -> None:
        self.member_id = urlsafe_b64encode(uuid4().bytes).decode().rstrip("=")
        self.assignment: dict[UUID, list[int]] = {}
        self.error: BaseException | None = None
        """What has ended the membership for good."""
        self.waiting = False
        """The application is in a call that waits for records."""
        self._coordinator = Coordinator(cluster, group_id, CoordinatorKind.GROUP)
        self._cluster = cluster
        self._options = options
        self._topics = sorted(set(topics))
        self._on_change = on_change
        self._epoch = _JOINING
        self._was_member = False
        self._interval = 0.0
        self._polled_at = 0.0
        self._back = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._warnings = RateLimitedLogger(log.name, cluster.runtime.now)

    def start(self) -> None:
        """Join, and send heartbeats from now on."""
        self.polled()
        self._task = asyncio.create_task(self._send_heartbeats(), name=f"heartbeats of {self._group_id}")
        self._task.add_done_callback(self._look_at_end)

    def polled(self) -> None:
        """The application is alive."""
        self._polled_at = self._cluster.runtime.now()
        self._back.set()

    async def leave(self) -> None:
        """Leave the group. A broker that cannot be told will notice when the session times out."""
        task, self._task = self._task, None
        if task is not None:
            task.cancel()
            await asyncio.wait([task])
        if self._epoch != _JOINING:
            await self._say_goodbye()

    async def _send_heartbeats(self) -> None:
        while True:
            await self._join_or_beat()
            await asyncio.sleep(self._interval)

    def _look_at_end(self, task: asyncio.Task[None]) -> None:
        """Whatever ended it, a fault of our own as well, has to reach the application: it would wait for ever."""
        if not task.cancelled():
            self.error = task.exception()
            self._on_change()

    async def _join_or_beat(self) -> None:
        if self._is_idle():
            log.warning("share group %s: no call for max_poll_interval_ms; leaving the group", self._group_id)
            self._back.clear()
            await self._say_goodbye()
            self._forget()
            await self._back.wait()
        if self._epoch == _JOINING:
            await self._join()
            return
        try:
            await self._beat()
        except KafkaWireError as exc:
            self._survive(exc)

    async def _join(self) -> None:
        """Where it takes too long the application is told, unless this member has been one before."""
        try:
            await self._cluster.retrying(self._beat, f"join share group {self._group_id!r}")
        except KafkaWireError as exc:
            if not (self._was_member and (may_pass(exc) or isinstance(exc, TimedOut))):
                raise
            self._warnings.warning("share group %s: not joined again yet: %s", self._group_id, exc)

    def _is_idle(self) -> bool:
        idle = 0.0 if self.waiting else self._cluster.runtime.now() - self._polled_at
        return idle > self._options.max_poll_interval_ms / 1000

    def _survive(self, error: KafkaWireError) -> None:
        """Go on after a heartbeat that failed, or raise its error."""
        if isinstance(error, KafkaError) and error.code in _FORGOTTEN:
            self._warnings.warning("share group %s: %s; joining again", self._group_id, error)
            self._forget()
            self._interval = 0.0
        elif may_pass(error):
            log.info("share group %s: heartbeat failed: %s", self._group_id, error)
        else:
            raise error

    def _forget(self) -> None:
        self._epoch = _JOINING
        self._assign({})

    async def _beat(self) -> None:
        request = ShareGroupHeartbeatRequest(
            group_id=self._group_id, member_id=self.member_id, member_epoch=self._epoch
        )
        if self._epoch == _JOINING:
            request.rack_id = self._options.client_rack or None
            request.subscribed_topic_names = self._topics
        response = cast("ShareGroupHeartbeatResponse", await self._coordinator.ask(request, at_least=_STABLE))
        if response.error_code:
            self._coordinator.check(response.error_code, response.error_message or "heartbeat")
        self._epoch, self._was_member = response.member_epoch, True
        self._interval = max(response.heartbeat_interval_ms / 1000, _SHORTEST_INTERVAL)
        if response.assignment is not None:
            self._assign({each.topic_id: list(each.partitions) for each in response.assignment.topic_partitions})

    def _assign(self, assignment: dict[UUID, list[int]]) -> None:
        if assignment != self.assignment:
            log.info("share group %s epoch %d: %s", self._group_id, self._epoch, assignment)
            self.assignment = assignment
            self._on_change()

    async def _say_goodbye(self) -> None:
        request = ShareGroupHeartbeatRequest(group_id=self._group_id, member_id=self.member_id, member_epoch=_LEAVING)
        try:
            response = cast("ShareGroupHeartbeatResponse", await self._coordinator.ask(request, at_least=_STABLE))
            self._coordinator.check(response.error_code, "leaving")
        except (KafkaError, *UNREACHED) as exc:
            log.info("share group %s could not be left: %s; the session will time out", self._group_id, exc)

    @property
    def _group_id(self) -> str:
        return self._coordinator.key
