"""FindCoordinator: v0-6, for groups. There are no transactions and share groups, so nobody coordinates those."""

from __future__ import annotations

import logging

from kafkawire.api_key import ApiKey
from kafkawire.broker.dispatch import Context, handles
from kafkawire.broker.resources import MALFORMED
from kafkawire.error_code import ErrorCode
from kafkawire.messages import FindCoordinatorRequest, FindCoordinatorResponse
from kafkawire.messages.find_coordinator_response import Coordinator

__all__ = ["find_coordinator"]

_LOG = logging.getLogger("kafkawire.broker")
_GROUP, _TRANSACTION, _SHARE = 0, 1, 2
_BATCHED = 4


@handles(ApiKey.FIND_COORDINATOR, versions=range(7))
def find_coordinator(ctx: Context, request: FindCoordinatorRequest) -> FindCoordinatorResponse:
    """It is this broker."""
    error, message = _error(ctx, request.key_type)
    found = error is ErrorCode.NONE
    if found and ctx.version < _BATCHED:  # as Kafka has it
        message = "NONE"
    elif ctx.version >= _BATCHED and (found or request.key_type == _SHARE):
        message = ""
    node_id, host, port = (ctx.node.config.node_id, ctx.node.host, ctx.node.port) if found else (-1, "", -1)
    if ctx.version < _BATCHED:
        return FindCoordinatorResponse(error_code=error, error_message=message, node_id=node_id, host=host, port=port)
    return FindCoordinatorResponse(
        coordinators=[Coordinator(key, node_id, host, port, error, message) for key in request.coordinator_keys]
    )


def _error(ctx: Context, key_type: int) -> tuple[ErrorCode, str | None]:
    if key_type not in (_GROUP, _TRANSACTION):
        return ErrorCode.INVALID_REQUEST, MALFORMED
    if key_type == _TRANSACTION:
        return ErrorCode.INVALID_REQUEST, "This broker coordinates groups only: it has no transactions."
    try:
        ctx.groups.ready()
    except OSError as exc:
        _LOG.error("there is no place to keep groups: %s", exc)
        return ErrorCode.COORDINATOR_NOT_AVAILABLE, None
    return ErrorCode.NONE, None
