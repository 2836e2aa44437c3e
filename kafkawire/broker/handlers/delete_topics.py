"""DeleteTopics: v0-6, by name or id."""

from __future__ import annotations

import logging

from kafkawire.api_key import ApiKey
from kafkawire.broker.dispatch import Context, handles
from kafkawire.error_code import ErrorCode
from kafkawire.messages import DeleteTopicsRequest, DeleteTopicsResponse
from kafkawire.messages.delete_topics_request import DeleteTopicState
from kafkawire.messages.delete_topics_response import DeletableTopicResult
from kafkawire.wire import ZERO_UUID

__all__ = ["delete_topics"]

_LOG = logging.getLogger("kafkawire.broker")


@handles(ApiKey.DELETE_TOPICS, versions=range(7))
def delete_topics(ctx: Context, request: DeleteTopicsRequest) -> DeleteTopicsResponse:
    """Remove each topic, its records and the offsets committed in it."""
    states = request.topics or [DeleteTopicState(name=name) for name in request.topic_names]
    return DeleteTopicsResponse(responses=[_delete(ctx, state) for state in states])


def _delete(ctx: Context, state: DeleteTopicState) -> DeletableTopicResult:
    by_id = state.topic_id != ZERO_UUID
    result = DeletableTopicResult(name=state.name, topic_id=state.topic_id)
    if by_id == (state.name is not None):
        result.error_code, result.error_message = ErrorCode.INVALID_REQUEST, "Give a name or an id, not both."
        return result
    topic = ctx.topics.by_id(state.topic_id) if by_id else ctx.topics.get(state.name or "")
    if topic is None:
        result.error_code = ErrorCode.UNKNOWN_TOPIC_ID if by_id else ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
        return result
    result.name, result.topic_id = topic.name, topic.topic_id
    if not ctx.node.config.delete_topic_enable:
        result.error_code = ErrorCode.TOPIC_DELETION_DISABLED
        return result
    try:
        logs = list(topic.logs.values())
        ctx.topics.delete(topic, ctx.time_ms())
        ctx.groups.forget_topic(topic.name)
    except OSError as exc:
        _LOG.error("topic %s cannot be deleted: %s", topic.name, exc)
        result.error_code = ErrorCode.KAFKA_STORAGE_ERROR
    else:
        for log in logs:
            ctx.node.wakeups.notify(log)  # who waits for it learns that it is gone
    return result
