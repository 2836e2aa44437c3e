"""TLS of a listener: an `SSLContext` out of Kafka's options, and who a client with a certificate is.

Key and certificates are PEM: in files (`ssl.keystore.location`, `ssl.truststore.location`) or in the options
themselves. Stores in Java's formats cannot be read here.
"""

from __future__ import annotations

import os
import tempfile
from typing import TYPE_CHECKING, Any

from kafkawire.broker.config.listeners import Listener
from kafkawire.broker.config.options import InvalidOption
from kafkawire.broker.config.principals import ANONYMOUS, mapped_name, principal
from kafkawire.broker.config.security import of_listener
from kafkawire.broker.security.distinguished_name import subject_of
from kafkawire.errors import DecodeError, RemoteProtocolError

if TYPE_CHECKING:
    import asyncio
    import ssl

    from kafkawire.broker.config.broker import BrokerConfig

__all__ = ["HANDSHAKE_TIMEOUT", "SHUTDOWN_TIMEOUT", "principal_of_certificate", "server_context"]

HANDSHAKE_TIMEOUT = 10.0
"""Seconds that a client has for its part of the TLS handshake."""
SHUTDOWN_TIMEOUT = 1.0
"""Seconds that a client has to say goodbye."""


def server_context(config: BrokerConfig, listener: Listener) -> ssl.SSLContext:
    """The context of a listener. Raises `InvalidOption`, which shows no key."""
    import ssl

    def option(field: str) -> Any:
        return of_listener(config, listener, field)

    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    only_new = "TLSv1.2" not in option("ssl_enabled_protocols")
    context.minimum_version = ssl.TLSVersion.TLSv1_3 if only_new else ssl.TLSVersion.TLSv1_2
    if "TLSv1.3" not in option("ssl_enabled_protocols"):
        context.maximum_version = ssl.TLSVersion.TLSv1_2
    try:
        _load_key(context, option)
        _load_trusted(context, option)
    except (OSError, ValueError) as exc:  # the library's own error about certificates in an option is an OSError
        raise InvalidOption(f"TLS of listener {listener.name}: {exc}") from exc
    modes = {"none": ssl.CERT_NONE, "requested": ssl.CERT_OPTIONAL, "required": ssl.CERT_REQUIRED}
    context.verify_mode = modes[option("ssl_client_auth")]
    return context


def _load_key(context: ssl.SSLContext, option: Any) -> None:
    chain, key, location = (option(f"ssl_keystore_{name}") for name in ("certificate_chain", "key", "location"))
    if chain is None and key is None and location is None:
        raise ValueError("ssl.keystore.location is not set, nor an SSLContext given")
    if chain is None and key is None:
        _load_file(context, location, option, f"ssl.keystore.location: {location}")
        return
    # The library reads keys out of files alone.
    with tempfile.TemporaryDirectory(prefix="kafkawire-") as directory:  # nobody else may look into it
        path = os.path.join(directory, "keystore.pem")
        with open(path, "w", encoding="utf-8") as file:
            file.write(f"{key or ''}\n{chain or ''}\n")
        _load_file(context, path, option, "ssl.keystore.key")


def _load_file(context: ssl.SSLContext, path: str, option: Any, name: str) -> None:
    from kafkawire.transport.pem import load_key

    try:
        load_key(context, path, option("ssl_key_password"), "ssl.key.password")
    except ValueError as exc:
        raise ValueError(f"{name}: {exc}") from exc


def _load_trusted(context: ssl.SSLContext, option: Any) -> None:
    from kafkawire.transport.pem import load_trusted

    certificates, location = option("ssl_truststore_certificates"), option("ssl_truststore_location")
    if certificates is not None:
        context.load_verify_locations(cadata=certificates)
    elif location is not None:
        try:
            load_trusted(context, location)
        except ValueError as exc:
            raise ValueError(f"ssl.truststore.location: {location}: {exc}") from exc
    elif option("ssl_client_auth") != "none":
        context.load_default_certs()


def principal_of_certificate(transport: asyncio.BaseTransport, rules: str) -> str:
    """Who a client of a TLS connection is, by the certificate that was checked.

    Raises `RemoteProtocolError` for a name that no rule of `ssl.principal.mapping.rules` fits.
    """
    tls = transport.get_extra_info("ssl_object")
    certificate = tls.getpeercert(binary_form=True) if tls is not None and tls.getpeercert() else None
    if certificate is None:
        return ANONYMOUS
    try:
        name = subject_of(certificate)
    except DecodeError as exc:
        raise RemoteProtocolError(str(exc)) from exc
    mapped = mapped_name(rules, name)
    if mapped is None:
        raise RemoteProtocolError(f"no rule of ssl.principal.mapping.rules fits {name!r}")
    return principal(mapped)
