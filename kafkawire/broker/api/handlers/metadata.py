"""Metadata: v0-13. One broker that leads everything."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from kafkawire.api_key import ApiKey
from kafkawire.broker.api.dispatch import Context, handles
from kafkawire.broker.api.handlers.cluster import cluster_operations
from kafkawire.broker.api.handlers.create_topics import AT_ONCE, add_topics, take_steps
from kafkawire.broker.api.mutation_quota import MutationQuota
from kafkawire.broker.log.topic_names import METADATA_TOPIC, topic_name_fault
from kafkawire.broker.metadata.controller import MOST_AT_ONCE
from kafkawire.broker.metadata.topics import INTERNAL, OFFSETS_TOPIC, TRANSACTIONS_TOPIC, NewTopic, Topic
from kafkawire.broker.security.authorizer import Operation, ResourceType
from kafkawire.broker.share.store import STATE_TOPIC
from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaError
from kafkawire.messages import MetadataRequest, MetadataResponse
from kafkawire.messages.metadata_request import MetadataRequestTopic
from kafkawire.messages.metadata_response import (
    MetadataResponseBroker,
    MetadataResponsePartition,
    MetadataResponseTopic,
)
from kafkawire.rate_limited_log import RateLimitedLogger
from kafkawire.wire import ZERO_UUID

__all__ = ["metadata"]

_LOG = RateLimitedLogger("kafkawire.broker")
# Bit n stands for ACL operation n: read, write, create, delete, alter, describe, and describe and alter configs.
_TOPIC_OPERATIONS = sum(1 << n for n in (3, 4, 5, 6, 7, 8, 10, 11))
_BY_ID, _HAS_ERROR = 10, 13
_ALWAYS = 0  # Kafka makes topics in the client's name by a request that knows of quotas
_ID_WITHOUT_USE = range(10, 12)  # these versions have the field, but take nothing else than a name (KAFKA-14314)


@handles(ApiKey.METADATA, versions=range(14))
async def metadata(ctx: Context, request: MetadataRequest) -> MetadataResponse:
    """Tell about the broker and topics; topics asked for by name may be made on the way."""
    fault = _fault(ctx, request)
    if fault:
        return _refused(ctx, request, fault)
    denied: set[str] = set()
    missing = await _to_make(ctx, request, denied) if request.topics else []
    response = await _respond(ctx, request, denied)  # a topic that is made on the way is in the next, as with Kafka
    if missing:
        await _make_and_open(ctx, missing)
    return response


async def _make_and_open(ctx: Context, missing: list[str]) -> None:
    steps = list[Iterator[None]]()
    new = await _make(ctx, missing, steps)
    await take_steps(ctx, steps, sum(topic.partitions for topic in new))


def _fault(ctx: Context, request: MetadataRequest) -> ErrorCode:
    for wanted in request.topics or ():
        if wanted.topic_id != ZERO_UUID and ctx.version in _ID_WITHOUT_USE:
            return ErrorCode.INVALID_REQUEST
        if wanted.name is None and wanted.topic_id == ZERO_UUID:
            return ErrorCode.UNKNOWN_SERVER_ERROR  # as Kafka answers it
    return ErrorCode.NONE


def _refused(ctx: Context, request: MetadataRequest, code: ErrorCode) -> MetadataResponse:
    topics = [
        MetadataResponseTopic(error_code=code, name=wanted.name or "", topic_id=wanted.topic_id)
        for wanted in request.topics or ()
    ]
    response = MetadataResponse(topics=topics)
    if ctx.version >= _HAS_ERROR:
        response.error_code = code
    return response


async def _to_make(ctx: Context, request: MetadataRequest, denied: set[str]) -> list[str]:
    """The topics that are to be made because someone asks for them; `denied` gets those that it may not make."""
    if not (ctx.node.config.auto_create_topics_enable and request.allow_auto_topic_creation):
        return []
    asked = dict.fromkeys(wanted.name for wanted in request.topics or () if wanted.name and not _by_id(ctx, wanted))
    return await _allowed(ctx, [name for name in asked if ctx.topics.get(name) is None], denied)


async def _make(ctx: Context, missing: list[str], steps: list[Iterator[None]]) -> list[NewTopic]:
    """Let topics be; `steps` gets what makes their logs.

    One that cannot be stays unknown, which is all that Kafka says of it too.
    """
    makers = {
        OFFSETS_TOPIC: ctx.groups.topic.ready,
        TRANSACTIONS_TOPIC: ctx.transactions.topic.ready,
        STATE_TOPIC: ctx.node.share.store.topic.ready,
    }
    for name in makers.keys() & missing:
        _make_own(name, makers[name])
    names = [name for name in missing if name not in {*makers, METADATA_TOPIC}]
    if len(names) * ctx.node.config.num_partitions > MOST_AT_ONCE:
        return []
    quota = MutationQuota(ctx, _ALWAYS)
    made: list[NewTopic] = []
    async for start in ctx.paced(range(0, len(names), AT_ONCE)):  # others may make topics in between
        topics = [topic for name in names[start : start + AT_ONCE] if (topic := _plan(ctx, name, quota))]
        made += topics if add_topics(ctx, topics, steps) is None else []
    return made


async def _allowed(ctx: Context, missing: list[str], refused: set[str]) -> list[str]:
    """Those that the client may make; `refused` gets the others, but for those that it may not even ask for."""
    hidden = await ctx.denied(Operation.DESCRIBE, missing)
    names = [name for name in missing if name not in hidden]
    if not names or ctx.allows(Operation.CREATE, ResourceType.CLUSTER):
        return names
    refused |= await ctx.denied(Operation.CREATE, names)
    return [name for name in names if name not in refused]


def _plan(ctx: Context, name: str, quota: MutationQuota) -> NewTopic | None:
    try:
        topic = ctx.node.controller.plan(name, ctx.node.config.num_partitions, {})
        quota.take(topic.partitions)
    except KafkaError as exc:
        _LOG.debug("topic %s is not made for who asks for it: %s", name, exc)
        return None
    return topic


def _make_own(name: str, make: Callable[[], object]) -> None:
    """One of the broker's own topics is made by who keeps its state there, with the options that this needs."""
    try:
        make()
    except OSError as exc:
        _LOG.error("topic %s cannot be made: %s", name, exc)


async def _respond(ctx: Context, request: MetadataRequest, denied: set[str]) -> MetadataResponse:
    node = ctx.node
    response = MetadataResponse(
        brokers=[MetadataResponseBroker(node_id=node.config.node_id, host=ctx.host, port=ctx.port)],
        cluster_id=node.cluster_id,
        controller_id=node.config.node_id,
        topics=await _topics(ctx, request, denied),
    )
    if request.include_topic_authorized_operations:
        async for topic in ctx.paced(response.topics):
            if topic.error_code != ErrorCode.TOPIC_AUTHORIZATION_FAILED:
                topic.topic_authorized_operations = _operations(ctx, topic)
    if request.include_cluster_authorized_operations:
        response.cluster_authorized_operations = cluster_operations(ctx)
    return response


def _operations(ctx: Context, topic: MetadataResponseTopic) -> int:
    return ctx.allowed_operations(_TOPIC_OPERATIONS, ResourceType.TOPIC, topic.name or "")


async def _topics(ctx: Context, request: MetadataRequest, denied: set[str]) -> list[MetadataResponseTopic]:
    wants_all = request.topics is None or (ctx.version == 0 and not request.topics)
    if wants_all:
        hidden = await ctx.denied(Operation.DESCRIBE, (topic.name for topic in ctx.topics))
        return [await _describe(ctx, topic) for topic in ctx.topics if topic.name not in hidden]
    once = {(wanted.name, wanted.topic_id): wanted for wanted in request.topics or ()}
    if any(wanted.topic_id != ZERO_UUID for wanted in once.values()):  # ids and names do not go together
        once = {key: wanted for key, wanted in once.items() if wanted.topic_id != ZERO_UUID}
    return [await _one(ctx, wanted, denied) async for wanted in ctx.paced(once.values())]


def _by_id(ctx: Context, wanted: MetadataRequestTopic) -> bool:
    return wanted.name is None or (ctx.version >= _BY_ID and wanted.topic_id != ZERO_UUID)


async def _one(ctx: Context, wanted: MetadataRequestTopic, denied: set[str]) -> MetadataResponseTopic:
    if wanted.name is None or _by_id(ctx, wanted):
        topic = ctx.topics.by_id(wanted.topic_id)
        if topic is None:
            name = None if ctx.version > 11 else ""
            return MetadataResponseTopic(error_code=ErrorCode.UNKNOWN_TOPIC_ID, name=name, topic_id=wanted.topic_id)
        if not ctx.allows(Operation.DESCRIBE, ResourceType.TOPIC, topic.name):
            return MetadataResponseTopic(
                error_code=ErrorCode.TOPIC_AUTHORIZATION_FAILED, name=None, topic_id=wanted.topic_id
            )
        return await _describe(ctx, topic)
    if not ctx.allows(Operation.DESCRIBE, ResourceType.TOPIC, wanted.name):
        return MetadataResponseTopic(error_code=ErrorCode.TOPIC_AUTHORIZATION_FAILED, name=wanted.name)
    topic = ctx.topics.get(wanted.name)
    if topic is not None:
        return await _describe(ctx, topic)
    fault = ErrorCode.INVALID_TOPIC_EXCEPTION if topic_name_fault(wanted.name) else ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
    error = ErrorCode.TOPIC_AUTHORIZATION_FAILED if wanted.name in denied else fault
    return MetadataResponseTopic(error_code=error, name=wanted.name, is_internal=wanted.name in INTERNAL)


async def _describe(ctx: Context, topic: Topic) -> MetadataResponseTopic:
    partitions = []
    for number in range(topic.partitions):
        if ctx.turn.is_over:
            await ctx.turn.pause()
        partitions.append(_partition(ctx, topic, number))
    return MetadataResponseTopic(
        name=topic.name,
        topic_id=topic.topic_id,
        is_internal=topic.is_internal,
        partitions=partitions,
    )


def _partition(ctx: Context, topic: Topic, number: int) -> MetadataResponsePartition:
    node = [ctx.node.config.node_id]
    log = topic.logs.get(number)
    if log is None:  # its directory could not be made or opened
        return MetadataResponsePartition(
            error_code=ErrorCode.LEADER_NOT_AVAILABLE,
            partition_index=number,
            leader_id=-1,
            replica_nodes=node,
            offline_replicas=node,
        )
    return MetadataResponsePartition(
        partition_index=number,
        leader_id=node[0],
        leader_epoch=log.leader_epoch,
        replica_nodes=node,
        isr_nodes=node,
    )
