"""Forcing records to disk as `flush.messages` and `flush.ms` ask for it, without holding up anyone else.

An fsync may take long, so it is done in a worker thread; what is appended meanwhile belongs to the next one.
"""

from __future__ import annotations

import asyncio
import logging

from kafkawire.broker.log.partition import PartitionLog

__all__ = ["Flusher", "flush"]

_LOG = logging.getLogger("kafkawire.broker")
_FOREVER = 2**63 - 1


async def flush(log: PartitionLog) -> None:
    """Return when all that was appended before is on disk; `OSError` if it cannot be brought there."""
    taken = log.begin_flush()
    try:
        await asyncio.to_thread(taken.sync)
    except OSError:
        log.flush_failed(taken)
        raise
    log.synced(taken.end_offset, taken.directories)


class Flusher:
    """Sees to it that no record waits longer than its topic's `flush.ms`."""

    def __init__(self) -> None:
        self._timers: dict[PartitionLog, asyncio.TimerHandle] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def grown(self, log: PartitionLog) -> None:
        """Take note that something was appended."""
        delay_ms = log.config.flush_ms
        if delay_ms < _FOREVER and log not in self._timers:
            loop = asyncio.get_running_loop()
            self._timers[log] = loop.call_later(delay_ms / 1000, self._start, log)

    async def close(self) -> None:
        """Forget what is planned, and wait for what is under way."""
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()
        await asyncio.gather(*self._tasks)

    def _start(self, log: PartitionLog) -> None:
        del self._timers[log]
        task = asyncio.get_running_loop().create_task(self._flush(log))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _flush(self, log: PartitionLog) -> None:
        if log.is_closed:
            return
        try:
            await flush(log)
        except OSError as exc:
            _LOG.error("%s cannot be flushed: %s", log.directory, exc)
            if not log.is_closed:
                self.grown(log)
