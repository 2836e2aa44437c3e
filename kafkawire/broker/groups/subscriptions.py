"""What the members of a consumer group (KIP-848) read: topics by name or by pattern, and what is known of those."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple, Protocol
from uuid import UUID

from kafkawire.broker.groups.assignors import Assignor, Subscriber
from kafkawire.broker.groups.consumer_member import ConsumerMember, Partitions
from kafkawire.broker.groups.topic_regex import InvalidRegex, TopicRegex

__all__ = ["Catalog", "CatalogTopic", "RegexResolver", "ResolvedRegex", "metadata_hash", "retarget"]


_LOG = logging.getLogger("kafkawire.broker")


class CatalogTopic(Protocol):
    """What a group has to know of a topic."""

    @property
    def name(self) -> str:
        """Its name."""

    @property
    def topic_id(self) -> UUID:
        """Its id."""

    @property
    def partitions(self) -> int:
        """How many there are."""


class Catalog(Protocol):
    """All topics that there are."""

    def get(self, name: str) -> CatalogTopic | None:
        """The topic of that name."""

    def __iter__(self) -> Iterator[CatalogTopic]: ...


class ResolvedRegex(NamedTuple):
    """The topics that a pattern stands for, and since when."""

    topics: frozenset[str]
    time_ms: int = 0


class RegexResolver:
    """Finds the topics of patterns, and remembers them until there are other topics."""

    def __init__(self) -> None:
        self._names: frozenset[str] = frozenset()
        self._found: dict[str, frozenset[str]] = {}

    def resolve(
        self, members: Iterable[ConsumerMember], known: Mapping[str, ResolvedRegex], topics: Catalog, now_ms: int
    ) -> Mapping[str, ResolvedRegex]:
        """The topics of every pattern in use: those `known`, where nothing has changed."""
        patterns = {member.topic_regex for member in members if member.topic_regex}
        if not patterns and not known:
            return known
        self._look_at(topics)
        found = {pattern: ResolvedRegex(self._topics_of(pattern), now_ms) for pattern in sorted(patterns)}
        return {
            pattern: known[pattern] if pattern in known and known[pattern].topics == new.topics else new
            for pattern, new in found.items()
        }

    def _look_at(self, topics: Catalog) -> None:
        names = frozenset(topic.name for topic in topics)
        if names != self._names:
            self._names, self._found = names, {}

    def _topics_of(self, pattern: str) -> frozenset[str]:
        if pattern not in self._found:
            self._found[pattern] = self._matching(pattern)
        return self._found[pattern]

    def _matching(self, pattern: str) -> frozenset[str]:
        try:
            return frozenset(filter(TopicRegex(pattern).matches, self._names))
        except InvalidRegex as exc:  # refused before it gets here, unless a real broker let it in and wrote it down
            _LOG.warning("a group subscribes to %r, which stands for no topic here: %s", pattern, exc)
            return frozenset()


def metadata_hash(members: Iterable[ConsumerMember], regexes: Mapping[str, ResolvedRegex], topics: Catalog) -> int:
    """A number that changes when a topic that is read comes, goes or grows. 0: nothing is read."""
    names = {name for member in members for name in _names(member, regexes)}
    known = [topic for name in sorted(names) if (topic := topics.get(name)) is not None]
    if not known:
        return 0
    facts = "".join(f"{topic.name} {topic.topic_id} {topic.partitions}\n" for topic in known)
    return int.from_bytes(hashlib.blake2b(facts.encode(), digest_size=8).digest(), "big", signed=True)


def retarget(
    members: Mapping[str, ConsumerMember],
    target: Mapping[str, Partitions],
    regexes: Mapping[str, ResolvedRegex],
    topics: Catalog,
    assign: Assignor,
) -> dict[str, Partitions]:
    """A new target assignment for the members, by what they read."""
    counts: dict[UUID, int] = {}
    subscribers: dict[str, Subscriber] = {}
    for member_id, member in members.items():
        known = [topic for name in sorted(_names(member, regexes)) if (topic := topics.get(name)) is not None]
        counts.update((topic.topic_id, topic.partitions) for topic in known)
        ids = frozenset(topic.topic_id for topic in known)
        subscribers[member_id] = Subscriber(member.instance_id, ids, target.get(member_id, frozenset()))
    return assign(subscribers, counts)


def _names(member: ConsumerMember, regexes: Mapping[str, ResolvedRegex]) -> set[str]:
    by_pattern = regexes.get(member.topic_regex)
    return {*member.topic_names, *(by_pattern.topics if by_pattern else ())}
