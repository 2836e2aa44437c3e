"""SASL that ends at the proxy: clients prove to it who they are, and the cluster sees nothing of that."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from kafkawire.error_code import ErrorCode
from kafkawire.messages import SaslAuthenticateResponse, SaslHandshakeResponse
from kafkawire.protocol.sasl.server_mechanism import Refused, ServerMechanism
from kafkawire.protocol.server import BARE_TOKEN
from kafkawire.proxy.filters import CLOSE, Filter, Result
from kafkawire.rate_limited_log import RateLimitedLogger

if TYPE_CHECKING:
    from kafkawire.messages import RequestHeader, SaslAuthenticateRequest, SaslHandshakeRequest
    from kafkawire.proxy.context import Connection, Context

__all__ = ["SaslFilter"]

_LOG = RateLimitedLogger("kafkawire.proxy.connections")
_STATE = object()  # the key of what is remembered of a connection


class SaslFilter(Filter):
    """Lets clients in. `mechanisms`: name -> what makes one for each authentication; none refuses all who try.

    A client that has been let in does not authenticate again: how long that counts is not limited here.
    """

    def __init__(self, mechanisms: Mapping[str, Callable[[], ServerMechanism]]) -> None:
        self._mechanisms = mechanisms

    def on_sasl_handshake_request(self, ctx: Context, _header: RequestHeader, request: SaslHandshakeRequest) -> Result:
        """The client names its mechanism."""
        names = sorted(self._mechanisms)
        make = self._mechanisms.get(request.mechanism)
        if not names or ctx.connection.is_authenticated or _STATE in ctx.connection.state:
            return SaslHandshakeResponse(error_code=int(ErrorCode.ILLEGAL_SASL_STATE), mechanisms=names)
        if make is None:
            return SaslHandshakeResponse(error_code=int(ErrorCode.UNSUPPORTED_SASL_MECHANISM), mechanisms=names)
        ctx.connection.state[_STATE] = make()
        return SaslHandshakeResponse(mechanisms=names)

    def on_sasl_authenticate_request(
        self, ctx: Context, _header: RequestHeader, request: SaslAuthenticateRequest | None
    ) -> Result:
        """The client's next token, in a request or alone."""
        connection = ctx.connection
        mechanism: ServerMechanism | None = connection.state.get(_STATE)
        if mechanism is None:
            told = "SaslAuthenticate request received after successful authentication"
            return SaslAuthenticateResponse(error_code=int(ErrorCode.ILLEGAL_SASL_STATE), error_message=told)
        try:
            token = mechanism.evaluate(ctx.payload if request is None else request.auth_bytes)
        except Refused as exc:
            return self._refuse(connection, exc, is_bare=ctx.version == BARE_TOKEN)
        except Exception as exc:  # noqa: BLE001 - what it says may hold a password, and is in no log
            failed = Refused(f"the mechanism is at fault: {type(exc).__name__}")
            return self._refuse(connection, failed, is_bare=ctx.version == BARE_TOKEN)
        if mechanism.username is not None:
            del connection.state[_STATE]
            connection.admit(f"User:{mechanism.username}")
        return SaslAuthenticateResponse(auth_bytes=token)

    def _refuse(self, connection: Connection, error: Refused, *, is_bare: bool) -> Result:
        _LOG.warning("client at %s is not let in: %s", connection.client_address[0], error)
        del connection.state[_STATE]
        if is_bare:
            return CLOSE
        connection.is_refused = True
        told = error.told or "Authentication failed due to invalid credentials"
        return SaslAuthenticateResponse(error_code=int(ErrorCode.SASL_AUTHENTICATION_FAILED), error_message=told)
