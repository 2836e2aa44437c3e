"""A schema registry, by Confluent's own client: pip install 'kafkawire[registry]'."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache, partial
from typing import Any, TypeVar

from kafkawire.client.errors import InvalidOption
from kafkawire.serde.registered import MOST_SCHEMAS, Reference, Registered, RegistryFailed, UnknownSchema, texts_of

__all__ = ["Reference", "Registered", "Registry", "RegistryFailed", "UnknownSchema", "bounded"]

T = TypeVar("T")

_NOT_FOUND = 404
_FORMS = {"PROTOBUF": {"fmt": "serialized"}}  # compiled, so that nobody here has to parse its language


class Registry:
    """Where schemas are kept. It may be used by any number of serializers and threads.

    `url` is that of the registry; `options` are those of Confluent's client, `{"ssl.ca.location": "ca.pem"}` or
    `{"basic.auth.user.info": "name:password"}` for instance. A client that is there already may be given instead.
    Raises `InvalidOption`.
    """

    def __init__(self, url: str | None = None, options: Mapping[str, Any] | None = None, *, client: Any = None) -> None:
        if (url is None) == (client is None):
            raise InvalidOption("a registry needs either a URL or a client")
        self._client = client if url is None else _client({"url": url, **(options or {})})

    def by_number(self, number: int, kind: str) -> Registered:
        """The schema with this number. Raises `UnknownSchema`, `RegistryFailed`."""
        schema = _asked(f"schema {number}", lambda: self._client.get_schema(number, **_FORMS.get(kind, {})))
        return self._whole(number, schema, kind)

    def latest(self, subject: str, kind: str) -> Registered:
        """The newest schema of a subject. Raises `UnknownSchema`, `RegistryFailed`."""
        get = partial(self._client.get_latest_version, subject, **_FORMS.get(kind, {}))
        found = _asked(f"subject {subject!r}", get)
        return self._whole(found.schema_id, found.schema, kind)

    def register(self, subject: str, kind: str, text: str, references: Sequence[Reference] = ()) -> int:
        """The number of a schema, which is registered if it is not yet. Raises `RegistryFailed`."""
        schema = _schema(kind, text, references)
        number: int = _asked(f"subject {subject!r}", lambda: self._client.register_schema(subject, schema))
        return number

    def version_of(self, subject: str, kind: str, text: str, references: Sequence[Reference] = ()) -> int:
        """The version that a schema has under a subject. Raises `UnknownSchema`, `RegistryFailed`."""
        schema = _schema(kind, text, references)
        version: int = _asked(f"subject {subject!r}", lambda: self._client.lookup_schema(subject, schema)).version
        return version

    def _whole(self, number: int, schema: Any, kind: str) -> Registered:
        if (schema.schema_type or "AVRO") != kind:
            raise UnknownSchema(f"schema {number} is of type {schema.schema_type}, not {kind}")

        def fetch(subject: str, version: int) -> tuple[str, Iterable[Reference]]:
            get = partial(self._client.get_version, subject, version, **_FORMS.get(kind, {}))
            inner = _asked(f"subject {subject!r}", get).schema
            return inner.schema_str, _references(inner)

        return Registered(number, schema.schema_str, texts_of(_references(schema), fetch), kind)


def bounded(make: Callable[[int], T]) -> Callable[[int], T]:
    """What was made of the schemas with these numbers: a number never comes to mean another schema."""
    return lru_cache(maxsize=MOST_SCHEMAS)(make)


def _references(schema: Any) -> list[Reference]:
    return [(each.name, each.subject, each.version) for each in schema.references or ()]


def _schema(kind: str, text: str, references: Sequence[Reference]) -> Any:
    from confluent_kafka.schema_registry import Schema, SchemaReference

    return Schema(text, kind, [SchemaReference(*each) for each in references])


def _client(options: dict[str, Any]) -> Any:
    from confluent_kafka.schema_registry import SchemaRegistryClient

    try:
        return SchemaRegistryClient(options)
    except (ValueError, TypeError, OSError) as exc:
        raise InvalidOption(f"the schema registry: {exc}") from exc


def _asked(what: str, ask: Callable[[], T]) -> T:
    from confluent_kafka.schema_registry.error import SchemaRegistryError

    try:
        return ask()
    except SchemaRegistryError as exc:
        kind = UnknownSchema if exc.http_status_code == _NOT_FOUND else RegistryFailed
        raise kind(f"the schema registry, {what}: {exc.error_message} (HTTP {exc.http_status_code})") from exc
    except Exception as exc:  # of the HTTP library that the client happens to use
        raise RegistryFailed(f"the schema registry, {what}: {type(exc).__name__}: {exc}") from exc
