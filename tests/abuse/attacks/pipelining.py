"""Many small requests sent in one go, by a client that leaves, or does not read (`python -m tests.abuse --list`)."""

from __future__ import annotations

from kafkawire.messages import (
    ApiVersionsRequest,
    DescribeConfigsRequest,
    ListGroupsRequest,
    MetadataRequest,
    OffsetCommitRequest,
)
from kafkawire.messages.describe_configs_request import DescribeConfigsResource
from kafkawire.messages.offset_commit_request import OffsetCommitRequestPartition, OffsetCommitRequestTopic
from tests.abuse.attacks.registry import Collection
from tests.abuse.sending import Attacking, Exchange
from tests.abuse.stage import HONEST, Stage, fill, frame

ALL = Collection()
_SIZE = 250_000
_EVERYTHING = frame(MetadataRequest(topics=None), 12)
_BROKER = 4


@ALL.attack()
def metadata_and_left(stage: Stage) -> Attacking:
    """10,000 requests for all topics (250 KB) on one connection, which is closed at once."""
    return Exchange(stage.plain, [fill(_EVERYTHING, _SIZE)], leaves=True)


@ALL.attack()
def metadata_on_three_connections(stage: Stage) -> Attacking:
    """250 KB of requests for all topics on each of three connections, closed at once."""
    return Exchange(stage.plain, [fill(_EVERYTHING, _SIZE)] * 3, leaves=True)


@ALL.attack()
def metadata_on_twenty_connections(stage: Stage) -> Attacking:
    """50 KB of requests for all topics on each of twenty connections, all answers read."""
    payload = fill(_EVERYTHING, _SIZE // 5)
    return Exchange(stage.plain, [payload] * 20, answers=len(payload) // len(_EVERYTHING))


@ALL.attack()
def metadata_unread(stage: Stage) -> Attacking:
    """250 KB of requests for all topics on each of ten connections, no answer read for three seconds."""
    return Exchange(stage.plain, [fill(_EVERYTHING, _SIZE)] * 10, reads=False, seconds=3)


@ALL.attack(litters=True)
def metadata_of_3000_topics(stage: Stage) -> Attacking:
    """With 3,000 topics: 25 KB of requests for all of them on one connection, closed at once."""
    stage.create(*(f"many-{n}" for n in range(3000)))
    return Exchange(stage.plain, [fill(_EVERYTHING, _SIZE // 10)], leaves=True)


@ALL.attack(more=True)
def api_versions_pipelined(stage: Stage) -> Attacking:
    """250 KB of ApiVersions on each of three connections, all answers read."""
    one = frame(ApiVersionsRequest(client_software_name="abuse", client_software_version="1"), 3)
    payload = fill(one, _SIZE)
    return Exchange(stage.plain, [payload] * 3, answers=len(payload) // len(one))


@ALL.attack()
def describe_configs_pipelined(stage: Stage) -> Attacking:
    """100 KB of requests for all of the broker's options with their documentation, closed at once."""
    resource = DescribeConfigsResource(resource_type=_BROKER, resource_name="1", configuration_keys=None)
    request = DescribeConfigsRequest(resources=[resource], include_synonyms=True, include_documentation=True)
    return Exchange(stage.plain, [fill(frame(request, 4), 100_000)], leaves=True)


@ALL.attack()
def list_groups_pipelined(stage: Stage) -> Attacking:
    """With 2,000 groups: 50 KB of ListGroups on each of three connections, all answers read."""
    stage.await_coordinator("any")
    stage.create(HONEST)
    groups = [f"group-{n}" for n in range(2000)]
    Exchange(stage.plain, [b"".join(map(_commit, groups[n::20])) for n in range(20)], answers=100, seconds=60)()
    one = frame(ListGroupsRequest(), 5)
    payload = fill(one, 50_000)
    return Exchange(stage.plain, [payload] * 3, answers=len(payload) // len(one))


def _commit(group: str) -> bytes:
    topic = OffsetCommitRequestTopic(
        name=HONEST, partitions=[OffsetCommitRequestPartition(partition_index=0, committed_offset=1)]
    )
    return frame(OffsetCommitRequest(group_id=group, topics=[topic]), 8)
