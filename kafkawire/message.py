"""What every message can do: `encode`, `decode`, the JSON form, equality and a short `repr`.

A message class is a plain slotted dataclass; its straight-line codec lies beside it in `_codec` and is loaded on first
use. Everything here works for messages that somebody generated into a package of their own as well.
"""

from __future__ import annotations

import struct
from importlib import import_module

from kafkawire.collector import without_collector
from kafkawire.errors import DecodeError, EncodeError, TrailingBytes, Truncated, UnsupportedVersion
from kafkawire.limits import DEFAULT_LIMITS, Limits
from kafkawire.slotted import field_names
from kafkawire.wire import Codec, Context, new, new_context

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any, ClassVar, Self

    from kafkawire.spec import MessageSpec

    Decoder = Callable[[bytes, int, int, Any], tuple[Any, int]]

Buffer = bytes | bytearray | memoryview
"""Any bytes: what `decode` takes, and what a field of records may hold. With `zero_copy` it holds a `memoryview`."""

SECRET_FIELDS = frozenset({"password", "salted_password", "stored_key", "server_key", "hmac", "auth_bytes"})
"""Names of fields that are not shown to people."""
_SHOWN_BYTES = 24

# What generated code raises without saying where: a read past the end, a short unpack, bad UTF-8, a value of a wrong
# type. They never leave this module; `explain_decode` turns them into the family, with field and offset.
_RAW_DECODE = (IndexError, struct.error, UnicodeDecodeError, DecodeError)
_RAW_ENCODE = (AttributeError, TypeError, ValueError, OverflowError, struct.error, EncodeError)


_LARGE = 16 * 1024
"""Bytes from which a message is decoded without looking for garbage."""


def as_bytes(data: Buffer) -> bytes:
    """Any bytes-like object as `bytes`, copied only if it is none. `TypeError` for a number: `bytes(5)` has a value."""
    return data if type(data) is bytes else bytes(memoryview(data))


def codec_of(cls: type[Message]) -> Codec:
    """The codec of a message class, made on first touch."""
    package, _, name = cls.__module__.rpartition(".")
    codec: Codec = getattr(import_module(f"{package}._codec.{_codec_module(name)}"), f"codec_{name}")()
    return codec


def _codec_module(name: str) -> str:
    """Where the generator puts the codec: a request beside its response, a key beside its value, records together."""
    stem, _, part = name.rpartition("_")
    if part == "record":
        return "records"
    return stem if stem and part in ("request", "response", "key", "value") else name


class _FromCodec:
    """A class attribute that is taken from the codec on first touch, and is an ordinary one from then on."""

    def __get__(self, obj: object, cls: type[Message]) -> Any:
        for base in cls.__mro__:  # somebody may have derived a class from a generated one
            if "_field_names" in vars(base):
                self._load(base)
                return getattr(base, self.name)
        # `help` and `inspect` ask every class for every attribute, and take this error for an answer.
        raise AttributeError(f"{cls.__name__} is no message by itself and has no codec")

    def _load(self, cls: type[Message]) -> None:
        codec = codec_of(cls)
        cls._codec = codec
        cls._decoders = {version: (decoder, codec.needs_context) for version, decoder in codec.decoders.items()}
        cls._encoders = codec.encoders

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name


class Struct:
    """A message, or a part of one."""

    __slots__ = ()
    __hash__ = None  # type: ignore[assignment]  # mutable

    if TYPE_CHECKING:
        unknown_tags: dict[int, bytes] | None
        """Tagged fields that the schema does not know, by tag. They are written back as they came."""

    def __eq__(self, other: object) -> bool:
        """Field by field; a tuple and a list of the same values are equal, and so are no unknown tags and none."""
        if other.__class__ is not self.__class__:
            return NotImplemented
        return all(_same(getattr(self, name), getattr(other, name)) for name in field_names(self))

    def __repr__(self) -> str:
        """The fields that hold something, long bytes shortened and secrets hidden."""
        values = ((name, getattr(self, name)) for name in field_names(self))
        parts = [f"{name}={shown(name, value)}" for name, value in values if _is_set(value)]
        return f"{type(self).__name__}({', '.join(parts)})"

    def __copy__(self) -> Self:
        """Another object with the values of this one; views of received bytes stay views of the same bytes."""
        made = new(type(self))
        for name, value in _state(self):
            setattr(made, name, value)
        return made

    def __getstate__(self) -> tuple[None, dict[str, Any]]:
        """What `pickle` and `copy.deepcopy` take along: bytes in place of views of received bytes."""
        return None, {name: bytes(value) if isinstance(value, memoryview) else value for name, value in _state(self)}


def _state(obj: Struct) -> Iterable[tuple[str, Any]]:
    """Every attribute that is set, those of classes that somebody derived included."""
    state: Any = object.__getstate__(obj)
    own, slots = state
    return [*slots.items(), *(own or {}).items()]


def _same(one: Any, other: Any) -> bool:
    if isinstance(one, (list, tuple)) and isinstance(other, (list, tuple)):
        return len(one) == len(other) and all(map(_same, one, other))
    if isinstance(one, dict) or isinstance(other, dict):
        return (one or None) == (other or None)
    return bool(one == other) or (one != one and other != other)  # NaN is the same as NaN


def _is_set(value: Any) -> bool:
    return value is not None and not (isinstance(value, (list, tuple, dict)) and not value)


def shown(name: str, value: Any) -> str:
    """The value of a field for people: secrets hidden, long bytes shortened."""
    if name in SECRET_FIELDS:
        return "<hidden>"
    if isinstance(value, (bytes, bytearray, memoryview)) and len(value) > _SHOWN_BYTES:
        return f"<{len(value)} bytes {bytes(value[:8]).hex()}…>"
    return repr(value)


class Message(Struct):
    """A message of any kind. `version` is an argument of every call, never a part of the class."""

    __slots__ = ()

    if TYPE_CHECKING:
        VERSIONS: ClassVar[range]
        """Every version that any release had."""
        FLEXIBLE_VERSIONS: ClassVar[range]
        """The versions with compact forms and tagged fields (KIP-482)."""
        LATEST_STABLE_VERSION: ClassVar[int]
        """The highest version that Kafka offers without being asked for unstable ones."""
        _codec: ClassVar[Codec]
        _decoders: ClassVar[dict[int, tuple[Decoder, bool]]]
        _encoders: ClassVar[dict[int, Callable[[Any], bytes]]]
    else:
        _codec = _FromCodec()
        _decoders = _FromCodec()
        _encoders = _FromCodec()

    @classmethod
    def decode(cls, data: Buffer, version: int, *, limits: Limits = DEFAULT_LIMITS, zero_copy: bool = False) -> Self:
        """The message that `data` holds, all of it.

        `data` may be any bytes-like object. With `zero_copy`, record fields are `memoryview`s into it (into a copy of
        it, where it is not `bytes`) instead of `bytes`. Raises `DecodeError`, with the field's path and the offset in
        the text, or `UnsupportedVersion`.
        """
        try:
            decoder, needs_context = cls._decoders[version]
        except KeyError:
            raise unsupported(cls, version) from None
        if type(data) is not bytes:
            data = as_bytes(data)
        end = len(data)
        ctx: Context | None = None
        if needs_context or limits is not DEFAULT_LIMITS:
            # `new_context`, in line: a call costs a tenth of a small message.
            ctx = new(Context)
            ctx.blob = memoryview(data) if zero_copy else data
            ctx.groups = None
            ctx.left = limits.max_objects
            ctx.limits = limits
        try:
            if end < _LARGE:
                message, pos = decoder(data, 0, end, ctx)
            else:
                message, pos = without_collector(decoder, data, 0, end, ctx)
        except _RAW_DECODE as exc:
            raise explain_decode(cls, data, version, limits, exc) from exc
        if pos != end:
            raise explain_decode(cls, data, version, limits, TrailingBytes(f"{end - pos} bytes left over"))
        return message  # type: ignore[no-any-return]

    @classmethod
    def decode_prefix(
        cls,
        data: Buffer,
        version: int,
        start: int = 0,
        *,
        limits: Limits = DEFAULT_LIMITS,
        zero_copy: bool = False,
    ) -> tuple[Self, int]:
        """The message that begins at `start`, and the position behind it: for what others follow, such as headers."""
        try:
            decoder, _ = cls._decoders[version]
        except KeyError:
            raise unsupported(cls, version) from None
        if type(data) is not bytes:
            data = as_bytes(data)
        end = len(data)
        ctx = new_context(memoryview(data) if zero_copy else data, limits)
        try:
            message, pos = decoder(data, start, end, ctx)
        except _RAW_DECODE as exc:
            raise explain_decode(cls, data[start:], version, limits, exc) from exc
        if pos > end:
            raise explain_decode(cls, data[start:], version, limits, Truncated("the bytes end early"))
        return message, pos

    def encode(self, version: int) -> bytes:
        """The bytes of the message in that version.

        Raises `FieldNotInVersion` where a field holds something that the version has no place for, `ValueOutOfRange`
        for a value of a wrong type or size, `UnsupportedVersion`.
        """
        try:
            encoder = self._encoders[version]
        except KeyError:
            raise unsupported(type(self), version) from None
        try:
            return encoder(self)
        except _RAW_ENCODE as exc:
            raise explain_encode(self, version, exc) from exc

    def encode_pieces(self, version: int) -> list[Any]:
        """What `encode` gives, in pieces: large bytes are not copied, but given as they are, `StoredBytes` too."""
        encoder = self._encoders.get(version)
        if encoder is None or not self._codec.has_blobs:
            return [self.encode(version)]
        try:
            return encoder(self, list)  # type: ignore[call-arg, return-value]
        except _RAW_ENCODE as exc:
            raise explain_encode(self, version, exc) from exc

    def to_json(self, version: int) -> dict[str, Any]:
        """The JSON form of Kafka's own converters: camel case, bytes as base64, tagged fields only when set."""
        from kafkawire.jsonform import to_json

        return to_json(self, version)

    @classmethod
    def from_json(cls, obj: dict[str, Any], version: int) -> Self:
        """The message of a JSON form; the reverse of `to_json`. Raises `DecodeError` or `ValueOutOfRange`."""
        from kafkawire.jsonform import from_json

        return from_json(cls, obj, version)

    @classmethod
    def spec(cls) -> MessageSpec:
        """What the schema says of the message, for tools. Loaded when asked for."""
        from kafkawire.spec import spec_of

        return spec_of(cls)


class Request(Message):
    """What a client sends."""

    __slots__ = ()
    if TYPE_CHECKING:
        API_KEY: ClassVar[int]


class Response(Message):
    """What a broker answers."""

    __slots__ = ()
    if TYPE_CHECKING:
        API_KEY: ClassVar[int]


def unsupported(cls: type[Message], version: object) -> UnsupportedVersion:
    """The error for a version that a message never had."""
    low, high = cls.VERSIONS.start, cls.VERSIONS.stop - 1
    return UnsupportedVersion(f"{cls.__name__} has no version {version!r}; it has {low} to {high}")


def explain_decode(cls: type[Message], data: bytes, version: int, limits: Limits, cause: Exception) -> DecodeError:
    """The error for bytes that a codec stumbled over, with the field and the offset."""
    from kafkawire.explain_decode import explain

    return explain(cls, data, version, limits, cause)


def explain_encode(message: Message, version: int, cause: Exception) -> EncodeError:
    """The error for a message that a codec could not write, with the field."""
    from kafkawire.explain_encode import explain_value

    return explain_value(message, version, cause)


__all__ = ["SECRET_FIELDS", "Buffer", "Message", "Request", "Response", "Struct", "as_bytes"]
