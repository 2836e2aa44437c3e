"""What a client does when requests fail in a way that may pass: wait a little, learn who leads now, go on."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from kafkawire.client.cluster import Cluster
from kafkawire.client.retry import may_pass
from kafkawire.errors import KafkaWireError

__all__ = ["Recovery"]

log = logging.getLogger("kafkawire.client")


class Recovery:
    """One pause at a time, growing while nothing succeeds. `on_end` is called with an error that will not pass."""

    def __init__(self, cluster: Cluster, on_end: Callable[[KafkaWireError | None], None]) -> None:
        self._cluster = cluster
        self._on_end = on_end
        self._backoff = cluster.backoff()
        self._task: asyncio.Task[None] | None = None

    @property
    def is_under_way(self) -> bool:
        """Whether it pauses now."""
        return self._task is not None

    def begin(self, problem: str) -> None:
        """Pause because of a problem, unless that is so already."""
        if self._task is None:
            log.info("share fetching pauses: %s", problem)
            self._task = asyncio.create_task(self._pause(), name="share recovery")

    def succeeded(self) -> None:
        """The next pause is a short one again."""
        self._backoff.reset()

    def cancel(self) -> None:
        """Pause no longer."""
        if self._task is not None:
            self._task.cancel()

    async def _pause(self) -> None:
        error = None
        await self._cluster.runtime.sleep(self._backoff.next_delay())
        try:
            await self._cluster.refresh()
        except KafkaWireError as exc:
            log.info("metadata could not be refreshed: %s", exc)
            error = None if may_pass(exc) else exc
        self._task = None
        self._on_end(error)
