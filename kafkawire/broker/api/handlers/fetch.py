"""Fetch: v0-18. Long poll, sessions, read_committed; topic ids from v13; converted down for v0-3. No replicas."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from uuid import UUID

from kafkawire.api_key import ApiKey
from kafkawire.broker.api.dispatch import Context, handles
from kafkawire.broker.api.fetch_reader import READ_COMMITTED, FetchReader, Gathered
from kafkawire.broker.node.fetch_sessions import Round
from kafkawire.broker.node.wakeups import Watch
from kafkawire.broker.quotas.throttling import Held, who_asks
from kafkawire.error_code import ErrorCode
from kafkawire.messages import FetchRequest, FetchResponse
from kafkawire.messages.fetch_response import FetchableTopicResponse, NodeEndpoint, PartitionData

__all__ = ["fetch"]

_BY_ID = 13


@handles(ApiKey.FETCH, versions=range(19))
async def fetch(ctx: Context, request: FetchRequest) -> FetchResponse:
    """Read each partition from an offset on; wait for `min_bytes`, but not longer than `max_wait_ms`."""
    turn = await ctx.node.fetch_sessions.begin(request, ctx.version, ctx.now(), _names(ctx), ctx.turn)
    reader = FetchReader(ctx, request, turn.wanted)
    gathered = await reader.gather()
    if gathered.ends and not 0 <= request.isolation_level <= READ_COMMITTED:
        return _refuse(ctx, request)
    if not reader.is_enough(gathered) and request.max_wait_ms > 0 and ctx.node.wakeups.has_room(gathered.ends):
        watch = Watch(ctx.node.wakeups, gathered.ends)
        gathered = await _wait(reader, watch, request.max_wait_ms / 1000)
    if reader.converts:
        await reader.convert(gathered)
    return await _respond(ctx, reader, turn, gathered)


async def _wait(reader: FetchReader, watch: Watch, seconds: float) -> Gathered:
    time = asyncio.get_running_loop().time  # a client waits by its own clock, also for a broker whose clock is moved
    deadline = time() + seconds
    with watch:
        while (left := deadline - time()) > 0:
            await watch.wait(left)
            gathered = await reader.gather()
            if reader.is_enough(gathered) or len(gathered.ends) < len(watch.logs):  # one was deleted
                return gathered
        return await reader.gather()


async def _respond(ctx: Context, reader: FetchReader, turn: Round, gathered: Gathered) -> FetchResponse:
    held = _held(ctx, gathered.size) if ctx.node.throttling.is_needed and not reader.is_follower else None
    if held is not None and not held.gives:
        return replace(turn.empty(), throttle_time_ms=held.delay_ms)
    sent = ctx.node.traffic.topic_bytes_out
    for wanted, data in gathered.results:
        if data.records and wanted.topic is not None:
            sent[wanted.topic] += len(data.records)
    response = await turn.respond(gathered.results, ctx.now(), ctx.turn)
    response.throttle_time_ms = held.delay_ms if held else 0
    if gathered.is_urgent and not reader.is_follower:
        _tell_leaders(ctx, response, gathered)
    return response


def _held(ctx: Context, size: int) -> Held | None:
    return ctx.node.throttling.fetched(*who_asks(ctx.session.principal, ctx.client_id), size, ctx.now())


def _tell_leaders(ctx: Context, response: FetchResponse, gathered: Gathered) -> None:
    """Whoever hears who the leader is hears as well where it is: KIP-951."""
    if any(data.current_leader is not None for _, data in gathered.results):
        response.node_endpoints = [NodeEndpoint(node_id=ctx.node.config.node_id, host=ctx.host, port=ctx.port)]


def _refuse(ctx: Context, request: FetchRequest) -> FetchResponse:
    """Old clients look for an error in each partition, new ones above them."""
    error = ErrorCode.UNKNOWN_SERVER_ERROR
    response = FetchResponse(error_code=error, session_id=request.session_id)
    for topic in request.topics if ctx.version < _BY_ID else ():
        parts = [
            PartitionData(partition_index=part.partition, error_code=error, high_watermark=-1, records=b"")
            for part in topic.partitions
        ]
        response.responses.append(FetchableTopicResponse(topic=topic.topic, partitions=parts))
    return response


def _names(ctx: Context) -> Callable[[UUID], str | None]:
    def name_of(topic_id: UUID) -> str | None:
        topic = ctx.topics.by_id(topic_id)
        return topic.name if topic else None

    return name_of
