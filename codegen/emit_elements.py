"""Layouts of small structs -> the two functions of an array that is read by guessing (`kafkawire/elements.py`).

`some_…` reads elements straight and reports the lengths in the last one; `fill_…` takes elements out of rows whose
lengths are known to be as guessed.
"""

from __future__ import annotations

import re

from .emit_decode import COUNTED, Body, length_of, usual_count
from .layout import SIZES, Layout, Slot
from .pool import Pool
from .writer import Writer

_PREFIX_TOKENS = {"B": "P", "h": "Y", "i": "Z"}


def leaf_functions(pool: Pool, layout: Layout) -> str:
    """`fill_…` of an array of small structs, and `some_…` where their sizes may differ."""
    if not _is_guessed(layout):
        return _fill(pool, layout)
    return _some(pool, layout) + "\n" + _fill(pool, layout)


def _is_guessed(layout: Layout) -> bool:
    """Whether elements may differ in size: by a length in them, or by tagged fields."""
    return layout.fixed_size is None or layout.flexible


def _some(pool: Pool, layout: Layout) -> str:
    """Reads `count` elements, at least one, straight, and gives the lengths in the last one."""
    name, cls = pool.name(layout), layout.class_name
    w = Writer(1)
    with w.function(f"some_{name}", COUNTED, f"tuple[list[{cls}], int, Key]"):
        keys: list[str] = []
        w.objects(cls)
        replicas = _replicas(layout)
        if replicas:
            w.line(f"last = end - {_usual_size(layout, replicas)}")
        with w.block("for o in out:"):
            body = Body(w, pool)
            if replicas:
                body.usual_replicas(layout, replicas, keys)
            else:
                body.fields(layout, keys)
            body.settle()
        w.line(f"return out, pos, {_key_expression(layout, keys)}")
    return w.text()


def _replicas(layout: Layout) -> list[Slot]:
    """The arrays of brokers that an element of fixed fields ends with, if there are at least two."""
    arrays = [slot for slot in layout.slots if _is_group_member(slot)]
    others = layout.slots[: -len(arrays)]
    return arrays if len(arrays) > 1 and all(slot.kind == "fixed" for slot in others) else []


def _usual_size(layout: Layout, replicas: list[Slot]) -> int:
    """The bytes of an element whose arrays hold what they usually do."""
    return layout.min_size + sum(4 * usual_count(slot) for slot in replicas)


def _key_expression(layout: Layout, keys: list[str]) -> str:
    """The lengths in an element as a tuple, behind them the number of its tagged fields."""
    names = [*keys, *(["t"] if layout.flexible else [])]
    return f"({', '.join(names)}{',' if len(names) == 1 else ''})"


def _fill(pool: Pool, layout: Layout) -> str:
    """Takes elements out of whole-element unpacks; that their lengths are as guessed is known by then."""
    name, cls = pool.name(layout), layout.class_name
    row = Element(pool, layout)
    w = Writer(1)
    params = ["rows: Iterator[Any]", "key: Key", "ctx: Context"]
    with w.function(f"fill_{name}", params, f"list[{cls}]"):
        if row.needs_key:
            used = set(re.findall(r"\w+", " ".join(row.lines)))
            keys = [*(key if key in used else "_" for key in row.keys), *(["_"] if layout.flexible else [])]
            w.unpack(keys, "key")
        if row.groups:
            w.line(f"groups = {row.groups}(ctx)")
        w.line(f"out: list[{cls}] = []")
        if row.groups:
            with w.block("try:"):
                row.emit(w, cls)
            with w.block("except ValueError:"):
                w.line("return out")
        else:
            row.emit(w, cls)
        w.line("return out")
    if layout.fixed_size is None:
        pool.constant(f"unpackers_{name}", f'ElementUnpackers("{" ".join(row.tokens)}")')
    return w.text()


class Element:
    """One element of a guessed array: how it is taken whole, and where its values go.

    Tokens, for `kafkawire.elements.ElementUnpackers`: `P1`, `Y1`, `Z1` is a length of one, two or four bytes and what
    it counts (of size 1 each), checked for all elements before they are unpacked; `g3` and `G3` are three int32 arrays
    in compact and in legacy form, taken as one piece of bytes that is looked up whole; `T` the number of tagged fields,
    which must be 0; all else are letters of the `struct` module.
    """

    def __init__(self, pool: Pool, layout: Layout) -> None:
        self.targets: list[str] = []
        self.lines: list[str] = []
        self.keys: list[str] = []
        self.tokens: list[str] = []
        self.groups = ""
        self.needs_key = False
        self._group: list[str] = []
        for slot in layout.slots:
            self._slot(pool, slot)
        self._end_group()
        for gone in layout.absent:
            self.lines.append(f"o.{gone.attr} = {gone.default.value}")
        for slot in layout.tagged:
            self.lines.append(f"o.{slot.attr} = {slot.default.value}")
        self.lines.append("o.unknown_tags = None")
        if layout.flexible:
            self.tokens.append("T")

    def emit(self, w: Writer, cls: str) -> None:
        """The loop that makes elements of rows."""
        with w.block("for row in rows:"):
            w.line(f"o = new({cls})")
            w.unpack(self.targets, "row")
            for line in self.lines:
                w.line(line)
            w.line("out.append(o)")

    def _slot(self, pool: Pool, slot: Slot) -> None:
        if _is_group_member(slot):
            self._member(slot)
            return
        self._end_group()
        v = f"v{len(self.targets)}"
        if slot.kind == "fixed":
            self._letter(slot.code)
            self.targets.append(f"o.{slot.attr}")
        elif slot.kind == "uuid":
            self._letter("16s")
            self.targets.append(v)
            self.lines.append(f"o.{slot.attr} = make_uuid({v})")
        else:
            self._variable(pool, slot, v)

    def _letter(self, code: str) -> None:
        if self.tokens and self.tokens[-1][-1] in "?bhiqHIds" and self.tokens[-1][0] not in "PYZgG":
            self.tokens[-1] += code
        else:
            self.tokens.append(code)

    def _member(self, slot: Slot) -> None:
        self.groups = "compact_groups" if slot.compact else "legacy_groups"
        self.keys.append(f"k{len(self.keys)}")
        self._group.append(f"o.{slot.attr}")

    def _end_group(self) -> None:
        """Int32 arrays side by side (replicas, in-sync replicas, …) repeat together and are looked up together."""
        group, self._group = self._group, []
        if group:
            v = f"v{len(self.targets)}"
            self.targets.append(v)
            self.tokens.append(f"{self.groups[0].replace('l', 'G').replace('c', 'g')}{len(group)}")
            targets = ", ".join(group) if len(group) > 1 else f"({group[0]},)"
            self.lines.append(f"{targets} = groups[{v}]")

    def _variable(self, pool: Pool, slot: Slot, v: str) -> None:
        k = f"k{len(self.keys)}"
        self.keys.append(k)
        width = SIZES[slot.element.code] if slot.element else 1
        self.tokens.append(f"{_PREFIX_TOKENS[slot.prefix]}{width}")
        if slot.kind == "bytes" and not slot.nullable:
            self.targets.append(f"o.{slot.attr}")
            return
        self.targets.append(v)
        made = f"{v}.decode()" if slot.kind == "string" else v
        if slot.element is not None:
            self.needs_key = True
            made = f"{pool.numbers(slot.element.code)}[{length_of(slot, k)}]({v}, 0)"
        if slot.nullable:
            self.needs_key = True
            made += f" if {k} else None" if slot.compact else f" if {k} >= 0 else None"
        self.lines.append(f"o.{slot.attr} = {made}")


def _is_group_member(slot: Slot) -> bool:
    return slot.element is not None and slot.element.code == "i" and not slot.nullable
