"""Groups of KIP-848: the broker assigns."""

from __future__ import annotations

import time
from typing import Any
from uuid import UUID

from kafkawire.messages import (
    ConsumerGroupDescribeRequest,
    ConsumerGroupHeartbeatRequest,
    DeleteGroupsRequest,
    DescribeGroupsRequest,
    ListGroupsRequest,
)
from kafkawire.messages.consumer_group_heartbeat_request import TopicPartitions
from tests.interop.scenarios.classic_groups import join
from tests.interop.session import Session

FIRST, SECOND = "AAAAAAAAAAAAAAAAAAAAAQ", "AAAAAAAAAAAAAAAAAAAAAg"


def _beat(group: str, member: str, epoch: int, **options: Any) -> ConsumerGroupHeartbeatRequest:
    return ConsumerGroupHeartbeatRequest(group_id=group, member_id=member, member_epoch=epoch, **options)


def _joining(group: str, member: str, **options: Any) -> ConsumerGroupHeartbeatRequest:
    given = {
        "rebalance_timeout_ms": 60_000,
        "subscribed_topic_names": ["assigned-to"],
        "topic_partitions": [],
        **options,
    }
    return _beat(group, member, 0, **given)


def one_consumer(s: Session) -> None:
    """Join, own, beat, leave, in both versions."""
    topic_id = s.create_topic("assigned-to", 2)
    for version in s.versions(ConsumerGroupHeartbeatRequest.API_KEY):
        group = f"consumers-{version}"
        member = FIRST if version else ""
        joined = s.until("join", _joining(group, member), lambda answer: answer.error_code not in (14, 15, 16), version)
        member = joined.member_id
        if not version:
            s.carry(member, f"member of {group}")
        epoch = _assigned(s, group, joined).member_epoch
        mine = [TopicPartitions(topic_id=topic_id, partitions=[0, 1])]
        s.ask("it owns", _beat(group, member, epoch, topic_partitions=mine), version)
        s.ask("beat", _beat(group, member, epoch), version)
        s.ask("of an epoch to come", _beat(group, member, epoch + 9), version)
        s.ask("of a stranger", _beat(group, SECOND, epoch), version)
        s.ask("of a group that is not there", _beat("not-there", member, epoch), version)
        s.ask_all("described", ConsumerGroupDescribeRequest(group_ids=[group, "not-there", ""]))
        s.ask("described in the old way", DescribeGroupsRequest(groups=[group]))
        s.ask("listed", ListGroupsRequest(types_filter=["consumer"]))
        s.ask("a classic member", join(group, rebalance=30_000))
        s.ask("leave", _beat(group, member, -1), version)
        s.ask("leave again", _beat(group, member, -1), version)
        s.ask("described when empty", ConsumerGroupDescribeRequest(group_ids=[group]))


def _assigned(s: Session, group: str, answer: Any) -> Any:
    """The answer that brings the member its partitions: to its joining or to one of its next heartbeats."""
    deadline = time.monotonic() + 8
    while not _has_partitions(answer) and not answer.error_code and time.monotonic() < deadline:
        answer = s.quietly(_beat(group, answer.member_id, answer.member_epoch, topic_partitions=[]))
        time.sleep(0.02)
    return answer


def _has_partitions(answer: Any) -> bool:
    return answer.assignment is not None and bool(answer.assignment.topic_partitions)


def two_consumers(s: Session) -> None:
    """The second takes a share of what the first had."""
    topic_id = s.create_topic("assigned-to", 2)
    first = _assigned(
        s, "sharing", s.until("the first joins", _joining("sharing", FIRST), lambda answer: not answer.error_code)
    )
    s.quietly(
        _beat(
            "sharing",
            FIRST,
            first.member_epoch,
            topic_partitions=[TopicPartitions(topic_id=topic_id, partitions=[0, 1])],
        )
    )
    s.quietly(_joining("sharing", SECOND))
    less = s.until("the first gives one up", _beat("sharing", FIRST, first.member_epoch), _has_partitions)
    keeps = [TopicPartitions(topic_id=topic_id, partitions=list(less.assignment.topic_partitions[0].partitions))]
    s.ask("it has given it up", _beat("sharing", FIRST, less.member_epoch, topic_partitions=keeps))
    s.ask("described", ConsumerGroupDescribeRequest(group_ids=["sharing"]))


def refused_consumers(s: Session) -> None:
    """Requests that make no sense."""
    s.create_topic("assigned-to", 2)
    wrong: dict[str, dict[str, Any]] = {
        "no rebalance timeout": {"rebalance_timeout_ms": -1},
        "no topics": {"subscribed_topic_names": None},
        "empty topics": {"subscribed_topic_names": []},
        "owns on joining": {"topic_partitions": [TopicPartitions(topic_id=UUID(int=5), partitions=[0])]},
        "null owned": {"topic_partitions": None},
        "an unknown assignor": {"server_assignor": "clever"},
        "an empty instance": {"instance_id": ""},
        "an empty rack": {"rack_id": ""},
        "an empty assignor": {"server_assignor": ""},
        "a bad pattern": {"subscribed_topic_names": None, "subscribed_topic_regex": "["},
        "a rebalance timeout of 0": {"rebalance_timeout_ms": 0},
    }
    for what, options in wrong.items():
        s.ask(what, _joining("strict", FIRST, **options))
    s.ask("no group", _joining("", FIRST))
    s.ask("no member", _joining("strict", ""))
    s.ask("epoch -3", _beat("strict", FIRST, -3))
    s.ask("epoch -2 without an instance", _beat("strict", FIRST, -2))
    s.ask("a group that was never made", _beat("never-made", FIRST, 1))
    s.ask("described", ConsumerGroupDescribeRequest(group_ids=["never-made"]))


def static_consumer(s: Session) -> None:
    """An instance that leaves for a while, comes back, and is fenced."""
    s.create_topic("assigned-to", 2)
    s.until("join", _joining("instances", FIRST, instance_id="i"), lambda answer: not answer.error_code)
    s.ask("another with its instance", _joining("instances", SECOND, instance_id="i"))
    s.ask("leave for a while", _beat("instances", FIRST, -2, instance_id="i"))
    s.ask("described meanwhile", ConsumerGroupDescribeRequest(group_ids=["instances"]))
    s.ask("another in its place", _joining("instances", SECOND, instance_id="i"))
    s.ask("the first is fenced", _beat("instances", FIRST, 1, instance_id="i"))
    s.ask("leave for good", _beat("instances", SECOND, -1, instance_id="i"))


def _seen_by_groups(s: Session, *topics: str) -> None:
    """Wait until the coordinator knows of topics; Apache Kafka's hears of them a moment after everybody else."""
    asking = _joining("witness", SECOND, subscribed_topic_names=list(topics))
    s.until("", asking, lambda answer: answer.assignment and len(answer.assignment.topic_partitions) == len(topics))
    s.quietly(_beat("witness", SECOND, -1))
    s.quietly(DeleteGroupsRequest(groups_names=["witness"]))


def pattern(s: Session) -> None:
    """Topics by a pattern."""
    s.create_topic("by-pattern-a")
    s.create_topic("by-pattern-b")
    _seen_by_groups(s, "by-pattern-a", "by-pattern-b")
    options = {"subscribed_topic_names": None, "subscribed_topic_regex": "by-pattern-.*"}
    joined = s.until("join", _joining("patterns", FIRST, **options), lambda answer: not answer.error_code)
    _assigned(s, "patterns", joined)
    s.ask("described", ConsumerGroupDescribeRequest(group_ids=["patterns"]))


SCENARIOS = (one_consumer, two_consumers, refused_consumers, static_consumer, pattern)
