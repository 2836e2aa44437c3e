"""The heartbeats of a member, in a task of their own, and how long its application may stay away."""

from __future__ import annotations

import asyncio
import logging
from typing import Protocol

from kafkawire.client.cluster import Cluster
from kafkawire.client.options import ConsumerOptions
from kafkawire.client.retry import UNREACHED, is_retriable
from kafkawire.errors import KafkaError, KafkaWireError

__all__ = ["Heartbeats"]

log = logging.getLogger("kafkawire.client.group")


class _SendsHeartbeats(Protocol):
    """What a member does at its heartbeats."""

    group_id: str
    needs_rebalance: bool

    def on_change(self) -> None:
        """Called when `needs_rebalance`, or an error, has come up between two calls of the application."""

    async def until_next_heartbeat(self) -> bool:
        """Wait until it is time; False if there is none to be sent, as this is no member now."""

    async def send_heartbeat(self) -> None:
        """One attempt. Raises what went wrong."""

    def note(self, error: KafkaError) -> bool:
        """Take in what an error says about the membership; returns whether joining again is the answer."""

    async def expire(self) -> None:
        """The application stays away: leave, until it is back."""


class Heartbeats:
    """Sent from `start` to `stop`. An application that is away for `max_poll_interval_ms` is taken to be stuck."""

    def __init__(self, cluster: Cluster, options: ConsumerOptions, member: _SendsHeartbeats) -> None:
        self.waiting = False
        """The application is in a call that waits for records, which is as good as calling again and again."""
        self.received_at: float | None = None
        """When the coordinator last responded to a heartbeat."""
        self.error: BaseException | None = None
        """What has ended the membership for good."""
        self._cluster = cluster
        self._max_idle = options.max_poll_interval_ms / 1000
        self._member = member
        self._polled_at = 0.0
        self._task: asyncio.Task[None] | None = None

    def polled(self) -> None:
        """The application is alive."""
        self._polled_at = self._cluster.runtime.now()

    def received(self) -> None:
        """The coordinator has responded."""
        self.received_at = self._cluster.runtime.now()

    def start(self) -> None:
        """Send them from now on."""
        if self._task is None:
            self._task = asyncio.create_task(self._run(), name=f"heartbeats of {self._member.group_id}")

    async def stop(self) -> None:
        """Send none any more, and wait until that is so."""
        task, self._task = self._task, None
        if task is not None:
            task.cancel()
            await asyncio.wait([task])

    def abandon(self) -> None:
        """Stop at once: the session will time out."""
        if self._task is not None:
            self._task.cancel()

    async def _run(self) -> None:
        """Ends with the error that ends the membership."""
        try:
            while True:
                if await self._member.until_next_heartbeat():
                    await self._send_or_expire()
                if self._member.needs_rebalance:
                    self._member.on_change()
        except KafkaWireError as exc:
            self.error = exc
            self._member.on_change()

    async def _send_or_expire(self) -> None:
        idle = 0.0 if self.waiting else self._cluster.runtime.now() - self._polled_at
        group_id = self._member.group_id
        if idle > self._max_idle:
            log.warning("group %s: no call for max_poll_interval_ms; leaving the group", group_id)
            await self._member.expire()
            return
        try:
            await self._member.send_heartbeat()
        except KafkaError as exc:
            if not self._member.note(exc) and not is_retriable(exc):
                raise
        except UNREACHED as exc:
            log.info("group %s: heartbeat failed: %s", group_id, exc)  # the next one looks for the coordinator
