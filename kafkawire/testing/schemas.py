"""The subjects of a schema registry inside a test, without HTTP: what is registered, looked up and refused.

Error codes are those of Confluent's registry. What this does not do is refused with 501, never waved through: whether
a schema is compatible is checked for Avro, where the `avro` package is installed, and for nothing else. So the level
from the start is NONE.
"""

from __future__ import annotations

import base64
import binascii
import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import Any

from kafkawire.testing.avro_schemas import can_read, check_avro

__all__ = ["RegistryError", "Schema", "Subjects", "Version"]

LEVELS = ("NONE", "BACKWARD", "FORWARD", "FULL", "BACKWARD_TRANSITIVE", "FORWARD_TRANSITIVE", "FULL_TRANSITIVE")
_TYPES = ("AVRO", "JSON", "PROTOBUF")
_KEPT = ("metadata", "ruleSet")
_LATEST = ("latest", "-1")
_NUMBER = re.compile("[1-9][0-9]{0,9}")
_SUBJECT_UNKNOWN, _VERSION_UNKNOWN, _SCHEMA_UNKNOWN, _NO_OWN_LEVEL = 40401, 40402, 40403, 40408
_SCHEMA_INVALID, _VERSION_INVALID, _LEVEL_INVALID, _NO_IMPORT = 42201, 42202, 42203, 42205


class RegistryError(Exception):
    """What a registry says instead of what it was asked for: an HTTP status, a code, a sentence."""

    def __init__(self, code: int, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.status = code if code < 1000 else code // 100


@dataclass(frozen=True, slots=True)
class Schema:
    """A schema as it was registered; `references` are `{"name": ..., "subject": ..., "version": ...}`."""

    text: str
    type: str = "AVRO"
    references: tuple[Mapping[str, Any], ...] = ()
    extras: Mapping[str, Any] = field(default_factory=dict)
    """Metadata and rules, which are kept and not acted on."""

    @classmethod
    def of(cls, body: object) -> Schema:
        """The schema in the body of a request. Raises `RegistryError`."""
        if not isinstance(body, dict):
            raise RegistryError(400, "the body is no JSON object")
        text, kind, references = body.get("schema"), body.get("schemaType") or "AVRO", body.get("references") or []
        if not isinstance(text, str) or not text.strip():
            raise RegistryError(_SCHEMA_INVALID, "Empty schema")
        if kind not in _TYPES:
            raise RegistryError(_SCHEMA_INVALID, f"Invalid schema type {kind}, there are {', '.join(_TYPES)}")
        if not isinstance(references, list) or not all(_is_reference(one) for one in references):
            raise RegistryError(_SCHEMA_INVALID, "Invalid references")
        return cls(text, kind, tuple(references), {name: body[name] for name in _KEPT if body.get(name)})

    @property
    def identity(self) -> str:
        """What two schemas have in common that are one, however they are laid out."""
        text = self.text if self.type == "PROTOBUF" else json.dumps(json.loads(self.text))
        return json.dumps([text, self.type, self.references, self.extras])

    def as_json(self, form: str = "") -> dict[str, Any]:
        """As the registry shows it. Raises `RegistryError` for a form that it cannot be shown in."""
        if form == "serialized" and self.type == "PROTOBUF" and not _is_base64(self.text):
            raise RegistryError(501, "this double of a registry does not compile .proto texts")
        shown: dict[str, Any] = {"schema": self.text, **self.extras}
        if self.type != "AVRO":
            shown["schemaType"] = self.type
        if self.references:
            shown["references"] = list(self.references)
        return shown


@dataclass(frozen=True, slots=True)
class Version:
    """A schema that is registered under a subject, as which version of it and with which id."""

    subject: str
    version: int
    id: int
    schema: Schema

    def as_json(self, form: str = "") -> dict[str, Any]:
        """As the registry shows it."""
        return {"subject": self.subject, "version": self.version, "id": self.id, **self.schema.as_json(form)}


class Subjects:
    """All subjects with their versions. Whoever uses it from several threads takes turns."""

    def __init__(self) -> None:
        self._versions: dict[str, list[Version]] = {}
        self._schemas: list[Schema] = []  # in the order of their ids, from 1
        self._ids: dict[str, int] = {}
        self._level = "NONE"
        self._levels: dict[str, str] = {}

    def names(self) -> list[str]:
        """The subjects."""
        return sorted(self._versions)

    def versions(self, subject: str) -> list[Version]:
        """What is registered under a subject, the first one first. Raises `RegistryError`."""
        if subject not in self._versions:
            raise RegistryError(_SUBJECT_UNKNOWN, f"Subject '{subject}' not found.")
        return self._versions[subject]

    def version(self, subject: str, number: str) -> Version:
        """A version of a subject, by its number or as `latest`. Raises `RegistryError`."""
        if number in _LATEST:
            return self.versions(subject)[-1]
        if not _NUMBER.fullmatch(number):
            raise RegistryError(_VERSION_INVALID, f"The specified version '{number}' is not a valid version id.")
        for found in self.versions(subject):
            if found.version == int(number):
                return found
        raise RegistryError(_VERSION_UNKNOWN, f"Version {number} not found.")

    def register(self, subject: str, schema: Schema) -> Version:
        """Register a schema, unless it is there already. Raises `RegistryError`."""
        self._check(schema)
        known = self._versions.get(subject, [])
        if (found := _same(known, schema)) is not None:
            return found
        if not self._may_follow(subject, known, schema):
            fault = f"Schema being registered is incompatible with an earlier schema for subject '{subject}'"
            raise RegistryError(409, fault)
        identity = schema.identity
        if identity not in self._ids:
            self._schemas.append(schema)
            self._ids[identity] = len(self._schemas)
        added = Version(subject, len(known) + 1, self._ids[identity], schema)
        self._versions.setdefault(subject, []).append(added)
        return added

    def look_up(self, subject: str, schema: Schema) -> Version:
        """The version of a subject that is this schema. Raises `RegistryError`."""
        self._check(schema)
        found = _same(self.versions(subject), schema)
        if found is None:
            raise RegistryError(_SCHEMA_UNKNOWN, "Schema not found")
        return found

    def by_id(self, number: str) -> Schema:
        """The schema of an id. Raises `RegistryError`."""
        if not _NUMBER.fullmatch(number) or int(number) > len(self._schemas):
            raise RegistryError(_SCHEMA_UNKNOWN, f"Schema {number} not found")
        return self._schemas[int(number) - 1]

    def uses_of(self, number: str) -> list[Version]:
        """Where the schema of an id is registered. Raises `RegistryError`."""
        self.by_id(number)
        return [one for name in self.names() for one in self._versions[name] if one.id == int(number)]

    # Compatibility

    def level(self, subject: str | None = None, *, or_of_all: bool = False) -> str:
        """The compatibility level. Raises `RegistryError` for a subject without one of its own."""
        own = self._level if subject is None else self._levels.get(subject, self._level if or_of_all else "")
        if not own:
            fault = f"Subject '{subject}' does not have subject-level compatibility configured"
            raise RegistryError(_NO_OWN_LEVEL, fault)
        return own

    def set_level(self, level: object, subject: str | None = None) -> str:
        """Set the compatibility level of a subject or of all. Raises `RegistryError` for one that this cannot check."""
        if level not in LEVELS:
            raise RegistryError(_LEVEL_INVALID, "Invalid compatibility level. Valid values are " + ", ".join(LEVELS))
        if level != "NONE" and find_spec("avro") is None:
            raise RegistryError(501, f"{_UNCHECKED}; with the package `avro` it checks Avro")
        if subject is None:
            self._level = str(level)
        else:
            self._levels[subject] = str(level)
        return str(level)

    def _may_follow(self, subject: str, others: Sequence[Version], schema: Schema) -> bool:
        """Whether a schema may follow those others, by the level of the subject. Raises `RegistryError`."""
        level = self.level(subject, or_of_all=True)
        if level == "NONE" or not others:
            return True
        if any(one.type != "AVRO" or one.references for one in (schema, *(other.schema for other in others))):
            raise RegistryError(501, f"{_UNCHECKED} but those of Avro without references")
        checked = others if level.endswith("_TRANSITIVE") else others[-1:]
        try:
            return all(_fit(level, schema.text, other.schema.text) for other in checked)
        except (ValueError, RecursionError) as exc:
            raise RegistryError(_SCHEMA_INVALID, f"Invalid schema of type AVRO: {exc}") from exc

    def is_compatible(self, subject: str, number: str | None, schema: Schema) -> bool:
        """Whether a schema is compatible with one version, or (None) with those that the level names."""
        self._check(schema)
        others = self._versions.get(subject, []) if number is None else [self.version(subject, number)]
        return self._may_follow(subject, others, schema)

    # Checks

    def _check(self, schema: Schema) -> None:
        referenced = [self._referenced(one) for one in schema.references]
        try:
            _CHECKS[schema.type](schema.text, [one.schema.text for one in referenced])
        except (ValueError, RecursionError) as exc:
            raise RegistryError(_SCHEMA_INVALID, f"Invalid schema of type {schema.type}: {exc}") from exc

    def _referenced(self, reference: Mapping[str, Any]) -> Version:
        try:
            return self.version(reference["subject"], str(reference["version"]))
        except RegistryError as exc:
            raise RegistryError(_SCHEMA_INVALID, f"Invalid reference {reference['name']!r}: {exc}") from exc


_UNCHECKED = "this double of a registry does not check whether schemas are compatible"


def _is_reference(one: object) -> bool:
    if not isinstance(one, dict):
        return False
    named = isinstance(one.get("name"), str) and isinstance(one.get("subject"), str)
    return named and type(one.get("version")) is int


def _is_base64(text: str) -> bool:
    try:
        base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return False
    return True


def _same(known: Sequence[Version], schema: Schema) -> Version | None:
    identity = schema.identity
    return next((one for one in reversed(known) if one.schema.identity == identity), None)


def _fit(level: str, new: str, old: str) -> bool:
    is_backward = level.startswith("FORWARD") or can_read(reader=new, writer=old)
    return is_backward and (level.startswith("BACKWARD") or can_read(reader=old, writer=new))


def _check_json(text: str, _referenced: Sequence[str]) -> None:
    """Raises `ValueError`."""
    if not isinstance(json.loads(text), dict | bool):
        raise ValueError("a JSON schema is an object, true or false")


def _check_protobuf(_text: str, _referenced: Sequence[str]) -> None:
    """A text or a base64 descriptor; which of both, and what is in it, is for who reads it."""


_CHECKS: dict[str, Callable[[str, Sequence[str]], None]] = {
    "AVRO": check_avro,
    "JSON": _check_json,
    "PROTOBUF": _check_protobuf,
}
