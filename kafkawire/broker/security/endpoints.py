"""The listeners of a broker with all that a connection needs to know: what clients are told, TLS, mechanisms."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from kafkawire.broker.config.listeners import Listener, advertised_listeners, parse_listeners
from kafkawire.broker.config.security import mechanisms_of, of_listener
from kafkawire.broker.security.credentials import Credentials

if TYPE_CHECKING:
    import ssl

    from kafkawire.broker.config.broker import BrokerConfig
    from kafkawire.protocol.sasl.server_mechanism import ServerMechanism

__all__ = ["Endpoint", "make_endpoints"]


@dataclass(frozen=True, slots=True)
class Endpoint:
    """One listener."""

    listener: Listener
    """Where it listens."""
    advertised: Listener
    """What its clients are told to connect to."""
    ssl_context: ssl.SSLContext | None = None
    mapping_rules: str = "DEFAULT"
    mechanisms: Mapping[str, Callable[[], ServerMechanism]] = field(default_factory=dict, repr=False)
    """SASL mechanism -> what makes a new one for each authentication; without any nobody has to authenticate."""
    max_reauth_ms: int = 0
    """For how long an authentication counts; 0 for ever."""

    def at(self, port: int) -> Endpoint:
        """The endpoint, now that its port is known."""
        advertised = replace(self.advertised, port=self.advertised.port or port)
        return replace(self, listener=replace(self.listener, port=port), advertised=advertised)


def make_endpoints(
    config: BrokerConfig, credentials: Credentials, ssl_context: ssl.SSLContext | None
) -> list[Endpoint]:
    """The listeners of a configuration. Raises `InvalidOption` if one lacks a certificate, or users."""
    listeners = parse_listeners(config.listeners, config.listener_security_protocol_map)
    pairs = zip(listeners, advertised_listeners(config), strict=True)
    return [_endpoint(config, listener, other, credentials, ssl_context) for listener, other in pairs]


def _endpoint(
    config: BrokerConfig,
    listener: Listener,
    advertised: Listener,
    credentials: Credentials,
    ssl_context: ssl.SSLContext | None,
) -> Endpoint:
    if listener.has_tls and ssl_context is None:
        from kafkawire.broker.security.tls import server_context

        ssl_context = server_context(config, listener)
    mechanisms = mechanisms_of(config, listener) if listener.has_sasl else []
    return Endpoint(
        listener,
        advertised,
        ssl_context if listener.has_tls else None,
        of_listener(config, listener, "ssl_principal_mapping_rules"),
        {name: credentials.mechanism(config, listener, name) for name in mechanisms},
        of_listener(config, listener, "connections_max_reauth_ms"),
    )
