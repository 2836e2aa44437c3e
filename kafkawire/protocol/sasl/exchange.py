"""How a client authenticates: SaslHandshake names the mechanism, then SaslAuthenticate carries its tokens (KIP-152)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from kafkawire.api_key import ApiKey
from kafkawire.error_code import ErrorCode
from kafkawire.errors import UnsupportedVersion
from kafkawire.limits import DEFAULT_LIMITS
from kafkawire.protocol.sasl.mechanism import AuthenticationFailed, Mechanism, is_mechanism_name, token_of

if TYPE_CHECKING:
    from kafkawire.message import Request, Response
    from kafkawire.messages import SaslAuthenticateResponse, SaslHandshakeResponse
    from kafkawire.protocol.versions import ApiVersions

__all__ = ["SaslExchange"]

_TOKENS_IN_REQUESTS = 1  # after version 0 of the handshake bare tokens would follow; no broker since 1.0 needs that

Sent = tuple["Request", int]
"""A request and its version."""


class SaslExchange:
    """One authentication: which request follows which response. `max_size`: bytes of one of the broker's tokens."""

    def __init__(self, mechanism: Mechanism, max_size: int = DEFAULT_LIMITS.max_sasl_message_size) -> None:
        self._mechanism = mechanism
        self._name = ""
        self._max_size = max_size
        self._version = 0
        self.lifetime_ms = 0
        """For how long the authentication counts, once it is done (KIP-368); 0 is for ever."""

    def begin(self, versions: ApiVersions) -> Sent:
        """The request that names the mechanism. Raises `AuthenticationFailed` for a broker that knows no SASL."""
        from kafkawire.messages import SaslAuthenticateRequest, SaslHandshakeRequest

        name: Any = getattr(self._mechanism, "name", None)  # whatever a user's code has made of it
        if not is_mechanism_name(name):
            raise AuthenticationFailed(f"{type(self._mechanism).__name__} is no SASL mechanism: its name is {name!r}")
        self._name = name
        try:
            version = versions.choose(SaslHandshakeRequest, at_least=_TOKENS_IN_REQUESTS)
            self._version = versions.choose(SaslAuthenticateRequest)
        except UnsupportedVersion as exc:
            raise AuthenticationFailed(f"{name}: {exc}") from exc
        return SaslHandshakeRequest(mechanism=name), version

    def received(self, response: Response) -> Sent | None:
        """The request that follows a response, or None when we are in. Raises `AuthenticationFailed`."""
        if response.API_KEY == ApiKey.SASL_HANDSHAKE:
            self._check_handshake(cast("SaslHandshakeResponse", response))
            return self._carry(self._ask("first") or b"")
        answer = cast("SaslAuthenticateResponse", response)
        if answer.error_code:
            said = answer.error_message or "the broker gives no reason"
            raise AuthenticationFailed(f"{self._name}: {said}", answer.error_code)
        if len(answer.auth_bytes) > self._max_size:
            raise AuthenticationFailed(f"{self._name}: a token of {len(answer.auth_bytes)} bytes")
        self.lifetime_ms = answer.session_lifetime_ms
        token = self._ask("respond", bytes(answer.auth_bytes))
        return None if token is None else self._carry(token)

    def _ask(self, method: str, *challenge: bytes) -> bytes | None:
        """What the mechanism, which may be somebody else's code, says next. No text of its errors goes into ours."""
        try:
            given = getattr(self._mechanism, method)(*challenge)
        except AuthenticationFailed:
            raise
        except Exception as exc:
            what = f"{self._name}: {type(exc).__name__} in {method} of the mechanism"
            raise AuthenticationFailed(what) from exc
        token = token_of(given)
        if token is None and not (given is None and challenge):
            raise AuthenticationFailed(
                f"{self._name}: {method} of the mechanism gave {type(given).__name__}, not bytes"
            )
        return token

    def _check_handshake(self, answer: SaslHandshakeResponse) -> None:
        if answer.error_code == ErrorCode.UNSUPPORTED_SASL_MECHANISM:
            offered = ", ".join(answer.mechanisms) or "none"
            raise AuthenticationFailed(f"{self._name}; the broker offers {offered}", answer.error_code)
        if answer.error_code:
            raise AuthenticationFailed(f"{self._name} was refused: perhaps the listener has no SASL", answer.error_code)

    def _carry(self, token: bytes) -> Sent:
        from kafkawire.messages import SaslAuthenticateRequest

        return SaslAuthenticateRequest(auth_bytes=token), self._version
