"""What is answered to a request that cannot be carried out: an error code at each place where its sender looks.

Found from the schemas, so it holds for message sets of one's own too. Many responses have one error code at the top;
in all others the request's topics, groups, resources ... come back, each with the code.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from kafkawire.api_key import ApiKey
from kafkawire.message import Request, Response
from kafkawire.message_set import MessageSet
from kafkawire.messages import PROTOCOL
from kafkawire.protocol.frames import expects_response
from kafkawire.spec import NO_VERSIONS, FieldSpec, StructSpec

__all__ = ["error_response"]

_CODES = frozenset({"error_code", "partition_error_code"})
_SYNONYMS = (
    ("name", "topic", "topic_name", "user"),
    ("index", "partition", "partition_id", "partition_index"),
    *((name,) for name in ("topic_id", "group_id", "transactional_id", "producer_id", "key", "entity")),
    *((name,) for name in ("resource_type", "resource_name", "log_dir")),
)
_NAMES = {name: names for names in _SYNONYMS for name in names}
"""What tells the elements of an array apart, by its name in a response: how a request may call it."""

_BESIDE: dict[str, Any] = dict.fromkeys(("error_message", "protocol_name", "entries"))
_BESIDE |= dict.fromkeys(("base_offset", "committed_offset", "high_watermark", "low_watermark"), -1)
_BESIDE |= {"node_id": -1, "port": -1, "producer_epoch": -1, "records": b""}
"""What Apache Kafka writes beside an error code where the schema's default is something else."""
_NO_LONGER_ASKED = "forgotten_topics_data"  # of a fetch session
_ANY = range(1 << 15)
_ALSO_BELOW: dict[int, range] = {
    ApiKey.FETCH: range(13),
    ApiKey.METADATA: _ANY,
    ApiKey.ELECT_LEADERS: _ANY,
    ApiKey.ALTER_PARTITION_REASSIGNMENTS: _ANY,
    ApiKey.DESCRIBE_USER_SCRAM_CREDENTIALS: _ANY,
}
"""Responses with a code at the top whose readers look for it at each topic, partition or user, as Kafka repeats it."""

_Item = tuple[Any, StructSpec | str]
"""A struct of the request, or a plain value of one of its arrays, and what it is."""


def error_response(
    request: Request, version: int, error_code: int, *, messages: MessageSet = PROTOCOL
) -> Response | None:
    """The response that says that `request`, sent in that version, failed as a whole with `error_code`.

    `None` where nobody waits for a response (Produce with acks=0), or where it has no place for an error. Raises
    `UnsupportedVersion` for a version that the message set lacks.
    """
    cls, _ = messages.response_to(type(request), version)
    root = cls.spec().root
    places = _places(root, version)
    if not expects_response(request) or not places:
        return None
    if version in _ALSO_BELOW.get(request.API_KEY, NO_VERSIONS):
        places += [place for place in _places_below(root, version) if place not in places]
    values = _beside(root, version) | _errors(places, [(request, type(request).spec().root)], version, error_code)
    if cls.API_KEY == ApiKey.FETCH:
        values["session_id"] = getattr(request, "session_id", 0)
    return cls(**values)


def _places(struct: StructSpec, version: int) -> list[FieldSpec]:
    """The error code of a struct; of one without, its arrays of structs that have places for one."""
    own = [field for field in struct.fields if version in field.versions and field.attr in _CODES]
    return own or _places_below(struct, version)


def _places_below(struct: StructSpec, version: int) -> list[FieldSpec]:
    """The arrays of structs that have places for an error code."""
    arrays = [field for field in struct.fields if version in field.versions and field.is_array]
    return [field for field in arrays if field.struct and _places(field.struct, version)]


def _errors(places: list[FieldSpec], items: list[_Item], version: int, error_code: int) -> dict[str, Any]:
    """What stands in the places of a struct that answers these items of the request."""
    values: dict[str, Any] = {}
    for place in places:
        below = place.struct
        values[place.attr] = error_code if below is None else list(_elements(below, items, version, error_code))
    return values


def _beside(struct: StructSpec, version: int) -> dict[str, Any]:
    """What else a struct says that carries an error."""
    fields = [field for field in struct.fields if version in field.versions and field.attr in _BESIDE]
    return {f.attr: _BESIDE[f.attr] for f in fields if version in f.nullable or _BESIDE[f.attr] is not None}


def _elements(struct: StructSpec, items: list[_Item], version: int, error_code: int) -> Iterator[Any]:
    """One struct for each topic, partition, group ... that the request names, however often it does."""
    found: dict[str, tuple[dict[str, Any], list[_Item]]] = {}
    for number, item in enumerate(_items_for(struct, items, version)):
        identity = _identity(struct, item, version)
        found.setdefault(repr(identity or number), (identity, []))[1].append(item)
    for identity, same in found.values():
        errors = _errors(_places(struct, version), same, version, error_code)
        yield struct.cls(**_beside(struct, version) | identity | errors)


def _items_for(struct: StructSpec, items: Iterable[_Item], version: int) -> Iterator[_Item]:
    """What such structs of the response answer, in the arrays of these items or deeper."""
    for value, kind in items:
        for field in kind.fields if isinstance(kind, StructSpec) else ():
            if field.is_array and version in field.versions and field.attr != _NO_LONGER_ASKED:
                element = field.struct or field.type.removeprefix("[]")
                inside = [(item, element) for item in getattr(value, field.attr) or ()]
                yield from inside if _is_told(struct, element, version) else _items_for(struct, inside, version)


def _is_told(struct: StructSpec, element: StructSpec | str, version: int) -> bool:
    """Whether elements of the request say what tells such structs of the response apart, if anything does."""
    fields = _identities(struct, version)
    return not fields or any(_attr_in(element, field, version) is not None for field in fields)


def _identities(struct: StructSpec, version: int) -> list[FieldSpec]:
    return [f for f in struct.fields if version in f.versions and (f.map_key or f.attr in _NAMES)]


def _identity(struct: StructSpec, item: _Item, version: int) -> dict[str, Any]:
    """The fields that tell a struct of the response from the others, as the request has them."""
    value, kind = item
    found = {}
    for field in _identities(struct, version):
        attr = _attr_in(kind, field, version)
        if attr is not None:
            found[field.attr] = _copied(field, getattr(value, attr) if attr else value)
    return found


def _attr_in(kind: StructSpec | str, field: FieldSpec, version: int) -> str | None:
    """Where an item of the request has what a field of the response repeats; "" if it is that itself."""
    if isinstance(kind, str):
        return "" if kind == field.type else None
    names = _NAMES.get(field.attr, (field.attr,))
    return next((f.attr for f in kind.fields if f.attr in names and version in f.versions), None)


def _copied(field: FieldSpec, value: Any) -> Any:
    """The value; structs are made anew, as those of a request and a response are of two classes."""
    if field.struct is None:
        return "" if value is None and not field.nullable else value
    below = field.struct
    return [below.cls(**{f.attr: getattr(item, f.attr) for f in below.fields}) for item in value]
