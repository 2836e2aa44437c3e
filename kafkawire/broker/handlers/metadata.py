"""Metadata: v0-13. One broker that leads everything; every operation is authorized."""

from __future__ import annotations

import logging

from kafkawire.api_key import ApiKey
from kafkawire.broker.dispatch import Context, handles
from kafkawire.broker.topics import OFFSETS_TOPIC, Topic
from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaError
from kafkawire.messages import MetadataRequest, MetadataResponse
from kafkawire.messages.metadata_request import MetadataRequestTopic
from kafkawire.messages.metadata_response import (
    MetadataResponseBroker,
    MetadataResponsePartition,
    MetadataResponseTopic,
)
from kafkawire.wire import ZERO_UUID

__all__ = ["metadata"]

_LOG = logging.getLogger("kafkawire.broker")
# Bit n stands for ACL operation n: read, write, create, delete, alter, describe, and describe and alter configs.
_TOPIC_OPERATIONS = sum(1 << n for n in (3, 4, 5, 6, 7, 8, 10, 11))
_CLUSTER_OPERATIONS = sum(1 << n for n in (5, 7, 8, 9, 10, 11, 12))
_BY_ID = 10


@handles(ApiKey.METADATA, versions=range(14))
def metadata(ctx: Context, request: MetadataRequest) -> MetadataResponse:
    """Tell about the broker and topics; topics asked for by name may be made on the way."""
    node = ctx.node
    response = MetadataResponse(
        brokers=[MetadataResponseBroker(node.config.node_id, node.host, node.port)],
        cluster_id=node.cluster_id,
        controller_id=node.config.node_id,
        topics=_topics(ctx, request),
    )
    if request.include_topic_authorized_operations:
        for topic in response.topics:
            topic.topic_authorized_operations = _TOPIC_OPERATIONS
    if request.include_cluster_authorized_operations:
        response.cluster_authorized_operations = _CLUSTER_OPERATIONS
    return response


def _topics(ctx: Context, request: MetadataRequest) -> list[MetadataResponseTopic]:
    wants_all = request.topics is None or (ctx.version == 0 and not request.topics)
    if wants_all:
        return [_describe(ctx, topic) for topic in ctx.topics]
    may_create = ctx.node.config.auto_create_topics_enable and request.allow_auto_topic_creation
    return [_one(ctx, wanted, may_create) for wanted in request.topics or ()]


def _one(ctx: Context, wanted: MetadataRequestTopic, may_create: bool) -> MetadataResponseTopic:
    if wanted.name is None or (ctx.version >= _BY_ID and wanted.topic_id != ZERO_UUID):
        topic = ctx.topics.by_id(wanted.topic_id)
        if topic is None:
            name = None if ctx.version > 11 else ""
            return MetadataResponseTopic(ErrorCode.UNKNOWN_TOPIC_ID, name, wanted.topic_id)
        return _describe(ctx, topic)
    topic = ctx.topics.get(wanted.name)
    if topic is not None:
        return _describe(ctx, topic)
    if not may_create:
        return MetadataResponseTopic(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, wanted.name)
    return _create(ctx, wanted.name)


def _create(ctx: Context, name: str) -> MetadataResponseTopic:
    try:
        if name == OFFSETS_TOPIC:
            ctx.groups.ready()
            topic = ctx.topics.get(name)
        else:
            topic = ctx.topics.create(name, ctx.node.config.num_partitions, {}, ctx.time_ms())
    except KafkaError as exc:
        return MetadataResponseTopic(exc.code, name)
    except OSError as exc:
        _LOG.error("topic %s cannot be made: %s", name, exc)
        return MetadataResponseTopic(ErrorCode.KAFKA_STORAGE_ERROR, name)
    return _describe(ctx, topic) if topic else MetadataResponseTopic(ErrorCode.LEADER_NOT_AVAILABLE, name)


def _describe(ctx: Context, topic: Topic) -> MetadataResponseTopic:
    return MetadataResponseTopic(
        name=topic.name,
        topic_id=topic.topic_id,
        is_internal=topic.is_internal,
        partitions=[_partition(ctx, topic, number) for number in range(topic.partitions)],
    )


def _partition(ctx: Context, topic: Topic, number: int) -> MetadataResponsePartition:
    node = [ctx.node.config.node_id]
    log = topic.logs.get(number)
    if log is None:  # its directory could not be made or opened
        return MetadataResponsePartition(
            ErrorCode.LEADER_NOT_AVAILABLE, number, -1, replica_nodes=node, offline_replicas=node
        )
    return MetadataResponsePartition(
        partition_index=number,
        leader_id=node[0],
        leader_epoch=log.leader_epoch,
        replica_nodes=node,
        isr_nodes=node,
    )
