"""CreatePartitions: v0-3. Replica assignments are taken if they name this broker alone."""

from __future__ import annotations

import logging

from kafkawire.api_key import ApiKey
from kafkawire.broker.dispatch import Context, handles
from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaError
from kafkawire.messages import CreatePartitionsRequest, CreatePartitionsResponse
from kafkawire.messages.create_partitions_request import CreatePartitionsTopic
from kafkawire.messages.create_partitions_response import CreatePartitionsTopicResult

__all__ = ["create_partitions"]

_LOG = logging.getLogger("kafkawire.broker")


@handles(ApiKey.CREATE_PARTITIONS, versions=range(4))
def create_partitions(ctx: Context, request: CreatePartitionsRequest) -> CreatePartitionsResponse:
    """Make each topic wider, or say why not."""
    return CreatePartitionsResponse(results=[_widen(ctx, wanted, request.validate_only) for wanted in request.topics])


def _widen(ctx: Context, wanted: CreatePartitionsTopic, validate_only: bool) -> CreatePartitionsTopicResult:
    result = CreatePartitionsTopicResult(name=wanted.name)
    topic = ctx.topics.get(wanted.name)
    if topic is None:
        result.error_code = ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
        return result
    try:
        node_id = ctx.node.config.node_id
        if any(list(assignment.broker_ids) != [node_id] for assignment in wanted.assignments or ()):
            raise KafkaError(ErrorCode.INVALID_REPLICA_ASSIGNMENT, f"Broker {node_id} is the only one there is.")
        ctx.topics.add_partitions(topic, wanted.count, ctx.time_ms(), validate_only=validate_only)
    except KafkaError as exc:
        result.error_code, result.error_message = exc.code, str(exc)
    except OSError as exc:
        _LOG.error("topic %s cannot be made wider: %s", wanted.name, exc)
        result.error_code = ErrorCode.KAFKA_STORAGE_ERROR
    return result
