"""Options of security: what they may be, and which count for a listener.

`listener.name.internal.ssl.client.auth` counts for the listener INTERNAL and nowhere else, and there more than
`ssl.client.auth`; the same goes for all options that begin with `ssl.`, and for those in `_OF_LISTENERS`.
`listener.name.internal.plain.sasl.jaas.config` says who the users of PLAIN are there.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from kafkawire.broker.config.jaas import parse_jaas, plain_users
from kafkawire.broker.config.listeners import Listener, advertised_listeners, parse_listeners
from kafkawire.broker.config.options import InvalidOption, invalid_value, option_name, parse_options
from kafkawire.broker.config.principals import check_mapping_rules
from kafkawire.protocol.sasl.mechanism import is_mechanism_name

if TYPE_CHECKING:
    from kafkawire.broker.config.broker import BrokerConfig

__all__ = [
    "LISTENER_PREFIX",
    "MECHANISMS",
    "STANDARD_AUTHORIZER",
    "check_mechanism_name",
    "check_security",
    "jaas_users",
    "mechanisms_of",
    "of_listener",
]

LISTENER_PREFIX = "listener.name."
MECHANISMS = ("PLAIN", "SCRAM-SHA-256", "SCRAM-SHA-512", "OAUTHBEARER")
STANDARD_AUTHORIZER = "org.apache.kafka.metadata.authorizer.StandardAuthorizer"
_OF_LISTENERS = ("sasl_enabled_mechanisms", "connections_max_reauth_ms")
_JAAS = ".sasl.jaas.config"
_CLIENT_AUTH = ("none", "requested", "required")
_TLS_VERSIONS = ("TLSv1.2", "TLSv1.3")
_AUTHORIZERS = ("", STANDARD_AUTHORIZER)


def check_security(config: BrokerConfig) -> None:
    """Refuse listeners, and options for them, that make no sense. Raises `InvalidOption`."""
    listeners = parse_listeners(config.listeners, config.listener_security_protocol_map)
    advertised_listeners(config)
    _one_of("authorizer.class.name", config.authorizer_class_name, _AUTHORIZERS)
    _check_super_users(config.super_users)
    _check_names(config, listeners)
    for listener in listeners:
        if listener.has_sasl:
            mechanisms_of(config, listener)
            of_listener(config, listener, "connections_max_reauth_ms")
            jaas_users(config, listener)
        if listener.has_tls:
            _check_tls(config, listener)


def of_listener(config: BrokerConfig, listener: Listener, field: str) -> Any:
    """The value of an option that counts for a listener."""
    name = option_name(field)
    text = dict(config.listener_options).get(f"{listener.name.lower()}.{name}")
    return getattr(config, field) if text is None else parse_options(type(config), {name: text})[field]


def mechanisms_of(config: BrokerConfig, listener: Listener) -> list[str]:
    """The SASL mechanisms of a listener, in the order in which they are told. Raises `InvalidOption` for no names.

    Whether they are there is known once the broker has been given its own.
    """
    text: str = of_listener(config, listener, "sasl_enabled_mechanisms")
    names = [name.strip() for name in text.split(",") if name.strip()]
    if not names:
        raise InvalidOption(f"sasl.enabled.mechanisms names none for listener {listener.name}")
    for name in names:
        check_mechanism_name("sasl.enabled.mechanisms", name)
    return list(dict.fromkeys(names))


def check_mechanism_name(where: str, name: object) -> None:
    """Refuse what no SASL mechanism may be called. Raises `InvalidOption`."""
    if not is_mechanism_name(name):
        expected = "RFC 4422 has up to 20 capital letters, digits, hyphens and underscores"
        raise InvalidOption(f"{where}: {name!r} is no name of a mechanism, {expected}")


def jaas_users(config: BrokerConfig, listener: Listener) -> Mapping[str, str]:
    """Name -> password of those who may log in with PLAIN. Raises `InvalidOption`."""
    users: dict[str, str] = {}
    for mechanism in MECHANISMS:
        text = dict(config.listener_options).get(f"{listener.name.lower()}.{mechanism.lower()}{_JAAS}")
        if text is not None:
            options = parse_jaas(mechanism, text)
            users |= plain_users(options) if mechanism == "PLAIN" else {}
    return users


def _check_names(config: BrokerConfig, listeners: tuple[Listener, ...]) -> None:
    names = {listener.name.lower() for listener in listeners}
    jaas = {mechanism.lower() + _JAAS for mechanism in MECHANISMS}
    for key, _ in config.listener_options:
        name, _, option = key.partition(".")
        while name not in names and "." in option:  # names of listeners may have dots too
            more, _, option = option.partition(".")
            name = f"{name}.{more}"
        if name not in names:
            raise InvalidOption(f"{LISTENER_PREFIX}{key}: there is no listener of that name")
        of_listener_alone = option.startswith("ssl.") or option in map(option_name, _OF_LISTENERS)
        if option not in jaas and not of_listener_alone:
            raise InvalidOption(f"{LISTENER_PREFIX}{key}: {option!r} cannot be set for a listener")
        if of_listener_alone:
            parse_options(type(config), {option: dict(config.listener_options)[key]})


def _check_tls(config: BrokerConfig, listener: Listener) -> None:
    for field, allowed in (
        ("ssl_client_auth", _CLIENT_AUTH),
        ("ssl_keystore_type", ("PEM",)),
        ("ssl_truststore_type", ("PEM",)),
    ):
        _one_of(option_name(field), of_listener(config, listener, field), allowed)
    for version in of_listener(config, listener, "ssl_enabled_protocols").split(","):
        _one_of("ssl.enabled.protocols", version.strip(), _TLS_VERSIONS)
    check_mapping_rules(of_listener(config, listener, "ssl_principal_mapping_rules"))


def _check_super_users(text: str) -> None:
    for name in text.split(";"):
        if name.strip() and ":" not in name:
            raise invalid_value("super.users", text, "expected a string in format principalType:principalName")


def _one_of(name: str, value: str, allowed: tuple[str, ...]) -> None:
    if value not in allowed:
        expected = ", ".join(text or "(empty)" for text in allowed)
        raise invalid_value(name, value, f"String must be one of: {expected}")
