"""Tokens for OAUTHBEARER: what gives them, and one that asks an OpenID Connect provider (KIP-768).

Producer(..., security_protocol="SASL_SSL", sasl_mechanism="OAUTHBEARER",
sasl_oauth_token_provider=ClientCredentials("https://idp/token", "app", secret, scope="kafka"))
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from threading import Lock

from kafkawire.client.errors import InvalidOption
from kafkawire.protocol.sasl.mechanism import AuthenticationFailed

__all__ = ["ClientCredentials", "Token", "TokenProvider"]

_USED_FOR = 0.8  # of its life; then another one is asked for
_MAX_ANSWER = 1 << 20


@dataclass(frozen=True, slots=True)
class Token:
    """A bearer token and what goes with it to the broker. The repr does not show it."""

    value: str = field(repr=False)
    extensions: Mapping[str, str] = field(default_factory=dict)


TokenProvider = Callable[[], Token | str | Awaitable[Token | str]]
"""Called for every connection and each renewal. Under asyncio a plain function runs in a thread, and may block."""


class ClientCredentials:
    """The client credentials grant (RFC 6749, 4.4): a secret of ours for a token, which is kept while it is good.

    `timeout`: seconds for the provider's answer. Use it from any thread.
    """

    def __init__(
        self,
        token_endpoint: str,
        client_id: str,
        client_secret: str,
        *,
        scope: str = "",
        extensions: Mapping[str, str] | None = None,
        timeout: float = 10.0,
    ) -> None:
        if token_endpoint.partition("://")[0] not in ("http", "https"):
            raise InvalidOption(f"token_endpoint {token_endpoint!r} is no http or https address")
        self._endpoint = token_endpoint
        self._form = {"grant_type": "client_credentials", "client_id": client_id, "client_secret": client_secret}
        if scope:
            self._form["scope"] = scope
        self._extensions = extensions or {}
        self._timeout = timeout
        self._lock = Lock()
        self._token: Token | None = None
        self._good_until = 0.0

    def __call__(self) -> Token:
        """A token that is good for a while. Raises `AuthenticationFailed`."""
        with self._lock:
            if self._token is None or time.monotonic() >= self._good_until:
                answer = self._ask()
                self._token = Token(str(answer["access_token"]), self._extensions)
                self._good_until = time.monotonic() + _USED_FOR * _seconds(answer.get("expires_in"))
            return self._token

    def _ask(self) -> Mapping[str, object]:
        import json  # these take longer to load than the client, which seldom needs them
        from urllib.error import HTTPError
        from urllib.parse import urlencode
        from urllib.request import Request, urlopen

        request = Request(self._endpoint, urlencode(self._form).encode(), {"Accept": "application/json"})  # noqa: S310
        try:
            with urlopen(request, timeout=self._timeout) as response:  # noqa: S310 - the scheme has been looked at
                answer = json.loads(response.read(_MAX_ANSWER))
        except HTTPError as exc:
            with exc:
                raise AuthenticationFailed(f"OAUTHBEARER: no token from {self._endpoint}: {exc}") from exc
        except (OSError, ValueError) as exc:
            raise AuthenticationFailed(f"OAUTHBEARER: no token from {self._endpoint}: {exc}") from exc
        if not isinstance(answer, dict) or "access_token" not in answer:
            raise AuthenticationFailed(f"OAUTHBEARER: the answer of {self._endpoint} has no access_token")
        return answer


def _seconds(expires_in: object) -> float:
    return float(expires_in) if isinstance(expires_in, int | float) and expires_in > 0 else 0.0
