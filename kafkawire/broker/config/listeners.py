"""Where a broker listens, and how it speaks there: Kafka's `listeners`, `advertised.listeners` and the map between.

`PLAINTEXT://127.0.0.1:9092,SASL_SSL://127.0.0.1:9094` is two listeners. The name before `://` is that of a protocol, or
of one's own making if `listener.security.protocol.map` says what it stands for. Without a name it is PLAINTEXT.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from socket import getfqdn
from typing import TYPE_CHECKING

from kafkawire.broker.config.options import InvalidOption

if TYPE_CHECKING:
    from kafkawire.broker.config.broker import BrokerConfig

__all__ = ["PLAINTEXT", "PROTOCOLS", "Listener", "advertised_listeners", "pair_advertised", "parse_listeners"]

PLAINTEXT = "PLAINTEXT"
PROTOCOLS = (PLAINTEXT, "SSL", "SASL_PLAINTEXT", "SASL_SSL")
"""What may be spoken on a listener."""
_ALL_ADDRESSES = "0.0.0.0"  # noqa: S104 - it is refused
_NAME = re.compile(r"[A-Za-z0-9_.-]+")


@dataclass(frozen=True, slots=True)
class Listener:
    """A listener; `host` and `port` are where it listens, or what clients are told."""

    name: str
    protocol: str
    host: str
    port: int

    @property
    def has_tls(self) -> bool:
        """Whether what is sent is encrypted."""
        return self.protocol in ("SSL", "SASL_SSL")

    @property
    def has_sasl(self) -> bool:
        """Whether clients authenticate inside of Kafka's protocol."""
        return self.protocol.startswith("SASL_")

    @property
    def address(self) -> str:
        """`host:port`, as clients want it."""
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"

    def __str__(self) -> str:
        return f"{self.name}://{self.address}"


def parse_listeners(texts: str, protocol_map: str) -> tuple[Listener, ...]:
    """The listeners that a text with commas names. Raises `InvalidOption`."""
    protocols = _protocols(protocol_map)
    found = tuple(_listener(text.strip(), protocols) for text in texts.split(","))
    names = [listener.name for listener in found]
    ports = [(listener.host, listener.port) for listener in found if listener.port]
    if len({*names}) < len(names):
        raise InvalidOption(f"listeners {texts!r}: each listener must have a different name")
    if len({*ports}) < len(ports):
        raise InvalidOption(f"listeners {texts!r}: each listener must have a different port")
    return found


def advertised_listeners(config: BrokerConfig) -> tuple[Listener, ...]:
    """What clients of each listener are told. Raises `InvalidOption`."""
    protocols, told = config.listener_security_protocol_map, config.advertised_listeners
    listeners = parse_listeners(config.listeners, protocols)
    return pair_advertised(listeners, parse_listeners(told, protocols) if told else ())


def pair_advertised(listeners: Iterable[Listener], advertised: Sequence[Listener]) -> tuple[Listener, ...]:
    """The advertised listener of each: what `advertised` has under its name, with its own port in the place of 0.

    A listener without a host is on all addresses; clients are told the name of this machine, as Java's broker does.
    0.0.0.0 is all addresses, too, and would lead each client to its own machine: Java's broker refuses to tell it.
    """
    by_name = {listener.name: listener for listener in advertised}
    found = []
    for listener in listeners:
        other = by_name.pop(listener.name, listener)
        found.append(replace(listener, host=other.host or getfqdn(), port=other.port or listener.port))
    if by_name:
        raise InvalidOption(f"advertised.listeners has {', '.join(by_name)}, where nobody listens")
    for listener in found:
        if listener.host == _ALL_ADDRESSES:
            raise InvalidOption(
                f"advertised.listeners: clients would be told {listener}, which leads nowhere; "
                f"say the name by which they reach this broker: {replace(listener, host='HOST')}"
            )
    return tuple(found)


def _protocols(text: str) -> dict[str, str]:
    """Listener name -> protocol."""
    pairs = [pair.strip().partition(":") for pair in text.split(",") if pair.strip()]
    for name, _, protocol in pairs:
        if protocol.upper() not in PROTOCOLS:
            expected = ", ".join(PROTOCOLS)
            raise InvalidOption(f"listener.security.protocol.map: {name} is {protocol!r}, which is none of {expected}")
    return {name.upper(): protocol.upper() for name, _, protocol in pairs}


def _listener(text: str, protocols: dict[str, str]) -> Listener:
    name, scheme, address = text.rpartition("://")
    host, colon, port = address.rpartition(":")
    if not colon or not (port.isascii() and port.isdecimal()) or (scheme and not name):
        raise InvalidOption(f"listener {text!r} is not host:port")
    if len(port) > 5 or int(port) > 65535:
        raise InvalidOption(f"listener {text!r}: ports are 1 to 65535, or 0 for a free one")
    name = name.upper() or PLAINTEXT
    if name not in protocols or not _NAME.fullmatch(name):
        raise InvalidOption(f"listener {text!r}: listener.security.protocol.map does not say what {name} is")
    return Listener(name, protocols[name], host.strip("[]"), int(port))
