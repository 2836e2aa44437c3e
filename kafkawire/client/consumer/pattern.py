"""Topics by pattern, matched by this client where the broker does not do it."""

from __future__ import annotations

import re

from kafkawire.client.cluster import Cluster
from kafkawire.client.consumer.membership import Subscription
from kafkawire.client.errors import InvalidOption

__all__ = ["check_pattern", "matching_topics"]


def check_pattern(pattern: str) -> None:
    """Raise `InvalidOption` for a pattern that is none."""
    try:
        re.compile(pattern)
    except re.error as exc:
        raise InvalidOption(f"topic_pattern {pattern!r}: {exc}") from None


async def matching_topics(cluster: Cluster, subscription: Subscription) -> tuple[str, ...]:
    """The topics of a subscription: as they are named, or all whose whole name matches. Raises `KafkaError`.

    Kafka's own topics have to be named: ".*" does not mean the one that our commits go to.
    """
    if subscription.pattern is None:
        return subscription.topics
    matches = re.compile(subscription.pattern).fullmatch
    topics = (await cluster.all_topics()).values()
    return tuple(sorted(topic.name for topic in topics if matches(topic.name) and not topic.is_internal))
