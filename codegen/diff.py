"""What changed between two releases, per API and field.

Two kinds of change matter to different readers, and are told apart all the way. A version that only the new release has
is compared with the version before it: that is what the new version is for. A version that both releases have should
not have changed at all; where it did (a tagged field more, another default, another name), it is marked as already out.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from . import rules
from .merge import pairs
from .model import FieldSpec, MessageSpec, StructSpec


@dataclass(frozen=True, slots=True)
class Change:
    """One difference. `field` is empty where the message as a whole is meant, `old` or `new` where there is none."""

    message: str
    kind: str
    api_key: int | None
    change: str
    """`message-added`, `message-removed`, `message-renamed`, `kind`, `api-key`, `listeners`, `versions-added`,
    `versions-removed`, `deprecated`, `unstable`, `flexible`, `field-added`, `field-removed`, `field-renamed`, `type`,
    `struct-renamed`, `nullable`, `tag`, `default`, `ignorable` or `order`."""
    field: str = ""
    versions: str = ""
    """The versions concerned, such as `0-3, 5`."""
    old: str = ""
    new: str = ""
    already_out: bool = False
    """Whether `versions` are ones that the old release had too."""


def diff(old: Mapping[str, MessageSpec], new: Mapping[str, MessageSpec]) -> list[Change]:
    """All changes, message by message; an empty list where nothing changed."""
    changes: list[Change] = []
    for before, after in pairs(old, new):
        if before is None or after is None:
            changes += _one_sided(before, after)
        else:
            changes += _Comparison(before, after).changes()
    return sorted(changes, key=_place)


def between(spec: MessageSpec, old: int, new: int) -> list[Change]:
    """What is different in one version of a message beside another one of it."""
    found = _Comparison(spec, spec)
    found.version = new
    found.compare_with(spec, old)
    return found.noted()


def text(changes: Sequence[Change]) -> str:
    """The changes for reading, grouped by API; empty where there are none."""
    lines: list[str] = []
    api = message = ""
    for change in changes:
        if _api(change) != api:
            api, message = _api(change), ""
            lines += ["", api] if lines else [api]
        if change.message != message and _is_rpc(change):
            message = change.message
            lines.append(f"  {message}")
        lines.append(f"{'    ' if _is_rpc(change) else '  '}{_line(change)}")
    return "".join(line + "\n" for line in lines)


def _one_sided(before: MessageSpec | None, after: MessageSpec | None) -> Iterator[Change]:
    for spec, what in ((before, "message-removed"), (after, "message-added")):
        if spec is not None:
            yield Change(spec.name, spec.kind, spec.api_key, what, versions=str(spec.valid_versions))


def _place(change: Change) -> tuple[bool, int, str, str]:
    """RPCs by API key, then all else by kind; the order within a message stays."""
    rpc = _is_rpc(change)
    return (not rpc, (change.api_key or 0) if rpc else 0, change.kind, change.message)


def _is_rpc(change: Change) -> bool:
    return change.kind in ("request", "response")


def _api(change: Change) -> str:
    if _is_rpc(change):
        name = change.message.removesuffix("Request").removesuffix("Response")
        return f"{name} (API {change.api_key})"
    key = "" if change.api_key is None else f", key {change.api_key}"
    return f"{change.message} ({change.kind}{key})"


_SIGNS = {"message-added": "+", "message-removed": "-", "versions-added": "+", "versions-removed": "-"}
_SIGNS |= {"field-added": "+", "field-removed": "-"}


def _line(change: Change) -> str:
    sign = _SIGNS.get(change.change, "~")
    if sign != "~" and not change.field:
        what = "message, " if change.change.startswith("message") else ""
        return f"{sign} {what}versions {change.versions}"
    where = f"{change.versions}: " if change.versions else ""
    name = f"{change.field}: " if change.field else ""
    late = " (already out)" if change.already_out else ""
    if sign != "~":
        return f"{where}{sign} {name}{change.old or change.new}{late}"
    return f"{where}~ {name}{change.change} {change.old or '(none)'} -> {change.new or '(none)'}{late}"


class _Comparison:
    """Two releases of one message. Equal changes in several versions are gathered into one."""

    def __init__(self, old: MessageSpec, new: MessageSpec) -> None:
        self.old, self.new = old, new
        self.found: dict[tuple[str, str, str, str, bool], set[int]] = {}
        self.version = 0
        self.already_out = False

    def changes(self) -> list[Change]:
        changes = [self.change(what, old=old, new=new) for what, old, new in self.head() if old != new]
        changes += self.version_changes()
        for version in self.new.valid_versions:
            self.compare_version(version)
        return changes + self.noted()

    def noted(self) -> list[Change]:
        return [
            self.change(what, field, _ranges(versions), old, new, already_out)
            for (what, field, old, new, already_out), versions in self.found.items()
        ]

    def change(
        self, what: str, field: str = "", versions: str = "", old: str = "", new: str = "", already_out: bool = False
    ) -> Change:
        spec = self.new
        return Change(spec.name, spec.kind, spec.api_key, what, field, versions, old, new, already_out)

    def head(self) -> Iterator[tuple[str, str, str]]:
        old, new = self.old, self.new
        yield "message-renamed", old.name, new.name
        yield "kind", old.kind, new.kind
        yield "api-key", _or_empty(old.api_key), _or_empty(new.api_key)
        yield "listeners", ", ".join(sorted(old.listeners)), ", ".join(sorted(new.listeners))
        yield "unstable", _unstable(old), _unstable(new)
        yield "deprecated", str(old.deprecated_versions), str(new.deprecated_versions)

    def version_changes(self) -> Iterator[Change]:
        old, new = set(self.old.valid_versions), set(self.new.valid_versions)
        if old - new:
            yield self.change("versions-removed", versions=_ranges(old - new))
        if new - old:
            yield self.change("versions-added", versions=_ranges(new - old))

    def compare_version(self, version: int) -> None:
        """Compare with the same version of the old release, or a new version with the one before it."""
        self.version, self.already_out = version, version in self.old.valid_versions
        before = (self.old, version) if self.already_out else (self.new, version - 1)
        if before[1] not in before[0].valid_versions:
            return
        self.compare_with(*before)

    def compare_with(self, old: MessageSpec, version: int) -> None:
        flexible = (version in old.flexible_versions, self.version in self.new.flexible_versions)
        self.note_if_different("flexible", "", *map(_yes, flexible))
        self.compare_structs("", old.root, version, self.new.root)

    def compare_structs(self, path: str, old: StructSpec, old_version: int, new: StructSpec) -> None:
        before = _present(old, old_version)
        after = _present(new, self.version)
        same = self.matches(before, after)
        for name, field in before.items():
            if name not in same:
                self.note("field-removed", _join(path, name), old=_describe(field, old_version))
        self.compare_order(path, before, after, same)
        for name, field in after.items():
            earlier = next((before[key] for key, value in same.items() if value == name), None)
            self.compare_fields(_join(path, name), earlier, old_version, field)

    def compare_fields(self, path: str, old: FieldSpec | None, old_version: int, new: FieldSpec) -> None:
        if old is None:
            self.note_added(path, new)
            return
        self.note_if_different("field-renamed", path, old.name, new.name)
        before, after = _attributes(old, old_version), _attributes(new, self.version)
        for what, value in before.items():
            self.note_if_different(what, path, value, after[what])
        if old.struct is not None and new.struct is not None:
            self.note_if_different("struct-renamed", path, old.struct.name, new.struct.name)
            self.compare_structs(path, old.struct, old_version, new.struct)

    def note_added(self, path: str, field: FieldSpec) -> None:
        """A new field, and with it all that is below."""
        self.note("field-added", path, new=_describe(field, self.version))
        for name, below in _present(field.struct, self.version).items() if field.struct else ():
            self.note_added(f"{path}.{name}", below)

    def matches(self, before: Mapping[str, FieldSpec], after: Mapping[str, FieldSpec]) -> dict[str, str]:
        """The new name of each field that is still there; in a version already out, also under another name."""
        same = {name: name for name in before if name in after}
        if self.already_out:
            gone = [name for name in before if name not in after]
            come = [name for name in after if name not in before]
            for old_name in gone:
                key = _wire_key(before, old_name, self.version)
                new_name = next((name for name in come if _wire_key(after, name, self.version) == key), None)
                if new_name is not None:
                    same[old_name] = new_name
                    come.remove(new_name)
        return same

    def compare_order(
        self, path: str, before: Mapping[str, FieldSpec], after: Mapping[str, FieldSpec], same: Mapping[str, str]
    ) -> None:
        """Whether the fields that both have stand in another order; tagged ones are written by their tags anyway."""
        kept = set(same.values())
        tagged = {name for name, field in after.items() if self.version in field.tagged_versions}
        old = [same[name] for name in before if name in same and same[name] not in tagged]
        new = [name for name in after if name in kept - tagged]
        if sorted(old) == sorted(new):
            self.note_if_different("order", path, ", ".join(old), ", ".join(new))

    def note_if_different(self, what: str, path: str, old: str, new: str) -> None:
        if old != new:
            self.note(what, path, old, new)

    def note(self, what: str, path: str, old: str = "", new: str = "") -> None:
        self.found.setdefault((what, path, old, new, self.already_out), set()).add(self.version)


def _present(struct: StructSpec, version: int) -> dict[str, FieldSpec]:
    return {field.name: field for field in struct.fields if version in field.versions}


def _attributes(field: FieldSpec, version: int) -> dict[str, str]:
    return {
        "type": _type(field),
        "nullable": _yes(version in field.nullable_versions),
        "tag": str(field.tag) if version in field.tagged_versions else "",
        "default": _default(field),
        "ignorable": _yes(field.ignorable),
    }


def _type(field: FieldSpec) -> str:
    """The type as far as the bytes go: how a struct is called does not count."""
    return "[]" * field.is_array + ("struct" if field.struct else field.element_type)


def _default(field: FieldSpec) -> str:
    """The default in one form: `0x10` is `16`, and `0` the same as none for a number."""
    if field.default is None:
        plain = {"string": '""', "bool": "false", "float64": "0.0", "uuid": "0", "records": "null"}
        empty = field.is_array or field.struct is not None or field.type == "bytes"
        return "empty" if empty else plain.get(field.type, "0")
    if field.default == "null":
        return "null"
    value = rules.parse_default(field.element_type, field.default)
    return value.hex() if isinstance(value, bytes) else json.dumps(value)


def _describe(field: FieldSpec, version: int) -> str:
    parts = [field.type]
    parts += ["nullable"] * (version in field.nullable_versions)
    parts += [f"tag {field.tag}"] * (version in field.tagged_versions)
    parts += [] if field.default is None else [f"default {field.default}"]
    parts += ["ignorable"] * field.ignorable
    return ", ".join(parts)


def _wire_key(fields: Mapping[str, FieldSpec], name: str, version: int) -> tuple[object, ...]:
    """What a field is on the wire besides its name: its tag, or its place among the untagged, and its type."""
    field = fields[name]
    untagged = [other for other, spec in fields.items() if version not in spec.tagged_versions]
    place = ("tag", field.tag) if name not in untagged else ("place", untagged.index(name))
    return (*place, _type(field), version in field.nullable_versions)


def _join(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name


def _yes(value: bool) -> str:
    return "yes" if value else "no"


def _or_empty(value: int | None) -> str:
    return "" if value is None else str(value)


def _unstable(spec: MessageSpec) -> str:
    return str(spec.valid_versions.high) if spec.latest_version_unstable else ""


def _ranges(versions: Iterable[int]) -> str:
    """`0-3, 5` for 0, 1, 2, 3 and 5."""
    runs: list[list[int]] = []
    for version in sorted(versions):
        if runs and runs[-1][1] == version - 1:
            runs[-1][1] = version
        else:
            runs.append([version, version])
    return ", ".join(str(low) if low == high else f"{low}-{high}" for low, high in runs)
