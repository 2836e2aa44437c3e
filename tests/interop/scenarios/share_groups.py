"""Share groups: members, sessions, records that are locked, acknowledged and given back, and where groups stand."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any
from uuid import UUID

from kafkawire.messages import (
    AlterShareGroupOffsetsRequest,
    ConsumerGroupHeartbeatRequest,
    DeleteGroupsRequest,
    DeleteShareGroupOffsetsRequest,
    DescribeGroupsRequest,
    DescribeShareGroupOffsetsRequest,
    FindCoordinatorRequest,
    IncrementalAlterConfigsRequest,
    ListGroupsRequest,
    OffsetCommitRequest,
    ProduceRequest,
    ShareAcknowledgeRequest,
    ShareFetchRequest,
    ShareGroupDescribeRequest,
    ShareGroupHeartbeatRequest,
)
from kafkawire.messages import share_acknowledge_request as acknowledging
from kafkawire.messages import share_fetch_request as fetching
from kafkawire.messages.alter_share_group_offsets_request import (
    AlterShareGroupOffsetsRequestPartition,
    AlterShareGroupOffsetsRequestTopic,
)
from kafkawire.messages.delete_share_group_offsets_request import DeleteShareGroupOffsetsRequestTopic
from kafkawire.messages.describe_share_group_offsets_request import (
    DescribeShareGroupOffsetsRequestGroup,
    DescribeShareGroupOffsetsRequestTopic,
)
from kafkawire.messages.incremental_alter_configs_request import AlterableConfig, AlterConfigsResource
from kafkawire.messages.offset_commit_request import OffsetCommitRequestPartition, OffsetCommitRequestTopic
from kafkawire.messages.produce_request import PartitionProduceData, TopicProduceData
from kafkawire.records import write_batch
from tests.interop.scenarios.classic_groups import join
from tests.interop.session import Session

FIRST, SECOND = "AAAAAAAAAAAAAAAAAAAAAQ", "AAAAAAAAAAAAAAAAAAAAAg"
GROUP, TOPIC = "sharers", "shared"
_GROUP_CONFIG = 32
Batch = tuple[int, int, list[int]]


def share_heartbeats(s: Session) -> None:
    """Who may speak in a share group."""
    s.create_topic("shared-by-nobody")
    _await_coordinator(s)
    for step, request in {
        "no member id": _beat(member="", topics=["shared-by-nobody"]),
        "no group id": _beat(group="", topics=["shared-by-nobody"]),
        "a blank rack": _beat(topics=["shared-by-nobody"], rack=" "),
        "an epoch that is none": _beat(epoch=-2),
        "no topics": _beat(),
        "an empty list of topics": _beat(topics=[]),
        "a group that is not there": _beat(group="not-there", epoch=1),
        "leaving one that is not there": _beat(group="not-there", epoch=-1),
    }.items():
        s.ask(step, request)
    s.quietly(join("classic-one"))
    for epoch in (1, 0, -1):
        beat = _beat(group="classic-one", epoch=epoch, topics=["shared-by-nobody"])
        s.ask(f"a classic group, in epoch {epoch}", beat)
    for version in s.versions(ShareGroupDescribeRequest.API_KEY):
        s.ask("described", ShareGroupDescribeRequest(group_ids=["not-there", ""]), version)


def share_records(s: Session) -> None:
    """One member and ten records: locked, acknowledged, released, renewed; and what cannot be."""
    topic_id = _begin(s)
    epoch = _first_records(s, topic_id)
    s.ask("of a stranger", _beat(member=SECOND, epoch=3))
    s.ask("described in the old way", DescribeGroupsRequest(groups=[GROUP]))
    s.ask("listed", ListGroupsRequest(types_filter=["share"]))
    s.ask("a classic member", join(GROUP))
    modern = ConsumerGroupHeartbeatRequest(
        group_id=GROUP, member_id=SECOND, member_epoch=0, rebalance_timeout_ms=1000, topic_partitions=[]
    )
    modern.subscribed_topic_names = [TOPIC]
    s.ask("a member of KIP-848", modern)
    part = OffsetCommitRequestPartition(partition_index=0, committed_offset=1)
    s.ask(
        "a commit",
        OffsetCommitRequest(group_id=GROUP, topics=[OffsetCommitRequestTopic(name=TOPIC, partitions=[part])]),
        9,
    )
    for step, batches, renews in _ACKNOWLEDGEMENTS:
        s.ask(step, _acknowledge(topic_id, epoch, *batches, renew=renews))
        epoch += 1
    s.ask("what is available again", _fetch(topic_id, epoch, max_records=2))
    s.ask("no more than that", _fetch(topic_id, epoch + 1, max_records=1, share_acquire_mode=1))
    s.ask("in the first version", _fetch(topic_id, epoch + 2, acks=[(2, 2, [1])]), 1)
    s.ask("acknowledged in the first version", _acknowledge(topic_id, epoch + 3, (3, 3, [1])), 1)
    s.ask("in an epoch that is over", _fetch(topic_id, epoch))
    s.ask("in a mode that is none", _fetch(topic_id, epoch + 4, share_acquire_mode=7))
    s.ask("a renewal that wants records", _fetch(topic_id, epoch + 5, is_renew_ack=True))
    s.ask("nothing acknowledged", _acknowledge(topic_id, epoch + 5))
    s.ask("the end", _acknowledge(topic_id, -1))
    s.ask("the end again", _acknowledge(topic_id, -1))
    _where_it_stands(s, topic_id)


_ACKNOWLEDGEMENTS: Sequence[tuple[str, Sequence[Batch], bool]] = (
    ("accepted", [(0, 1, [1])], False),
    ("accepted again", [(0, 0, [1])], False),
    ("beyond the end", [(100, 101, [1])], False),
    ("of a type that is none", [(2, 2, [9])], False),
    ("of a type below all", [(2, 2, [-1])], False),
    ("of too few types", [(2, 4, [1, 1])], False),
    ("overlapping", [(2, 4, [1]), (3, 5, [1])], False),
    ("the wrong way round", [(4, 2, [1])], False),
    ("renewed without saying so", [(2, 2, [4])], False),
    ("renewed", [(2, 2, [4])], True),
    ("released", [(2, 3, [2])], False),
    ("released and accepted", [(2, 2, [1])], False),
    ("some of each", [(4, 6, [1, 2, 3])], False),
    ("partly not held", [(6, 9, [1])], False),
)


def _begin(s: Session) -> UUID:
    topic_id: UUID = s.create_topic(TOPIC)
    option = AlterableConfig(name="share.auto.offset.reset", config_operation=0, value="earliest")
    resource = AlterConfigsResource(resource_type=_GROUP_CONFIG, resource_name=GROUP, configs=[option])
    s.ask("from the beginning", IncrementalAlterConfigsRequest(resources=[resource]))
    data = write_batch([(n, 1_700_000_000_000, None, b"%d" % n, []) for n in range(10)])
    part = PartitionProduceData(index=0, records=data)
    s.quietly(
        ProduceRequest(
            acks=-1,
            timeout_ms=5_000,
            topic_data=[TopicProduceData(name=TOPIC, topic_id=topic_id, partition_data=[part])],
        )
    )
    _await_coordinator(s)
    answer = s.quietly(_beat(topics=[TOPIC]))
    deadline = time.monotonic() + 20
    while not (answer.assignment and answer.assignment.topic_partitions) and time.monotonic() < deadline:
        time.sleep(0.1)  # until there is a place for the states of records
        answer = s.quietly(_beat(topics=[TOPIC]))
    return topic_id


def _await_coordinator(s: Session) -> None:
    request = FindCoordinatorRequest(coordinator_keys=[GROUP])
    s.until("", request, lambda answer: not answer.coordinators[0].error_code)
    ready = _beat(group="not-there", epoch=1)
    s.until("", ready, lambda answer: answer.error_code not in (14, 15, 16))


def _first_records(s: Session, topic_id: UUID) -> int:
    """Sessions that cannot be, and one that can; returns its next epoch."""
    s.ask("no session", _fetch(topic_id, 5))
    s.ask("no session to end", _fetch(topic_id, -1))
    s.ask("no session to acknowledge in", _acknowledge(topic_id, 1))
    s.ask("no session, but a first acknowledgement", _acknowledge(topic_id, 0))
    s.ask("no group", _fetch(topic_id, 0, group_id=None))
    s.ask("no member", _fetch(topic_id, 0, member_id=""))
    s.ask("a beginning that acknowledges", _fetch(topic_id, 0, acks=[(0, 0, [1])]))
    answer = s.quietly(_fetch(topic_id, 0))
    epoch = 1
    deadline = time.monotonic() + 20
    while not any(p.acquired_records for t in answer.responses for p in t.partitions) and time.monotonic() < deadline:
        answer = s.quietly(_fetch(topic_id, epoch, max_wait_ms=200))
        epoch += 1
    return epoch


def _where_it_stands(s: Session, topic_id: UUID) -> None:
    asked = DescribeShareGroupOffsetsRequestTopic(topic_name=TOPIC, partitions=[0])
    groups = [
        DescribeShareGroupOffsetsRequestGroup(group_id=GROUP, topics=None),
        DescribeShareGroupOffsetsRequestGroup(group_id=GROUP, topics=[asked]),
        DescribeShareGroupOffsetsRequestGroup(group_id="not-there", topics=None),
        DescribeShareGroupOffsetsRequestGroup(group_id="not-there", topics=[asked]),
    ]
    place = AlterShareGroupOffsetsRequestPartition(partition_index=0, start_offset=5)
    set_to_5 = AlterShareGroupOffsetsRequest(
        group_id=GROUP, topics=[AlterShareGroupOffsetsRequestTopic(topic_name=TOPIC, partitions=[place])]
    )
    nowhere = AlterShareGroupOffsetsRequestPartition(partition_index=9, start_offset=5)
    set_nowhere = AlterShareGroupOffsetsRequest(
        group_id=GROUP, topics=[AlterShareGroupOffsetsRequestTopic(topic_name=TOPIC, partitions=[nowhere])]
    )
    forget = DeleteShareGroupOffsetsRequest(
        group_id=GROUP, topics=[DeleteShareGroupOffsetsRequestTopic(topic_name=TOPIC)]
    )
    s.ask("offsets set with members", set_to_5)
    s.ask("offsets forgotten with members", forget)
    s.ask("deleted with members", DeleteGroupsRequest(groups_names=[GROUP]))
    s.ask("left", _beat(epoch=-1))
    s.ask("left again", _beat(epoch=-1))
    s.ask("offsets set", set_to_5)
    s.ask("offsets set nowhere", set_nowhere)
    for version in s.versions(DescribeShareGroupOffsetsRequest.API_KEY):
        s.ask("offsets", DescribeShareGroupOffsetsRequest(groups=groups), version)
    s.ask("offsets forgotten", forget)
    s.ask("offsets forgotten again", forget)
    s.ask("where states are", FindCoordinatorRequest(key_type=2, coordinator_keys=["bad", f"{GROUP}:x:0"]))
    s.ask("deleted", DeleteGroupsRequest(groups_names=[GROUP]))


def _beat(
    *, group: str = GROUP, member: str = FIRST, epoch: int = 0, topics: list[str] | None = None, rack: str | None = None
) -> ShareGroupHeartbeatRequest:
    return ShareGroupHeartbeatRequest(
        group_id=group, member_id=member, member_epoch=epoch, rack_id=rack, subscribed_topic_names=topics
    )


def _fetch(topic_id: UUID, epoch: int, acks: Sequence[Batch] = (), **options: Any) -> ShareFetchRequest:
    told = [
        fetching.AcknowledgementBatch(first_offset=first, last_offset=last, acknowledge_types=kinds)
        for first, last, kinds in acks
    ]
    topic = fetching.FetchTopic(
        topic_id=topic_id, partitions=[fetching.FetchPartition(partition_index=0, acknowledgement_batches=told)]
    )
    given: dict[str, Any] = {"group_id": GROUP, "member_id": FIRST, "max_records": 100, "batch_size": 100}
    return ShareFetchRequest(
        share_session_epoch=epoch,
        min_bytes=1,
        max_bytes=1 << 20,
        topics=[topic] if epoch == 0 or acks else [],
        **{**given, **options},
    )


def _acknowledge(topic_id: UUID, epoch: int, *batches: Batch, renew: bool = False) -> ShareAcknowledgeRequest:
    told = [
        acknowledging.AcknowledgementBatch(first_offset=first, last_offset=last, acknowledge_types=kinds)
        for first, last, kinds in batches
    ]
    topic = acknowledging.AcknowledgeTopic(
        topic_id=topic_id,
        partitions=[acknowledging.AcknowledgePartition(partition_index=0, acknowledgement_batches=told)],
    )
    return ShareAcknowledgeRequest(
        group_id=GROUP,
        member_id=FIRST,
        share_session_epoch=epoch,
        is_renew_ack=renew,
        topics=[topic] if batches else [],
    )


SCENARIOS = (share_heartbeats, share_records)
