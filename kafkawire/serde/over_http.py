"""Schemas of a registry by plain HTTP, for those who only read: Spark's executors and the console need no package."""

from __future__ import annotations

import base64
import json
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from http.client import HTTPException, HTTPResponse
from typing import Any
from urllib.error import HTTPError
from urllib.parse import SplitResult, quote, urlsplit
from urllib.request import Request, urlopen

from kafkawire.client.errors import InvalidOption
from kafkawire.limits import MIB
from kafkawire.serde.registered import MOST_SCHEMAS, Reference, Registered, RegistryFailed, UnknownSchema, texts_of

__all__ = ["RegistryAddress", "latest_schema", "schema_by_number", "split_url"]

_MOST_SECONDS = 10.0  # for a schema, with all that it refers to
_PIECE = 65_536
_LARGEST = 16 * MIB
_NOT_FOUND = 404
_FORMS = {"PROTOBUF": "?format=serialized"}  # compiled, so that nobody here has to parse its language


@dataclass(frozen=True, slots=True)
class RegistryAddress:
    """Where schemas are fetched."""

    url: str
    user: str | None = None
    password: str = field(default="", repr=False)


def split_url(what: str, url: str) -> SplitResult:
    """The parts of the URL of a registry. Raises `InvalidOption`, in which `what` is the name of the option."""
    try:
        parts = urlsplit(url)
        is_usable = parts.scheme in ("http", "https") and bool(parts.hostname)
    except ValueError:
        is_usable = False
    if not is_usable:
        raise InvalidOption(f"{what} must be a URL that begins with http:// or https://")
    return parts


def latest_schema(address: RegistryAddress, subject: str, kind: str) -> Registered:
    """The newest schema of a subject. Raises `UnknownSchema`, `RegistryFailed`."""
    return _whole(address, f"/subjects/{quote(subject, safe='')}/versions/latest", kind)


@lru_cache(maxsize=MOST_SCHEMAS)  # a number never comes to mean another schema
def schema_by_number(address: RegistryAddress, number: int, kind: str | None = None) -> Registered:
    """The schema with this number, of any kind if none is given. Raises `UnknownSchema`, `RegistryFailed`."""
    return _whole(address, f"/schemas/ids/{number}", kind, number)


def _whole(address: RegistryAddress, path: str, wanted: str | None, number: int = 0) -> Registered:
    deadline = time.monotonic() + _MOST_SECONDS
    response = _get(address, path, deadline)
    kind = str(response.get("schemaType", "AVRO"))
    if wanted not in (None, kind):
        raise UnknownSchema(f"the schema is of type {kind!r}, not {wanted}")
    form = _FORMS.get(kind, "")
    if form:
        response = _get(address, path + form, deadline)

    def fetch(subject: str, version: int) -> tuple[str, Iterable[Reference]]:
        inner = _get(address, f"/subjects/{quote(subject, safe='')}/versions/{version}{form}", deadline)
        return _text(address, inner), _references(address, inner)

    references = _references(address, response) if kind != "JSON" else ()  # JSON is read without its schema
    return Registered(number, _text(address, response), texts_of(references, fetch), kind)


def _text(address: RegistryAddress, response: dict[str, Any]) -> str:
    text = response.get("schema")
    if not isinstance(text, str):
        raise RegistryFailed(f"the schema registry, {address.url}: there is no schema in the answer")
    return text


def _references(address: RegistryAddress, response: dict[str, Any]) -> list[Reference]:
    try:
        return [(str(x["name"]), str(x["subject"]), int(x["version"])) for x in response.get("references") or ()]
    except (TypeError, KeyError, ValueError) as exc:
        raise RegistryFailed(f"the schema registry, {address.url}: a reference without place") from exc


def _get(address: RegistryAddress, path: str, deadline: float) -> dict[str, Any]:
    """What is at a path, if it comes in time. Neither name nor password are in what is raised."""
    where = f"the schema registry, {address.url}{path}"
    request = Request(address.url + path, headers={"Accept": "application/vnd.schemaregistry.v1+json"})  # noqa: S310 - http or https
    if address.user is not None:
        pair = base64.b64encode(f"{address.user}:{address.password}".encode())
        request.add_unredirected_header("Authorization", f"Basic {pair.decode()}")  # it is for this server alone
    try:
        with urlopen(request, timeout=_left(deadline)) as response:  # noqa: S310
            data = _read(response, deadline)
    except HTTPError as exc:
        with exc:
            raise (UnknownSchema if exc.code == _NOT_FOUND else RegistryFailed)(f"{where}: {exc}") from None
    except (OSError, HTTPException, ValueError) as exc:
        raise RegistryFailed(f"{where}: {exc}") from exc
    return _parsed(where, data)


def _left(deadline: float) -> float:
    left = deadline - time.monotonic()
    if left <= 0:
        raise TimeoutError(f"not all has come within {_MOST_SECONDS:g} s")
    return left


def _read(response: HTTPResponse, deadline: float) -> bytes:
    """The body, a little more than the largest if it is larger: who sends it byte by byte has no more time for it."""
    data = bytearray()
    while len(data) <= _LARGEST and (piece := response.read1(_PIECE)):
        data += piece
        _left(deadline)
    return bytes(data)


def _parsed(where: str, data: bytes) -> dict[str, Any]:
    if len(data) > _LARGEST:
        raise RegistryFailed(f"{where}: more than {_LARGEST} bytes")
    try:
        response = json.loads(data)
    except (ValueError, RecursionError) as exc:
        raise RegistryFailed(f"{where}: the answer is not JSON") from exc
    if not isinstance(response, dict):
        raise RegistryFailed(f"{where}: the answer is no object")
    return response
