"""What became of records, and how a broker is told: ranges of offsets of one partition, each with one type."""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum

__all__ = ["AcknowledgeType", "Acknowledgements", "OffsetRange"]

OffsetRange = tuple[int, int, int]
"""First offset, last offset, type."""


class AcknowledgeType(IntEnum):
    """What became of a record: the numbers of the wire."""

    GAP = 0
    """There is no record at this offset that an application would see. Said by the client itself."""
    ACCEPT = 1
    """The record is dealt with."""
    RELEASE = 2
    """The record is to be delivered again, to whoever asks next."""
    REJECT = 3
    """The record cannot be dealt with, now or later."""
    RENEW = 4
    """The work takes longer: begin the time of the record's lock anew (KIP-1222)."""

    @classmethod
    def of(cls, name: str) -> AcknowledgeType:
        """The type of that name, in lower case. Raises `ValueError`; "gap" is none for applications."""
        try:
            return _BY_NAME[name]
        except KeyError:
            raise ValueError(f"a record can be acknowledged with {', '.join(_BY_NAME)}, not {name!r}") from None


_BY_NAME = {kind.name.lower(): kind for kind in AcknowledgeType if kind is not AcknowledgeType.GAP}


class Acknowledgements:
    """What is said of the records of one partition together. `until`: the time up to which it is tried again.

    Offsets without a record come as ranges: a broker may claim any number of them.
    """

    __slots__ = ("types", "until", "without_record")

    def __init__(self, until: float) -> None:
        self.until = until
        self.types: dict[int, AcknowledgeType] = {}
        self.without_record: list[OffsetRange] = []

    def __bool__(self) -> bool:
        return bool(self.types or self.without_record)

    @property
    def renews(self) -> bool:
        """Whether a lock is to be renewed."""
        return AcknowledgeType.RENEW in self.types.values()

    def merge(self, other: Acknowledgements) -> None:
        """Take in others of the same partition."""
        self.until = min(self.until, other.until)
        self.types.update(other.types)
        self.without_record += other.without_record

    def ranges(self) -> list[OffsetRange]:
        """What is acknowledged, in the order of offsets, neighbours of one type as one."""
        out: list[OffsetRange] = []
        for first, last, kind in sorted([*self._singles(), *self.without_record]):
            if out and out[-1][1] + 1 == first and out[-1][2] == kind:
                out[-1] = (out[-1][0], last, kind)
            else:
                out.append((first, last, kind))
        return out

    def _singles(self) -> Iterator[OffsetRange]:
        return ((offset, offset, kind) for offset, kind in self.types.items())
