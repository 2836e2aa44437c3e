"""What the generated encoders call: packers by lengths, counts, arrays of strings, tag buffers.

Errors raised here are bare. `Message.encode` lets `kafkawire.explain_encode` find the field and say it well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import islice
from struct import Struct as Packer
from uuid import UUID

from kafkawire.errors import EncodeError, FieldNotInVersion, ValueOutOfRange
from kafkawire.varint import write_uvarint
from kafkawire.wire import MAX_STRING, SMALL, Any

Put = Callable[[Any], object]
"""Takes the next bytes of a message, of any kind: large ones are given as they are."""
Join = Callable[[Iterable[bytes]], bytes]

uvarint = write_uvarint
"""As generated encoders call it."""


class StoredBytes:
    """The bytes of a record field that are not here but in a file, say: their number is known, and `len` says it.

    A message that holds some is encoded with `encode_pieces`, and who sends the pieces brings the bytes.
    """

    __slots__ = ()

    def __len__(self) -> int:
        raise NotImplementedError


class _Counts(dict[int, bytes]):
    """The compact form of a length or count: the unsigned varint of one more. Keeps those of up to two bytes."""

    def __missing__(self, n: int) -> bytes:
        form = uvarint(n + 1)
        if len(form) <= 2:
            self[n] = form
        return form


COUNTS = _Counts()


class FieldPackers(dict[object, Callable[..., bytes]]):
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
        longest = max(sizes)
        if longest < SMALL - 1 or self.slow == self.fast[1:]:
            pack = Packer(self.fast % sizes).pack
        elif longest < SMALL * SMALL - 1:
            pack = _pack_wide(self.slow, sizes)
        else:
            return _pack_long(self.slow % sizes)
        if sum(sizes) < 4 * self._MOST:
            if len(self) >= self._MOST:
                self.clear()
            self[key] = pack
        return pack


def _pack_wide(template: str, sizes: tuple[int, ...]) -> Callable[..., bytes]:
    """A packer of a run some of whose compact prefixes take two bytes: they are packed as one number of two."""
    import re

    format_, wide, values = ">", [], 0
    first, *parts = template.split("%d")
    ahead = first
    for part, size in zip(parts, sizes, strict=True):
        values += len(re.findall(r"\d+s|[^x\d]", ahead))  # numbers stand before `s` alone
        if ahead[-1] in "PS" and size >= SMALL - 1:
            ahead = ahead[:-1] + "H"
            wide.append(values - 1)
        format_ += f"{ahead}{size}{part[0]}"
        values += 1 if part[0] == "s" else size
        ahead = part[1:]
    packer = Packer((format_ + ahead).replace("P", "B").replace("S", "B")).pack

    def pack(*args: Any) -> bytes:
        values = [*args]
        for at in wide:
            n = values[at]
            values[at] = (n & 0x7F | 0x80) << 8 | n >> 7
        return packer(*values)

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
    return value if isinstance(value, (bytearray, StoredBytes)) else memoryview(value).cast("B")


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
