"""SaslHandshake: v0-1. After version 0 the client's tokens come in frames of their own. GSSAPI is not built in."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable

from kafkawire.api_key import ApiKey
from kafkawire.broker.api.dispatch import Context, handles
from kafkawire.broker.security.session import Progress
from kafkawire.error_code import ErrorCode
from kafkawire.errors import RemoteProtocolError
from kafkawire.messages import SaslHandshakeRequest, SaslHandshakeResponse

__all__ = ["delay_of_failure", "sasl_handshake"]


@handles(ApiKey.SASL_HANDSHAKE, versions=range(2))
def sasl_handshake(
    ctx: Context, request: SaslHandshakeRequest
) -> SaslHandshakeResponse | Awaitable[SaslHandshakeResponse]:
    """Note the mechanism that the client has chosen; the response says which there are."""
    error = ctx.session.handshake(request.mechanism, ctx.now())
    if error is ErrorCode.NONE and ctx.version == 0 and ctx.session.began_anew:
        raise RemoteProtocolError("SaslHandshake v0 to authenticate anew")  # KIP-368 is about SaslAuthenticate
    offered = [] if error is ErrorCode.ILLEGAL_SASL_STATE else list(ctx.session.endpoint.mechanisms)
    response = SaslHandshakeResponse(error_code=error, mechanisms=offered)
    return _later(ctx, response) if ctx.session.progress is Progress.FAILED else response


async def _later(ctx: Context, response: SaslHandshakeResponse) -> SaslHandshakeResponse:
    await delay_of_failure(ctx)
    return response


async def delay_of_failure(ctx: Context) -> None:
    """Let a client that is not let in wait for the response, so that it does not try too often."""
    await asyncio.sleep(ctx.node.config.connection_failed_authentication_delay_ms / 1000)
