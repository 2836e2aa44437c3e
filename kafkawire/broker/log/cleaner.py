"""Compaction in the background: the dirtiest log first, in as many worker threads as `log.cleaner.threads` says.

What is decided and what changes the log happens on the event loop, between two steps of work; the work itself (reading
keys, writing segments anew) is done in a thread, within `log.cleaner.io.max.bytes.per.second`, so appends and reads go
on. How far each log is clean stands in `cleaner-offset-checkpoint`. A log that cannot be cleaned, because it is damaged
say, is named once and left alone until the next start.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable, Mapping
from functools import partial
from typing import TypeVar

from kafkawire.broker.config.broker import BrokerConfig
from kafkawire.broker.log.cleaning import Round, Transactions
from kafkawire.broker.log.compaction import Dirt, group_segments, inspect, learn, rewrite
from kafkawire.broker.log.directory import LogDirectory
from kafkawire.broker.log.partition import PartitionLog
from kafkawire.broker.loop.clock import Clock
from kafkawire.errors import KafkaWireError

__all__ = ["Cleaner", "Throttle"]

T = TypeVar("T")
_LOG = logging.getLogger("kafkawire.broker.cleaner")
Key = tuple[str, int]


class _Stopped(Exception):
    """Raised in the worker thread: the work was called off."""


class Throttle:
    """Keeps to a rate in bytes a second. Time is an argument; what comes out is for how many seconds to wait."""

    def __init__(self, rate: float, now: float) -> None:
        self._rate = rate
        self._free_at = now

    def wait_after(self, size: int, now: float) -> float:
        """The seconds to wait now that `size` bytes more have been moved."""
        self._free_at = max(self._free_at, now) + size / self._rate
        return max(self._free_at - now, 0.0)


class Cleaner:
    """Compacts the logs of one directory. `logs` gives those that are open now, `config` what is set now."""

    def __init__(
        self,
        config: Callable[[], BrokerConfig],
        directory: LogDirectory,
        logs: Callable[[], Mapping[Key, PartitionLog]],
        clock: Clock,
    ) -> None:
        self._config = config
        self._directory = directory
        self._logs = logs
        self._clock = clock
        self._stop = threading.Event()
        self._given_up: set[PartitionLog] = set()
        self._busy: set[PartitionLog] = set()

    async def clean_all(self) -> None:
        """Clean what is dirty enough, one log after the other. Each thread's worth of work is a call of this."""
        while await self.clean_dirtiest():
            pass

    async def clean_dirtiest(self) -> bool:
        """One round over the log that needs it most; False if none does, or if it could not be done."""
        found = self._dirtiest(self._clock.time_ms())
        if found is None:
            return False
        key, log, dirt = found
        self._busy.add(log)
        try:
            with log.holding_segments():
                cleaned_up_to = await self._clean(log, dirt)
        except _Stopped:
            return False
        except (KafkaWireError, OSError) as exc:
            self._give_up(log, exc)
            return False
        finally:
            self._busy.discard(log)
        self._directory.cleaned(key, cleaned_up_to, self._logs())
        return True

    def _dirtiest(self, now_ms: int) -> tuple[Key, PartitionLog, Dirt] | None:
        found = []
        for key, log in self._logs().items():
            if log.config.is_compacted and log not in self._given_up and log not in self._busy:
                dirt = inspect(log, self._directory.cleaned_up_to(key), now_ms)
                if dirt.dirty_bytes and (dirt.is_overdue or dirt.ratio > log.config.min_cleanable_dirty_ratio):
                    found.append((dirt.ratio, key, log, dirt))
        return max(found, key=lambda one: one[0])[1:] if found else None

    async def _clean(self, log: PartitionLog, dirt: Dirt) -> int:
        config, now_ms, progress = self._config(), self._clock.time_ms(), self._progress(log)
        segments = log.segments[:]
        aborted = [transaction for segment in segments for transaction in segment.aborted.read()]
        size = config.log_cleaner_dedupe_buffer_size // config.log_cleaner_threads
        load_factor = config.log_cleaner_io_buffer_load_factor
        latest = await self._in_thread(partial(learn, segments, dirt, aborted, size, load_factor, progress))
        end = latest.latest_offset + 1
        if end <= dirt.start:
            raise KafkaWireError(f"nothing could be learned from offset {dirt.start} on")
        first = segments[0].base_offset
        task = Round(
            latest,
            end,
            now_ms,
            log.config.delete_retention_ms,
            log.producers.last_batches(),
            Transactions(transaction for transaction in aborted if transaction.last_offset >= first),
        )
        await self._rewrite(log, task, dirt, progress)
        return end

    async def _rewrite(self, log: PartitionLog, task: Round, dirt: Dirt, progress: Callable[[int], None]) -> None:
        before = log.size
        oldest_kept = _newest_clean(log, dirt) - task.delete_retention_ms
        files, interval = self._directory.files, log.config.index_interval_bytes
        for group in group_segments(log.segments, task.end_offset, log.config.segment_bytes):
            task.keeps_old_tombstones = max(s.largest_timestamp() for s in group) > oldest_kept
            await self._in_thread(partial(rewrite, files, log.directory, group, task, interval, progress))
            if log.is_closed:
                raise _Stopped
            log.replace(group)
        _LOG.info(
            "%s: cleaned up to offset %d, %d keys, %d of %d bytes left",
            log.directory,
            task.end_offset,
            len(task.latest),
            log.size,
            before,
        )

    def _progress(self, log: PartitionLog) -> Callable[[int], None]:
        config = self._config()
        throttle = Throttle(config.log_cleaner_io_max_bytes_per_second / config.log_cleaner_threads, self._clock.now())

        def moved(size: int) -> None:
            if self._stop.wait(throttle.wait_after(size, self._clock.now())) or log.is_closed:
                raise _Stopped

        return moved

    async def _in_thread(self, work: Callable[[], T]) -> T:
        future = asyncio.get_running_loop().run_in_executor(None, work)
        try:
            return await asyncio.shield(future)
        except asyncio.CancelledError:
            self._stop.set()  # the files must not be closed under the thread, so it is waited for
            await asyncio.wait([future])
            if not future.cancelled():
                future.exception()
            raise

    def _give_up(self, log: PartitionLog, cause: Exception) -> None:
        if log.is_closed:
            return  # the topic was deleted meanwhile
        if isinstance(cause, OSError):
            _LOG.error("%s cannot be cleaned now: %s", log.directory, cause)
        else:
            self._given_up.add(log)
            _LOG.error("%s cannot be cleaned: %s", log.directory, cause)


def _newest_clean(log: PartitionLog, dirt: Dirt) -> int:
    """The largest timestamp in what was cleaned before; a tombstone of that age has been seen long enough."""
    clean = [segment for segment in log.segments if segment.base_offset < dirt.start]
    return clean[-1].largest_timestamp() if clean else 0
