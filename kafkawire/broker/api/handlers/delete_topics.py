"""DeleteTopics: v0-6, by name or id."""

from __future__ import annotations

import uuid
from collections import Counter
from collections.abc import Iterator

from kafkawire.api_key import ApiKey
from kafkawire.broker.api.dispatch import Context, handles
from kafkawire.broker.api.handlers.create_topics import AT_ONCE, take_steps
from kafkawire.broker.api.mutation_quota import MutationQuota
from kafkawire.broker.metadata.topics import Topic
from kafkawire.broker.security.authorizer import Operation, ResourceType
from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaError
from kafkawire.messages import DeleteTopicsRequest, DeleteTopicsResponse
from kafkawire.messages.delete_topics_request import DeleteTopicState
from kafkawire.messages.delete_topics_response import DeletableTopicResult
from kafkawire.rate_limited_log import RateLimitedLogger
from kafkawire.wire import ZERO_UUID

__all__ = ["delete_topics"]

_BOTH = "You may not specify both topic name and topic id."
_NEITHER = "Neither topic name nor id were specified."
_KNOWS_QUOTAS = 5
_DENIED = "Topic authorization failed."
_LOG = RateLimitedLogger("kafkawire.broker")


@handles(ApiKey.DELETE_TOPICS, versions=range(7))
async def delete_topics(ctx: Context, request: DeleteTopicsRequest) -> DeleteTopicsResponse:
    """Remove each topic, its records and the offsets committed in it."""
    states = request.topics or [DeleteTopicState(name=name) for name in request.topic_names]
    quota = MutationQuota(ctx, _KNOWS_QUOTAS)
    asked = list(Counter((state.name, state.topic_id) for state in states).items())
    response, steps = DeleteTopicsResponse(), list[Iterator[None]]()
    count = 0
    async for start in ctx.paced(range(0, len(asked), AT_ONCE)):  # others may delete topics in between
        doomed: dict[uuid.UUID, Topic] = {}
        found = [
            _repeated(name, topic_id)
            if times > 1
            else _find(ctx, DeleteTopicState(name=name, topic_id=topic_id), doomed, quota)
            for (name, topic_id), times in asked[start : start + AT_ONCE]
        ]
        if doomed:
            steps.append(_remove(ctx, list(doomed.values()), found))
        response.responses += found
        count += len(doomed)
    await take_steps(ctx, steps, count)
    return quota.throttled(response)


def _repeated(name: str | None, topic_id: uuid.UUID) -> DeletableTopicResult:
    reason = f"Duplicate topic {'name' if topic_id == ZERO_UUID else 'id'}."
    return DeletableTopicResult(
        name=name, topic_id=topic_id, error_code=ErrorCode.INVALID_REQUEST, error_message=reason
    )


def _find(
    ctx: Context, state: DeleteTopicState, doomed: dict[uuid.UUID, Topic], quota: MutationQuota
) -> DeletableTopicResult:
    by_id = state.topic_id != ZERO_UUID
    result = DeletableTopicResult(name=state.name, topic_id=state.topic_id)
    if by_id == (state.name is not None):
        result.error_code, result.error_message = ErrorCode.INVALID_REQUEST, _BOTH if by_id else _NEITHER
        return result
    topic = ctx.topics.by_id(state.topic_id) if by_id else ctx.topics.get(state.name or "")
    if _is_denied(ctx, topic, state.name):
        if by_id and topic is not None and _may(ctx, Operation.DESCRIBE, topic.name):
            result.name = topic.name
        result.error_code, result.error_message = ErrorCode.TOPIC_AUTHORIZATION_FAILED, _DENIED
        return result
    if topic is None or topic.topic_id in doomed:
        result.error_code = ErrorCode.UNKNOWN_TOPIC_ID if by_id else ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
        result.error_message = f"This server does not host this {'topic ID' if by_id else 'topic-partition'}."
        return result
    result.name, result.topic_id = topic.name, topic.topic_id
    if not ctx.node.config.delete_topic_enable:
        result.error_code = ErrorCode.TOPIC_DELETION_DISABLED
        return result
    try:
        quota.take(topic.partitions)
        doomed[topic.topic_id] = topic
    except KafkaError as exc:
        result.error_code = exc.code
    return result


def _may(ctx: Context, operation: Operation, name: str) -> bool:
    return ctx.allows(Operation.DELETE, ResourceType.CLUSTER) or ctx.allows(operation, ResourceType.TOPIC, name)


def _is_denied(ctx: Context, topic: Topic | None, name: str | None) -> bool:
    """Who may not see a topic and names it gets the same response whether it is there or not; ids are no secret."""
    if name is not None and not _may(ctx, Operation.DESCRIBE, name):
        return True
    return topic is not None and not _may(ctx, Operation.DELETE, topic.name)


def _remove(ctx: Context, topics: list[Topic], results: list[DeletableTopicResult]) -> Iterator[None]:
    """The topics are gone when this returns; the steps left give back the room on the disk."""
    logs = [log for topic in topics for log in topic.logs.values()]
    try:
        steps = ctx.node.controller.delete(topics, ctx.time_ms())
    except OSError as exc:
        _LOG.error("%d topics cannot be deleted: %s", len(topics), exc)
        gone = {topic.topic_id for topic in topics}
        for result in results:
            result.error_code = result.error_code or (
                ErrorCode.KAFKA_STORAGE_ERROR if result.topic_id in gone else ErrorCode.NONE
            )
        return iter(())
    for topic in topics:
        ctx.groups.offsets.forget_topic(topic.name)
        ctx.node.share.forget_topic(topic.name)
    for log in logs:
        ctx.node.wakeups.notify(log)  # who waits for it learns that it is gone
    return steps
