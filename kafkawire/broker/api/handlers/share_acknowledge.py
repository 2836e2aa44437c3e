"""ShareAcknowledge: v1-2 (KIP-932, 1222)."""

from __future__ import annotations

from kafkawire.api_key import ApiKey
from kafkawire.broker.api.dispatch import Context, handles
from kafkawire.broker.api.share_requests import acknowledge, check_who
from kafkawire.broker.share.records import StateKey
from kafkawire.broker.share.sessions import FINAL, INITIAL, ShareSession
from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaError
from kafkawire.messages import ShareAcknowledgeRequest, ShareAcknowledgeResponse
from kafkawire.messages.share_acknowledge_response import PartitionData, ShareAcknowledgeTopicResponse

__all__ = ["share_acknowledge"]

_TELLS_TIMEOUT = 2


@handles(ApiKey.SHARE_ACKNOWLEDGE, versions=range(1, 3))
async def share_acknowledge(ctx: Context, request: ShareAcknowledgeRequest) -> ShareAcknowledgeResponse:
    """Take in what became of records; with the last epoch, give back the others and end the session."""
    try:
        session = _session(ctx, request)
    except KafkaError as exc:
        return ShareAcknowledgeResponse(error_code=exc.code)
    response = ShareAcknowledgeResponse(responses=await _topics(ctx, request, session))
    if ctx.version >= _TELLS_TIMEOUT:
        response.acquisition_lock_timeout_ms = ctx.node.share.options(session.group_id).lock_duration_ms
    if request.share_session_epoch == FINAL:
        ctx.node.share.sessions.close(session)
    return response


def _session(ctx: Context, request: ShareAcknowledgeRequest) -> ShareSession:
    group_id, member_id = check_who(ctx, request.group_id, request.member_id)
    sessions = ctx.node.share.sessions
    if request.share_session_epoch == INITIAL:
        raise KafkaError(ErrorCode.INVALID_SHARE_SESSION_EPOCH)
    if request.share_session_epoch == FINAL:
        return sessions.get(group_id, member_id)
    return sessions.step(group_id, member_id, request.share_session_epoch)


async def _topics(
    ctx: Context, request: ShareAcknowledgeRequest, session: ShareSession
) -> list[ShareAcknowledgeTopicResponse]:
    found = []
    for topic in request.topics:
        parts = []
        async for part in ctx.paced(topic.partitions):
            key = StateKey(session.group_id, topic.topic_id, part.partition_index)
            batches, renews = part.acknowledgement_batches, request.is_renew_ack
            code, message = acknowledge(ctx, session, key, batches, is_renewal=renews)
            parts.append(PartitionData(partition_index=part.partition_index, error_code=code, error_message=message))
        found.append(ShareAcknowledgeTopicResponse(topic_id=topic.topic_id, partitions=parts))
    return found
