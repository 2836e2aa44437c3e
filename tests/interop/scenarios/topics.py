"""CreateTopics, CreatePartitions, DeleteTopics, DescribeTopicPartitions."""

from __future__ import annotations

from uuid import UUID

from kafkawire.messages import (
    CreatePartitionsRequest,
    CreateTopicsRequest,
    DeleteTopicsRequest,
    DescribeTopicPartitionsRequest,
    MetadataRequest,
)
from kafkawire.messages.create_partitions_request import CreatePartitionsAssignment, CreatePartitionsTopic
from kafkawire.messages.delete_topics_request import DeleteTopicState
from kafkawire.messages.describe_topic_partitions_request import Cursor, TopicRequest
from kafkawire.messages.metadata_request import MetadataRequestTopic
from tests.interop.requests import create
from tests.interop.session import Session

BAD_NAMES = ("", ".", "..", "a b", "ä", "a/b", "x" * 250, "a:b")
NOBODY = UUID("01234567-89ab-cdef-0123-456789abcdef")


def create_topics(s: Session) -> None:
    """Good ones in every version, and every way to be refused."""
    for version in s.versions(CreateTopicsRequest.API_KEY):
        name = f"made-{version}"
        answer = s.ask("one topic", create((name, 2, 1), configs={"retention.ms": "1000"}), version)
        s.await_topic(name, 2)
        assert answer is not None
        s.ask("one that exists", create((name, 2, 1)), version)
        if version > 0:
            s.ask("only to validate", create((f"never-{version}", 1, 1), validate_only=True), version)
        s.ask("two at once, one bad", create((f"first-{version}", 1, 1), (f"second-{version}", 0, 1)), version)
    for name in BAD_NAMES:
        s.ask(f"the name {name[:20]!r}", create((name, 1, 1)))
    s.ask("a name that collides with another", create(("under_score", 1, 1), ("under.score", 1, 1)))
    s.ask("a name that exists, and collides", create(("under.score", 1, 1)))
    s.ask("a name with a dot", create(("one.dot", 1, 1)))
    s.ask("a name that collides with one that exists", create(("one_dot", 1, 1)))
    s.ask("a name that collides, to validate", create(("one_dot", 0, 1), validate_only=True))
    for partitions in (0, -1, -2, 100_001):
        s.ask(f"{partitions} partitions", create((f"partitions{partitions}", partitions, 1), validate_only=True))
    for factor in (0, -1, -2, 2, 32767):
        s.ask(f"replication factor {factor}", create((f"factor{factor}", 1, factor), validate_only=True))
    s.ask("the same topic twice", create(("twice", 1, 1), ("twice", 1, 1), ("once", 1, 1), validate_only=True))
    s.ask("no topics", CreateTopicsRequest(topics=[]))
    s.ask("no time", CreateTopicsRequest(topics=create(("hasty", 1, 1)).topics, timeout_ms=0, validate_only=True))


def create_with_assignment(s: Session) -> None:
    """Replica assignments: only broker 1 is there."""
    given: dict[str, dict[int, list[int]]] = {
        "good": {0: [1], 1: [1]},
        "not from 0": {1: [1]},
        "with a hole": {0: [1], 2: [1]},
        "of an unknown broker": {0: [2]},
        "twice the same broker": {0: [1, 1]},
        "of nobody": {0: []},
        "of different lengths": {0: [1], 1: [1, 2]},
    }
    for what, assignment in given.items():
        s.ask(f"assignment {what}", create(("assigned", -1, -1), assignment=assignment, validate_only=True))
    s.ask("assignment and counts", create(("assigned", 2, 1), assignment={0: [1]}, validate_only=True))


def create_with_configs(s: Session) -> None:
    """Options of new topics, right and wrong."""
    given: dict[str, dict[str, str | None]] = {
        "good": {"cleanup.policy": "compact", "segment.bytes": "1048576"},
        "unknown": {"no.such.option": "1"},
        "ill-typed": {"retention.ms": "soon"},
        "too low": {"retention.ms": "-2"},
        "not one of": {"message.timestamp.type": "Never"},
        "null": {"retention.ms": None},
        "lags crossed": {"min.compaction.lag.ms": "10", "max.compaction.lag.ms": "5"},
    }
    for what, configs in given.items():
        s.ask(f"options {what}", create(("configured", 1, 1), configs=configs, validate_only=True))


def create_partitions(s: Session) -> None:
    """Wider, narrower, as wide, and with assignments."""
    s.create_topic("widened", 2)
    for version in s.versions(CreatePartitionsRequest.API_KEY):
        s.ask("wider", _widen("widened", 3 + version), version)
        s.await_topic("widened", 3 + version)
        s.ask("only to validate", _widen("widened", 100, validate_only=True), version)
    for count in (6, 5, 0, -1, 100_000):
        s.ask(f"{count} partitions", _widen("widened", count, validate_only=True))
    s.ask("a topic that is not there", _widen("not-there", 3))
    s.ask("a bad name", _widen("a b", 3))
    s.ask(
        "the same topic twice",
        CreatePartitionsRequest(
            topics=[*_widen("widened", 9).topics, *_widen("widened", 10).topics], timeout_ms=5000, validate_only=True
        ),
    )
    given: dict[str, list[list[int]]] = {
        "good": [[1]],
        "too many": [[1], [1]],
        "unknown": [[2]],
        "none": [],
        "empty": [[]],
    }
    for what, places in given.items():
        s.ask(f"assignment {what}", _widen("widened", 7, places, validate_only=True))


def delete_topics(s: Session) -> None:
    """By name, by id, and what is not there."""
    for version in s.versions(DeleteTopicsRequest.API_KEY):
        name = f"doomed-{version}"
        s.create_topic(name)
        s.ask("by name", _by_name(version, name), version)
        s.until("it is gone", _about(name), lambda found: found.topics[0].error_code == 3)
        s.ask("by name again", _by_name(version, name), version)
        s.ask("several that are not there", _by_name(version, "nowhere", "a b", ""), version)
    if s.newest(DeleteTopicsRequest.API_KEY) < 6:
        return
    topic_id = s.create_topic("doomed-by-id")
    s.ask(
        "both name and id",
        DeleteTopicsRequest(topics=[DeleteTopicState(name="doomed-by-id", topic_id=topic_id)], timeout_ms=5000),
    )
    s.ask("neither", DeleteTopicsRequest(topics=[DeleteTopicState(name=None)], timeout_ms=5000))
    s.create_topic("doomed-twice")
    s.ask("twice by name", _by_name(6, "doomed-twice", "doomed-twice"))
    s.ask("by id", DeleteTopicsRequest(topics=[DeleteTopicState(name=None, topic_id=topic_id)], timeout_ms=5000))
    s.ask("by id again", DeleteTopicsRequest(topics=[DeleteTopicState(name=None, topic_id=topic_id)], timeout_ms=5000))
    s.ask(
        "by an id that never was",
        DeleteTopicsRequest(topics=[DeleteTopicState(name=None, topic_id=NOBODY)], timeout_ms=5000),
    )


def describe_topic_partitions(s: Session) -> None:
    """Page by page."""
    for name, count in (("page-a", 2), ("page-b", 3), ("page-c", 1)):
        s.create_topic(name, count)
    names = [TopicRequest(name=name) for name in ("page-c", "page-a", "page-b")]
    ask = DescribeTopicPartitionsRequest
    s.ask_all("three topics", ask(topics=names, response_partition_limit=2000))
    for limit in (1, 2, 3, 5, 0, -1):
        s.ask(f"at most {limit}", ask(topics=names, response_partition_limit=limit))
    for topic, partition in (("page-a", 1), ("page-b", 0), ("page-b", 2), ("page-b", 9), ("page-a", -1), ("page-z", 0)):
        s.ask(
            f"from {topic} {partition} on",
            ask(topics=names, response_partition_limit=2, cursor=Cursor(topic_name=topic, partition_index=partition)),
        )
    s.ask(
        "a topic that is not there",
        ask(topics=[TopicRequest(name="not-there"), TopicRequest(name="page-a")], response_partition_limit=10),
    )
    s.ask("bad names", ask(topics=[TopicRequest(name=name) for name in BAD_NAMES], response_partition_limit=10))
    s.ask(
        "a topic twice",
        ask(topics=[TopicRequest(name="page-a"), TopicRequest(name="page-a")], response_partition_limit=10),
    )
    s.ask(
        "a cursor at a topic that is not there",
        ask(
            topics=[TopicRequest(name="page-a")],
            response_partition_limit=10,
            cursor=Cursor(topic_name="not-there", partition_index=0),
        ),
    )


def _widen(
    name: str, count: int, places: list[list[int]] | None = None, validate_only: bool = False
) -> CreatePartitionsRequest:
    assignments = None if places is None else [CreatePartitionsAssignment(broker_ids=nodes) for nodes in places]
    return CreatePartitionsRequest(
        topics=[CreatePartitionsTopic(name=name, count=count, assignments=assignments)],
        timeout_ms=5000,
        validate_only=validate_only,
    )


def _by_name(version: int, *names: str) -> DeleteTopicsRequest:
    if version < 6:
        return DeleteTopicsRequest(topic_names=list(names), timeout_ms=5000)
    return DeleteTopicsRequest(topics=[DeleteTopicState(name=name) for name in names], timeout_ms=5000)


def _about(name: str) -> MetadataRequest:
    return MetadataRequest(topics=[MetadataRequestTopic(name=name)], allow_auto_topic_creation=False)


SCENARIOS = (
    create_topics,
    create_with_assignment,
    create_with_configs,
    create_partitions,
    delete_topics,
    describe_topic_partitions,
)
OLD = (create_topics, delete_topics)
