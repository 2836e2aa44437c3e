"""The specs of a package that was generated before, read back from its classes.

The only place that imports generated modules, and only when a command is asked about them: a package that is broken can
always be generated anew.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from importlib import import_module
from types import ModuleType
from typing import Any

from .model import FieldSpec, MessageSpec, StructSpec
from .versions import NONE, Versions


class PackageSpecs(Mapping[str, MessageSpec]):
    """Message name -> spec, each read when it is asked for; the package may lie in the working directory.

    Raises `ImportError` if there is no such package.
    """

    def __init__(self, package: str) -> None:
        if "" not in sys.path and os.getcwd() not in sys.path:
            sys.path.append(os.getcwd())
        self._package: ModuleType = import_module(package)
        if not hasattr(self._package, "PROTOCOL"):
            raise ImportError(f"{package} is no package of generated messages: it has no PROTOCOL", name=package)
        self._names: list[str] = self._package.PROTOCOL.names

    def __getitem__(self, name: str) -> MessageSpec:
        if name not in self._names:
            raise KeyError(name)
        said = getattr(self._package, name).spec()
        versions, flexible = _versions(said.versions), _versions(said.flexible)
        return MessageSpec(
            said.name, said.kind, _struct(said.root, {}), versions, flexible, source=self._package.__name__
        )

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


def _struct(said: Any, made: dict[str, StructSpec]) -> StructSpec:
    if said.name not in made:
        made[said.name] = struct = StructSpec(said.name, NONE)
        struct.fields = [_field(field, made) for field in said.fields]
    return made[said.name]


def _field(said: Any, made: dict[str, StructSpec]) -> FieldSpec:
    return FieldSpec(
        name=said.name,
        type=said.type,
        versions=_versions(said.versions),
        nullable_versions=_versions(said.nullable),
        tagged_versions=_versions(said.tagged),
        tag=said.tag,
        flexible_versions=None if said.flexible is None else _versions(said.flexible),
        ignorable=said.ignorable,
        struct=None if said.struct is None else _struct(said.struct, made),
    )


def _versions(said: range) -> Versions:
    return Versions(said.start, said.stop - 1) if said else NONE
