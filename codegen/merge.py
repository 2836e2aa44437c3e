"""One set of messages from several releases.

A version has the shape that the newest release with that version gives it; older releases only fill in the versions
that newer ones no longer have. So each release *owns* some versions of a message, and a merged field is in a version
when the field of that version's owner is. The outcome must still be one schema: a field that changed its type, its tag
or its place between the owners cannot be written as one field, and is a `SchemaError`.

Structs are matched by the fields that lead to them, so a struct that got a new name is still the same one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from functools import reduce

from . import rules
from .errors import Problem, SchemaError, collected, refuse
from .model import FieldSpec, MessageSpec, StructSpec
from .versions import NONE, Versions

Specs = Mapping[str, MessageSpec]
Pair = tuple[MessageSpec | None, MessageSpec | None]

_OPEN_END = Versions.parse("0+").high
_SAME = {"records": "bytes"}  # the same on the wire; the schemas before 2.5 say bytes


def merge_releases(releases: Sequence[Specs], warnings: list[str] | None = None) -> dict[str, MessageSpec]:
    """The messages of all releases, given oldest first, under the names that the newest has for them.

    Raises one `SchemaError` with everything that does not fit together between two releases.
    """
    notes = [] if warnings is None else warnings

    def fold(older: dict[str, MessageSpec], newer: Specs) -> dict[str, MessageSpec]:
        specs: list[MessageSpec] = []
        problems: list[Problem] = []
        for pair in pairs(older, newer):
            with collected(problems):
                specs.append(_merge_pair(pair, notes))
        # A record that was renamed keeps its key; the newest release has the say over which one is meant.
        refuse(problems + rules.same_api_key(spec for spec in specs if spec.kind not in rules.RECORD_PARTS))
        return {spec.name: spec for spec in specs}

    return reduce(fold, releases[1:], dict(releases[0])) if releases else {}


def described_by(first: Specs, merged: Specs) -> dict[str, MessageSpec]:
    """The `merged` messages with the descriptions that `first` has for their fields, and no others.

    Who keeps schemas in words of their own merges the files of others into them, and wants the facts alone.
    """
    described = {}
    for mine, other in pairs(first, deepcopy(dict(merged))):
        if other is not None:
            described[other.name] = other
            _describe(other, {path: spec.about for path, spec in _walk(mine.root, "")} if mine else {})
    return {name: described[name] for name in merged}


def _describe(message: MessageSpec, words: Mapping[str, str]) -> None:
    specs = list(_walk(message.root, ""))
    for _, spec in specs:
        spec.about = ""
    for path, spec in specs:  # a common struct is met once for each of its uses
        spec.about = spec.about or words.get(path, "")


def _walk(struct: StructSpec, path: str) -> Iterator[tuple[str, FieldSpec | StructSpec]]:
    """Whatever may have a description: the struct under its path and a slash, each field below it under its own."""
    yield f"{path}/", struct
    for field in struct.fields:
        yield f"{path}/{field.name}", field
        if field.struct is not None:
            yield from _walk(field.struct, f"{path}/{field.name}")


def pairs(older: Specs, newer: Specs) -> list[Pair]:
    """Each message beside its counterpart in the other release, `None` where there is none; the older's order first.

    Requests and responses are matched by API key where the names differ: an API may be renamed, a key never moves.
    """
    by_key = {_key(spec): spec for spec in newer.values() if spec.name not in older}
    found: list[Pair] = []
    taken: set[str] = set()
    for spec in older.values():
        other = newer.get(spec.name) or by_key.get(_key(spec))
        if other is not None:
            taken.add(other.name)
        found.append((spec, other))
    return found + [(None, spec) for spec in newer.values() if spec.name not in taken]


def _key(spec: MessageSpec) -> tuple[str, object]:
    """What tells a message apart besides its name; of all but RPCs, the keys of different topics overlap."""
    return (spec.kind, spec.api_key if spec.kind in ("request", "response") else spec.name)


def _merge_pair(pair: Pair, notes: list[str]) -> MessageSpec:
    older, newer = pair
    if older is None or newer is None:
        spec = newer or older
        assert spec is not None  # one of the two is there
        return spec
    return merge(older, newer, notes)


def merge(older: MessageSpec, newer: MessageSpec, warnings: list[str] | None = None) -> MessageSpec:
    """One message from two releases of it: `newer`, with the versions that only `older` has filled in.

    Where the two are of different kinds the newer one is taken whole. Raises `SchemaError` where a field's versions,
    types, tags or places do not fit together.
    """
    notes = [] if warnings is None else warnings
    if not newer.valid_versions:
        return older
    if (older.kind, older.api_key) != (newer.kind, newer.api_key):
        notes.append(f"{newer.source}: another kind of message than in the older release, taken from the newer alone")
        return newer
    removed = {version for version in older.valid_versions if version not in newer.valid_versions}
    if not removed:
        return newer
    spec = _Merger(older, newer, removed).merged()
    rules.check(spec, notes)
    return spec


@dataclass(slots=True)
class _Part:
    """One release's form of a struct, and the versions in which that form counts."""

    struct: StructSpec
    versions: set[int]
    age: int
    """0 for the newer release, 1 for the older."""


class _Merger:
    def __init__(self, older: MessageSpec, newer: MessageSpec, removed: set[int]) -> None:
        self.older, self.newer, self.removed = older, newer, removed
        self.kept = set(newer.valid_versions)
        self.parts: dict[str, list[_Part]] = {}
        self.structs: dict[str, StructSpec] = {}
        self.uses: dict[str, int] = {}
        self.child_name: dict[int, str] = {}
        """The merged struct's name, by the `id` of a field that is made of it."""
        self.problems: list[Problem] = []

    def merged(self) -> MessageSpec:
        self.collect("", [_Part(self.newer.root, self.kept, 0), _Part(self.older.root, self.removed, 1)])
        root = self.build("", replace(self.newer.root, versions=self.valid_versions(), fields=[]))
        refuse(self.problems)
        for name, count in self.uses.items():
            self.structs[name].common = self.structs[name].common or count > 1
        return replace(
            self.newer,
            root=root,
            structs=self.structs,
            valid_versions=root.versions,
            flexible_versions=self.head_range("flexible_versions"),
            deprecated_versions=self.head_range("deprecated_versions"),
            latest_version_unstable=self.last_owner().latest_version_unstable,
        )

    def last_owner(self) -> MessageSpec:
        return self.newer if max(self.kept) > max(self.removed) else self.older

    def valid_versions(self) -> Versions:
        versions = self.kept | self.removed
        low, high = min(versions), max(versions)
        if len(versions) != high - low + 1:
            rule = (
                f"validVersions {self.older.valid_versions} and {self.newer.valid_versions} leave a hole between them"
            )
            raise SchemaError.at(self.newer.source, "", rule)
        return Versions(low, high)

    def head_range(self, name: str) -> Versions:
        kept, removed = getattr(self.newer, name), getattr(self.older, name)
        wanted = {v for v in self.kept if v in kept} | {v for v in self.removed if v in removed}
        return self.range_of(wanted, self.kept | self.removed, kept or removed, "", name)

    def collect(self, name: str, parts: list[_Part]) -> None:
        """Gather what every struct is merged from, walking both releases' fields side by side."""
        for part in parts:
            self.add_part(name, part)
        for fields in _by_name(parts).values():
            below = [
                _Part(field.struct, _within(part.versions, field.versions), part.age)
                for part, field in fields
                if field.struct is not None
            ]
            below = [part for part in below if part.versions]
            if below:
                child = below[0].struct.name
                self.child_name.update({id(field): child for _, field in fields})
                self.collect(child, below)

    def add_part(self, name: str, part: _Part) -> None:
        parts = self.parts.setdefault(name, [])
        for known in parts:
            if known.struct is part.struct:
                known.versions |= part.versions
                return
        parts.append(_Part(part.struct, set(part.versions), part.age))
        parts.sort(key=lambda part: part.age)

    def build(self, name: str, struct: StructSpec, path: str = "") -> StructSpec:
        parts = self.parts[name]
        by_name = _by_name(parts)
        for field_name in self.order(parts, path):
            with collected(self.problems):
                field = self.build_field(parts, by_name[field_name], f"{path}.{field_name}".lstrip("."))
                if field is not None:
                    struct.fields.append(field)
        return struct

    def build_field(self, parts: list[_Part], fields: list[tuple[_Part, FieldSpec]], path: str) -> FieldSpec | None:
        present = set().union(*(part.versions for part in parts))
        versions = {v for part, field in fields for v in _within(part.versions, field.versions)}
        if not versions:
            return None
        fields = [(part, field) for part, field in fields if _within(part.versions, field.versions)]
        newest = fields[0][1]
        self.check_same(fields, path)
        own = self.range_of(versions, present, newest.versions, path, "versions")
        spec = replace(newest, versions=own, struct=None)
        for attribute in ("nullable_versions", "tagged_versions"):
            wanted = {v for part, field in fields for v in _within(part.versions, getattr(field, attribute)) & versions}
            hint = next((getattr(field, attribute) for _, field in fields if getattr(field, attribute)), NONE)
            setattr(spec, attribute, self.range_of(wanted, versions, hint, path, attribute) & own)
        spec.tag = next((field.tag for _, field in fields if field.tag is not None), None)
        if newest.struct is not None:
            self.build_child(spec, newest, path)
        return spec

    def check_same(self, fields: list[tuple[_Part, FieldSpec]], path: str) -> None:
        """All owners must agree on type and tag; how a struct is called does not matter."""
        types = {
            "[]" * field.is_array + ("struct" if field.struct else _SAME.get(field.element_type, field.element_type))
            for _, field in fields
        }
        tags = {field.tag for _, field in fields if field.tag is not None}
        checks: list[tuple[str, set[str] | set[int]]] = [("types", types), ("tags", tags)]
        for what, values in checks:
            if len(values) > 1:
                rule = f"has different {what} in different releases ({', '.join(sorted(map(str, values)))})"
                raise SchemaError.at(self.newer.source, path, rule)

    def build_child(self, spec: FieldSpec, newest: FieldSpec, path: str) -> None:
        name = self.child_name[id(newest)]
        spec.type = "[]" * newest.is_array + name
        self.uses[name] = self.uses.get(name, 0) + 1
        if name not in self.structs:
            form = self.parts[name][0].struct
            self.structs[name] = struct = replace(form, name=name, versions=spec.versions, fields=[])
            self.build(name, struct, name if form.common else path)
        spec.struct = self.structs[name]

    def range_of(self, wanted: set[int], domain: set[int], hint: Versions, path: str, what: str) -> Versions:
        """A range with just the `wanted` of the versions in `domain`; the `hint` if it is one, to keep files alike."""
        if not wanted:
            return NONE
        if _within(domain, hint) == wanted:
            return hint
        low, high = min(wanted), max(wanted)
        if any(low < version < high for version in domain - wanted):
            rule = f"{what} do not form one range over the releases: {', '.join(map(str, sorted(wanted)))}"
            raise SchemaError.at(self.newer.source, path, rule)
        return Versions(low, _OPEN_END if high == max(domain) and hint.high == _OPEN_END else high)

    def order(self, parts: list[_Part], path: str) -> list[str]:
        """The fields' names in an order that is right for every version of every owner, the newest's where free."""
        names = _interleaved([field.name for field in part.struct.fields] for part in parts)
        before = _precedence(parts)
        done: list[str] = []
        while len(done) < len(names):
            ready = (name for name in names if name not in done and before.get(name, set()) <= set(done))
            name = next(ready, None)
            if name is None:
                stuck = ", ".join(name for name in names if name not in done)
                rule = f"fields stand in another order in the older release: {stuck}"
                raise SchemaError.at(self.newer.source, path, rule)
            done.append(name)
        return done


def _within(versions: Iterable[int], limits: Versions) -> set[int]:
    return {version for version in versions if version in limits}


def _by_name(parts: list[_Part]) -> dict[str, list[tuple[_Part, FieldSpec]]]:
    """The fields of all parts by name, each with its part, the newest part first."""
    found: dict[str, list[tuple[_Part, FieldSpec]]] = {}
    for part in parts:
        for field in part.struct.fields:
            found.setdefault(field.name, []).append((part, field))
    return found


def _interleaved(lists: Iterable[list[str]]) -> list[str]:
    """The first list, with what only later ones have put behind the name that it follows there."""
    merged: list[str] = []
    for names in lists:
        at = 0
        for name in names:
            if name in merged:
                at = merged.index(name) + 1
            else:
                merged.insert(at, name)
                at += 1
    return merged


def _precedence(parts: list[_Part]) -> dict[str, set[str]]:
    """For each field those that some version writes before it. Tagged fields go by their tags, not by their place."""
    before: dict[str, set[str]] = {}
    for part in parts:
        placed = [
            (field.name, _within(part.versions, field.versions) - _within(part.versions, field.tagged_versions))
            for field in part.struct.fields
        ]
        for at, (name, versions) in enumerate(placed):
            before.setdefault(name, set()).update(other for other, shared in placed[:at] if versions & shared)
    return before
