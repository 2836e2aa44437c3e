"""FindCoordinator: v0-6, for groups, transactional ids, and (v6) the states of share partitions."""

from __future__ import annotations

from kafkawire.api_key import ApiKey
from kafkawire.broker.api.dispatch import Context, handles
from kafkawire.broker.api.resources import MALFORMED
from kafkawire.broker.security.authorizer import Operation, ResourceType
from kafkawire.broker.share.records import parse_coordinator_key
from kafkawire.error_code import ErrorCode
from kafkawire.messages import FindCoordinatorRequest, FindCoordinatorResponse
from kafkawire.messages.find_coordinator_response import Coordinator
from kafkawire.rate_limited_log import RateLimitedLogger

__all__ = ["find_coordinator"]

_LOG = RateLimitedLogger("kafkawire.broker")
_GROUP, _TRANSACTION, _SHARE = 0, 1, 2
_BATCHED, _KNOWS_SHARES = 4, 6
_GUARDS = {
    _GROUP: (ResourceType.GROUP, ErrorCode.GROUP_AUTHORIZATION_FAILED, "Group authorization failed."),
    _TRANSACTION: (
        ResourceType.TRANSACTIONAL_ID,
        ErrorCode.TRANSACTIONAL_ID_AUTHORIZATION_FAILED,
        "Transactional Id authorization failed.",
    ),
}


@handles(ApiKey.FIND_COORDINATOR, versions=range(7))
async def find_coordinator(ctx: Context, request: FindCoordinatorRequest) -> FindCoordinatorResponse:
    """Name this broker as the coordinator of whatever is asked for, to those who may know of it."""
    if ctx.version < _BATCHED:
        one = _coordinator(ctx, request.key_type, request.key)
        return FindCoordinatorResponse(
            error_code=one.error_code,
            error_message=one.error_message,
            node_id=one.node_id,
            host=one.host,
            port=one.port,
        )
    return FindCoordinatorResponse(
        coordinators=[_coordinator(ctx, request.key_type, key) async for key in ctx.paced(request.coordinator_keys)]
    )


def _coordinator(ctx: Context, key_type: int, key: str) -> Coordinator:
    error, message = _error(ctx, key_type, key)
    found = error is ErrorCode.NONE
    if found and ctx.version < _BATCHED:  # as Kafka has it
        message = "NONE"
    elif ctx.version >= _BATCHED and (found or key_type == _SHARE):
        message = ""
    node_id, host, port = (ctx.node.config.node_id, ctx.host, ctx.port) if found else (-1, "", -1)
    return Coordinator(key=key, node_id=node_id, host=host, port=port, error_code=error, error_message=message)


def _error(ctx: Context, key_type: int, key: str) -> tuple[ErrorCode, str | None]:
    if key_type == _SHARE and ctx.version >= _KNOWS_SHARES:
        return _share_error(ctx, key), None
    if key_type not in _GUARDS:
        return ErrorCode.INVALID_REQUEST, MALFORMED
    resource_type, denied, message = _GUARDS[key_type]
    if not ctx.allows(Operation.DESCRIBE, resource_type, key):
        return denied, message if ctx.version < _BATCHED else ""
    try:
        if key_type == _GROUP:
            ctx.groups.ready()
        else:
            ctx.transactions.ready()
    except OSError as exc:
        _LOG.error("there is no place to keep groups or transactions: %s", exc)
        return ErrorCode.COORDINATOR_NOT_AVAILABLE, None
    return ErrorCode.NONE, None


def _share_error(ctx: Context, key: str) -> ErrorCode:
    """Only brokers ask for that, by group, topic id and partition."""
    if not ctx.allows(Operation.CLUSTER_ACTION, ResourceType.CLUSTER):
        return ErrorCode.CLUSTER_AUTHORIZATION_FAILED
    if parse_coordinator_key(key) is None:
        return ErrorCode.INVALID_REQUEST
    try:
        ctx.node.share.store.ready()
    except OSError as exc:
        _LOG.error("there is no place to keep the states of share groups: %s", exc)
        return ErrorCode.COORDINATOR_NOT_AVAILABLE
    return ErrorCode.NONE
