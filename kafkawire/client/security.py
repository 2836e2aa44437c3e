"""What a connection needs before Kafka's own requests may pass: TLS around it, and SASL at its beginning."""

from __future__ import annotations

import ssl
from dataclasses import dataclass

from kafkawire.client.errors import InvalidOption
from kafkawire.client.options import ClientOptions
from kafkawire.protocol.sasl.mechanism import Mechanism
from kafkawire.protocol.sasl.plain import Plain
from kafkawire.protocol.sasl.scram import Scram

__all__ = ["PLAINTEXT", "Security", "security_of"]

_SASL_OPTIONS = ("sasl_mechanism", "sasl_username", "sasl_password")


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

    def mechanism(self) -> Mechanism | None:
        """A new authentication for one connection; None where there is none."""
        if self.credentials is None:
            return None
        name, username, password = self.credentials.mechanism, self.credentials.username, self.credentials.password
        return Plain(username, password) if name == Plain.name else Scram(name, username, password)


PLAINTEXT = Security()


def security_of(options: ClientOptions) -> Security:
    """What the options say of it. Raises `InvalidOption` where they say too little, or more than has an effect."""
    return Security(_ssl_context(options), _credentials(options))


def _ssl_context(options: ClientOptions) -> ssl.SSLContext | None:
    if options.security_protocol in ("SSL", "SASL_SSL"):
        return options.ssl_context or ssl.create_default_context()
    if options.ssl_context is not None:
        raise InvalidOption(f"ssl_context has no effect with security_protocol {options.security_protocol!r}")
    return None


def _credentials(options: ClientOptions) -> _Credentials | None:
    given = [name for name in _SASL_OPTIONS if getattr(options, name) is not None]
    if options.security_protocol not in ("SASL_PLAINTEXT", "SASL_SSL"):
        if given:
            raise InvalidOption(f"{given[0]} has no effect with security_protocol {options.security_protocol!r}")
        return None
    if options.sasl_mechanism is None or not options.sasl_username or not options.sasl_password:
        missing = [name for name in _SASL_OPTIONS if not getattr(options, name)]
        raise InvalidOption(f"security_protocol {options.security_protocol!r} needs {', '.join(missing)}")
    return _Credentials(options.sasl_mechanism, options.sasl_username, options.sasl_password)
