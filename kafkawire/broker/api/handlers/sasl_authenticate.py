"""SaslAuthenticate: v0-2, and bare tokens after version 0 of the handshake."""

from __future__ import annotations

import logging
from collections.abc import Awaitable

from kafkawire.api_key import ApiKey
from kafkawire.broker.api.dispatch import Context, handles
from kafkawire.broker.api.handlers.sasl_handshake import delay_of_failure
from kafkawire.broker.security.authentication import MechanismFailed
from kafkawire.broker.security.session import Progress
from kafkawire.error_code import ErrorCode
from kafkawire.messages import SaslAuthenticateRequest, SaslAuthenticateResponse
from kafkawire.protocol.sasl.server_mechanism import Refused
from kafkawire.protocol.server import BARE_TOKEN
from kafkawire.rate_limited_log import RateLimitedLogger

__all__ = ["sasl_authenticate"]

_LOG = RateLimitedLogger("kafkawire.broker.security")
_TOO_LATE = "SaslAuthenticate request received after successful authentication"


@handles(ApiKey.SASL_AUTHENTICATE, versions=range(3))
def sasl_authenticate(
    ctx: Context, request: SaslAuthenticateRequest
) -> SaslAuthenticateResponse | Awaitable[SaslAuthenticateResponse | None]:
    """Hand the token to the mechanism, and its response back."""
    try:
        accepted = ctx.session.authenticate(bytes(request.auth_bytes), ctx.now(), ctx.time_ms())
    except Refused as exc:
        level = logging.ERROR if isinstance(exc, MechanismFailed) else logging.INFO
        _LOG.log(level, "authentication of %s failed: %s", ctx.client_host, exc)
        return _refuse(ctx, ctx.session.refusal(exc))
    if accepted is None:
        return SaslAuthenticateResponse(error_code=ErrorCode.ILLEGAL_SASL_STATE, error_message=_TOO_LATE)
    if ctx.session.progress is Progress.OPEN:
        ctx.node.handlers.hooks.authenticated(ctx.session)
    lifetime_ms = accepted.lifetime_ms if ctx.version > 0 else 0
    return SaslAuthenticateResponse(auth_bytes=accepted.token, session_lifetime_ms=lifetime_ms)


async def _refuse(ctx: Context, message: str) -> SaslAuthenticateResponse | None:
    await delay_of_failure(ctx)
    if ctx.version == BARE_TOKEN:  # which has no place for an error
        return None
    return SaslAuthenticateResponse(error_code=ErrorCode.SASL_AUTHENTICATION_FAILED, error_message=message)
