"""What is answered to a request that cannot be carried out: an error code at each place where its sender looks.

Found from the schemas, so it holds for message sets of one's own too. Many responses have one error code at the top;
in all others the request's topics, groups, resources ... come back, each with the code.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from kafkawire.api_key import ApiKey
from kafkawire.message import Message, Request, Response
from kafkawire.message_set import MessageSet
from kafkawire.messages import PROTOCOL
from kafkawire.protocol.frames import expects_response
from kafkawire.spec import NO_VERSIONS, FieldSpec, StructSpec

__all__ = ["PARTITION_NAMES", "At", "error_instead", "error_response", "has_error_places", "identities"]

_CODES = frozenset({"error_code", "partition_error_code"})
PARTITION_NAMES = ("index", "partition", "partition_id", "partition_index")
"""How messages call the number of a partition."""
_SYNONYMS = (
    ("name", "topic", "topic_name", "user"),
    PARTITION_NAMES,
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

At = Callable[[FieldSpec], bool] | None
"""Whether a field of a struct makes it one that may carry the code; None: any may, and the outermost does."""


def error_response(
    request: Request, version: int, error_code: int, *, messages: MessageSet = PROTOCOL, at: At = None
) -> Response | None:
    """The response that says that `request`, sent in that version, failed as a whole with `error_code`.

    With `at` the code stands only in structs with a field that it is true of, or below them: at each topic, say, and
    not at the top. `None` where nobody waits for a response (Produce with acks=0), or where it has no place for an
    error. Raises `UnsupportedVersion` for a version that the message set lacks.
    """
    cls, _ = messages.response_to(type(request), version)
    return _failed(cls, request, version, error_code, at) if expects_response(request) else None


def error_instead(response: Response, version: int, error_code: int, *, at: At = None) -> Response | None:
    """A response to the same topics, groups ... as `response`, with an error code in place of what that says of them.

    `at` and `None` are those of `error_response`.
    """
    return _failed(type(response), response, version, error_code, at)


def has_error_places(cls: type[Response], version: int, *, at: At = None) -> bool:
    """Whether a response has a place for an error code, in a struct that `at` is true of if that is given."""
    return bool(_places(cls.spec().root, version, at))


def _failed(cls: type[Response], asked: Message, version: int, error_code: int, at: At) -> Response | None:
    root = cls.spec().root
    places = _places(root, version, at)
    if not places:
        return None
    if at is None and version in _ALSO_BELOW.get(cls.API_KEY, NO_VERSIONS):
        places += [place for place in _places_below(root, version, at) if place not in places]
    items: list[_Item] = [(asked, type(asked).spec().root)]
    values = _beside(root, version) | _errors(places, items, version, error_code, _below(root, version, at))
    if cls.API_KEY == ApiKey.FETCH:
        values["session_id"] = getattr(asked, "session_id", 0)
    return cls(**values)


def _places(struct: StructSpec, version: int, at: At) -> list[FieldSpec]:
    """The error code of a struct; of one without, its arrays of structs that have places for one."""
    own = [field for field in struct.fields if version in field.versions and field.attr in _CODES]
    below = _below(struct, version, at)
    return (own if below is None else []) or _places_below(struct, version, below)


def _places_below(struct: StructSpec, version: int, at: At) -> list[FieldSpec]:
    """The arrays of structs that have places for an error code."""
    arrays = [field for field in struct.fields if version in field.versions and field.is_array]
    return [field for field in arrays if field.struct and _places(field.struct, version, at)]


def _below(struct: StructSpec, version: int, at: At) -> At:
    """What is still looked for in a struct and below it."""
    is_found = at is not None and any(at(field) for field in struct.fields if version in field.versions)
    return None if is_found else at


def _errors(places: list[FieldSpec], items: list[_Item], version: int, error_code: int, at: At) -> dict[str, Any]:
    """What stands in the places of a struct that answers these items of the request."""
    values: dict[str, Any] = {}
    for place in places:
        below = place.struct
        values[place.attr] = error_code if below is None else list(_elements(below, items, version, error_code, at))
    return values


def _beside(struct: StructSpec, version: int) -> dict[str, Any]:
    """What else a struct says that carries an error."""
    fields = [field for field in struct.fields if version in field.versions and field.attr in _BESIDE]
    return {f.attr: _BESIDE[f.attr] for f in fields if version in f.nullable or _BESIDE[f.attr] is not None}


def _elements(struct: StructSpec, items: list[_Item], version: int, error_code: int, at: At) -> Iterator[Any]:
    """One struct for each topic, partition, group ... that the request names, however often it does."""
    found: dict[str, tuple[dict[str, Any], list[_Item]]] = {}
    for number, item in enumerate(_items_for(struct, items, version)):
        identity = _identity(struct, item, version)
        found.setdefault(repr(identity or number), (identity, []))[1].append(item)
    places, below = _places(struct, version, at), _below(struct, version, at)
    for identity, same in found.values():
        errors = _errors(places, same, version, error_code, below)
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
    fields = identities(struct, version)
    return not fields or any(_attr_in(element, field, version) is not None for field in fields)


def identities(struct: StructSpec, version: int) -> list[FieldSpec]:
    """The fields that tell such structs of a response apart: the name of a topic, the index of a partition ..."""
    return [f for f in struct.fields if version in f.versions and (f.map_key or f.attr in _NAMES)]


def _identity(struct: StructSpec, item: _Item, version: int) -> dict[str, Any]:
    """The fields that tell a struct of the response from the others, as the request has them."""
    value, kind = item
    found = {}
    for field in identities(struct, version):
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
