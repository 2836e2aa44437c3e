"""InitProducerId: v0-5, for idempotent producers. Transactional ids are refused: there are no transactions."""

from __future__ import annotations

import logging

from kafkawire.api_key import ApiKey
from kafkawire.broker.dispatch import Context, handles
from kafkawire.error_code import ErrorCode
from kafkawire.messages import InitProducerIdRequest, InitProducerIdResponse

__all__ = ["init_producer_id"]

_LOG = logging.getLogger("kafkawire.broker")


@handles(ApiKey.INIT_PRODUCER_ID, versions=range(6))
def init_producer_id(ctx: Context, request: InitProducerIdRequest) -> InitProducerIdResponse:
    """Give the producer an id of its own; without a transactional id every call gives a new one, with epoch 0."""
    if request.transactional_id is not None:
        return InitProducerIdResponse(error_code=ErrorCode.INVALID_REQUEST, producer_epoch=-1)
    if (request.producer_id < 0) != (request.producer_epoch < 0):
        return InitProducerIdResponse(error_code=ErrorCode.INVALID_REQUEST, producer_epoch=-1)
    try:
        return InitProducerIdResponse(producer_id=ctx.topics.producer_ids.new(ctx.time_ms()), producer_epoch=0)
    except OSError as exc:
        _LOG.error("producer ids cannot be given out: %s", exc)
        return InitProducerIdResponse(error_code=ErrorCode.COORDINATOR_NOT_AVAILABLE, producer_epoch=-1)
