"""What the generated decoders call: the slow branches, so that the straight line of a codec stays short.

A decoder takes `(buf, pos, end, ctx)`: `buf` is bytes, `end` its length, `pos` where to read; it returns the value and
the position behind it. Slices that reach past `end` come out short instead of failing. That is meant: whatever follows
then fails, or the position ends up past `end`, which `Message.decode` refuses.

Errors raised here are bare. `Message.decode` lets `kafkawire.explain_decode` find the field and the offset and say it
well.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import repeat
from struct import Struct as Packer
from uuid import UUID, SafeUUID

from kafkawire.errors import InvalidLength, InvalidTag, LimitExceeded, Truncated, UnexpectedNull
from kafkawire.limits import DEFAULT_LIMITS, Limits
from kafkawire.varint import read_uvarint as read_uvarint
from kafkawire.varint import uvarint_rest as uvarint_rest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any as Any
    from typing import Protocol, TypeVar

    T = TypeVar("T")

    class _New(Protocol):
        def __call__(self, cls: type[T], /) -> T: ...

else:
    Any = object  # `typing` costs as much to import as all else together, and annotations are not evaluated

MAX_STRING = 32_767
SMALL = 128  # what one byte of an unsigned varint can hold
ZERO_UUID = UUID(int=0)

new: _New = object.__new__
"""Makes an object without calling `__init__`: the codecs fill every slot themselves, at half the cost."""

_set_int: Callable[[UUID, int], None] = UUID.__dict__["int"].__set__
_set_safe: Callable[[UUID, SafeUUID], None] = UUID.__dict__["is_safe"].__set__
_UNKNOWN = SafeUUID.unknown
_from_bytes = int.from_bytes


class Codec:
    """The codec of one message: functions by version, and what the slow path needs."""

    __slots__ = ("decoders", "encoders", "has_blobs", "needs_context", "spec")

    def __init__(
        self,
        encoders: dict[int, Callable[[Any], bytes]],
        decoders: dict[int, Callable[[bytes, int, int, Context], tuple[Any, int]]],
        *,
        needs_context: bool,
        has_blobs: bool = False,
        spec: str,
    ) -> None:
        self.encoders = encoders
        self.decoders = decoders
        self.needs_context = needs_context
        """Whether a decoder reads its `ctx`; where none does, `decode` spares making one."""
        self.has_blobs = has_blobs
        """Whether there are large bytes in the message; then the encoders take what joins the pieces."""
        self.spec = spec


def spans(end: int, *starts: tuple[int, T]) -> dict[int, T]:
    """Version -> function, from the versions where each function takes over; `end` is the first that is none."""
    table: dict[int, T] = {}
    stops = [version for version, _ in starts[1:]] + [end]
    for (start, function), stop in zip(starts, stops, strict=True):
        table |= dict.fromkeys(range(start, stop), function)
    return table


class Context:
    """What one decode carries along: its object budget, where blobs are cut from, and number arrays seen before."""

    __slots__ = ("blob", "groups", "left", "limits")
    blob: Any
    groups: dict[bytes, tuple[tuple[int, ...], ...]] | None
    left: int
    limits: Limits


def new_context(blob: bytes | memoryview, limits: Limits = DEFAULT_LIMITS) -> Context:
    """A context for one message."""
    ctx = new(Context)
    ctx.blob = blob
    ctx.groups = None
    ctx.left = limits.max_objects
    ctx.limits = limits
    return ctx


def many(cls: type[T], count: int) -> list[T]:
    """`count` empty objects."""
    return list(map(new, repeat(cls, count)))


def make_uuid(raw: bytes) -> UUID:
    """A UUID of 16 bytes, past the checks of its constructor, which cost five times as much."""
    value = new(UUID)
    _set_int(value, _from_bytes(raw, "big"))
    _set_safe(value, _UNKNOWN)
    return value


def long_string(buf: bytes, pos: int, n: int) -> tuple[str, int]:
    """A compact string whose length does not fit into one byte, or which is null although it may not be."""
    if n == 0:
        raise UnexpectedNull("null")
    n, pos = uvarint_rest(buf, pos, n)
    if n == 0:
        raise UnexpectedNull("null")
    if n - 1 > MAX_STRING:
        raise InvalidLength(f"a string of {n - 1} bytes; {MAX_STRING} is the most")
    stop = pos + n - 1
    return buf[pos:stop].decode(), stop


def long_string_or_null(buf: bytes, pos: int, n: int) -> tuple[str | None, int]:
    """A compact string whose length does not fit into one byte, or None where it is null."""
    if n:
        n, after = uvarint_rest(buf, pos, n)
        if n:
            return long_string(buf, pos, buf[pos - 1])
        pos = after
    return None, pos


def refuse_length(n: int) -> Any:
    """A legacy length that is not one."""
    if n == -1:
        raise UnexpectedNull("null")
    raise InvalidLength(f"length {n}")


def null_or_refuse(n: int) -> Any:
    """A legacy length below zero where null is allowed: -1 is null, everything else wrong."""
    if n != -1:
        raise InvalidLength(f"length {n}")
    return None


def refuse_count(count: int, min_size: int, room: int) -> Any:
    """An array that cannot be: fewer bytes are left than its elements need, or the object budget is spent."""
    if count < 0:
        return refuse_length(count)
    if count * min_size > room:
        raise InvalidLength(f"count {count} needs at least {count * min_size} bytes, {room} left")
    raise LimitExceeded(f"count {count} is more than the object budget has left")


def number_unpackers(code: str) -> list[Callable[..., Any]]:
    """Unpackers of `n` equal numbers, by `n` below 128, made on first use. A list is looked up fastest."""
    unpackers: list[Callable[..., Any]] = []
    unpackers += [partial(_unpack_first, unpackers, code, n) for n in range(SMALL)]
    return unpackers


def _unpack_first(unpackers: list[Callable[..., Any]], code: str, n: int, buf: bytes, pos: int) -> Any:
    unpackers[n] = unpack = Packer(f">{n}{code}").unpack_from
    return unpack(buf, pos)


def compact_numbers(buf: bytes, pos: int, end: int, n: int, code: str, ctx: Context) -> tuple[Any, int]:
    """A compact array of many numbers, or one that is null although it may not be. `n` is its first byte."""
    if n:
        n, pos = uvarint_rest(buf, pos, n)
    return legacy_numbers(buf, pos, end, n - 1, code, ctx)


def compact_or_null_numbers(buf: bytes, pos: int, end: int, n: int, code: str, ctx: Context) -> tuple[Any, int]:
    """A compact array of many numbers, or None; `n` is not 0, but the varint may still turn out to be."""
    n, pos = uvarint_rest(buf, pos, n)
    return legacy_numbers(buf, pos, end, n - 1, code, ctx) if n else (None, pos)


def legacy_numbers(buf: bytes, pos: int, end: int, count: int, code: str, ctx: Context) -> tuple[Any, int]:
    """An array of many numbers, or one whose count is below zero."""
    packer = Packer(f">{max(count, 0)}{code}") if count <= end - pos else Packer(">" + code)
    stop = pos + packer.size
    if count < 0 or count > end - pos or stop > end or count > ctx.left:
        refuse_count(count, Packer(">" + code).size, end - pos)
    ctx.left -= count
    return packer.unpack_from(buf, pos), stop


def compact_strings(buf: bytes, pos: int, count: int) -> tuple[list[str], int]:
    """`count` compact strings."""
    out = []
    for _ in range(count):
        n = buf[pos]
        pos += 1
        if 0 < n < SMALL:
            stop = pos + n - 1
            out.append(buf[pos:stop].decode())
            pos = stop
        else:
            text, pos = long_string(buf, pos, n)
            out.append(text)
    return out, pos


_read_h = Packer(">h").unpack_from
_read_i = Packer(">i").unpack_from


def legacy_strings(buf: bytes, pos: int, count: int) -> tuple[list[str], int]:
    """`count` strings with an int16 length."""
    out = []
    for _ in range(count):
        (n,) = _read_h(buf, pos)
        pos += 2
        if n < 0:
            refuse_length(n)
        out.append(buf[pos : pos + n].decode())
        pos += n
    return out, pos


def compact_blobs(buf: bytes, pos: int, count: int) -> tuple[list[bytes], int]:
    """`count` compact byte strings."""
    out = []
    for _ in range(count):
        n, pos = read_uvarint(buf, pos)
        if n == 0:
            raise UnexpectedNull("null")
        out.append(buf[pos : pos + n - 1])
        pos += n - 1
    return out, pos


def legacy_blobs(buf: bytes, pos: int, count: int) -> tuple[list[bytes], int]:
    """`count` byte strings with an int32 length."""
    out = []
    for _ in range(count):
        (n,) = _read_i(buf, pos)
        pos += 4
        if n < 0:
            refuse_length(n)
        out.append(buf[pos : pos + n])
        pos += n
    return out, pos


def read_uuids(buf: bytes, pos: int, count: int) -> tuple[list[UUID], int]:
    """`count` uuids."""
    stop = pos + 16 * count
    if stop > len(buf):
        raise Truncated(f"{count} uuids need {16 * count} bytes, {len(buf) - pos} left")
    return [make_uuid(buf[at : at + 16]) for at in range(pos, stop, 16)], stop


def tag_sections(
    buf: bytes, pos: int, end: int, count: int, ctx: Context | None, foreign: tuple[int, ...] = ()
) -> tuple[list[tuple[int, int, int]], int]:
    """Where each tagged field lies, as (tag, start, stop). `count` is the first byte of their number, already read."""
    if count >= SMALL:
        count, pos = uvarint_rest(buf, pos, count)
    limits = DEFAULT_LIMITS if ctx is None else ctx.limits
    if count > limits.max_tagged_fields:
        raise LimitExceeded(f"{count} tagged fields; {limits.max_tagged_fields} is the most")
    if 2 * count > end - pos:
        raise InvalidLength(f"{count} tagged fields need at least {2 * count} bytes, {end - pos} left")
    if ctx is not None:
        if count > ctx.left:
            refuse_count(count, 2, end - pos)
        ctx.left -= count
    out = []
    last = -1
    for _ in range(count):
        tag, pos = read_uvarint(buf, pos)
        size, pos = read_uvarint(buf, pos)
        if tag <= last:
            raise InvalidTag(f"tag {tag} after tag {last}")
        if size > end - pos:
            raise InvalidLength(f"tag {tag} of {size} bytes, {end - pos} left")
        if tag in foreign:
            raise InvalidTag(f"tag {tag} belongs to other versions")
        out.append((tag, pos, pos + size))
        pos += size
        last = tag
    return out, pos


def unknown_tags(
    buf: bytes, pos: int, end: int, count: int, ctx: Context | None, foreign: tuple[int, ...] = ()
) -> tuple[dict[int, bytes], int]:
    """Tagged fields of a struct that has none of its own."""
    sections, pos = tag_sections(buf, pos, end, count, ctx, foreign)
    return {tag: buf[start:stop] for tag, start, stop in sections}, pos


def check_tag_size(tag: int, pos: int, stop: int) -> None:
    """The value of a known tag must take the size that was announced for it."""
    if pos != stop:
        raise InvalidTag(f"tag {tag} takes {'more' if pos > stop else 'fewer'} bytes than announced")
