"""JSON behind the number of its schema, and valid by it."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

import jsonschema
import jsonschema.validators
import referencing
import referencing.exceptions
import referencing.jsonschema

from kafkawire.client.errors import InvalidOption
from kafkawire.serde.framing import Malformed, framed, split_frame
from kafkawire.serde.registry import Registered, Registry, bounded

__all__ = ["deserializer", "serializer"]

_KIND = "JSON"


def serializer(
    registry: Registry, subject: str, schema: str | Mapping[str, Any] | None = None
) -> Callable[[Any], bytes]:
    """A serializer by this schema, which is registered under the subject; by the latest one there if none is given.

    What is not valid is refused with `Malformed`. Raises `InvalidOption` for no schema, `RegistryFailed`.
    """
    if schema is None:
        found = registry.latest(subject, _KIND)
    else:
        text = schema if isinstance(schema, str) else json.dumps(schema)
        _validator(Registered(0, text))
        found = Registered(registry.register(subject, _KIND, text), text)
    validator = _validator(found)

    def serialize(value: Any) -> bytes:
        _ensure_valid(validator, value, found.number)
        return framed(found.number, json.dumps(value, ensure_ascii=False).encode())

    return serialize


def deserializer(registry: Registry) -> Callable[[bytes], Any]:
    """A deserializer that holds each value against the schema that it names.

    A number that is new is asked for when it comes, once. It raises `Malformed`, `UnknownSchema` or `RegistryFailed`.
    """
    validator_of = bounded(lambda number: _validator(registry.by_number(number, _KIND)))

    def deserialize(data: bytes) -> Any:
        number, data = split_frame(data)
        try:
            value = json.loads(data)
        except (ValueError, RecursionError) as exc:
            raise Malformed(f"not JSON: {exc}") from exc
        _ensure_valid(validator_of(number), value, number)
        return value

    return deserialize


def _validator(schema: Registered) -> Any:
    try:
        raw = json.loads(schema.text)
        cls = jsonschema.validators.validator_for(raw, default=jsonschema.Draft7Validator)
        cls.check_schema(raw)
        return cls(raw, registry=_known(schema))
    except (ValueError, RecursionError, jsonschema.SchemaError) as exc:
        raise InvalidOption(f"no JSON schema: {str(exc).splitlines()[0]}") from exc


def _known(schema: Registered) -> Any:
    """The schemas that one refers to; no other is fetched from anywhere."""
    known: Any = referencing.Registry()
    for name, text in schema.references:
        specification = referencing.jsonschema.DRAFT7
        known = known.with_resource(name, referencing.Resource.from_contents(json.loads(text), specification))
    return known


def _ensure_valid(validator: Any, value: Any, number: int) -> None:
    try:
        validator.validate(value)
    except jsonschema.ValidationError as exc:
        raise Malformed(f"not valid by schema {number}: {exc.json_path}: {exc.message[:200]}") from exc
    except (referencing.exceptions.Unresolvable, RecursionError) as exc:
        raise Malformed(f"schema {number} cannot be followed: {type(exc).__name__} {exc}") from exc
