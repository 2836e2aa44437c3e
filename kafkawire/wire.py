"""What the generated codecs call: the slow branches, so that the straight line of a codec stays short.

A decoder takes `(buf, pos, end, ctx)`: `buf` is bytes, `end` its length, `pos` where to read; it returns the value and
the position behind it. Slices that reach past `end` come out short instead of failing. That is meant: whatever follows
then fails, or the position ends up past `end`, which `Message.decode` refuses.

Errors raised here are bare. `Message.decode` lets `kafkawire.tracing` find the field and the offset and say it well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice, repeat
from struct import Struct as Packer
from uuid import UUID, SafeUUID

from kafkawire.errors import (
    EncodeError,
    FieldNotInVersion,
    InvalidLength,
    InvalidTag,
    InvalidVarint,
    LimitExceeded,
    Truncated,
    UnexpectedNull,
    ValueOutOfRange,
)
from kafkawire.limits import DEFAULT_LIMITS, Limits

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any as Any
    from typing import Protocol, TypeVar

    T = TypeVar("T")

    class _New(Protocol):
        def __call__(self, cls: type[T], /) -> T: ...

else:
    Any = object  # `typing` costs as much to import as all else together, and annotations are not evaluated

Put = Callable[[bytes], object]

MAX_STRING = 32_767
_SMALL = 128  # what one byte of an unsigned varint can hold
ZERO_UUID = UUID(int=0)


new: _New = object.__new__
"""Makes an object without calling `__init__`: the codecs fill every slot themselves, at half the cost."""

_set_int: Callable[[UUID, int], None] = UUID.__dict__["int"].__set__
_set_safe: Callable[[UUID, SafeUUID], None] = UUID.__dict__["is_safe"].__set__
_UNKNOWN = SafeUUID.unknown
_from_bytes = int.from_bytes


class Codec:
    """The codec of one message: functions by version, and what the slow path needs."""

    __slots__ = ("decoders", "encoders", "needs_context", "spec")

    def __init__(
        self,
        encoders: dict[int, Callable[[Any], bytes]],
        decoders: dict[int, Callable[[bytes, int, int, Context], tuple[Any, int]]],
        *,
        needs_context: bool,
        spec: str,
    ) -> None:
        self.encoders = encoders
        self.decoders = decoders
        self.needs_context = needs_context
        """Whether a decoder reads its `ctx`; where none does, `decode` spares making one."""
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


# ---------------------------------------------------------------------------------------------------------- decoding


def make_uuid(raw: bytes) -> UUID:
    """A UUID of 16 bytes, past the checks of its constructor, which cost five times as much."""
    value = new(UUID)
    _set_int(value, _from_bytes(raw, "big"))
    _set_safe(value, _UNKNOWN)
    return value


def uvarint_rest(buf: bytes, pos: int, first: int) -> tuple[int, int]:
    """The rest of an unsigned varint whose first byte, already read, has its top bit set."""
    byte = buf[pos]
    if byte < _SMALL:
        return first - _SMALL + (byte << 7), pos + 1
    value = first & 0x7F | (byte & 0x7F) << 7
    for shift in (14, 21, 28):
        pos += 1
        byte = buf[pos]
        value |= (byte & 0x7F) << shift
        if byte < _SMALL:
            return value & 0xFFFF_FFFF, pos + 1
    raise InvalidVarint("an unsigned varint takes more than 5 bytes")


def read_uvarint(buf: bytes, pos: int) -> tuple[int, int]:
    """An unsigned varint of at most 32 bits."""
    value = buf[pos]
    return (value, pos + 1) if value < _SMALL else uvarint_rest(buf, pos + 1, value)


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
    """The same where null is allowed."""
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


class Runs(dict[int, Callable[..., Any]]):
    """Unpackers of `n` equal numbers, by `n`; only counts below 128 are asked for, which bounds it."""

    def __init__(self, code: str) -> None:
        self.code = code

    def __missing__(self, n: int) -> Callable[..., Any]:
        self[n] = unpack = Packer(f">{n}{self.code}").unpack_from
        return unpack


def compact_numbers(buf: bytes, pos: int, end: int, n: int, code: str, ctx: Context) -> tuple[Any, int]:
    """A compact array of many numbers, or one that is null although it may not be. `n` is its first byte."""
    if n:
        n, pos = uvarint_rest(buf, pos, n)
    return legacy_numbers(buf, pos, end, n - 1, code, ctx)


def compact_or_null_numbers(buf: bytes, pos: int, end: int, n: int, code: str, ctx: Context) -> tuple[Any, int]:
    """The same where null is allowed; `n` is not 0, but the varint may still turn out to be."""
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
        if 0 < n < _SMALL:
            stop = pos + n - 1
            out.append(buf[pos:stop].decode())
            pos = stop
        else:
            text, pos = long_string(buf, pos, n)
            out.append(text)
    return out, pos


_read_h = Packer(">h").unpack_from


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
    if count >= _SMALL:
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


class Row:
    """How to read one array element whole, given the lengths in it."""

    __slots__ = ("checks", "size", "unpack")

    def __init__(self, format_: str, checks: list[tuple[int, int]]) -> None:
        packer = Packer(format_)
        self.unpack = packer.iter_unpack
        self.size = packer.size
        self.checks = checks
        """(offset, byte): what every element must have there for the guess to hold."""


_read_i = Packer(">i").unpack_from
_PREFIX_SIZES = {"P": 1, "Y": 2, "Z": 4}


_MOST_GUESSED = 4096  # bytes of an element beyond which guessing does not pay


class Rows(dict[tuple[int, ...], Row | None]):
    """`Row`s by the lengths in the element; a bounded cache. None where elements of these lengths are read straight.

    `tokens` describe the element: `P1`, `Y1`, `Z1` a length of one, two, four bytes and what it counts, of that size
    each; `g3`, `G3` so many int32 arrays in a row, compact or legacy; `T` the number of tagged fields, which has to be
    0; all else are letters of the `struct` module.
    """

    _MOST = 256

    def __init__(self, tokens: str) -> None:
        self.tokens = tokens.split()

    def __missing__(self, key: tuple[int, ...]) -> Row | None:
        if len(self) >= self._MOST:
            self.clear()
        self[key] = row = self._row(iter(key))
        return row

    def _row(self, lengths: Iterator[int]) -> Row | None:
        format_, checks = ">", []
        for token in self.tokens:
            kind = token[0]
            at = Packer(format_).size
            if kind == "T":
                if next(lengths):
                    return None
                checks.append((at, 0))
                format_ += "x"
            elif kind in _PREFIX_SIZES:
                size, n = _PREFIX_SIZES[kind], next(lengths)
                if n >= _SMALL and kind == "P":
                    return None
                checks += [(at + i, byte) for i, byte in enumerate(n.to_bytes(size, "big", signed=size > 1))]
                format_ += f"{size}x{max(0, n - (kind == 'P')) * int(token[1:])}s"
            elif kind in "gG":
                bias, size = (1, 1) if kind == "g" else (0, 4)
                format_ += f"{sum(size + 4 * (next(lengths) - bias) for _ in range(int(token[1:])))}s"
            else:
                format_ += token
        return Row(format_, checks) if Packer(format_).size <= _MOST_GUESSED else None


_INT_RUNS = Runs("i")


class _CompactGroups(dict[bytes, tuple[tuple[int, ...], ...]]):
    """Compact int32 arrays that stand side by side, by their bytes. `ValueError`: the bytes are no such arrays."""

    def __missing__(self, raw: bytes) -> tuple[tuple[int, ...], ...]:
        out, pos = [], 0
        while pos < len(raw):
            n = raw[pos]
            if not 0 < n < _SMALL or pos + 4 * n - 3 > len(raw):
                raise ValueError
            out.append(_INT_RUNS[n - 1](raw, pos + 1))
            pos += 4 * n - 3
        self[raw] = group = tuple(out)
        return group


class _LegacyGroups(dict[bytes, tuple[tuple[int, ...], ...]]):
    """The same in legacy form."""

    def __missing__(self, raw: bytes) -> tuple[tuple[int, ...], ...]:
        out, pos = [], 0
        while pos < len(raw):
            if pos + 4 > len(raw):
                raise ValueError
            (n,) = _read_i(raw, pos)
            if not 0 <= n <= min((len(raw) - pos - 4) // 4, _SMALL):
                raise ValueError
            out.append(_INT_RUNS[n](raw, pos + 4))
            pos += 4 + 4 * n
        self[raw] = group = tuple(out)
        return group


def compact_groups(ctx: Context) -> dict[bytes, tuple[tuple[int, ...], ...]]:
    """Int32 arrays of this message by their bytes. They repeat a lot (replicas), and tuples can be shared.

    A group says itself how long its arrays are, so one that fills its bytes exactly is right whatever was guessed.
    """
    if ctx.groups is None:
        ctx.groups = _CompactGroups()
    return ctx.groups


def legacy_groups(ctx: Context) -> dict[bytes, tuple[tuple[int, ...], ...]]:
    """The same in legacy form."""
    if ctx.groups is None:
        ctx.groups = _LegacyGroups()
    return ctx.groups


def many(cls: type[T], count: int) -> list[T]:
    """`count` empty objects."""
    return list(map(new, repeat(cls, count)))


Key = tuple[int, ...]
if TYPE_CHECKING:
    Some = Callable[[bytes, int, int, int, Context], tuple[list[T], int, Key]]
    Fill = Callable[[Iterator[Any], int, Key, Context], list[T]]

_SHORT = 32  # elements up to which an array without a trusted guess is simply read straight
_FIRST_STRETCH = 64  # elements that a guess is first tried on; every hit doubles it
_LONG_RUN = 4  # right guesses in a row after which the next element's lengths are trusted at once
_SMALL_COPY = 8192  # bytes up to which a copy is cheaper than a view


class Hint:
    """The lengths of the last element of an array, where they are no more than a hint."""

    __slots__ = ("key",)

    def __init__(self, key: Key | None) -> None:
        self.key = key


def read_rows(
    buf: bytes,
    pos: int,
    end: int,
    count: int,
    ctx: Context,
    some: Some[T],
    fill: Fill[T],
    rows: Rows,
    guess: Key | Hint | None,
) -> tuple[list[T], int, Key | Hint]:
    """An array of at least one element whose elements are guessed to have the lengths of the one before.

    A guess that is a key is trusted: those lengths were right for a run of elements, in this array or in the one
    before it. Then `fill` takes elements out of one `iter_unpack` as far as the guess is right. Otherwise `some` reads
    elements straight until the same lengths come twice: short arrays as a whole, long ones in growing steps. So an
    array without any pattern costs little more than the straight way.
    """
    out: list[T] = []
    key = guess.key if isinstance(guess, Hint) else guess
    trusted = key is guess is not None
    step, stretch = count if count <= _SHORT else 1, _FIRST_STRETCH
    while left := count - len(out):
        if key is None or not trusted:
            more, pos, found = some(buf, pos, end, min(step, left), ctx)
            out += more
            trusted, key = found == key, found
            step = min(2 * step + _LONG_RUN, _FIRST_STRETCH)
            continue
        asked = min(left, stretch)
        filled: list[T] = []
        row = rows[key]
        if row is not None and (hits := _agreeing(buf, pos, end, row, asked)):
            size = hits * row.size
            part = buf if size <= _SMALL_COPY else memoryview(buf)
            filled = fill(row.unpack(part[pos : pos + size]), hits, key, ctx)
            pos += len(filled) * row.size
            if len(filled) == count:
                return filled, pos, key
            out += filled
        if len(filled) == asked:
            stretch *= 2
            continue
        more, pos, key = some(buf, pos, end, 1, ctx)
        out += more
        trusted, step, stretch = len(filled) >= _LONG_RUN, min(left, _SHORT), _FIRST_STRETCH
    return out, pos, key if trusted and key is not None else Hint(key)


def _agreeing(buf: bytes, pos: int, end: int, row: Row, count: int) -> int:
    """How many of the next `count` elements, from the first on, have the lengths that were guessed."""
    size = row.size
    stop = pos + count * size
    if stop > end:
        count = max(0, (end - pos) // size)
        stop = pos + count * size
    for offset, byte in row.checks:
        column = buf[pos + offset : stop : size]
        if column.count(byte) != count:
            count = next(index for index, found in enumerate(column) if found != byte)
            stop = pos + count * size
    return count


# ---------------------------------------------------------------------------------------------------------- encoding


def uvarint(value: int) -> bytes:
    """An unsigned varint."""
    if value < _SMALL:
        return bytes((value,))
    out = bytearray()
    while value >= _SMALL:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


class _Counts(dict[int, bytes]):
    """The compact form of a length or count: the unsigned varint of one more. Keeps those of up to two bytes."""

    def __missing__(self, n: int) -> bytes:
        form = uvarint(n + 1)
        if len(form) <= 2:
            self[n] = form
        return form


COUNTS = _Counts()


class Shapes(dict[object, Callable[..., bytes]]):
    """Packers of a run of fields, by the lengths of the variable ones in it; a bounded cache.

    `template` is a struct format with a `%d` for each length. A compact prefix is the letter `P` there (`S` for that
    of a string, whose length is bounded): almost always one byte, else written the slow way.
    """

    _MOST = 1024

    def __init__(self, template: str) -> None:
        self.slow = template
        self.fast = ">" + template.replace("P", "B").replace("S", "B")

    def __missing__(self, key: Any) -> Callable[..., bytes]:
        sizes = key if isinstance(key, tuple) else (key,)
        if max(sizes) >= _SMALL - 1 and self.slow != self.fast[1:]:
            return _pack_long(self.slow % sizes)
        pack = Packer(self.fast % sizes).pack
        if sum(sizes) < 4 * self._MOST:
            if len(self) >= self._MOST:
                self.clear()
            self[key] = pack
        return pack


def _pack_long(template: str) -> Callable[..., bytes]:
    """A packer of a run some of whose compact prefixes take more than one byte."""
    import re

    tokens = re.findall(r"(\d*)([a-zA-Z?])", template)

    def pack(*args: Any) -> bytes:
        format_, rest = ">", iter(args)
        values: list[Any] = []
        for times, code in tokens:
            if code in "PS":
                prefix = uvarint(next(rest))
                if code == "S" and len(prefix) > 2 and args[len(values)] - 1 > MAX_STRING:
                    raise ValueOutOfRange(f"a string of {args[len(values)] - 1} bytes; {MAX_STRING} is the most")
                format_ += f"{len(prefix)}s"
                values.append(prefix)
            else:
                format_ += times + code
                count = 0 if code == "x" else 1 if code == "s" else int(times or 1)
                values += islice(rest, count)
        return Packer(format_).pack(*values)

    return pack


def flat_bytes(value: Any) -> Any:
    """Large bytes that are not `bytes`, as something whose length is its size in bytes."""
    return value if isinstance(value, bytearray) else memoryview(value).cast("B")


def refuse_null() -> None:
    """An array is null where the version allows none."""
    raise ValueOutOfRange("null")


def absent(obj: object, attr: str) -> Any:
    """A field holds a value that the version has no place for."""
    raise FieldNotInVersion(f"{type(obj).__name__}.{attr}")


def put_compact_strings(put: Put, items: Iterable[str]) -> None:
    """Compact strings, one after the other."""
    for item in items:
        raw = item.encode()
        if len(raw) > MAX_STRING:
            raise ValueOutOfRange(f"a string of {len(raw)} bytes; {MAX_STRING} is the most")
        put(COUNTS[len(raw)])
        put(raw)


_write_h = Packer(">h").pack
_write_i = Packer(">i").pack


def put_legacy_strings(put: Put, items: Iterable[str]) -> None:
    """Strings with an int16 length."""
    for item in items:
        raw = item.encode()
        put(_write_h(len(raw)))
        put(raw)


def put_compact_blobs(put: Put, items: Iterable[bytes]) -> None:
    """Compact byte strings."""
    for item in items:
        put(COUNTS[len(item)])
        put(item)


def put_legacy_blobs(put: Put, items: Iterable[bytes]) -> None:
    """Byte strings with an int32 length."""
    for item in items:
        put(_write_i(len(item)))
        put(item)


def put_uuids(put: Put, items: Iterable[UUID]) -> None:
    """Uuids, one after the other."""
    for item in items:
        put(item.bytes)


def write_tags(tags: Mapping[int, bytes]) -> bytes:
    """A tag buffer: their number, then each tag, size and value in ascending order of the tag."""
    out = [uvarint(len(tags))]
    for tag in sorted(tags):
        if not 0 <= tag < 0x7FFF_FFFF:
            raise EncodeError(f"tag {tag} cannot be used")
        value = tags[tag]
        out += (uvarint(tag), uvarint(len(value)), value)
    return b"".join(out)


def merge_tags(known: dict[int, bytes], unknown: Mapping[int, bytes] | None, reserved: tuple[int, ...]) -> bytes:
    """The tag buffer of a struct with tags of its own."""
    for tag, value in (unknown or {}).items():
        if tag in reserved:
            raise EncodeError(f"unknown tag {tag} has the number of a field")
        known[tag] = value
    return write_tags(known)
