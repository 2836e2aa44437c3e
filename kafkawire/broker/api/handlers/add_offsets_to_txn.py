"""AddOffsetsToTxn: v0-4."""

from __future__ import annotations

from kafkawire.api_key import ApiKey
from kafkawire.broker.api.dispatch import Context, handles
from kafkawire.broker.metadata.topic_table import OFFSETS_TOPIC
from kafkawire.broker.security.authorizer import Operation, ResourceType
from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaError
from kafkawire.messages import AddOffsetsToTxnRequest, AddOffsetsToTxnResponse
from kafkawire.rate_limited_log import RateLimitedLogger

__all__ = ["add_offsets_to_txn"]

_LOG = RateLimitedLogger("kafkawire.broker.transactions")
_KNOWS_FENCED = 2


@handles(ApiKey.ADD_OFFSETS_TO_TXN, versions=range(5))
def add_offsets_to_txn(ctx: Context, request: AddOffsetsToTxnRequest) -> AddOffsetsToTxnResponse:
    """Let the offsets of a group be part of a transaction: the partition that the group is kept in joins."""
    if not ctx.allows(Operation.WRITE, ResourceType.TRANSACTIONAL_ID, request.transactional_id):
        return AddOffsetsToTxnResponse(error_code=ErrorCode.TRANSACTIONAL_ID_AUTHORIZATION_FAILED)
    if not ctx.allows(Operation.READ, ResourceType.GROUP, request.group_id):
        return AddOffsetsToTxnResponse(error_code=ErrorCode.GROUP_AUTHORIZATION_FAILED)
    producer = request.producer_id, request.producer_epoch
    try:
        place = OFFSETS_TOPIC, ctx.groups.partition_of(request.group_id)
        ctx.transactions.add_partitions(request.transactional_id, producer, frozenset({place}))
    except OSError as exc:
        _LOG.error("there is no place to keep groups: %s", exc)
        return AddOffsetsToTxnResponse(error_code=ErrorCode.COORDINATOR_NOT_AVAILABLE)
    except KafkaError as exc:
        is_old = ctx.version < _KNOWS_FENCED and exc.code == ErrorCode.PRODUCER_FENCED
        return AddOffsetsToTxnResponse(error_code=ErrorCode.INVALID_PRODUCER_EPOCH if is_old else exc.code)
    return AddOffsetsToTxnResponse()
