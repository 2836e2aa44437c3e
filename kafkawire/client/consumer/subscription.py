"""Which topics a consumer reads: by name, or by a pattern that this client matches where the broker does not."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from kafkawire.client.cluster import Cluster
from kafkawire.client.errors import InvalidOption
from kafkawire.client.fitting import check

__all__ = ["Subscription", "make_subscription"]


class Subscription(NamedTuple):
    """What a member wants to read: topics by name, or all whose names match a pattern (RE2's syntax)."""

    topics: tuple[str, ...] = ()
    pattern: str | None = None

    def __bool__(self) -> bool:
        return bool(self.topics) or self.pattern is not None

    async def matching_topics(self, cluster: Cluster) -> tuple[str, ...]:
        """The topics as they are named, or all whose whole name matches. Raises `KafkaError`.

        Kafka's own topics have to be named: ".*" does not mean the one that our commits go to.
        """
        if self.pattern is None:
            return self.topics
        matches = re.compile(self.pattern).fullmatch
        topics = (await cluster.all_topics()).values()
        return tuple(sorted(topic.name for topic in topics if matches(topic.name) and not topic.is_internal))


def make_subscription(topics: Iterable[str], pattern: str | None) -> Subscription:
    """What an application asks for. Raises `InvalidOption` for a pattern that is none, and for both at once."""
    names = tuple(check("topics", topics, Iterable[str]))
    check("topic_pattern", pattern, str | None)
    if pattern is not None:
        if names:
            raise InvalidOption("give topics or topic_pattern, not both")
        try:
            re.compile(pattern)
        except re.error as exc:
            raise InvalidOption(f"topic_pattern {pattern!r}: {exc}") from None
    return Subscription(names, pattern)
