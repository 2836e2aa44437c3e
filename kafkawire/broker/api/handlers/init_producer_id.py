"""InitProducerId: v0-5. Without two-phase commit (KIP-939), which is of v6 and off in Apache Kafka."""

from __future__ import annotations

from kafkawire.api_key import ApiKey
from kafkawire.broker.api.dispatch import Context, handles
from kafkawire.broker.security.authorizer import Operation, ResourceType
from kafkawire.broker.transactions.state import NO_PRODUCER
from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaError
from kafkawire.messages import InitProducerIdRequest, InitProducerIdResponse
from kafkawire.rate_limited_log import RateLimitedLogger

__all__ = ["init_producer_id"]

_LOG = RateLimitedLogger("kafkawire.broker")
_KNOWS_FENCED = 4


@handles(ApiKey.INIT_PRODUCER_ID, versions=range(6))
def init_producer_id(ctx: Context, request: InitProducerIdRequest) -> InitProducerIdResponse:
    """Give the producer an id and epoch: those of its transactional id, or else a new id and epoch 0."""
    denied = _denied(ctx, request.transactional_id)
    if denied is not ErrorCode.NONE:
        return InitProducerIdResponse(error_code=denied, producer_epoch=-1)
    if (request.producer_id == -1) != (request.producer_epoch == -1):
        return InitProducerIdResponse(error_code=ErrorCode.INVALID_REQUEST, producer_epoch=-1)
    if request.transactional_id is not None:
        return _init(ctx, request.transactional_id, request)
    try:
        return InitProducerIdResponse(producer_id=ctx.topics.producer_ids.new(ctx.time_ms()), producer_epoch=0)
    except OSError as exc:
        _LOG.error("producer ids cannot be given out: %s", exc)
        return InitProducerIdResponse(error_code=ErrorCode.COORDINATOR_NOT_AVAILABLE, producer_epoch=-1)


def _init(ctx: Context, name: str, request: InitProducerIdRequest) -> InitProducerIdResponse:
    came = request.producer_id, request.producer_epoch
    expected = came if came != NO_PRODUCER else None
    try:
        producer_id, epoch = ctx.transactions.init_producer(name, request.transaction_timeout_ms, expected)
    except KafkaError as exc:
        is_old = ctx.version < _KNOWS_FENCED and exc.code == ErrorCode.PRODUCER_FENCED
        return InitProducerIdResponse(
            error_code=ErrorCode.INVALID_PRODUCER_EPOCH if is_old else exc.code, producer_epoch=-1
        )
    return InitProducerIdResponse(producer_id=producer_id, producer_epoch=epoch)


def _denied(ctx: Context, transactional_id: str | None) -> ErrorCode:
    if transactional_id is not None:
        may_write = ctx.allows(Operation.WRITE, ResourceType.TRANSACTIONAL_ID, transactional_id)
        return ErrorCode.NONE if may_write else ErrorCode.TRANSACTIONAL_ID_AUTHORIZATION_FAILED
    if ctx.allows(Operation.IDEMPOTENT_WRITE, ResourceType.CLUSTER):
        return ErrorCode.NONE
    may_write = ctx.allows_some(Operation.WRITE, ResourceType.TOPIC, (topic.name for topic in ctx.topics))
    return ErrorCode.NONE if may_write else ErrorCode.CLUSTER_AUTHORIZATION_FAILED
