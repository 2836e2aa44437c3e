"""Partitions that are added while a consumer without a group reads topics: with a group, the group sees to them."""

from __future__ import annotations

import asyncio
import logging

from kafkawire.client.cluster import Cluster
from kafkawire.client.consumer.fetcher import Fetcher
from kafkawire.client.consumer.subscription import Subscription
from kafkawire.client.metadata import TopicPartition
from kafkawire.client.retry import may_pass
from kafkawire.errors import KafkaWireError

__all__ = ["PartitionDiscovery"]

log = logging.getLogger("kafkawire.client.consumer")


class PartitionDiscovery:
    """Looks at the topics of a subscription as often as metadata grow old. What is new is read from its beginning."""

    def __init__(self, cluster: Cluster, subscription: Subscription, fetcher: Fetcher) -> None:
        self._cluster = cluster
        self._subscription = subscription
        self._fetcher = fetcher
        self._known: set[TopicPartition] = set()
        self._task: asyncio.Task[None] | None = None

    def start(self, known: set[TopicPartition]) -> None:
        """Partitions other than the known ones are new."""
        self._known = known
        self._task = asyncio.create_task(self._run(), name="look for new partitions")

    def stop(self) -> list[asyncio.Task[None]]:
        """Look no more; returns what is still to end."""
        task, self._task = self._task, None
        return [task] if task is not None and task.cancel() else []

    async def _run(self) -> None:
        while True:
            await self._cluster.runtime.sleep(self._cluster.options.metadata_max_age_ms / 1000)
            try:
                await self._look()
            except KafkaWireError as exc:
                if not may_pass(exc):
                    self._fetcher.fail(exc)
                    return
                log.info("new partitions could not be looked for: %s", exc)  # the next look may find them

    async def _look(self) -> None:
        names = await self._subscription.matching_topics(self._cluster)
        self._cluster.topics.update(names)
        await self._cluster.refresh()
        topics = self._cluster.metadata.topics
        there = {TopicPartition(name, index) for name in names if name in topics for index in topics[name].partitions}
        new = sorted(there - self._known)
        if new:
            log.info("new partitions: %s", ", ".join(map(str, new)))
            self._known |= there
            self._fetcher.assign([*self._fetcher.states, *new])
            for tp in new:
                self._fetcher.states[tp].seek(0)
            self._fetcher.kick()
