"""Words of a command line that are wrong in ways that argparse does not see, and the types of those that it does."""

from __future__ import annotations

import re
import time
from datetime import datetime

from kafkawire.errors import KafkaWireError

__all__ = [
    "WANTED_TIME", "NotThere", "UsageError", "duration_ms", "listen_port", "milliseconds", "names", "port", "positive",
]  # fmt: skip


class NotThere(KafkaWireError):
    """What the command was called for is not there, in a cluster, a file or a profile. Ends with exit code 1."""


class UsageError(Exception):
    """The words of a command or its input have a wrong form; the text says how, and what to do. Ends with exit code 2.

    Of several texts each is a line of its own.
    """

    def __str__(self) -> str:
        return "; ".join(map(str, self.args))


def positive(text: str) -> int:
    """As a type of argparse: a number above 0."""
    value = int(text)
    if value < 1:
        raise ValueError(text)
    return value


positive.__name__ = "number above 0"  # what argparse calls the type in its error


def port(text: str) -> int:
    """As a type of argparse: a port that one connects to."""
    value = int(text)
    if not 0 < value < 65536:
        raise ValueError(text)
    return value


port.__name__ = "port from 1 to 65535"


def listen_port(text: str) -> int:
    """As a type of argparse: a port to listen on, 0 for a free one."""
    return 0 if text == "0" else port(text)


listen_port.__name__ = "port from 0 to 65535"


def names(text: str) -> list[str]:
    """As a type of argparse, of options that may be repeated (`action="extend"`): names, by commas."""
    return [name.strip() for name in text.split(",") if name.strip()]


_UNITS = {"ms": 1, "s": 1000, "m": 60_000, "h": 3_600_000, "d": 86_400_000, "w": 7 * 86_400_000}
_RELATIVE = re.compile(rf"([+-])(\d+(?:\.\d+)?)({'|'.join(_UNITS)})")
_DURATION = re.compile(rf"(\d+(?:\.\d+)?)({'|'.join(_UNITS)})")
_LEAST_MILLISECONDS = 10**11  # as seconds that would be in the year 5138
WANTED_TIME = "milliseconds, @SECONDS, a time as 2024-05-01T12:00 (+02:00 or Z says where), now, or -2h"


def duration_ms(text: str) -> int:
    """As a type of argparse: a time span as `15m` in milliseconds. A number needs a unit, but for 0."""
    found = _DURATION.fullmatch("0ms" if text == "0" else text)
    if found is None:
        raise ValueError(text)
    return int(float(found[1]) * _UNITS[found[2]])


duration_ms.__name__ = "time span such as 90s, 15m, 2h or 7d"


def milliseconds(text: str, wanted: str = WANTED_TIME) -> int:
    """A time in milliseconds: a number of them, `@` and seconds or milliseconds, ISO format, or relative to now.

    ISO format is of this place, if it does not say. Relative times have a sign and a unit: ms, s, m, h, d or w. Raises
    `UsageError`.
    """
    plain = text.removeprefix("@")
    if plain.isascii() and plain.isdigit():
        return int(plain) * (1000 if plain != text and int(plain) < _LEAST_MILLISECONDS else 1)
    if plain == "now":
        return int(time.time() * 1000)
    if relative := _RELATIVE.fullmatch(plain):
        distance = float(relative[2]) * _UNITS[relative[3]]
        return int(time.time() * 1000 + (distance if relative[1] == "+" else -distance))
    try:
        return int(datetime.fromisoformat(plain).astimezone().timestamp() * 1000)
    except (ValueError, OverflowError, OSError):
        raise UsageError(f"{text}: want {wanted}") from None
