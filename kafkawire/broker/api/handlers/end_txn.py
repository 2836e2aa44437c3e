"""EndTxn: v0-5. From v5 on every end brings the producer a new epoch (KIP-890)."""

from __future__ import annotations

from kafkawire.api_key import ApiKey
from kafkawire.broker.api.dispatch import Context, handles
from kafkawire.broker.security.authorizer import Operation, ResourceType
from kafkawire.broker.transactions.state import TODAY
from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaError
from kafkawire.messages import EndTxnRequest, EndTxnResponse

__all__ = ["end_txn"]

_KNOWS_FENCED = 2
_NEW_EPOCHS = 5


@handles(ApiKey.END_TXN, versions=range(6))
def end_txn(ctx: Context, request: EndTxnRequest) -> EndTxnResponse:
    """Commit or abort."""
    name, producer = request.transactional_id, (request.producer_id, request.producer_epoch)
    if not ctx.allows(Operation.WRITE, ResourceType.TRANSACTIONAL_ID, name):
        return EndTxnResponse(error_code=ErrorCode.TRANSACTIONAL_ID_AUTHORIZATION_FAILED)
    version = TODAY if ctx.version >= _NEW_EPOCHS else 0
    try:
        after = ctx.transactions.end(name, producer, is_commit=request.committed, client_version=version)
    except KafkaError as exc:
        is_old = ctx.version < _KNOWS_FENCED and exc.code == ErrorCode.PRODUCER_FENCED
        return EndTxnResponse(error_code=ErrorCode.INVALID_PRODUCER_EPOCH if is_old else exc.code)
    if ctx.version < _NEW_EPOCHS:
        return EndTxnResponse()
    return EndTxnResponse(producer_id=after[0], producer_epoch=after[1])
