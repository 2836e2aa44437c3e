"""Apache Kafka's vectors as values, and which files hold them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kafkawire import messages
from kafkawire.message import Message
from tests import corpus, reference
from tests.reference import Schema, Tree

OTHERS = {"frames", "headers", "strictness"}


@dataclass
class Vector:
    """A message in one version, and its bytes as Apache Kafka wrote them."""

    name: str
    kind: str
    version: int
    case: str
    data: bytes
    json: dict[str, Any]
    unknown_tags: list[dict[str, Any]] = field(default_factory=list)
    api_key: int | None = None
    api_version: int | None = None
    framed: bytes | None = None

    def __str__(self) -> str:
        return f"{self.name} v{self.version} {self.case}"

    @property
    def cls(self) -> type[Message]:
        return message_class(self.name)

    @property
    def schema(self) -> Schema:
        return reference.schemas()[self.name]

    @property
    def tree(self) -> Tree:
        return reference.from_json(self.schema, self.version, self.json, self.unknown_tags)


def message_class(name: str) -> type[Message]:
    """A message class by its name."""
    cls: type[Message] = getattr(messages, name)
    return cls


def files(*folders: str) -> list[Path]:
    """The vector files of those folders, or of every folder that holds messages."""
    root = corpus.path("vectors")
    found = sorted(root.glob("*/*.jsonl.gz"))
    return [file for file in found if (file.parent.name in folders if folders else file.parent.name not in OTHERS)]


def name_of(file: Path) -> str:
    """Folder and name, as the id of a test."""
    return f"{file.parent.name}/{file.name.removesuffix('.jsonl.gz')}"


def read(file: Path) -> Iterator[Vector]:
    """The vectors of a file."""
    for line in corpus.json_lines(file):
        yield Vector(
            line["message"],
            line["kind"],
            line["version"],
            line["case"],
            bytes.fromhex(line["hex"]),
            line["json"],
            line.get("unknownTags", []),
            line.get("apiKey"),
            line.get("apiVersion"),
            bytes.fromhex(line["framed"]) if "framed" in line else None,
        )
