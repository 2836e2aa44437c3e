"""Kafka's names for the small numbers of the protocol: "TOPIC", "LITERAL", "DESCRIBE_CONFIGS"."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping

from kafkawire.client.errors import InvalidOption

__all__ = ["Names", "operations"]


class Names:
    """One set of names. A number that no release knew yet has a name too: `UNKNOWN_17`."""

    def __init__(self, what: str, names: Mapping[int, str], plain: Callable[[str], str] = str.upper) -> None:
        self._what = what
        self._plain = plain
        self._names = dict(names)
        self._numbers = {name: number for number, name in names.items()}

    def name(self, number: int) -> str:
        """The name of a number that a broker has sent."""
        return self._names.get(number, f"UNKNOWN_{number}")

    def number(self, name: str) -> int:
        """The number of a name; case, and dashes for underscores, do not matter.

        Raises `InvalidOption`, with the nearest name, for one that does not exist.
        """
        wanted = self._plain(name).replace("-", "_")
        known = {name.replace("-", "_"): name for name in self._numbers}
        if wanted in known:
            return self._numbers[known[wanted]]
        near = difflib.get_close_matches(wanted, known, n=1)
        hint = f"did you mean {known[near[0]]!r}?" if near else f"known are {', '.join(self._numbers)}"
        raise InvalidOption(f"no {self._what} is called {name!r}: {hint}")


OPERATIONS = Names(
    "operation",
    {
        1: "ANY",
        2: "ALL",
        3: "READ",
        4: "WRITE",
        5: "CREATE",
        6: "DELETE",
        7: "ALTER",
        8: "DESCRIBE",
        9: "CLUSTER_ACTION",
        10: "DESCRIBE_CONFIGS",
        11: "ALTER_CONFIGS",
        12: "IDEMPOTENT_WRITE",
        13: "CREATE_TOKENS",
        14: "DESCRIBE_TOKENS",
        15: "TWO_PHASE_COMMIT",
    },
)

_NOT_SAID = -(2**31)


def operations(bits: int) -> frozenset[str] | None:
    """What a client may do, out of the bit field of a response; None where the broker does not say."""
    if bits == _NOT_SAID:
        return None
    return frozenset(OPERATIONS.name(number) for number in range(31) if bits >> number & 1)
