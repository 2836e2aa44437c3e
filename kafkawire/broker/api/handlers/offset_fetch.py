"""OffsetFetch: v0-10. Several groups from v8, topic ids from v10, stable offsets on request from v7.

Version 0 reads where version 1 does, not in ZooKeeper.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from kafkawire.api_key import ApiKey
from kafkawire.broker.api.dispatch import Context, handles
from kafkawire.broker.groups.records import Committed
from kafkawire.broker.security.authorizer import Operation, ResourceType
from kafkawire.error_code import ErrorCode
from kafkawire.messages import OffsetFetchRequest, OffsetFetchResponse
from kafkawire.messages.offset_fetch_request import OffsetFetchRequestGroup
from kafkawire.messages.offset_fetch_response import (
    OffsetFetchResponseGroup,
    OffsetFetchResponsePartition,
    OffsetFetchResponsePartitions,
    OffsetFetchResponseTopic,
    OffsetFetchResponseTopics,
)

__all__ = ["offset_fetch"]

_TOP_LEVEL_ERROR = 2
_BATCHED = 8
_BY_ID = 10
_NOTHING = Committed(-1, -1, "", -1)


class _Found(NamedTuple):
    partition: int
    committed: Committed
    error: int = 0


@handles(ApiKey.OFFSET_FETCH, versions=range(11))
async def offset_fetch(ctx: Context, request: OffsetFetchRequest) -> OffsetFetchResponse:
    """Tell how far groups have read; a partition without a committed offset is answered with -1."""
    if ctx.version >= _BATCHED:
        is_stable = request.require_stable
        groups = [await _group(ctx, group, is_stable=is_stable) async for group in ctx.paced(request.groups)]
        return OffsetFetchResponse(groups=groups)
    wanted = request.topics
    if not ctx.allows(Operation.DESCRIBE, ResourceType.GROUP, request.group_id):
        error = ErrorCode.GROUP_AUTHORIZATION_FAILED
        if ctx.version >= _TOP_LEVEL_ERROR:
            return OffsetFetchResponse(error_code=error)
        return _flat((topic.name, _refused(topic.partition_indexes, error)) for topic in wanted or ())
    if wanted is None:
        return _flat(await _everything(ctx, request.group_id, is_stable=request.require_stable))
    group_id, is_stable = request.group_id, request.require_stable
    return _flat(
        [
            (topic.name, await _lookup(ctx, group_id, topic.name, topic.partition_indexes, is_stable=is_stable))
            async for topic in ctx.paced(wanted)
        ]
    )


def _flat(topics: Iterable[tuple[str, list[_Found]]]) -> OffsetFetchResponse:
    return OffsetFetchResponse(
        topics=[
            OffsetFetchResponseTopic(
                name=name,
                partitions=[
                    OffsetFetchResponsePartition(
                        partition_index=n,
                        committed_offset=at.offset,
                        committed_leader_epoch=at.leader_epoch,
                        metadata=at.metadata,
                        error_code=error,
                    )
                    for n, at, error in found
                ],
            )
            for name, found in topics
        ]
    )


async def _group(ctx: Context, wanted: OffsetFetchRequestGroup, *, is_stable: bool) -> OffsetFetchResponseGroup:
    result = OffsetFetchResponseGroup(group_id=wanted.group_id)
    if not ctx.allows(Operation.DESCRIBE, ResourceType.GROUP, wanted.group_id):
        result.error_code = ErrorCode.GROUP_AUTHORIZATION_FAILED
        return result
    modern = ctx.groups.consumer_groups.get(wanted.group_id)
    if modern is not None and (error := modern.check_fetch(wanted.member_id, wanted.member_epoch)):
        result.error_code = error
        return result
    if wanted.topics is None:
        everything = await _everything(ctx, wanted.group_id, is_stable=is_stable)
        result.topics = [_topic(ctx, name, found) for name, found in everything]
        return result
    async for topic in ctx.paced(wanted.topics):
        if ctx.version < _BY_ID:
            found = await _lookup(ctx, wanted.group_id, topic.name, topic.partition_indexes, is_stable=is_stable)
            result.topics.append(_topic(ctx, topic.name, found))
        elif (known := ctx.topics.by_id(topic.topic_id)) is not None:
            found = await _lookup(ctx, wanted.group_id, known.name, topic.partition_indexes, is_stable=is_stable)
            result.topics.append(_topic(ctx, known.name, found))
        else:
            found = _refused(topic.partition_indexes, ErrorCode.UNKNOWN_TOPIC_ID)
            result.topics.append(OffsetFetchResponseTopics(topic_id=topic.topic_id, partitions=_partitions(found)))
    return result


async def _everything(ctx: Context, group_id: str, *, is_stable: bool) -> list[tuple[str, list[_Found]]]:
    topics: dict[str, list[_Found]] = {}
    async for (topic, partition), committed in ctx.paced(list(ctx.groups.offsets(group_id).items())):
        is_unstable = is_stable and ctx.groups.is_unstable(group_id, (topic, partition))
        topics.setdefault(topic, []).append(_unstable(partition) if is_unstable else _Found(partition, committed))
    return [(name, found) for name, found in topics.items() if _may_see(ctx, name)]


async def _lookup(
    ctx: Context, group_id: str, topic: str, partitions: Iterable[int], *, is_stable: bool
) -> list[_Found]:
    if not _may_see(ctx, topic):
        return _refused(partitions, ErrorCode.TOPIC_AUTHORIZATION_FAILED)
    offsets = ctx.groups.offsets(group_id)
    return [
        _unstable(n)
        if is_stable and ctx.groups.is_unstable(group_id, (topic, n))
        else _Found(n, offsets.get((topic, n), _NOTHING))
        async for n in ctx.paced(partitions)
    ]


def _unstable(partition: int) -> _Found:
    """What an open transaction may change, for who wants to hear of nothing that may change (KIP-447)."""
    return _Found(partition, _NOTHING, ErrorCode.UNSTABLE_OFFSET_COMMIT)


def _may_see(ctx: Context, topic: str) -> bool:
    return ctx.allows(Operation.DESCRIBE, ResourceType.TOPIC, topic)


def _refused(partitions: Iterable[int], error: ErrorCode) -> list[_Found]:
    return [_Found(n, _NOTHING, error) for n in partitions]


def _topic(ctx: Context, name: str, found: list[_Found]) -> OffsetFetchResponseTopics:
    result = OffsetFetchResponseTopics(name=name, partitions=_partitions(found))
    topic = ctx.topics.get(name)
    if topic is not None:
        result.topic_id = topic.topic_id
    return result


def _partitions(found: list[_Found]) -> list[OffsetFetchResponsePartitions]:
    return [
        OffsetFetchResponsePartitions(
            partition_index=n,
            committed_offset=at.offset,
            committed_leader_epoch=at.leader_epoch,
            metadata=at.metadata,
            error_code=error,
        )
        for n, at, error in found
    ]
