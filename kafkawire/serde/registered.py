"""What comes out of a schema registry, whoever asks it: a schema and those that it refers to, or one of two errors."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from kafkawire.errors import KafkaWireError

__all__ = ["MOST_SCHEMAS", "Reference", "Registered", "RegistryFailed", "UnknownSchema", "texts_of"]

MOST_SCHEMAS = 1000
"""How many schemas are kept, by their numbers."""

_MOST_REFERENCES = 200


class RegistryFailed(KafkaWireError):
    """The registry cannot be reached, refuses what it was asked for, or its answer is of no use."""


class UnknownSchema(RegistryFailed):
    """The registry has no such schema, or one of another kind."""


Reference = tuple[str, str, int]
"""What a schema calls another one, and the subject and version of that."""


@dataclass(frozen=True, slots=True)
class Registered:
    """A schema, and those that it refers to by name, each behind those that it needs itself."""

    number: int
    text: str
    references: tuple[tuple[str, str], ...] = ()
    kind: str = "AVRO"

    @property
    def texts(self) -> list[str]:
        """Of those that it refers to, and its own as the last."""
        return [*(text for _, text in self.references), self.text]


def texts_of(
    references: Iterable[Reference], fetch: Callable[[str, int], tuple[str, Iterable[Reference]]]
) -> tuple[tuple[str, str], ...]:
    """Names and texts of references and of theirs in turn, each name once and behind what it needs.

    `fetch` gives the text of a version of a subject, and its references. Raises `RegistryFailed` for too many.
    """
    found: dict[str, str] = {}
    met: set[str] = set()  # before it is found, should a schema refer to itself

    def collect(references: Iterable[Reference]) -> None:
        for name, subject, version in references:
            if name in met:
                continue
            met.add(name)
            if len(met) > _MOST_REFERENCES:
                raise RegistryFailed(f"a schema refers to more than {_MOST_REFERENCES} others")
            text, inner = fetch(subject, version)
            collect(inner)
            found[name] = text

    collect(references)
    return tuple(found.items())
