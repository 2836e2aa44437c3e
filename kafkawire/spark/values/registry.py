"""A schema registry as Confluent's and those like it have it: schemas by number, and the latest of a subject."""

from __future__ import annotations

import base64
import json
from dataclasses import dataclass
from functools import lru_cache
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError
from urllib.parse import quote
from urllib.request import Request, urlopen

from kafkawire.errors import KafkaWireError
from kafkawire.limits import MIB
from kafkawire.spark.values.options import Registry

__all__ = ["RegisteredSchema", "RegistryFailed", "UnknownSchema", "ask", "latest_schema", "schema_by_id"]

_TIMEOUT_S = 20.0
_LARGEST = 16 * MIB
_MOST_REFERENCES = 200
_NOT_FOUND = 404


class RegistryFailed(KafkaWireError):
    """The registry cannot be reached, or its answer is of no use."""


class UnknownSchema(RegistryFailed):
    """The registry has no such schema, or none of Avro."""


@dataclass(frozen=True, slots=True)
class RegisteredSchema:
    """A schema, and those that it refers to, in an order in which each comes after those that it needs itself."""

    text: str
    references: tuple[str, ...] = ()


def latest_schema(registry: Registry, subject: str) -> RegisteredSchema:
    """The newest schema of a subject. Raises `RegistryFailed`."""
    return _registered(registry, ask(registry, f"/subjects/{quote(subject, safe='')}/versions/latest"))


@lru_cache(maxsize=1024)  # a number never comes to mean another schema
def schema_by_id(registry: Registry, number: int) -> RegisteredSchema:
    """The schema with this number. Raises `UnknownSchema`, `RegistryFailed`."""
    return _registered(registry, ask(registry, f"/schemas/ids/{number}"))


def _registered(registry: Registry, answer: dict[str, Any]) -> RegisteredSchema:
    kind = answer.get("schemaType", "AVRO")
    if kind != "AVRO":
        raise UnknownSchema(f"the schema is of type {kind!r}, not AVRO")
    found: dict[tuple[str, int], str] = {}
    _collect(registry, answer, found, set())
    return RegisteredSchema(_text(answer), tuple(found.values()))


def _collect(
    registry: Registry, answer: dict[str, Any], found: dict[tuple[str, int], str], seen: set[tuple[str, int]]
) -> None:
    for each in answer.get("references") or ():
        try:
            key = str(each["subject"]), int(each["version"])
        except (TypeError, KeyError, ValueError) as exc:
            raise RegistryFailed(f"option 'schemaRegistry': {registry.url} gives a reference without place") from exc
        if key in seen:
            continue
        seen.add(key)
        if len(seen) > _MOST_REFERENCES:
            raise RegistryFailed(f"a schema refers to more than {_MOST_REFERENCES} others")
        inner = ask(registry, f"/subjects/{quote(key[0], safe='')}/versions/{key[1]}")
        _collect(registry, inner, found, seen)
        found[key] = _text(inner)


def _text(answer: dict[str, Any]) -> str:
    text = answer.get("schema")
    if not isinstance(text, str):
        raise RegistryFailed("option 'schemaRegistry': there is no schema in the answer")
    return text


def ask(registry: Registry, path: str) -> dict[str, Any]:
    """One answer. Neither name nor password are in what is raised."""
    where = f"option 'schemaRegistry': {registry.url}{path}"
    request = Request(registry.url + path, headers={"Accept": "application/vnd.schemaregistry.v1+json"})  # noqa: S310 - http or https
    if registry.user is not None:
        pair = base64.b64encode(f"{registry.user}:{registry.password}".encode())
        request.add_unredirected_header("Authorization", f"Basic {pair.decode()}")  # it is for this server alone
    try:
        with urlopen(request, timeout=_TIMEOUT_S) as response:  # noqa: S310
            data = response.read(_LARGEST + 1)
    except HTTPError as exc:
        with exc:
            raise (UnknownSchema if exc.code == _NOT_FOUND else RegistryFailed)(f"{where}: {exc}") from None
    except (OSError, HTTPException, ValueError) as exc:
        raise RegistryFailed(f"{where}: {exc}") from exc
    return _parsed(where, data)


def _parsed(where: str, data: bytes) -> dict[str, Any]:
    if len(data) > _LARGEST:
        raise RegistryFailed(f"{where}: more than {_LARGEST} bytes")
    try:
        answer = json.loads(data)
    except (ValueError, RecursionError) as exc:
        raise RegistryFailed(f"{where}: the answer is not JSON") from exc
    if not isinstance(answer, dict):
        raise RegistryFailed(f"{where}: the answer is no object")
    return answer
