"""Where a broker can be reached: the addresses behind its name, and how connecting to it went so far.

A name may have several addresses, of which some lead nowhere; each is tried, beginning with the one that worked last.
An endpoint that could not be connected to is left alone for a while, and may take longer to answer the next time, both
twice as much with each failure (KIP-144, KIP-601).
"""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator, Sequence

from kafkawire.client.options import ClientOptions
from kafkawire.client.retry import Backoff

__all__ = ["Endpoint", "canonical_names", "is_literal", "lookup"]


class Endpoint:
    """One host and port as connecting to it went."""

    def __init__(self, options: ClientOptions, now: Callable[[], float], chance: Callable[[], float]) -> None:
        self.problem = ""
        """What went wrong the last time; nothing while all is well."""
        self.failed_at = float("-inf")
        """When something went wrong the last time, be it before or after it was connected to."""
        self._options = options
        self._now = now
        self._chance = chance
        self._quiet_until = 0.0
        self._worked = ""
        self._begin_anew()

    @property
    def rests(self) -> bool:
        """Whether it is left alone now."""
        return self._now() < self._quiet_until

    def in_order(self, ips: Sequence[str]) -> list[str]:
        """The addresses, with the one that worked last in front."""
        return sorted(dict.fromkeys(ips), key=lambda ip: ip != self._worked)

    def setup_timeout(self) -> float:
        """Seconds that the next attempt may take."""
        return self._timeouts.next_delay()

    def succeeded(self, ip: str) -> None:
        """There is a connection to this address."""
        self.problem = ""
        self._worked = ip
        self._begin_anew()

    def failed(self, problem: str) -> None:
        """None of the addresses could be connected to, or what answers there is no broker."""
        self.problem = problem
        self.failed_at = self._now()
        self._quiet_until = self._now() + self._pauses.next_delay()

    def _begin_anew(self) -> None:
        options = self._options
        least, most = options.reconnect_backoff_ms, options.reconnect_backoff_max_ms
        self._pauses = Backoff(least / 1000, max(least, most) / 1000, self._chance)
        least, most = options.socket_connection_setup_timeout_ms, options.socket_connection_setup_timeout_max_ms
        self._timeouts = Backoff(least / 1000, max(least, most) / 1000, lambda: 0.5)  # what is promised, exactly


def is_literal(host: str) -> bool:
    """Whether a host is an address already."""
    return any(_parses(family, host) for family in (socket.AF_INET, socket.AF_INET6))


def _parses(family: int, host: str) -> bool:
    try:
        socket.inet_pton(family, host)
    except (OSError, ValueError):  # ValueError: characters that no address has
        return False
    return True


def lookup(host: str, port: int) -> list[str]:
    """The addresses of a host, in the order that the system prefers. Blocks. Raises `OSError` or `UnicodeError`."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(address[0]) for *_, address in found))


def canonical_names(host: str, port: int) -> list[str]:
    """The names that a host's addresses have in DNS, or the address of one that has none. Blocks."""
    return list(_names(lookup(host, port), port))


def _names(ips: Sequence[str], port: int) -> Iterator[str]:
    for ip in dict.fromkeys(ips):
        try:
            yield socket.getnameinfo((ip, port), socket.NI_NAMEREQD)[0]
        except OSError:  # not in DNS
            yield ip
