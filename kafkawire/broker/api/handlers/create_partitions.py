"""CreatePartitions: v0-3. Replica assignments are taken if they name this broker alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from kafkawire.api_key import ApiKey
from kafkawire.broker.api.dispatch import Context, handles
from kafkawire.broker.api.handlers.create_topics import TOO_MANY, check_replicas, take_steps
from kafkawire.broker.api.mutation_quota import MutationQuota
from kafkawire.broker.api.resources import reason
from kafkawire.broker.metadata.controller import MOST_AT_ONCE
from kafkawire.broker.security.authorizer import Operation
from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaError
from kafkawire.messages import CreatePartitionsRequest, CreatePartitionsResponse
from kafkawire.messages.create_partitions_request import CreatePartitionsTopic
from kafkawire.messages.create_partitions_response import CreatePartitionsTopicResult
from kafkawire.rate_limited_log import RateLimitedLogger

__all__ = ["create_partitions"]

_LOG = RateLimitedLogger("kafkawire.broker")
_KNOWS_QUOTAS = 3


@handles(ApiKey.CREATE_PARTITIONS, versions=range(4))
async def create_partitions(ctx: Context, request: CreatePartitionsRequest) -> CreatePartitionsResponse:
    """Make each topic wider, or say why not."""
    asked = Counter(wanted.name for wanted in request.topics)
    denied = await ctx.denied(Operation.ALTER, asked)
    if sum(_growth(ctx, wanted) for wanted in request.topics if wanted.name not in denied) > MOST_AT_ONCE:
        code, message = ErrorCode.POLICY_VIOLATION, TOO_MANY
        return CreatePartitionsResponse(
            results=[CreatePartitionsTopicResult(name=name, error_code=code, error_message=message) for name in asked]
        )
    steps, count = list[Iterator[None]](), 0
    response, quota = CreatePartitionsResponse(), MutationQuota(ctx, _KNOWS_QUOTAS)
    async for wanted in ctx.paced(request.topics):
        if asked[wanted.name] == 1 and wanted.name in denied:
            code = ErrorCode.TOPIC_AUTHORIZATION_FAILED
            response.results.append(CreatePartitionsTopicResult(name=wanted.name, error_code=code, error_message=None))
        elif asked[wanted.name] == 1:
            growth = _growth(ctx, wanted)
            result, opening = _widen(ctx, wanted, growth, request.validate_only, quota)
            response.results.append(result)
            if opening is not None and not request.validate_only:
                steps.append(opening)
                count += growth
    response.results += [
        CreatePartitionsTopicResult(
            name=name, error_code=ErrorCode.INVALID_REQUEST, error_message="Duplicate topic name."
        )
        for name, times in asked.items()
        if times > 1
    ]
    await take_steps(ctx, steps, count)
    return quota.throttled(response)


def _growth(ctx: Context, wanted: CreatePartitionsTopic) -> int:
    topic = ctx.topics.get(wanted.name)
    return max(wanted.count - topic.partitions, 0) if topic else 0


def _widen(
    ctx: Context, wanted: CreatePartitionsTopic, growth: int, validate_only: bool, quota: MutationQuota
) -> tuple[CreatePartitionsTopicResult, Iterator[None] | None]:
    """The response, and the steps that make the logs."""
    result = CreatePartitionsTopicResult(name=wanted.name, error_message=None)
    topic = ctx.topics.get(wanted.name)
    if topic is None:
        result.error_code = ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
        return result, None
    try:
        _check_assignments(wanted, topic.partitions, ctx.node.config.node_id)
        quota.take(growth)
        now_ms = ctx.time_ms()
        return result, ctx.node.controller.add_partitions(topic, wanted.count, now_ms, validate_only=validate_only)
    except KafkaError as exc:
        result.error_code, result.error_message = exc.code, reason(exc)
    except OSError as exc:
        _LOG.error("topic %s cannot be made wider: %s", wanted.name, exc)
        result.error_code = ErrorCode.KAFKA_STORAGE_ERROR
    return result, None


def _check_assignments(wanted: CreatePartitionsTopic, there: int, node_id: int) -> None:
    if wanted.assignments is None or wanted.count <= there:
        return
    for assignment in wanted.assignments:
        check_replicas(assignment.broker_ids, node_id)
    more, given = wanted.count - there, len(wanted.assignments)
    if more != given:
        raise KafkaError(
            ErrorCode.INVALID_REPLICA_ASSIGNMENT,
            f"Attempted to add {more} additional partition(s), but only {given} assignment(s) were specified.",
        )
