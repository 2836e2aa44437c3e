"""Asking again what was asked: requests in the words of another cluster, and its responses beside the recorded ones.

A cluster gives out ids: of topics, producers, members, sessions. A client repeats them in what it asks next. So the
recorded response and the new one are walked side by side; where `KINDS` says that a field holds such an id, the pair is
learned, and the requests that follow are translated by it. What does not fit a pair that was learned before is a
difference, as is any other field that is not in `VOLATILE`.

Nothing here knows of connections or time, and what is remembered is bounded.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from kafkawire.capture.volatile import IDENTITY, KINDS, TIMING, VOLATILE, Kind
from kafkawire.errors import KafkaWireError
from kafkawire.records import read_batches
from kafkawire.records.header import HEADER_SIZE, read_header, seal_as

__all__ = ["FieldDifference", "HiddenSecret", "Translator"]

_MOST_IDS = 200_000
_NO_TOPIC = "AAAAAAAAAAAAAAAAAAAAAA"  # the id that stands for none
_TOPICS = ("name", "topic", "topicName")
_PARTITIONS = ("partitionIndex", "partition", "index")
_SECRET = frozenset(("saltedPassword", "hmac"))
_NONE = {Kind.TOPIC: (_NO_TOPIC, None), Kind.SESSION: (0, None), Kind.MEMBER: ("", None)}
_NO_NUMBER = (-1, -2, None)
_NO_GENERATION = (*_NO_NUMBER, 0)


class HiddenSecret(KafkaWireError):
    """A request cannot be sent again: the secret in it was hidden when it was recorded."""


class FieldDifference(NamedTuple):
    """A field that two responses have differently. `is_timing`: it may be so because others were quicker or slower."""

    path: str
    was: Any
    now: Any
    is_timing: bool = False


@dataclass(frozen=True, slots=True)
class _Context:
    """Where in a message a field is: what the structs above it say."""

    connection: int = 0
    group: Any = None
    member: Any = None
    producer: Any = None
    topic: Any = None
    partition: Any = None


class _Record(NamedTuple):
    """What is compared of a record. `timestamp`: None where the broker has given it."""

    is_control: bool
    key: bytes | None
    value: bytes | None
    headers: tuple[Any, ...]
    timestamp: int | None


@dataclass(slots=True)
class Translator:
    """What is known of another cluster, for requests to it. `node` gives for a recorded node id the one to ask now."""

    node: Callable[[int], int] = int
    is_strict: bool = False
    """Whether volatile fields are compared as well."""
    ignored: frozenset[str] = frozenset()
    _ids: dict[Hashable, Any] = field(default_factory=dict)
    _topics: dict[Any, str] = field(default_factory=dict)

    def request(self, asked: Mapping[str, Any], connection: int) -> dict[str, Any]:
        """The JSON form of a request as it is to be asked now. Raises `HiddenSecret`."""
        return self._translated(asked, "", _Context(connection))  # type: ignore[no-any-return]

    def differences(self, asked: Mapping[str, Any], was: Any, now: Any, connection: int) -> Iterator[FieldDifference]:
        """What two responses in JSON form to a request have differently. `asked` is the request as recorded."""
        return self._differing(was, now, "", "", self._within(asked, _Context(connection)))

    def identity(self, asked: Any, name: str = "") -> Any:
        """A request in JSON form without what another cluster has differently: two that are equal asked the same."""
        if isinstance(asked, dict):
            return tuple((key, self.identity(value, key)) for key, value in asked.items())
        if isinstance(asked, list):
            return tuple(self.identity(item, name) for item in asked)
        if name == "records" and asked:
            return tuple((each.key, each.value) for each in _records_by_offset(asked).values())
        return asked if name not in VOLATILE and KINDS.get(name) in (None, Kind.OFFSET) else None

    # -------------------------------------------------------------------------------------------------------- requests

    def _translated(self, value: Any, name: str, context: _Context) -> Any:
        if isinstance(value, Mapping):
            inner = self._within(value, context)
            return {key: self._translated(item, key, inner) for key, item in value.items()}
        if isinstance(value, list):
            return [self._translated(item, name, context) for item in value]
        if name == "records" and value:
            return self._translated_records(value)
        if name in _SECRET and value and not b64decode(value).strip(b"*"):
            raise HiddenSecret(f"{name} was hidden when it was recorded")
        kind = KINDS.get(name)
        if kind is None or _is_none(kind, value):
            return value
        found = self._now(kind, value, context)
        if found is None and kind is Kind.GENERATION:
            found = self._ids.get(("latest", context.group, context.member))
        return value if found is None else found

    def _translated_records(self, text: str) -> str:
        """Record batches, of the producer that stands for the recorded one."""
        data, out, at = b64decode(text), [], 0
        while at < len(data):
            try:
                header = read_header(data, at)
            except KafkaWireError:
                break
            batch, at = data[at : at + header.size], at + header.size
            producer = self._ids.get((Kind.PRODUCER, header.producer_id)) if header.magic == 2 else None
            if producer is not None and len(batch) == header.size:
                epoch = self._ids.get((Kind.PRODUCER_EPOCH, header.producer_id, header.producer_epoch))
                epoch = header.producer_epoch if epoch is None else epoch
                batch = seal_as(header._replace(producer_id=producer, producer_epoch=epoch), batch[HEADER_SIZE:])
            out.append(batch)
        return b64encode(b"".join(out) + data[at:]).decode()

    # ------------------------------------------------------------------------------------------------------- responses

    def _differing(self, was: Any, now: Any, path: str, name: str, context: _Context) -> Iterator[FieldDifference]:
        if name in self.ignored or (name in VOLATILE and not self.is_strict):
            return
        if isinstance(was, dict) and isinstance(now, dict):
            inner = self._within(was, context)
            for key in dict.fromkeys((*was, *now)):
                below = f"{path}.{key}" if path else key
                yield from self._differing(was.get(key), now.get(key), below, key, inner)
        elif isinstance(was, list) and isinstance(now, list):
            for item, one, other in self._aligned(was, now, context):
                yield from self._differing(one, other, f"{path}[{item}]", name, context)
        elif name == "records":
            yield from self._differing_records(was, now, path, context)
        elif not self._fits(was, now, name, context):
            yield FieldDifference(path or "response", was, now, name in TIMING)

    def _fits(self, was: Any, now: Any, name: str, context: _Context) -> bool:
        kind = KINDS.get(name)
        if kind is None or _is_none(kind, was) or _is_none(kind, now) or isinstance(was, dict | list):
            return bool(was == now)
        if kind is Kind.GENERATION:
            self._learn(("latest", context.group, context.member), now)
        expected = self._now(kind, was, context)
        if kind is Kind.OFFSET:
            if expected is None and name == "baseOffset":
                self._learn((kind, context.topic, context.partition), now - was)
                return True
            return bool(now in (was, expected))
        if expected != now:
            self._learn(_key(kind, was, context), now)  # what is asked next goes by what is so now
        return bool(expected is None or now in (was, expected))

    def _aligned(self, was: list[Any], now: list[Any], context: _Context) -> Iterator[tuple[object, Any, Any]]:
        """Items that belong together, each with its name or index: by what names them, else by position."""
        names = self._names(was, now, context)
        if names is None:
            for index in range(max(len(was), len(now))):
                one, other = (items[index] if index < len(items) else None for items in (was, now))
                yield index, one, other
            return
        first, second = names
        for name, item in zip(first, was, strict=True):
            yield name, item, now[second[name]] if name in second else None
        for name, index in second.items():
            if name not in first:
                yield name, None, now[index]

    def _names(
        self, was: list[Any], now: list[Any], context: _Context
    ) -> tuple[dict[Hashable, int], dict[Hashable, int]] | None:
        if not all(isinstance(item, dict) for item in (*was, *now)):
            return None
        for key in IDENTITY:
            values = [[_named(item, key) for item in items] for items in (was, now)]
            if not all(isinstance(value, str | int) for value in (*values[0], *values[1])):
                continue
            kind = KINDS.get(key) if isinstance(key, str) else None
            if kind is not None:
                values[0] = [value if (n := self._now(kind, value, context)) is None else n for value in values[0]]
            first, second = ({value: index for index, value in enumerate(each)} for each in values)
            if len(first) == len(was) and len(second) == len(now) and (kind is None or first.keys() & second.keys()):
                return first, second
        return None

    def _differing_records(self, was: Any, now: Any, path: str, context: _Context) -> Iterator[FieldDifference]:
        """Records that both have are compared; how many there are in one response depends on when it was asked."""
        shift = self._ids.get((Kind.OFFSET, context.topic, context.partition), 0)
        before, after = _records_by_offset(was), _records_by_offset(now)
        if bool(before) != bool(after):
            yield FieldDifference(path, f"{len(before)} records", f"{len(after)} records", is_timing=True)
            return
        for offset, record in before.items():
            other = after.get(offset + shift)
            if other is not None and other != record:
                yield FieldDifference(f"{path}[offset {offset}]", _shown(record), _shown(other))
        if before and not any(offset + shift in after for offset in before):
            yield FieldDifference(path, f"records from {min(before)}", f"records from {min(after)}")

    # ------------------------------------------------------------------------------------------------------------- ids

    def _within(self, struct: Mapping[str, Any], context: _Context) -> _Context:
        """The context inside a struct."""
        topic_id = struct.get("topicId")
        name = next((struct[key] for key in _TOPICS if isinstance(struct.get(key), str)), None)
        if topic_id not in (None, _NO_TOPIC):
            if name:
                _remember(self._topics, topic_id, name)
            name = self._topics.get(topic_id, topic_id)
        partition = next((struct[key] for key in _PARTITIONS if isinstance(struct.get(key), int)), None)
        found = {
            "group": struct.get("groupId"),
            "member": struct.get("memberId"),
            "producer": struct.get("producerId", struct.get("v3AndBelowProducerId")),
            "topic": name,
            "partition": partition,
        }
        known = {key: value for key, value in found.items() if value is not None}
        return replace(context, **known) if known else context

    def _now(self, kind: Kind, value: Any, context: _Context) -> Any:
        """What stands for a recorded value now; None if that is not known."""
        if _is_none(kind, value):
            return value
        if kind is Kind.NODE:
            return self.node(value)
        if kind is Kind.OFFSET:
            shift = self._ids.get((kind, context.topic, context.partition))
            return None if shift is None else max(0, value + shift)
        return self._ids.get(_key(kind, value, context))

    def _learn(self, key: Hashable, value: Any) -> None:
        _remember(self._ids, key, value)


def _named(item: Mapping[str, Any], key: str | tuple[str, ...]) -> Any:
    """What an item is called; of several fields their values, as one text."""
    if isinstance(key, str):
        return item.get(key)
    return " ".join(str(item[part]) for part in key) if all(part in item for part in key) else None


def _remember(known: dict[Any, Any], key: Hashable, value: Any) -> None:
    known.pop(key, None)
    known[key] = value
    if len(known) > _MOST_IDS:
        del known[next(iter(known))]


def _key(kind: Kind, value: Any, context: _Context) -> Hashable:
    """What has a value of its own: a generation belongs to a group, a session to a connection."""
    match kind:
        case Kind.PRODUCER_EPOCH:
            return kind, context.producer, value
        case Kind.GENERATION:
            return kind, context.group, value
        case Kind.SESSION:
            return kind, context.connection, value
        case Kind.LEADER_EPOCH:
            return kind, context.topic, context.partition, value
        case _:
            return kind, value


def _is_none(kind: Kind, value: Any) -> bool:
    """Whether a value stands for nothing, in all clusters alike."""
    return value in _NONE.get(kind, _NO_GENERATION if kind is Kind.GENERATION else _NO_NUMBER)


def _records_by_offset(text: Any) -> dict[int, _Record]:
    """The records of batches in base64, those of a batch that is cut left out."""
    found: dict[int, _Record] = {}
    try:
        for batch in read_batches(b64decode(text or "")):
            is_own = batch.timestamp_type.name != "LOG_APPEND_TIME"
            for each in batch:
                when = each.timestamp if is_own and not batch.is_control else None
                found[each.offset] = _Record(batch.is_control, each.key, each.value, tuple(each.headers), when)
    except KafkaWireError:
        pass  # the last batch may be cut where the response was full; what came before it counts
    return found


def _shown(record: _Record) -> str:
    key, value, headers = record.key, record.value, len(record.headers)
    return f"key {key!r:.60}, value {value!r:.60}, {headers} headers, timestamp {record.timestamp}"
