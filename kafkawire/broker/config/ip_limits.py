"""`max.connections.per.ip.overrides`: how many connections single hosts may have: `10.0.0.1:5,build.local:200`."""

from __future__ import annotations

import logging
import re
import socket
from functools import lru_cache

from kafkawire.broker.config.options import InvalidOption

__all__ = ["check_ip_limits", "ip_limits"]

_LOG = logging.getLogger("kafkawire.broker.connections")
_NAME = "max.connections.per.ip.overrides"
_HOST = re.compile(r"[0-9a-zA-Z\-%._:]*")


def check_ip_limits(text: str, otherwise: int) -> None:
    """Check the option, and that for all others. Raises `InvalidOption`."""
    limits = _parse(text)
    wrong = [host for host in limits if not _HOST.fullmatch(host)]
    if wrong:
        raise InvalidOption(f"{_NAME} contains invalid addresses : {','.join(wrong)}")
    if otherwise == 0 and not limits:
        raise InvalidOption(f"max.connections.per.ip can be set to zero only if {_NAME} property is set.")


@lru_cache(maxsize=1)
def ip_limits(text: str) -> dict[str, int]:
    """Address -> most connections. A host that has no address is passed over, and logged."""
    found: dict[str, int] = {}
    for host, limit in _parse(text).items():
        try:
            found |= {str(info[4][0]): limit for info in socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)}
        except OSError as exc:
            _LOG.error("%s: %s has no address: %s", _NAME, host, exc)
    return found


def _parse(text: str) -> dict[str, int]:
    limits = {}
    for pair in filter(None, map(str.strip, text.split(","))):
        host, colon, limit = pair.rpartition(":")
        if not colon or not re.fullmatch(r"[+-]?\d+", limit.strip()):
            raise InvalidOption(f"{_NAME}: {pair!r} is not host:number")
        limits[host.strip()] = int(limit)
    return limits
