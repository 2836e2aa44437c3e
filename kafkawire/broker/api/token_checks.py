"""What the handlers of the four APIs for delegation tokens have in common."""

from __future__ import annotations

from collections.abc import Callable

from kafkawire.broker.api.dispatch import Context
from kafkawire.broker.config.principals import ANONYMOUS
from kafkawire.broker.security.tokens import Token
from kafkawire.error_code import ErrorCode
from kafkawire.rate_limited_log import RateLimitedLogger

__all__ = ["REQUESTER_SINCE", "change_token", "refusal", "split"]

_LOG = RateLimitedLogger("kafkawire.broker.security")
REQUESTER_SINCE = 3
"""The version of the APIs from which on answers say who has asked for a token."""
_NEVER = -1


def refusal(ctx: Context) -> ErrorCode:
    """Why the client may not ask about tokens at all: over plain text, unknown, or by a token itself."""
    session = ctx.session
    protocol = session.endpoint.listener.protocol
    is_nobody = protocol == "SSL" and session.principal == ANONYMOUS
    if session.is_by_token or protocol == "PLAINTEXT" or is_nobody:
        return ErrorCode.DELEGATION_TOKEN_REQUEST_NOT_ALLOWED
    return ErrorCode.NONE if ctx.node.security.tokens.are_served else ErrorCode.DELEGATION_TOKEN_AUTH_DISABLED


def change_token(ctx: Context, proof: bytes, change: Callable[[Token], tuple[ErrorCode, int]]) -> tuple[ErrorCode, int]:
    """Change the token that somebody has proved to have; an error, and until when it lives then."""
    error = refusal(ctx)
    if error is ErrorCode.DELEGATION_TOKEN_REQUEST_NOT_ALLOWED:
        return error, _NEVER
    token = None if error else ctx.node.security.tokens.by_hmac(proof)
    if token is None:
        return error or ErrorCode.DELEGATION_TOKEN_NOT_FOUND, 0
    try:
        return change(token)
    except OSError as exc:
        _LOG.error("a token cannot be written down: %s", exc)
        return ErrorCode.KAFKA_STORAGE_ERROR, 0


def split(principal: str) -> tuple[str, str]:
    """`User:alice` -> type and name."""
    kind, _, name = principal.partition(":")
    return kind, name
