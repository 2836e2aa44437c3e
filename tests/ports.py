"""Ports for brokers that tests start."""

from __future__ import annotations

import random
import socket

__all__ = ["free_ports"]


def free_ports(count: int = 1) -> int:
    """The first of so many ports in a row that nobody listens on; two runs at once begin to look in other places."""
    for port in range(20092 + 10 * random.randrange(1000), 32000, 10):  # below those that connections get by themselves
        if not any(_is_taken(port + n) for n in range(count)):
            return port
    raise OSError("no free ports")


def _is_taken(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0
