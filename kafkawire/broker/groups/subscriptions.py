"""What the members of a consumer group (KIP-848) read: topics by name or by pattern, and what is known of those."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import NamedTuple, Protocol
from uuid import UUID

from kafkawire.broker.groups.assignors import Assignor, Subscriber
from kafkawire.broker.groups.consumer_member import ConsumerMember, Partitions, TopicIdPartition
from kafkawire.broker.groups.topic_regex import InvalidRegex, TopicRegex
from kafkawire.rate_limited_log import RateLimitedLogger

__all__ = [
    "Catalog",
    "CatalogTopic",
    "Reading",
    "RegexResolver",
    "ResolvedRegex",
    "metadata_hash",
    "named",
    "reading",
    "retarget",
    "topic_ids",
    "topic_partitions_of",
]


_LOG = RateLimitedLogger("kafkawire.broker")


class CatalogTopic(Protocol):
    """What a group has to know of a topic."""

    @property
    def name(self) -> str:
        """What the topic is called."""

    @property
    def topic_id(self) -> UUID:
        """The id, which another topic of that name would not have."""

    @property
    def partitions(self) -> int:
        """How many there are."""


class Catalog(Protocol):
    """All topics that there are."""

    def get(self, name: str) -> CatalogTopic | None:
        """The topic of that name."""

    def by_id(self, topic_id: UUID) -> CatalogTopic | None:
        """The topic of that id."""

    def __iter__(self) -> Iterator[CatalogTopic]: ...


class ResolvedRegex(NamedTuple):
    """The topics that a pattern stands for, and since when."""

    topics: frozenset[str]
    time_ms: int = 0


class Reading(NamedTuple):
    """Topics by name, and patterns for more of them."""

    names: frozenset[str]
    patterns: frozenset[str]


class RegexResolver:
    """Finds the topics of patterns, and remembers them until there are other topics."""

    def __init__(self) -> None:
        self._names: frozenset[str] = frozenset()
        self._found: dict[str, frozenset[str]] = {}

    def resolve(
        self, patterns: Collection[str], known: Mapping[str, ResolvedRegex], topics: Catalog, now_ms: int
    ) -> Mapping[str, ResolvedRegex]:
        """The topics of every pattern in use: those `known`, where nothing has changed."""
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


def reading(members: Iterable[ConsumerMember]) -> Reading:
    """What the members subscribe to."""
    names: set[str] = set()
    patterns: set[str] = set()
    for member in members:
        names.update(member.topic_names)
        if member.topic_regex:
            patterns.add(member.topic_regex)
    return Reading(frozenset(names), frozenset(patterns))


def metadata_hash(names: Iterable[str], regexes: Mapping[str, ResolvedRegex], topics: Catalog) -> int:
    """A number that changes when a topic that is read comes, goes or grows. 0: nothing is read."""
    names = {*names, *(name for found in regexes.values() for name in found.topics)}
    known = [topic for name in sorted(names) if (topic := topics.get(name)) is not None]
    if not known:
        return 0
    facts = "".join(f"{topic.name} {topic.topic_id} {topic.partitions}\n" for topic in known)
    return int.from_bytes(hashlib.blake2b(facts.encode(), digest_size=8).digest(), "big", signed=True)


def named(topic_partitions: Iterable[TopicIdPartition], topics: Catalog) -> list[tuple[str, int]]:
    """Partitions by the names of their topics; those of topics that are gone are left out."""
    return [
        (topic.name, index) for topic_id, index in topic_partitions if (topic := topics.by_id(topic_id)) is not None
    ]


def topic_partitions_of(partitions: Iterable[tuple[str, int]], topics: Catalog) -> Partitions:
    """The opposite of `named`."""
    return frozenset((topic.topic_id, index) for name, index in partitions if (topic := topics.get(name)) is not None)


def topic_ids(member: ConsumerMember, regexes: Mapping[str, ResolvedRegex], topics: Catalog) -> frozenset[UUID]:
    """The topics that a member reads, as far as there are such."""
    found = (topics.get(name) for name in _names(member, regexes))
    return frozenset(topic.topic_id for topic in found if topic is not None)


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
