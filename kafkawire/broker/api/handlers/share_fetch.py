"""ShareFetch: v1-2 (KIP-932, 1206, 1222). Long poll; sessions; acknowledgements are taken along."""

from __future__ import annotations

import asyncio
from uuid import UUID

from kafkawire.api_key import ApiKey
from kafkawire.broker.api.dispatch import Context, handles
from kafkawire.broker.api.share_reader import Gathered, ShareReader
from kafkawire.broker.api.share_requests import acknowledge, check_who
from kafkawire.broker.node.wakeups import Watch
from kafkawire.broker.quotas.throttling import who_asks
from kafkawire.broker.share.records import StateKey
from kafkawire.broker.share.sessions import FINAL, INITIAL, ShareSession
from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaError
from kafkawire.messages import ShareFetchRequest, ShareFetchResponse
from kafkawire.messages.share_fetch_response import PartitionData, ShareFetchableTopicResponse

__all__ = ["share_fetch"]

_Said = dict[StateKey, tuple[int, str | None]]


@handles(ApiKey.SHARE_FETCH, versions=range(1, 3))
async def share_fetch(ctx: Context, request: ShareFetchRequest) -> ShareFetchResponse:
    """Take in acknowledgements, and give out records; wait for some, but not longer than `max_wait_ms`."""
    try:
        session = _session(ctx, request)
    except KafkaError as exc:
        return ShareFetchResponse(error_code=exc.code)
    said = await _acknowledged(ctx, request, session)
    if request.share_session_epoch == FINAL:
        ctx.node.share.sessions.close(session)
        return _respond(ctx, session, Gathered(), said)
    await _update(ctx, request, session)
    reader = ShareReader(ctx, request, session)
    gathered = Gathered() if request.is_renew_ack else await _gather(ctx, reader)
    has_room = ctx.node.wakeups.has_room(gathered.ends)
    if gathered.is_enough or said or request.max_wait_ms <= 0 or not has_room:
        return _respond(ctx, session, gathered, said)
    return await _wait(ctx, request, session, Watch(ctx.node.wakeups, gathered.ends), reader)


def _session(ctx: Context, request: ShareFetchRequest) -> ShareSession:
    group_id, member_id = check_who(ctx, request.group_id, request.member_id)
    _check(request)
    sessions = ctx.node.share.sessions
    if request.share_session_epoch == INITIAL:
        return sessions.open(group_id, member_id, ctx.session)
    if request.share_session_epoch == FINAL:
        return sessions.get(group_id, member_id)
    session = sessions.step(group_id, member_id, request.share_session_epoch)
    if request.share_acquire_mode not in (0, 1):  # Kafka trips over that after it has counted the request
        raise KafkaError(ErrorCode.UNKNOWN_SERVER_ERROR)
    return session


def _check(request: ShareFetchRequest) -> None:
    acknowledges = any(part.acknowledgement_batches for topic in request.topics for part in topic.partitions)
    wants = request.max_wait_ms or request.min_bytes or request.max_bytes or request.max_records
    if request.share_session_epoch == INITIAL and acknowledges:
        raise KafkaError(ErrorCode.INVALID_REQUEST)
    if request.is_renew_ack and wants:  # it is for acknowledgements alone
        raise KafkaError(ErrorCode.INVALID_REQUEST)


async def _acknowledged(ctx: Context, request: ShareFetchRequest, session: ShareSession) -> _Said:
    said: _Said = {}
    for topic in request.topics:
        async for part in ctx.paced(topic.partitions):
            if part.acknowledgement_batches:
                key = StateKey(session.group_id, topic.topic_id, part.partition_index)
                batches, renews = part.acknowledgement_batches, request.is_renew_ack
                said[key] = acknowledge(ctx, session, key, batches, is_renewal=renews)
    return said


async def _update(ctx: Context, request: ShareFetchRequest, session: ShareSession) -> None:
    for topic in request.topics:
        async for part in ctx.paced(topic.partitions):
            session.partitions[StateKey(session.group_id, topic.topic_id, part.partition_index)] = None
    for forgotten in request.forgotten_topics_data:
        for index in forgotten.partitions:
            session.partitions.pop(StateKey(session.group_id, forgotten.topic_id, index), None)


async def _wait(
    ctx: Context, request: ShareFetchRequest, session: ShareSession, watch: Watch, reader: ShareReader
) -> ShareFetchResponse:
    time = asyncio.get_running_loop().time  # a client waits by its own clock, also for a broker whose clock is moved
    deadline = time() + request.max_wait_ms / 1000
    gathered = Gathered()
    with watch:
        while (left := deadline - time()) > 0:
            await watch.wait(left)
            if not ctx.node.share.sessions.has(session):
                return ShareFetchResponse(error_code=ErrorCode.SHARE_SESSION_NOT_FOUND)
            gathered = await _gather(ctx, reader)
            if gathered.is_enough:
                break
    return _respond(ctx, session, gathered, {})


async def _gather(ctx: Context, reader: ShareReader) -> Gathered:
    """Records for the client, which count for it; none while it is over its quota, as they would be out of reach."""
    is_over = ctx.node.throttling.is_over(*who_asks(ctx.session.principal, ctx.client_id), ctx.now())
    return Gathered() if is_over else await reader.gather()


def _respond(ctx: Context, session: ShareSession, gathered: Gathered, said: _Said) -> ShareFetchResponse:
    sent = ctx.node.traffic.topic_bytes_out
    for key, (code, message) in said.items():
        part = gathered.results.setdefault(key, PartitionData(partition_index=key.partition, records=b""))
        part.acknowledge_error_code, part.acknowledge_error_message = code, message
    topics: dict[UUID, ShareFetchableTopicResponse] = {}
    for key, part in gathered.results.items():
        topics.setdefault(key.topic_id, ShareFetchableTopicResponse(topic_id=key.topic_id)).partitions.append(part)
        topic = ctx.topics.by_id(key.topic_id)
        if topic is not None and part.records:
            sent[topic.name] += len(part.records)
    duration = ctx.node.share.options(session.group_id).lock_duration_ms
    return ShareFetchResponse(acquisition_lock_timeout_ms=duration, responses=list(topics.values()))
