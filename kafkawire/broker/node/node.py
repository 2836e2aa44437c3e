"""What all handlers of a broker share: its state, without its sockets."""

from __future__ import annotations

import asyncio
import logging
import os
import shutil
from collections import Counter, defaultdict, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from kafkawire.broker.config.broker import BrokerConfig
from kafkawire.broker.config.dynamic import CLUSTER, MIN_INSYNC, DynamicConfig
from kafkawire.broker.groups.coordinator import Groups
from kafkawire.broker.groups.store import GroupStore
from kafkawire.broker.log.cleaner import Cleaner
from kafkawire.broker.log.directory import LogDirectory
from kafkawire.broker.log.files import FileSystem, RealFiles
from kafkawire.broker.log.flushing import Flusher
from kafkawire.broker.log.metadata import MetadataLog
from kafkawire.broker.log.partition import PartitionLog
from kafkawire.broker.log.unflushed import sync_directories
from kafkawire.broker.loop.background import Background, BulkWork
from kafkawire.broker.loop.clock import Clock, NewAlarm, no_alarm
from kafkawire.broker.loop.scheduler import Scheduler, unhurried
from kafkawire.broker.metadata.controller import Controller, ProducerIds
from kafkawire.broker.metadata.image import MetadataImage
from kafkawire.broker.metadata.loading import load
from kafkawire.broker.metadata.reconciler import Reconciler
from kafkawire.broker.metadata.security import SecurityState, kept_secret
from kafkawire.broker.node.fetch_sessions import FetchSessions
from kafkawire.broker.node.wakeups import Wakeups
from kafkawire.broker.quotas.store import Quotas
from kafkawire.broker.quotas.throttling import Throttling
from kafkawire.broker.security.authorizer import Authorizer
from kafkawire.broker.security.standard_authorizer import StandardAuthorizer
from kafkawire.broker.share.coordinator import ShareGroups
from kafkawire.broker.transactions.coordinator import Transactions
from kafkawire.broker.transactions.markers import MarkerWriter
from kafkawire.broker.transactions.store import TransactionStore
from kafkawire.records.vectors import import_numpy

if TYPE_CHECKING:
    from kafkawire.broker.api.dispatch import HandlerTable

__all__ = ["Node", "Traffic"]

_LOG = logging.getLogger("kafkawire.broker")
_WORTH_NUMPY = 100_000  # records in large batches; its import takes 0.1 s and 16 MB


@dataclass(slots=True)
class Traffic:
    """What came and went since the start, counted where it happens, for metrics. All but `connections` only grow."""

    requests: Counter[tuple[int, int]] = field(default_factory=Counter)
    """(API key, version) -> requests that were handed to a handler."""
    bytes_in: int = 0
    bytes_out: int = 0
    connections: int = 0
    """How many are open."""
    topic_bytes_in: Counter[str] = field(default_factory=Counter)
    """Topic -> bytes of batches that were appended."""
    topic_bytes_out: Counter[str] = field(default_factory=Counter)
    """Topic -> bytes of batches that were read."""
    times: defaultdict[int, deque[float]] = field(default_factory=lambda: defaultdict(_last))
    """API key -> seconds from a request's turn to its response, of as many as Kafka keeps for its percentiles."""


class Node:
    """An open log directory and everything that lives in it. `host` and `port` are what clients are told."""

    def __init__(
        self,
        config: BrokerConfig,
        files: FileSystem,
        clock: Clock,
        handlers: HandlerTable,
        authorizer: Authorizer | None = None,
        *,
        alarm: NewAlarm = no_alarm,
        options_changed: Callable[[], object] = lambda: None,
    ) -> None:
        self.dynamic = DynamicConfig(config, options_changed)
        self.clock = clock
        self.handlers = handlers
        self.authorizer = authorizer
        self.scheduler = Scheduler()
        self.traffic = Traffic()
        self.wakeups = Wakeups(self.scheduler.wake)
        self.fetch_sessions = FetchSessions(config.max_incremental_fetch_session_cache_slots)
        self.directory = LogDirectory(files, config.log_dirs, config.node_id, config.cluster_id)
        self.metadata_log = MetadataLog(self.directory)
        self.security = SecurityState(config, kept_secret(files, self.directory.path))
        self.image = MetadataImage(self.dynamic, self.security)
        self.topics = self.image.topics
        self.reconciler = Reconciler(self.image, self.directory, self.metadata_log.log)
        self.controller = Controller(self.image, self.metadata_log, self.reconciler, self.directory)
        self.producer_ids = ProducerIds(self.controller)
        self.flusher = Flusher()
        self.background = Background()
        self.bulk_work = BulkWork()
        self._in_large_batches = 0
        self.cleaner = Cleaner(lambda: self.config, self.directory, self.reconciler.logs, clock)
        store = GroupStore(config, self.controller, clock, self.appended)
        of_group = self.dynamic.of_group
        self.groups = Groups(lambda: self.config, clock, store, self.topics, of_group, alarm, self.wakeups.tell)
        self.share = ShareGroups(
            lambda: self.config, clock, self.controller, self.groups, of_group, self.appended, alarm
        )
        self.markers = MarkerWriter(self.topics, self.groups, clock, self.appended)
        transactions = TransactionStore(config, self.controller, clock, self.appended)
        self.transactions = Transactions(lambda: self.config, clock, transactions, self.producer_ids, self.markers)
        self.throttling = Throttling(self.quotas)
        self.host, self.port = "", 0
        if authorizer is None and config.authorizer_class_name:
            self.authorizer = StandardAuthorizer(config, self.security.acls)

    @property
    def quotas(self) -> Quotas:
        """How much clients may have."""
        return self.security.quotas

    @property
    def config(self) -> BrokerConfig:
        """The options in force at this moment; some can change while the broker runs."""
        return self.dynamic.current

    @property
    def cluster_id(self) -> str:
        """The id of the cluster that this node is all of."""
        return self.directory.cluster_id

    @property
    def log_dir(self) -> str:
        """The log directory, as admin tools are told of it."""
        return os.path.abspath(self.directory.path) if self._is_on_disk else self.directory.path

    def disk_space(self) -> tuple[int, int]:
        """Bytes that the disk has, and those that are free; -1 in memory, where nobody can say."""
        if not self._is_on_disk:
            return -1, -1
        usage = shutil.disk_usage(self.directory.path)
        return usage.total, usage.free

    @property
    def _is_on_disk(self) -> bool:
        return isinstance(self.directory.files, RealFiles)

    def appended(self, log: PartitionLog) -> None:
        """Tell those who wait for a log that something was appended."""
        self.wakeups.notify(log)
        self.flusher.appended(log)

    def took_many(self, records: int) -> None:
        """Note a batch of so many that numpy looks through them sooner. Once it pays, a thread imports numpy."""
        before, self._in_large_batches = self._in_large_batches, self._in_large_batches + records
        if before < _WORTH_NUMPY <= self._in_large_batches:
            asyncio.get_running_loop().run_in_executor(None, import_numpy)

    def load(self) -> None:
        """Open every log, and repair those that an unclean stop left behind."""
        if not self.directory.clean and not self.directory.is_new:
            _LOG.info("the last stop was not a clean one: checking the logs")
        load(self.directory, self.metadata_log, self.controller, self.reconciler, self.clock.time_ms())
        self._write_down_min_insync()
        self.groups.load()
        self.share.load(self.groups.of_share_groups)
        self.transactions.load()

    def forget_old_tokens(self) -> None:
        """Remove the delegation tokens that are good no more."""
        now_ms = self.clock.time_ms()
        self.controller.write([token.removal() for token in self.security.tokens.over(now_ms)], now_ms)

    def _write_down_min_insync(self) -> None:
        """As Apache Kafka does in a new directory since 4.1; from then on the option of the start does not count."""
        options = self.dynamic.options[CLUSTER]
        if MIN_INSYNC not in options:
            value = str(self.config.min_insync_replicas)
            self.controller.alter_broker(CLUSTER, {**options, MIN_INSYNC: value}, self.clock.time_ms())

    def close(self) -> None:
        """Flush and close everything, and leave the mark of a clean stop."""
        self.scheduler.close()
        self.directory.close(self.reconciler.logs())

    def abandon(self) -> None:
        """Let go of everything as it is; for a start that failed."""
        for log in self.reconciler.logs().values():
            log.abandon()
        self.directory.abandon()

    async def checkpoint(self) -> None:
        """Bring sealed segments to disk, off the event loop, and write the checkpoints."""
        logs = self.reconciler.logs()
        for log in logs.values():
            sealed, end = log.sealed_dirty()
            directories = log.unsynced_directories
            for segment in sealed:
                await asyncio.to_thread(segment.sync)
            if sealed:
                await asyncio.to_thread(sync_directories, self.directory.files, directories)
                log.synced(end, directories)
        self.directory.checkpoint(self.reconciler.logs())

    async def enforce_retention(self) -> None:
        """Delete the segments, and forget the producers, that are older or more than they may be."""
        now_ms = self.clock.time_ms()
        async for log in unhurried(self.reconciler.logs().values()):
            if log.is_closed:  # deleted meanwhile
                continue
            log.producers.expire(now_ms - self.config.producer_id_expiration_ms)
            try:
                log.enforce_retention(now_ms)
            except OSError as exc:  # the disk may have room again next time
                _LOG.error("%s: old segments cannot be deleted: %s", log.directory, exc)

    async def empty_trash(self) -> None:
        """Remove what was deleted long enough ago, off the event loop where there is a disk to wait for."""
        trash = self.directory.trash
        for path in trash.due(self.clock.time_ms()):
            try:
                if self._is_on_disk:
                    await asyncio.to_thread(trash.remove, path)
                else:
                    trash.remove(path)
            except OSError as exc:
                _LOG.error("%s cannot be removed: %s; it goes at the next start", path, exc)


def _last() -> deque[float]:
    return deque(maxlen=1028)
