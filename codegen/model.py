"""What a schema file says, as plain values. `schema.py` makes these and checks every rule; all else only reads them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from .versions import NONE, Versions

SCALARS = frozenset(
    ("bool", "int8", "int16", "int32", "int64", "uint16", "uint32", "float64", "string", "bytes", "records", "uuid")
)


@dataclass(slots=True)
class FieldSpec:
    """One field. `default` is the schema's text, `None` where it gives none; `"null"` is the null default."""

    name: str
    type: str
    versions: Versions
    nullable_versions: Versions = NONE
    tagged_versions: Versions = NONE
    tag: int | None = None
    flexible_versions: Versions | None = None
    default: str | None = None
    ignorable: bool = False
    map_key: bool = False
    zero_copy: bool = False
    entity_type: str | None = None
    struct: StructSpec | None = None
    """The struct that the field, or an element of it, is made of."""
    about: str = ""
    """What it means: one line of printable characters, of bounded length."""

    @property
    def is_array(self) -> bool:
        """Whether the field is an array."""
        return self.type.startswith("[]")

    @property
    def element_type(self) -> str:
        """The type of an array's element, or the type itself."""
        return self.type.removeprefix("[]")


@dataclass(slots=True)
class StructSpec:
    """A named list of fields; `common` says that it came from `commonStructs`."""

    name: str
    versions: Versions
    fields: list[FieldSpec] = field(default_factory=list)
    common: bool = False
    about: str = ""
    """What a message, or a struct from `commonStructs`, is for: a line as a field's. Other structs have none."""


@dataclass(slots=True)
class MessageSpec:
    """One message: a root struct, the structs below it, and what its header lines say."""

    name: str
    kind: str
    """`request`, `response`, `header`, `data`, `metadata`, `coordinator-key`, `coordinator-value`."""
    root: StructSpec
    valid_versions: Versions
    flexible_versions: Versions
    api_key: int | None = None
    listeners: tuple[str, ...] = ()
    deprecated_versions: Versions = NONE
    latest_version_unstable: bool = False
    structs: dict[str, StructSpec] = field(default_factory=dict)
    """Every struct but the root by its name, in order of first appearance."""
    source: str = ""
    """Path of the file below its schema directory, such as `rpc/FetchRequest.json`."""

    def all_structs(self) -> Iterator[StructSpec]:
        """The root, then every struct below it."""
        yield self.root
        yield from self.structs.values()
