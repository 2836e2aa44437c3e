"""InitProducerId: v0-5, for idempotent producers. Transactional ids are refused: there are no transactions."""

from __future__ import annotations

import logging

from kafkawire.api_key import ApiKey
from kafkawire.broker.authorizer import Operation, ResourceType
from kafkawire.broker.dispatch import Context, handles
from kafkawire.error_code import ErrorCode
from kafkawire.messages import InitProducerIdRequest, InitProducerIdResponse

__all__ = ["init_producer_id"]

_LOG = logging.getLogger("kafkawire.broker")
_ANY_TOPIC = "hardcode"  # the name that Kafka asks for to see whether somebody may write to whatever there is


@handles(ApiKey.INIT_PRODUCER_ID, versions=range(6))
def init_producer_id(ctx: Context, request: InitProducerIdRequest) -> InitProducerIdResponse:
    """Give the producer an id of its own; without a transactional id every call gives a new one, with epoch 0."""
    denied = _denied(ctx, request.transactional_id)
    if denied is not ErrorCode.NONE:
        return InitProducerIdResponse(error_code=denied, producer_epoch=-1)
    if request.transactional_id is not None:
        return InitProducerIdResponse(error_code=ErrorCode.INVALID_REQUEST, producer_epoch=-1)
    if (request.producer_id < 0) != (request.producer_epoch < 0):
        return InitProducerIdResponse(error_code=ErrorCode.INVALID_REQUEST, producer_epoch=-1)
    try:
        return InitProducerIdResponse(producer_id=ctx.topics.producer_ids.new(ctx.time_ms()), producer_epoch=0)
    except OSError as exc:
        _LOG.error("producer ids cannot be given out: %s", exc)
        return InitProducerIdResponse(error_code=ErrorCode.COORDINATOR_NOT_AVAILABLE, producer_epoch=-1)


def _denied(ctx: Context, transactional_id: str | None) -> ErrorCode:
    if transactional_id is not None:
        may_write = ctx.allows(Operation.WRITE, ResourceType.TRANSACTIONAL_ID, transactional_id)
        return ErrorCode.NONE if may_write else ErrorCode.TRANSACTIONAL_ID_AUTHORIZATION_FAILED
    if ctx.allows(Operation.IDEMPOTENT_WRITE, ResourceType.CLUSTER):
        return ErrorCode.NONE
    names = [_ANY_TOPIC, *(topic.name for topic in ctx.topics)]
    may_write = any(ctx.allows(Operation.WRITE, ResourceType.TOPIC, name) for name in names)
    return ErrorCode.NONE if may_write else ErrorCode.CLUSTER_AUTHORIZATION_FAILED
