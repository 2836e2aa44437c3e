"""What a connection needs before Kafka's own requests may pass: TLS around it, and SASL at its beginning."""

from __future__ import annotations

import ssl
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from kafkawire.client.errors import InvalidOption
from kafkawire.client.oauth import Token, TokenProvider
from kafkawire.client.options import ClientOptions
from kafkawire.protocol.sasl.mechanism import AuthenticationFailed, Mechanism
from kafkawire.protocol.sasl.oauthbearer import OAuthBearer
from kafkawire.protocol.sasl.plain import Plain
from kafkawire.protocol.sasl.scram import Scram

__all__ = ["PLAINTEXT", "Security", "security_of"]

_PASSWORD = ("sasl_mechanism", "sasl_username", "sasl_password")
_OAUTH = ("sasl_mechanism", "sasl_oauth_token_provider")

CallProvider = Callable[[TokenProvider], Awaitable[Token | str]]
"""How a runtime gets a token out of its provider."""


@dataclass(frozen=True, slots=True)
class _Credentials:
    """A name and a secret; the repr shows neither."""

    mechanism: str
    username: str
    password: str

    def __repr__(self) -> str:
        return f"<credentials for {self.mechanism}>"


@dataclass(frozen=True, slots=True)
class Security:
    """The same for all connections of a client. `ssl_context`: None without TLS."""

    ssl_context: ssl.SSLContext | None = None
    credentials: _Credentials | None = None
    token_provider: TokenProvider | None = field(default=None, repr=False)

    async def mechanism(self, call: CallProvider) -> Mechanism | None:
        """A new authentication for one connection; None where there is none. Raises `AuthenticationFailed`."""
        if self.token_provider is not None:
            return await _bearer(self.token_provider, call)
        if self.credentials is None:
            return None
        name, username, password = self.credentials.mechanism, self.credentials.username, self.credentials.password
        return Plain(username, password) if name == Plain.name else Scram(name, username, password)


async def _bearer(provider: TokenProvider, call: CallProvider) -> Mechanism:
    try:
        token = await call(provider)
    except AuthenticationFailed:
        raise
    except Exception as exc:  # whatever the application's function may raise keeps us from getting in
        raise AuthenticationFailed(f"OAUTHBEARER: the token provider failed: {exc!r}") from exc
    return OAuthBearer(token) if isinstance(token, str) else OAuthBearer(token.value, token.extensions)


PLAINTEXT = Security()


def security_of(options: ClientOptions) -> Security:
    """What the options say of it. Raises `InvalidOption` where they say too little, or more than has an effect."""
    return Security(_ssl_context(options), _credentials(options), options.sasl_oauth_token_provider)


def _ssl_context(options: ClientOptions) -> ssl.SSLContext | None:
    if options.security_protocol in ("SSL", "SASL_SSL"):
        return options.ssl_context or ssl.create_default_context()
    if options.ssl_context is not None:
        raise InvalidOption(f"ssl_context has no effect with security_protocol {options.security_protocol!r}")
    return None


def _credentials(options: ClientOptions) -> _Credentials | None:
    given = [name for name in dict.fromkeys(_PASSWORD + _OAUTH) if getattr(options, name) is not None]
    if options.security_protocol not in ("SASL_PLAINTEXT", "SASL_SSL"):
        if given:
            raise InvalidOption(f"{given[0]} has no effect with security_protocol {options.security_protocol!r}")
        return None
    needed, others = (_OAUTH, _PASSWORD) if options.sasl_mechanism == OAuthBearer.name else (_PASSWORD, _OAUTH)
    if missing := [name for name in needed if not getattr(options, name)]:
        raise InvalidOption(f"security_protocol {options.security_protocol!r} needs {', '.join(missing)}")
    if useless := [name for name in given if name in others and name not in needed]:
        raise InvalidOption(f"{useless[0]} has no effect with sasl_mechanism {options.sasl_mechanism!r}")
    if options.sasl_mechanism is None or options.sasl_username is None or options.sasl_password is None:
        return None  # tokens take their place
    return _Credentials(options.sasl_mechanism, options.sasl_username, options.sasl_password)
