"""Arrays of small structs, read by guessing that an element has the lengths of the one before it.

Host names, replica lists and the like repeat their lengths from element to element. As long as they do, an element is
a fixed number of bytes, and `struct` can take a whole stretch of elements apart in one call. `read_elements` decides
when to guess; the generated codecs supply `some` (reads elements straight) and `fill` (takes elements out of the
unpacked rows). A wrong guess costs time, never a wrong value: before anything is unpacked, the length bytes of all
elements in a stretch are compared with the guess.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from struct import Struct as Packer

from kafkawire.wire import SMALL, Any, Context, number_unpackers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeVar

    T = TypeVar("T")

Key = tuple[int, ...]
"""The lengths in an element, and behind them, in a flexible version, the number of its tagged fields."""


class ElementUnpacker:
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


class ElementUnpackers(dict[Key, ElementUnpacker | None]):
    """Unpackers by the lengths in the element; a bounded cache. None where elements of these lengths are read straight.

    `tokens` describe the element: `P1`, `Y1`, `Z1` a length of one, two, four bytes and what it counts, of that size
    each; `g3`, `G3` so many int32 arrays in a row, compact or legacy; `T` the number of tagged fields, which has to be
    0; all else are letters of the `struct` module.
    """

    _MOST = 256

    def __init__(self, tokens: str) -> None:
        self.tokens = tokens.split()

    def __missing__(self, key: Key) -> ElementUnpacker | None:
        if len(self) >= self._MOST:
            self.clear()
        self[key] = made = self._unpacker(iter(key))
        return made

    def _unpacker(self, lengths: Iterator[int]) -> ElementUnpacker | None:
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
                if n >= SMALL and kind == "P":
                    return None
                checks += [(at + i, byte) for i, byte in enumerate(n.to_bytes(size, "big", signed=size > 1))]
                format_ += f"{size}x{max(0, n - (kind == 'P')) * int(token[1:])}s"
            elif kind in "gG":
                bias, size = (1, 1) if kind == "g" else (0, 4)
                format_ += f"{sum(size + 4 * (next(lengths) - bias) for _ in range(int(token[1:])))}s"
            else:
                format_ += token
        return ElementUnpacker(format_, checks) if Packer(format_).size <= _MOST_GUESSED else None


_INT_ARRAYS = number_unpackers("i")


class _CompactGroups(dict[bytes, tuple[tuple[int, ...], ...]]):
    """Compact int32 arrays that stand side by side, by their bytes. `ValueError`: the bytes are no such arrays."""

    def __missing__(self, raw: bytes) -> tuple[tuple[int, ...], ...]:
        out, pos = [], 0
        while pos < len(raw):
            n = raw[pos]
            if not 0 < n < SMALL or pos + 4 * n - 3 > len(raw):
                raise ValueError
            out.append(_INT_ARRAYS[n - 1](raw, pos + 1))
            pos += 4 * n - 3
        self[raw] = group = tuple(out)
        return group


class _LegacyGroups(dict[bytes, tuple[tuple[int, ...], ...]]):
    """Legacy int32 arrays that stand side by side, by their bytes. `ValueError`: the bytes are no such arrays."""

    def __missing__(self, raw: bytes) -> tuple[tuple[int, ...], ...]:
        out, pos = [], 0
        while pos < len(raw):
            if pos + 4 > len(raw):
                raise ValueError
            (n,) = _read_i(raw, pos)
            if not 0 <= n <= min((len(raw) - pos - 4) // 4, SMALL - 1):
                raise ValueError
            out.append(_INT_ARRAYS[n](raw, pos + 4))
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
    """Int32 arrays of this message in legacy form, by their bytes, to be shared as compact ones are."""
    if ctx.groups is None:
        ctx.groups = _LegacyGroups()
    return ctx.groups


if TYPE_CHECKING:
    Some = Callable[[bytes, int, int, int, Context], tuple[list[T], int, Key]]
    Fill = Callable[[Iterator[Any], Key, Context], list[T]]

_SHORT = 32  # elements up to which an array without a trusted guess is simply read straight
_FIRST_STRETCH = 64  # elements that a guess is first tried on; every hit doubles it
_LONG_RUN = 16  # right guesses in a row after which a wrong one is forgiven
_FEW_HOPES = 16  # patience from which an array is read straight in long steps
_LONG_STEP = 256
_MOST_PATIENCE = 256
_SMALL_COPY = 8192  # bytes up to which a copy is cheaper than a view


class Guess:
    """The lengths of the last element that was read straight, and how often in a row they came."""

    __slots__ = ("key", "patience", "seen")

    def __init__(self) -> None:
        self.key: Key = ()
        self.seen = 0
        self.patience = 1
        """How often they have to come again before they are trusted. Every wrong guess makes it four times as much."""

    def note(self, key: Key) -> None:
        """Other lengths, or the same once more."""
        self.seen = self.seen + 1 if key == self.key else 0
        self.key = key

    def was_right_for(self, run: int) -> None:
        """The guess was wrong in the end, behind a run of elements for which it was right."""
        if run < _LONG_RUN:
            self.patience = min(4 * self.patience, _MOST_PATIENCE)
            self.seen = 0


def read_elements(
    buf: bytes,
    pos: int,
    end: int,
    count: int,
    ctx: Context,
    some: Some[T],
    fill: Fill[T],
    unpackers: ElementUnpackers,
    guess: Guess | None,
) -> tuple[list[T], int, Guess]:
    """An array of at least one element whose elements are guessed to have the lengths of the one before.

    `some` reads elements straight, a short array as a whole and a long one in growing steps, until the lengths at the
    end of a step have come again as often as patience demands. From then on `fill` takes elements out of one
    `iter_unpack` as far as the guess is right. Patience grows so fast where it is wrong that an array, and all that
    follow it in the message, cost no more without any pattern than if there were no guesses.
    """
    guess = Guess() if guess is None else guess
    out: list[T] = []
    step, stretch = 1 if count > _SHORT and guess.patience < _FEW_HOPES else _LONG_STEP, _FIRST_STRETCH
    while left := count - len(out):
        if guess.seen < guess.patience:
            more, pos, key = some(buf, pos, end, min(step, left), ctx)
            guess.note(key)
            if len(more) == count:
                return more, pos, guess
            out += more
            step = min(2 * step, _LONG_STEP)
            continue
        asked = min(left, stretch)
        filled, pos = _filled(buf, pos, end, asked, ctx, fill, unpackers, guess.key)
        if len(filled) == count:
            return filled, pos, guess
        out += filled
        stretch *= 2
        if len(filled) < asked:
            guess.was_right_for(len(filled))
            more, pos, key = some(buf, pos, end, 1, ctx)
            guess.note(key)
            out += more
            step, stretch = min(left, _SHORT), _FIRST_STRETCH
    return out, pos, guess


def _filled(
    buf: bytes, pos: int, end: int, count: int, ctx: Context, fill: Fill[T], unpackers: ElementUnpackers, key: Key
) -> tuple[list[T], int]:
    """Those of the next `count` elements, from the first on, that have the lengths in `key`."""
    unpacker = unpackers[key]
    if unpacker is None or not (hits := _agreeing(buf, pos, end, unpacker, count)):
        return [], pos
    size = hits * unpacker.size
    part = buf if size <= _SMALL_COPY else memoryview(buf)
    filled = fill(unpacker.unpack(part[pos : pos + size]), key, ctx)
    return filled, pos + len(filled) * unpacker.size


def _agreeing(buf: bytes, pos: int, end: int, unpacker: ElementUnpacker, count: int) -> int:
    """How many of the next `count` elements, from the first on, have the lengths that were guessed."""
    size = unpacker.size
    stop = pos + count * size
    if stop > end:
        count = max(0, (end - pos) // size)
        stop = pos + count * size
    for offset, byte in unpacker.checks:
        column = buf[pos + offset : stop : size]
        if column.count(byte) != count:
            count = next(index for index, found in enumerate(column) if found != byte)
            stop = pos + count * size
    return count
