"""The options that say how keys and values are decoded. Reading them takes no file and no network."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal, cast, get_args

from kafkawire.client.errors import InvalidOption

if TYPE_CHECKING:
    from kafkawire.serde.over_http import RegistryAddress

__all__ = ["FORMAT_OPTIONS", "ColumnFormat", "parse_formats"]

Column = Literal["key", "value"]
OnMalformed = Literal["fail", "null", "keep"]

_FORMATS = ("raw", "avro", "json", "protobuf", "kafka-internal")
_EACH = ("Format", "Schema", "Subject", "Framing")
_REGISTRY = ("schemaRegistry", "schemaRegistry.user", "schemaRegistry.password")
FORMAT_OPTIONS = (
    *(column + word for column in ("value", "key") for word in _EACH),
    "messageName",
    "keyMessageName",
    "descriptorFile",
    "onMalformed",
    *_REGISTRY,
)
_USED_BY = {
    "Schema": ("avro", "json"),
    "Subject": ("avro",),
    "Framing": ("avro", "json", "protobuf"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ColumnFormat:
    """How one column is decoded. After `with_schemas` it holds all that does not change from record to record."""

    column: Column
    name: str
    schema: str | None = None
    """As in the option, which may name a file; after `with_schemas` the text itself."""
    subject: str | None = None
    framed: bool = False
    """Whether Confluent's header (a zero, and the number of the schema) stands before each value."""
    registry: RegistryAddress | None = None
    descriptor_file: str | None = None
    descriptors: bytes = field(default=b"", repr=False)
    message_name: str | None = None
    on_malformed: OnMalformed = "fail"


def parse_formats(own: Mapping[str, str], topics: Collection[str]) -> tuple[ColumnFormat, ...]:
    """Which columns are decoded, and how; none by default. Raises `InvalidOption` for what does not go together.

    `own`: options by their names in `FORMAT_OPTIONS`. `topics`: those of the query, as far as they are known by name.
    """
    on_malformed = cast("OnMalformed", _word(own, "onMalformed", get_args(OnMalformed)))
    registry = _registry(own)
    formats = [_format(own, column, registry, topics, on_malformed) for column in get_args(Column)]
    found = tuple(each for each in formats if each is not None)
    if not found:
        _refuse_unused(own, ("onMalformed", *_REGISTRY), "valueFormat or keyFormat")
    if not any(each.name == "protobuf" for each in found):
        _refuse_unused(own, ("descriptorFile",), "valueFormat=protobuf or keyFormat=protobuf")
    if any(each.name == "kafka-internal" for each in found):
        _check_internal(found, topics)
    return found


def _format(
    own: Mapping[str, str],
    column: Column,
    registry: RegistryAddress | None,
    topics: Collection[str],
    malformed: OnMalformed,
) -> ColumnFormat | None:
    option = f"{column}Format"
    name = _word(own, option, _FORMATS)
    message_option = "messageName" if column == "value" else "keyMessageName"
    for word, users in _USED_BY.items():
        if name not in users:
            _refuse_unused(own, (column + word,), f"{option}={' or '.join(users)}")
    if name != "protobuf":
        _refuse_unused(own, (message_option,), f"{option}=protobuf")
    if name == "raw":
        return None
    given = ColumnFormat(
        column=column,
        name=name,
        schema=own.get(f"{column}Schema"),
        subject=own.get(f"{column}Subject"),
        framed=_word(own, f"{column}Framing", ("none", "confluent"), 1 if registry else 0) == "confluent",
        registry=registry if name == "avro" else None,
        descriptor_file=own.get("descriptorFile") if name == "protobuf" else None,
        message_name=own.get(message_option) if name == "protobuf" else None,
        on_malformed=malformed,
    )
    return _checked(given, message_option, topics)


def _checked(given: ColumnFormat, message_option: str, topics: Collection[str]) -> ColumnFormat:
    """Nothing is missing for the format; an Avro schema that is not given is looked up under its usual subject."""
    option = f"{given.column}Format={given.name}"
    if given.name == "json" and given.schema is None:
        raise InvalidOption(f"{option} needs option '{given.column}Schema': columns as Spark writes them (id INT)")
    if given.name == "protobuf" and (given.descriptor_file is None or given.message_name is None):
        missing = "descriptorFile" if given.descriptor_file is None else message_option
        raise InvalidOption(f"{option} needs option {missing!r}, with and without a registry")
    if given.name != "avro":
        return given
    if given.registry is not None and not given.framed:
        raise InvalidOption(f"option '{given.column}Framing': without Confluent's header a registry is of no use")
    if given.schema is not None:
        return given
    if given.registry is None:
        raise InvalidOption(f"{option} needs option '{given.column}Schema' or option 'schemaRegistry'")
    if given.subject is None and len(topics) != 1:
        raise InvalidOption(f"option '{given.column}Subject' is needed where there is not one topic by name")
    return replace(given, subject=given.subject or f"{next(iter(topics))}-{given.column}")


def _check_internal(found: Collection[ColumnFormat], topics: Collection[str]) -> None:
    from kafkawire.internal_records import INTERNAL  # loads what turns messages into JSON

    if len(found) > 1 or next(iter(found)).column == "key":
        raise InvalidOption("valueFormat=kafka-internal decodes keys, too: leave option 'keyFormat' out")
    for topic in topics:
        if topic not in INTERNAL:
            raise InvalidOption(f"valueFormat=kafka-internal: {topic} is none of {', '.join(INTERNAL)}")


def _registry(own: Mapping[str, str]) -> RegistryAddress | None:
    name = "schemaRegistry"
    url = own.get(name, "").strip().rstrip("/")
    if not url:
        _refuse_unused(own, _REGISTRY[1:], "schemaRegistry")
        return None
    from kafkawire.serde.over_http import RegistryAddress, split_url  # milliseconds that most queries need not take

    if "@" in split_url(f"option {name!r}", url).netloc:
        raise InvalidOption(f"option {name!r}: give names and passwords as schemaRegistry.user and .password")
    return RegistryAddress(url, own.get("schemaRegistry.user"), own.get("schemaRegistry.password", ""))


def _word(own: Mapping[str, str], name: str, words: tuple[str, ...], default: int = 0) -> str:
    word = own.get(name, words[default]).strip().lower()
    if word not in words:
        raise InvalidOption(f"option {name!r} must be {', '.join(words[:-1])} or {words[-1]}, not {own[name]!r}")
    return word


def _refuse_unused(own: Mapping[str, str], names: Collection[str], without: str) -> None:
    for name in names:
        if name in own:
            raise InvalidOption(f"option {name!r} has no meaning without {without}")
