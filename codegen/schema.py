"""Reads schema files into `MessageSpec`. What the values must agree on is in `rules.py`; here is only their form.

The format is Kafka's own, so this reader takes all the looseness of the published files: comments, numbers written as
strings and the other way round, keys it does not know (a warning each), APIs that were removed and have no fields.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from . import jsonc, rules
from .errors import Problem, SchemaError, collected, refuse
from .model import FieldSpec, MessageSpec, StructSpec
from .versions import NONE, Versions

__all__ = ["Problem", "SchemaError", "load_directory", "load_file", "parse_message"]

_MESSAGE_KEYS = {
    *("about", "apiKey", "commonStructs", "deprecatedVersions", "fields", "flexibleVersions", "latestVersionUnstable"),
    *("listeners", "name", "type", "validVersions"),
}
_STRUCT_KEYS = {"about", "fields", "name", "versions"}
_FIELD_KEYS = {
    *("about", "default", "entityType", "fields", "flexibleVersions", "ignorable", "mapKey", "name"),
    *("nullableVersions", "tag", "taggedVersions", "type", "versions", "zeroCopy"),
}
_PASSED_OVER = {"build", "test"}
BUNDLE = "bundle.json"
"""A file that holds all messages of a directory, by their paths: small in a wheel, where 291 files are not."""
_LONGEST_NAME = 200
_NAME = re.compile(rf"[A-Za-z][A-Za-z0-9_]{{0,{_LONGEST_NAME - 1}}}\Z")
_MOST_NESTED = 32
_LONGEST_NUMBER = 10
_LONGEST_ABOUT = 500


def load_directory(path: Path | str, warnings: list[str] | None = None) -> dict[str, MessageSpec]:
    """Every message below a directory, by name, sorted by file; those with no valid version are left out.

    JSON files that are no messages are passed over, and so is anything below a directory named `test` or `build`: in a
    checkout of Kafka those have made-up messages and copies. What is odd but harmless is added to `warnings`. Raises
    one `SchemaError` with all that is wrong in all files.
    """
    root = Path(path)
    notes = [] if warnings is None else warnings
    problems: list[Problem] = []
    read = _bundled if (root / BUNDLE).is_file() else _separate
    specs = list(read(root, notes, problems))
    problems += _same_module(specs)
    specs = [spec for spec in specs if spec.valid_versions]
    refuse(problems + rules.same_api_key(specs))
    return {spec.name: spec for spec in specs}


def _separate(root: Path, notes: list[str], problems: list[Problem]) -> Iterator[MessageSpec]:
    """The messages of files of their own."""
    for file in sorted(root.rglob("*.json")):
        below = file.relative_to(root)
        if not _PASSED_OVER & set(below.parts[:-1]):
            with collected(problems):
                spec = _load(file, below.as_posix(), notes)
                if spec is not None:
                    yield spec


def _bundled(root: Path, notes: list[str], problems: list[Problem]) -> Iterator[MessageSpec]:
    """The messages of a bundle: one object, path -> message, as the wheel carries them."""
    bundle = _json((root / BUNDLE).read_text(encoding="utf-8"), BUNDLE, notes)
    if not isinstance(bundle, dict) or not all(isinstance(value, dict) for value in bundle.values()):
        raise SchemaError.at(BUNDLE, "", "not a bundle: the file does not hold a JSON object of messages")
    for source, value in bundle.items():
        with collected(problems):
            yield _message(value, source, notes)


def _same_module(specs: list[MessageSpec]) -> Iterator[Problem]:
    """Names that differ only in case or underscores would be one file."""
    places: dict[str, str] = {}
    for spec in specs:
        place = places.setdefault(spec.name.replace("_", "").lower(), spec.source)
        if place != spec.source:
            yield Problem(spec.source, "", f"message {spec.name} is also in {place}")


def load_file(path: Path | str, warnings: list[str] | None = None) -> MessageSpec:
    """The message in one file, which may be one without any valid version. Raises `SchemaError`."""
    file = Path(path)
    spec = _load(file, file.name, [] if warnings is None else warnings)
    if spec is None:
        raise SchemaError.at(file.name, "", "not a message: no `name` with `validVersions` or `fields`")
    return spec


def parse_message(text: str, source: str, warnings: list[str] | None = None) -> MessageSpec:
    """The message in a JSON text; `source` is the name it has in errors. Raises `SchemaError`."""
    notes = [] if warnings is None else warnings
    value = _json(text, source, notes)
    if not isinstance(value, dict):
        raise SchemaError.at(source, "", "not a message: the file does not hold a JSON object")
    return _message(value, source, notes)


def _load(file: Path, source: str, notes: list[str]) -> MessageSpec | None:
    try:
        text = file.read_text(encoding="utf-8")
    except UnicodeDecodeError as exc:
        raise SchemaError.at(source, "", f"not UTF-8: {exc}") from exc
    value = _json(text, source, notes)
    if not isinstance(value, dict) or "name" not in value or not value.keys() & {"validVersions", "fields"}:
        return None
    return _message(value, source, notes)


def _json(text: str, source: str, notes: list[str]) -> Any:
    odd: list[str] = []
    try:
        return jsonc.loads(text, odd)
    except ValueError as exc:
        raise SchemaError.at(source, "", f"not JSON: {exc}") from exc
    finally:
        notes += [f"{source}: {note}" for note in odd]


def _message(value: dict[str, Any], source: str, notes: list[str]) -> MessageSpec:
    if not source.isprintable():
        raise SchemaError.at(source, "", "the name of a file must not have characters that cannot be printed")
    node = _Node(source, "", value, notes, [])
    spec = _Reader(source, notes).message(node)
    refuse(node.problems)
    rules.check(spec, notes)
    return spec


class _Node:
    """One JSON object with its place, for getting values of the right form out of it.

    A value of a wrong form is added to `problems` and then counts as not given.
    """

    def __init__(
        self, source: str, path: str, value: Mapping[str, Any], notes: list[str], problems: list[Problem]
    ) -> None:
        self.source, self.path, self.value, self.notes, self.problems = source, path, value, notes, problems

    def refuse(self, rule: str) -> None:
        self.problems.append(Problem(self.source, self.path, rule))

    def warn_unknown(self, known: set[str]) -> None:
        place = ": ".join(part for part in (self.source, self.path) if part)
        self.notes += [f"{place}: unknown key {key!r} is ignored" for key in sorted(self.value.keys() - known)]

    def has(self, key: str) -> bool:
        return self.value.get(key) is not None

    def name(self) -> str:
        """The name with a capital first letter: older files write some small, and mean the same field."""
        name = self.value.get("name")
        if not isinstance(name, str) or not _NAME.match(name):
            self.refuse(f"name must be letters, digits and underscores after a letter, 200 at most, not {name!r}")
            return ""
        return name[0].upper() + name[1:]

    def word(self, key: str) -> str | None:
        """A text that has to be a name."""
        value = self.text(key)
        if value is None or _NAME.match(value):
            return value
        self.refuse(f"{key} must be letters, digits and underscores after a letter, not {value!r}")
        return None

    def text(self, key: str) -> str | None:
        value = self.value.get(key)
        if value is None or isinstance(value, str):
            return value
        self.refuse(f"{key} must be a string, not {value!r}")
        return None

    def about(self) -> str:
        """The description as one line that may stand in a module: nothing in it moves the cursor or is hidden."""
        text = " ".join((self.text("about") or "").split())
        if len(text) > _LONGEST_ABOUT:
            text = text[: _LONGEST_ABOUT - 1] + "…"
        return "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in text)

    def versions(self, key: str) -> Versions | None:
        value = self.value.get(key)
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, (str, int)):
            self.refuse(f"{key} must be a range of versions, not {value!r}")
            return None
        try:
            return Versions.parse(str(value).strip())
        except ValueError as exc:
            self.refuse(f"{key}: {exc}")
            return None

    def given_versions(self, key: str) -> Versions:
        """Versions that have to be there."""
        if not self.has(key):
            self.refuse(f"{key} is missing")
        return self.versions(key) or NONE

    def boolean(self, key: str) -> bool:
        value = self.value.get(key)
        if value not in (None, True, False, "true", "false"):
            self.refuse(f"{key} must be true or false, not {value!r}")
        return value in (True, "true")

    def integer(self, key: str) -> int | None:
        value = self.value.get(key)
        if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) <= _LONGEST_NUMBER:
            return int(value)
        if value is None or (isinstance(value, int) and not isinstance(value, bool)):
            return value
        self.refuse(f"{key} must be a number, not {value!r}")
        return None

    def default(self) -> str | None:
        """The default as text. JSON `null` and the empty text say that none is given; `"null"` is the null value."""
        value = self.value.get("default")
        if isinstance(value, bool):
            return "true" if value else "false"
        if value is not None and not isinstance(value, (str, int, float)):
            self.refuse(f"default must be a string, a number, true, false or null, not {value!r}")
            return None
        return str(value) if value not in (None, "") else None

    def texts(self, key: str) -> tuple[str, ...]:
        value = self.value.get(key)
        if value is None:
            return ()
        if not isinstance(value, list) or not all(isinstance(item, str) and _NAME.match(item) for item in value):
            self.refuse(f"{key} must be a list of names, not {value!r}")
            return ()
        return tuple(value)

    def children(self, key: str) -> list[_Node]:
        """The objects of a list, each with the path of its own name."""
        value = self.value.get(key)
        if value is None:
            return []
        if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
            self.refuse(f"{key} must be a list of objects")
            return []
        return [_Node(self.source, self._below(item), item, self.notes, self.problems) for item in value]

    def _below(self, item: Mapping[str, Any]) -> str:
        name = str(item.get("name", "?"))[:_LONGEST_NAME]  # or else a long name would be in the path of each field
        return f"{self.path}.{name}" if self.path else name


class _Reader:
    """Builds one `MessageSpec`, gathering the structs that its fields define or use on the way."""

    def __init__(self, source: str, notes: list[str]) -> None:
        self.source = source
        self.notes = notes
        self.structs: dict[str, StructSpec] = {}
        self.common: dict[str, _Node] = {}
        self._nested = 0

    def message(self, node: _Node) -> MessageSpec:
        node.warn_unknown(_MESSAGE_KEYS)
        name, valid = node.name(), node.given_versions("validVersions")
        if valid and "fields" not in node.value:
            node.refuse("fields are missing")
        self._declare_common(node)
        root = StructSpec(name, valid, self._fields(node), about=node.about())
        self._resolve(root)
        return MessageSpec(
            name=name,
            kind=node.text("type") or "",
            root=root,
            valid_versions=valid,
            flexible_versions=node.versions("flexibleVersions") or NONE,
            api_key=node.integer("apiKey"),
            listeners=node.texts("listeners"),
            deprecated_versions=node.versions("deprecatedVersions") or NONE,
            latest_version_unstable=node.boolean("latestVersionUnstable"),
            structs=self.structs,
            source=self.source,
        )

    def _declare_common(self, node: _Node) -> None:
        for child in node.children("commonStructs"):
            child.warn_unknown(_STRUCT_KEYS)
            name = child.name()
            if name in self.common:
                child.refuse(f"struct {name} is defined twice")
            self.common.setdefault(name, child)

    def _fields(self, node: _Node) -> list[FieldSpec]:
        if self._nested > _MOST_NESTED:
            node.refuse(f"more than {_MOST_NESTED} structs in one another")
            return []
        self._nested += 1
        fields = [self._field(child) for child in node.children("fields")]
        self._nested -= 1
        return fields

    def _field(self, node: _Node) -> FieldSpec:
        node.warn_unknown(_FIELD_KEYS)
        tagged = node.versions("taggedVersions") or NONE
        spec = FieldSpec(
            name=node.name(),
            type=_type(node),
            versions=tagged if tagged and "versions" not in node.value else node.given_versions("versions"),
            nullable_versions=node.versions("nullableVersions") or NONE,
            tagged_versions=tagged,
            tag=node.integer("tag"),
            flexible_versions=node.versions("flexibleVersions"),
            default=node.default(),
            ignorable=node.boolean("ignorable"),
            map_key=node.boolean("mapKey"),
            zero_copy=node.boolean("zeroCopy"),
            entity_type=node.word("entityType"),
            about=node.about(),
        )
        self._narrow_nullable(spec, node)
        if node.has("fields"):
            self._define_inline(node, spec)
        elif spec.element_type in self.common:
            self._define_common(spec.element_type)
        return spec

    def _narrow_nullable(self, spec: FieldSpec, node: _Node) -> None:
        """Some of Kafka's files have `"nullableVersions": "0+"` on a younger field; what counts is where both hold."""
        both = spec.nullable_versions & spec.versions
        if both and both != spec.nullable_versions:
            place = f"{self.source}: {node.path}"
            self.notes.append(f"{place}: nullableVersions {spec.nullable_versions} narrowed to {both}")
            spec.nullable_versions = both

    def _define_inline(self, node: _Node, spec: FieldSpec) -> None:
        name = spec.element_type
        if not rules.is_struct_name(name):
            if self._fields(node) and spec.type:
                node.refuse(f"fields given for type {spec.type}, which is no struct")
            return
        if name in self.structs or name in self.common:
            node.refuse(f"struct {name} is defined twice")
            return
        self.structs[name] = struct = StructSpec(name, spec.versions)
        struct.fields = self._fields(node)

    def _define_common(self, name: str) -> None:
        if name in self.structs:
            return
        node = self.common[name]
        # Registered before its fields are read: they may use the struct again, which `rules` then refuses by name.
        versions, about = node.given_versions("versions"), node.about()
        self.structs[name] = struct = StructSpec(name, versions, common=True, about=about)
        struct.fields = self._fields(node)

    def _resolve(self, root: StructSpec) -> None:
        for struct in (root, *self.structs.values()):
            for spec in struct.fields:
                if rules.is_struct_name(spec.element_type):
                    spec.struct = self.structs.get(spec.element_type)
        for name in sorted(self.common.keys() - self.structs.keys()):
            self.notes.append(f"{self.source}: commonStructs: {name} is never used")


def _type(node: _Node) -> str:
    text = node.text("type") or ""
    if node.value.get("type") in (None, ""):
        node.refuse("type is missing")
    if rules.is_struct_name(text.removeprefix("[]")) and not _NAME.match(text.removeprefix("[]")):
        node.refuse(f"type must be letters, digits and underscores after a letter, 200 at most, not {text!r}")
        return ""
    return text
