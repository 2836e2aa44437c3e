"""What a connection needs before Kafka's own requests may pass: TLS around it, and SASL at its beginning."""

from __future__ import annotations

import ssl
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from kafkawire.client.errors import InvalidOption
from kafkawire.client.oauth import Token, TokenProvider
from kafkawire.client.options import ClientOptions, MechanismFactory
from kafkawire.protocol.sasl.gssapi import Gssapi
from kafkawire.protocol.sasl.mechanism import AuthenticationFailed, Mechanism
from kafkawire.protocol.sasl.oauthbearer import OAuthBearer
from kafkawire.protocol.sasl.plain import Plain
from kafkawire.protocol.sasl.scram import Scram

__all__ = ["PLAINTEXT", "Security", "security_of"]

_PASSWORD = ("sasl_username", "sasl_password")
_NEEDED = {OAuthBearer.name: ("sasl_oauth_token_provider",), Gssapi.name: ("sasl_kerberos_service_name",)}
_ALL = ("sasl_mechanism", *_PASSWORD, "sasl_delegation_token", *_NEEDED[OAuthBearer.name], *_NEEDED[Gssapi.name])

Call = Callable[[Callable[[], Any]], Awaitable[Any]]
"""How a runtime calls a function that may block, and awaits what it returns if that can be."""


@dataclass(frozen=True, slots=True)
class _Credentials:
    """A name and a secret; the repr shows neither."""

    mechanism: str
    username: str
    password: str
    is_token: bool = False

    def __repr__(self) -> str:
        return f"<credentials for {self.mechanism}>"

    def begin(self) -> Mechanism:
        """An authentication."""
        if self.mechanism == Plain.name:
            return Plain(self.username, self.password)
        return Scram(self.mechanism, self.username, self.password, is_token=self.is_token)


@dataclass(frozen=True, slots=True)
class Security:
    """How all connections of a client encrypt and authenticate. `ssl_context`: None without TLS."""

    ssl_context: ssl.SSLContext | None = None
    credentials: _Credentials | None = None
    token_provider: TokenProvider | None = field(default=None, repr=False)
    kerberos_service: str | None = None
    own: MechanismFactory | None = field(default=None, repr=False)

    async def mechanism(self, call: Call, host: str) -> Mechanism | None:
        """A new authentication for one connection; None where there is none. Raises `AuthenticationFailed`."""
        if self.own is not None:
            return await _own(self.own, call, host)
        if self.token_provider is not None:
            return await _bearer(self.token_provider, call)
        if self.kerberos_service is not None:
            return await _kerberos(self.kerberos_service, host, call)
        return None if self.credentials is None else self.credentials.begin()


async def _bearer(provider: TokenProvider, call: Call) -> Mechanism:
    try:
        token: Token | str = await call(provider)
    except AuthenticationFailed:
        raise
    except Exception as exc:  # whatever the application's function may raise keeps us from getting in
        raise AuthenticationFailed(f"OAUTHBEARER: the token provider failed: {exc!r}") from exc
    return OAuthBearer(token) if isinstance(token, str) else OAuthBearer(token.value, token.extensions)


async def _own(make: MechanismFactory, call: Call, host: str) -> Mechanism:
    try:
        mechanism: Mechanism | None = await call(partial(make, host))
    except AuthenticationFailed:
        raise
    except Exception as exc:  # as above
        raise AuthenticationFailed(f"sasl_mechanism: what makes it failed: {exc!r}") from exc
    if mechanism is None:
        raise AuthenticationFailed("sasl_mechanism: what makes it gave None")
    return mechanism


async def _kerberos(service: str, host: str, call: Call) -> Mechanism:
    from kafkawire.client.kerberos import kerberos_context

    mechanism: Gssapi = await call(lambda: Gssapi(kerberos_context(service, host)))
    return mechanism


PLAINTEXT = Security()


def security_of(options: ClientOptions) -> Security:
    """What the options say of it. Raises `InvalidOption` where they say too little, or more than has an effect."""
    context = _ssl_context(options)
    _check_sasl(options)
    if options.sasl_mechanism == Gssapi.name:
        from kafkawire.client.kerberos import check_installed

        check_installed()
    own = options.sasl_mechanism if callable(options.sasl_mechanism) else None
    provider, service = options.sasl_oauth_token_provider, options.sasl_kerberos_service_name
    return Security(context, _credentials(options), provider, service, own)


def _ssl_context(options: ClientOptions) -> ssl.SSLContext | None:
    if options.security_protocol in ("SSL", "SASL_SSL"):
        return options.ssl_context or ssl.create_default_context()
    if options.ssl_context is not None:
        raise InvalidOption(f"ssl_context has no effect with security_protocol {options.security_protocol!r}")
    return None


def _check_sasl(options: ClientOptions) -> None:
    """Each mechanism has options of its own; all of these, and no others, must be given."""
    given = [name for name in _ALL if getattr(options, name) not in (None, False)]
    if options.security_protocol not in ("SASL_PLAINTEXT", "SASL_SSL"):
        if given:
            raise InvalidOption(f"{given[0]} has no effect with security_protocol {options.security_protocol!r}")
        return
    needed = ("sasl_mechanism", *_needed_by(options.sasl_mechanism))
    if missing := [name for name in needed if not getattr(options, name)]:
        raise InvalidOption(f"security_protocol {options.security_protocol!r} needs {', '.join(missing)}")
    possible = (*needed, "sasl_delegation_token") if str(options.sasl_mechanism).startswith("SCRAM") else needed
    if useless := [name for name in given if name not in possible]:
        name = "of one's own" if callable(options.sasl_mechanism) else repr(options.sasl_mechanism)
        raise InvalidOption(f"{useless[0]} has no effect with sasl_mechanism {name}")


def _needed_by(mechanism: str | MechanismFactory | None) -> tuple[str, ...]:
    return () if callable(mechanism) else _NEEDED.get(mechanism or "", _PASSWORD)


def _credentials(options: ClientOptions) -> _Credentials | None:
    name, password = options.sasl_username, options.sasl_password
    if not isinstance(options.sasl_mechanism, str) or name is None or password is None:
        return None  # tokens, tickets, or what a mechanism of one's own knows take their place
    return _Credentials(options.sasl_mechanism, name, password, options.sasl_delegation_token)
