"""Keys and values by the schemas of a registry: JSON on the command line, Confluent's wire format in Kafka."""

from __future__ import annotations

import argparse
import base64
import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from kafkawire.cli.usage import UsageError
from kafkawire.errors import DecodeError, KafkaWireError

if TYPE_CHECKING:
    from kafkawire.cli.settings import Settings
    from kafkawire.serde.registry import Registry

__all__ = ["KINDS", "Decode", "Encode", "add_schema_arguments", "decoder", "encoder"]

KINDS = ("avro", "protobuf", "json-schema")
Decode = Callable[[bytes], Any]
"""Bytes -> what JSON can say."""
Encode = Callable[[Any], bytes]


def add_schema_arguments(parser: argparse.ArgumentParser) -> None:
    """`--value`, `--key` and `--registry`."""
    about = "{} are of this kind, by a schema of the registry; they are JSON here"
    parser.add_argument("--value", dest="value_kind", choices=KINDS, help=about.format("values"))
    parser.add_argument("--key", dest="key_kind", choices=KINDS, help=about.format("keys"))
    where = "the schema registry (default: the option schema.registry.url)"
    parser.add_argument("--registry", metavar="URL", help=where)


def decoder(kind: str, url: str | None, settings: Settings) -> Decode:
    """What makes JSON of the bytes of a key or value. Raises `UsageError`, `KafkaWireError`."""
    registry = _registry(url, settings)
    if kind == "avro":
        from kafkawire.serde import avro

        read = avro.deserializer(registry, logical_types=False)
        return lambda data: _json_of(read(data))
    if kind == "json-schema":
        from kafkawire.serde import json_schema

        return json_schema.deserializer(registry)
    from google.protobuf.json_format import MessageToDict

    from kafkawire.serde import protobuf

    parse = protobuf.deserializer(registry)
    return lambda data: MessageToDict(parse(data), preserving_proto_field_name=True)


def encoder(kind: str, url: str | None, settings: Settings, subject: str, message: str | None) -> Encode:
    """What makes bytes of JSON by the latest schema of a subject. Raises `UsageError`, `KafkaWireError`."""
    registry = _registry(url, settings)
    if kind == "avro":
        from kafkawire.serde import avro

        write = avro.serializer(registry, subject, logical_types=False)
        return _careful(subject, lambda value: write(_bytes_in(value)))
    if kind == "json-schema":
        from kafkawire.serde import json_schema

        return _careful(subject, json_schema.serializer(registry, subject))
    from google.protobuf.json_format import ParseDict

    from kafkawire.serde import protobuf

    cls, header = protobuf.message_class(registry, subject, message)
    return _careful(subject, lambda value: header + ParseDict(value, cls()).SerializeToString())


def _registry(url: str | None, settings: Settings) -> Registry:
    from kafkawire.serde.registry import Registry

    options = settings.registry()
    found = url or options.get("url")
    if not found:
        raise UsageError("where is the schema registry? --registry URL, or the option schema.registry.url")
    return Registry(found, {name: text for name, text in options.items() if name != "url"})


def _careful(subject: str, encode: Encode) -> Encode:
    """Whatever a library says about a value that does not fit its schema is said to whoever has typed it."""

    def encoded(value: Any) -> bytes:
        try:
            return encode(value)
        except KafkaWireError as exc:
            if isinstance(exc, DecodeError):
                raise UsageError(f"{_short(value)}: {exc}") from exc
            raise
        except Exception as exc:
            raise UsageError(f"{_short(value)} does not fit {subject!r}: {exc}") from exc

    return encoded


def _short(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)[:80]


def _json_of(value: Any) -> Any:
    """Bytes as `{"base64": ...}`, as `consume --json` writes them elsewhere."""
    if isinstance(value, bytes):
        return {"base64": base64.b64encode(value).decode()}
    if isinstance(value, dict):
        return {name: _json_of(part) for name, part in value.items()}
    return [_json_of(part) for part in value] if isinstance(value, list) else value


def _bytes_in(value: Any) -> Any:
    if isinstance(value, dict):
        if value.keys() == {"base64"} and isinstance(value["base64"], str):
            return base64.b64decode(value["base64"], validate=True)
        return {name: _bytes_in(part) for name, part in value.items()}
    return [_bytes_in(part) for part in value] if isinstance(value, list) else value
