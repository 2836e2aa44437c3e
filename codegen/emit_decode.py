"""Layouts -> straight-line decoders.

Neighbouring fields of fixed size, and the length that follows them, become one `unpack_from`. An array of small structs
is read by guessing that its elements repeat the lengths of the one before (`emit_elements.py`).
"""

from __future__ import annotations

from collections.abc import Callable

from .layout import SIZES, Layout, Slot
from .pool import Pool
from .writer import Call, Writer

_PARAMS = ["buf: bytes", "pos: int", "end: int", "ctx: Context"]
COUNTED = ["buf: bytes", "pos: int", "end: int", "count: int", "ctx: Context"]


class Body:
    """Statements that read one struct into `o`."""

    def __init__(self, writer: Writer, pool: Pool, blob: str = "ctx.blob", *, peek: bool = True) -> None:
        self.w = writer
        self.pool = pool
        self._peek = peek  # whether a byte is sure to follow a compact length: that of the tags, at the latest
        self._blob = blob
        self._run: list[tuple[str, str]] = []
        self._after: list[str] = []
        self._locals = 0
        self._lag = 0

    # ------------------------------------------------------------------------------------------------- fixed runs

    def _slice(self, source: str, stop: str) -> str:
        """A slice from here on, spaced as the formatter wants it."""
        colon = " : " if self._lag else ":"
        return f"{source}[{self.at}{colon}{stop}]"

    @property
    def at(self) -> str:
        """The position as an expression: what was read of constant size is added up instead of stored each time."""
        return f"pos + {self._lag}" if self._lag else "pos"

    def settle(self) -> None:
        """Bring the variable `pos` up to date."""
        if self._lag:
            self.w.line(f"pos += {self._lag}")
            self._lag = 0

    def fixed(self, target: str, code: str) -> None:
        """Queue a field of fixed size."""
        self._run.append((target, code))

    def flush(self) -> None:
        """Read what is queued."""
        run, self._run = self._run, []
        after, self._after = self._after, []
        if run:
            self._read_run(run)
        for line in after:
            self.w.line(line)

    def _read_run(self, run: list[tuple[str, str]]) -> None:
        targets = [target for target, _ in run]
        codes = "".join(code for _, code in run)
        size = sum(SIZES[code] for _, code in run)
        if codes == "B":
            self.w.line(f"{targets[0]} = buf[{self.at}]")
        else:
            self.w.unpack(targets, f"{self.pool.unpack(codes)}(buf, {self.at})")
        self._lag += size

    def local(self, stem: str) -> str:
        """A fresh local name."""
        self._locals += 1
        return f"{stem}{self._locals}"

    # ------------------------------------------------------------------------------------------------------ struct

    def struct(self, layout: Layout, keys: list[str] | None = None) -> None:
        """Make a struct and read it."""
        self.w.line(f"o = new({layout.class_name})")
        self.fields(layout, keys)

    def fields(self, layout: Layout, keys: list[str] | None = None) -> None:
        """Read the fields of `o`; the names of its length variables are added to `keys`."""
        self._slots(layout, list(layout.slots), keys)

    def usual_replicas(self, layout: Layout, replicas: list[Slot], keys: list[str]) -> None:
        """The fields of a partition that ends with arrays of brokers.

        Where it has three replicas, all in sync, it is one unpack; `last` is where such a one may begin. If it has not,
        the fixed fields and the first count were still read.
        """
        for slot in layout.slots[: -len(replicas)]:
            self.value(slot, f"o.{slot.attr}")
        first = self._queue_length(replicas[0])
        keys.append(first)
        with self.w.block("if pos <= last:"):
            self._usual_replicas(layout, replicas)
        with self.w.block("else:"):
            self.flush()
        self._behind_length(replicas[0], f"o.{replicas[0].attr}", first)
        self._slots(layout, replicas[1:], keys)

    def _usual_replicas(self, layout: Layout, replicas: list[Slot]) -> None:
        run, tests, values = self._run[:-1], [], []
        for number, slot in enumerate(replicas, 1):
            n, usual = f"n{number}", usual_count(slot)
            items = [f"{'abc'[i]}{number}" for i in range(usual)]
            run += [(n, slot.prefix), *((item, "i") for item in items)]
            tests.append(f"{n} == {usual + slot.compact}")
            values.append(f"o.{slot.attr} = {', '.join(items) or '()'}")
        if layout.flexible:
            run.append(("t", "B"))
            tests.append("t == 0")
        codes = "".join(code for _, code in run)
        self.w.unpack([target for target, _ in run], f"{self.pool.unpack(codes)}(buf, pos)")
        with self.w.block(f"if {' and '.join(tests)}:"):
            for value in values:
                self.w.line(value)
            self._not_on_the_wire(layout)
            self.w.line(f"pos += {sum(SIZES[code] for code in codes)}")
            self.w.line("continue")

    def _not_on_the_wire(self, layout: Layout) -> None:
        """Defaults of what this version lacks, and of what is tagged and may follow."""
        for gone in layout.absent:
            self.w.line(f"o.{gone.attr} = {gone.default.value}")
        for slot in layout.tagged:
            self.w.line(f"o.{slot.attr} = {slot.default.value}")
        self.w.line("o.unknown_tags = None")

    def _slots(self, layout: Layout, slots: list[Slot], keys: list[str] | None) -> None:
        """Read the last fields of `o`, and its tags."""
        has_tags = layout.flexible
        while slots:
            slot = slots.pop(0)
            if _is_seldom_there(slot) and (slots or has_tags):
                has_tags = self._look_past(slot, slots, has_tags, [] if keys is None else keys)
            else:
                self.value(slot, f"o.{slot.attr}", keys)
        if has_tags:
            self.fixed("t", "B")
        self.flush()
        self._not_on_the_wire(layout)
        if layout.flexible:
            self._tags(layout)

    def _tags(self, layout: Layout) -> None:
        self.settle()
        with self.w.block("if t:"):
            if layout.tagged:
                self.w.line(f"pos = tags_{self.pool.name(layout)}(o, buf, pos, end, t, ctx)")
            else:
                args = ["buf", "pos", "end", "t", "ctx", *_foreign(layout)]
                self.w.call("o.unknown_tags, pos = ", Call("unknown_tags", args))

    # ------------------------------------------------------------------------------------------------------ values

    def value(self, slot: Slot, target: str, keys: list[str] | None = None) -> None:
        """Read one value into `target`."""
        if slot.kind == "fixed":
            self.fixed(target, slot.code)
        elif slot.kind == "uuid":
            raw = self.local("u")
            self.fixed(raw, "16s")
            self._after.append(f"{target} = make_uuid({raw})")
        elif slot.kind == "struct":
            self._struct_value(slot, target)
        else:
            n = self._queue_length(slot)
            if keys is not None:
                keys.append(n)
            self.flush()
            self._behind_length(slot, target, n)

    def _queue_length(self, slot: Slot) -> str:
        """Queue the length of a variable field. Large bytes seldom have one of one byte, so two are read."""
        n = self.local("n")
        self.fixed(n, slot.prefix)
        if self._peeks(slot):
            self.fixed("b", "B")
        return n

    def _peeks(self, slot: Slot) -> bool:
        return slot.blob and slot.compact and self._peek

    def _behind_length(self, slot: Slot, target: str, n: str) -> None:
        """What follows a length that was read."""
        if slot.kind == "string":
            self._string(slot, target, n)
        elif slot.kind == "bytes":
            self._bytes(slot, target, n)
        else:
            self._array(slot, target, n)

    def _look_past(self, slot: Slot, following: list[Slot], has_tags: bool, keys: list[str]) -> bool:
        """Read a field that is mostly empty or null, and in the same unpack the run behind it; whether tags are left.

        Where it is not empty, what was read ahead is read again behind it. That cannot fail where the message is whole,
        since a value only adds to the bytes that are left.
        """
        n = self._queue_length(slot)
        keys.append(n)
        head = self._lag + sum(SIZES[code] for _, code in self._run)
        ahead = Body(self.w, self.pool, self._blob, peek=self._peek)
        ahead._locals = self._locals
        variable = self._queue_ahead(ahead, following, keys)
        if has_tags and not following and variable is None:
            ahead.fixed("t", "B")
            has_tags = False
        again, after, ahead._after = list(ahead._run), ahead._after, []
        self._locals = ahead._locals
        self._run += again
        self.flush()
        total, self._lag = self._lag, 0
        target = f"o.{slot.attr}"
        with self.w.block(f"if {n} < {2 if slot.compact else 1}:"):
            self._empty(slot, target, n)
            self.w.line(f"pos += {total}")
        with self.w.block("else:"):
            if slot.kind == "string":
                self._lag = head
                self._text(slot, target, n)
            else:
                self.w.line(f"pos += {head}")
                self._array(slot, target, n, known_full=True)
            if again:
                ahead.flush()
                ahead.settle()
        for line in after:
            self.w.line(line)
        if variable is not None:
            self._behind_length(variable[0], f"o.{variable[0].attr}", variable[1])
        return has_tags

    def _queue_ahead(self, ahead: Body, following: list[Slot], keys: list[str]) -> tuple[Slot, str] | None:
        """Queue the fixed fields that come next and the length behind them; they are taken off `following`."""
        while following and following[0].kind in ("fixed", "uuid"):
            slot = following.pop(0)
            ahead.value(slot, f"o.{slot.attr}")
        if not following or following[0].kind == "struct" or _is_seldom_there(following[0]):
            return None
        slot = following.pop(0)
        keys.append(n := ahead._queue_length(slot))
        return slot, n

    def _empty(self, slot: Slot, target: str, n: str) -> None:
        """An array or a string of nothing, or null."""
        if slot.kind != "string":
            self._empty_array(slot, target, n)
            return
        there = n if slot.compact else f"{n} == 0"
        missing = "None" if slot.compact and slot.nullable else f"{_not_there(slot)}({'-1' if slot.compact else n})"
        self.w.line(f'{target} = "" if {there} else {missing}')

    def _text(self, slot: Slot, target: str, n: str) -> None:
        """A string that is neither empty nor null."""
        if not slot.compact:
            self._cut(slot, n)
            self.w.line(f"{target} = {self._slice('buf', 'p')}.decode()")
            self.w.line("pos = p")
            self._lag = 0
            return
        with self.w.block(f"if {n} < 128:"):
            self._cut(slot, n)
            self.w.line(f"{target} = {self._slice('buf', 'p')}.decode()")
            self.w.line("pos = p")
        with self.w.block("else:"):
            helper = "long_string_or_null" if slot.nullable else "long_string"
            self.w.line(f"{target}, pos = {helper}(buf, {self.at}, {n})")
        self._lag = 0

    def _string(self, slot: Slot, target: str, n: str) -> None:
        with self.w.block(f"if {_is_short(slot, n)}:"):
            self._cut(slot, n)
            self.w.line(f"{target} = {self._slice('buf', 'p')}.decode()")
            self.w.line("pos = p")
        if slot.nullable and slot.compact:
            with self.w.block(f"elif {n} == 0:"):
                self.w.line(f"{target} = None")
                self.w.line(f"pos = {self.at}")
        with self.w.block("else:"):
            if slot.compact:
                helper = "long_string_or_null" if slot.nullable else "long_string"
                self.w.line(f"{target}, pos = {helper}(buf, {self.at}, {n})")
            else:
                self.w.line(f"{target} = {_not_there(slot)}({n})")
                self.w.line(f"pos = {self.at}")
        self._lag = 0

    def _cut(self, slot: Slot, n: str) -> None:
        """Set `p` to where the next `n` bytes end."""
        lag = self._lag - slot.compact
        self.w.line(f"p = pos + {n}" + (f" + {lag}" if lag > 0 else f" - {-lag}" if lag < 0 else ""))

    def _bytes(self, slot: Slot, target: str, n: str) -> None:
        source = self._blob if slot.blob else "buf"
        if slot.compact:
            self._long_length(slot, n)
        with self.w.block(f"if {n}:" if slot.compact else f"if {n} >= 0:"):
            self._cut(slot, n)
            self.w.line(f"{target} = {self._slice(source, 'p')}")
            self.w.line("pos = p")
        with self.w.block("else:"):
            self.w.line(f"{target} = {_not_there(slot)}({'-1' if slot.compact else n})")
            if self._lag:
                self.w.line(f"pos = {self.at}")
        self._lag = 0

    def _long_length(self, slot: Slot, n: str) -> None:
        """The rest of a compact length; of large bytes the second byte was read with the first."""
        if not self._peeks(slot):
            self.settle()
            with self.w.block(f"if {n} > 127:"):
                self.w.line("b = buf[pos]")
                with self.w.block("if b < 128:"):
                    self.w.line(f"{n} += (b << 7) - 128")
                    self.w.line("pos += 1")
                with self.w.block("else:"):
                    self.w.line(f"{n}, pos = uvarint_rest(buf, pos, {n})")
            return
        read, self._lag = self._lag, 0
        first = read - 1
        with self.w.block(f"if {n} < 128:"):
            self.w.line(f"pos += {first}" if first >= 0 else f"pos -= {-first}")
        with self.w.block("elif b < 128:"):
            self.w.line(f"{n} += (b << 7) - 128")
            if read:
                self.w.line(f"pos += {read}")
        with self.w.block("else:"):
            offset = f" + {first}" if first > 0 else f" - {-first}" if first < 0 else ""
            self.w.line(f"{n}, pos = uvarint_rest(buf, pos{offset}, {n})")

    def _struct_value(self, slot: Slot, target: str) -> None:
        assert slot.struct is not None
        name = self.pool.need_read(slot.struct)
        if not slot.nullable:
            self.flush()
            self.settle()
            self.w.line(f"{target}, pos = read_{name}(buf, pos, end, ctx)")
            return
        n = self.local("n")
        self.fixed(n, "b")
        self.flush()
        self.settle()
        with self.w.block(f"if {n} >= 0:"):
            self.w.line(f"{target}, pos = read_{name}(buf, pos, end, ctx)")
        with self.w.block("else:"):
            self.w.line(f"{target} = None")

    # ------------------------------------------------------------------------------------------------------ arrays

    def _array(self, slot: Slot, target: str, n: str, *, known_full: bool = False) -> None:
        assert slot.element is not None
        if slot.element.kind == "fixed":
            self._numbers(slot, slot.element.code, target, n)
            return
        self.settle()
        if slot.compact:
            with self.w.block(f"if {n} > 127:"):
                self.w.line(f"{n}, pos = uvarint_rest(buf, pos, {n})")
        if known_full and not slot.compact:
            self._elements(slot, target, n)
            return
        with self.w.block(f"if {n} < {2 if slot.compact else 1}:"):
            self._empty_array(slot, target, n)
        with self.w.block("else:"):
            self._elements(slot, target, n)

    def _empty_array(self, slot: Slot, target: str, n: str) -> None:
        there = n if slot.compact else f"{n} == 0"
        missing = "None" if slot.compact and slot.nullable else f"{_not_there(slot)}({'-1' if slot.compact else n})"
        self.w.line(f"{target} = [] if {there} else {missing}")

    def _elements(self, slot: Slot, target: str, n: str) -> None:
        element = slot.element
        assert element is not None
        if slot.compact:
            self.w.line(f"{n} -= 1")
        size = element.min_size
        with self.w.block(f"if {n} * {size} > end - pos or {n} > ctx.left:".replace(" * 1 ", " ")):
            self.w.line(f"refuse_count({n}, {size}, end - pos)")
        self.w.line(f"ctx.left -= {n}")
        if element.kind == "struct":
            assert element.struct is not None
            self._structs(element.struct, target, n)
        elif element.kind == "uuid":
            self.w.line(f"{target}, pos = read_uuids(buf, pos, {n})")
        else:
            form = "compact" if element.compact else "legacy"
            kind = "strings" if element.kind == "string" else "blobs"
            self.w.line(f"{target}, pos = {form}_{kind}(buf, pos, {n})")

    def _structs(self, layout: Layout, target: str, count: str) -> None:
        name = self.pool.need_array(layout)
        if not layout.is_leaf:
            self.w.call(f"{target}, pos = ", Call(f"read_{name}_array", ["buf", "pos", "end", count, "ctx"]))
        elif layout.fixed_size is not None:
            self._fixed_structs(layout, name, target, count)
        else:
            self._rows(name, target, count)

    def _rows(self, name: str, target: str, count: str) -> None:
        """A few elements are not worth a guess."""
        guess = self.pool.guess(name)
        with self.w.block(f"if {count} < 8:"):
            self._some(name, target, count)
        with self.w.block("else:"):
            args = ["buf", "pos", "end", count, "ctx", f"some_{name}", f"fill_{name}", f"unpackers_{name}", guess]
            self.w.call(f"{target}, pos, {guess} = ", Call("read_elements", args))

    def _some(self, name: str, target: str, count: str) -> None:
        self.w.call(f"{target}, pos, _ = ", Call(f"some_{name}", ["buf", "pos", "end", count, "ctx"]))

    def _fixed_structs(self, layout: Layout, name: str, target: str, count: str) -> None:
        """Elements of one size: there is nothing to guess but that none has tagged fields."""
        size = layout.fixed_size
        assert size is not None
        unpack = self.pool.constant(f"iter_{name}", f'Packer(">{_plain_format(layout)}").iter_unpack')
        self.w.line(f"p = pos + {count} * {size}")
        take = Call(f"fill_{name}", [f"{unpack}(buf[pos:p])", "()", "ctx"])
        if not layout.flexible:
            self.w.call(f"{target} = ", take)
            self.w.line("pos = p")
            return
        with self.w.block(f"if {count} < 4 or p > end or any(buf[pos + {size - 1} : p : {size}]):"):
            self._some(name, target, count)
        with self.w.block("else:"):
            self.w.call(f"{target} = ", take)
            self.w.line("pos = p")

    def _numbers(self, slot: Slot, code: str, target: str, n: str) -> None:
        size = SIZES[code]
        count = length_of(slot, n)
        with self.w.block(f"if 0 < {n} < 128:" if slot.compact else f"if 0 <= {n} < 128:"):
            self.w.line(f"{target} = {self.pool.numbers(code)}[{count}](buf, {self.at})")
            lag = self._lag - size * slot.compact
            self.w.line(f"pos += {n} * {size}" + (f" + {lag}" if lag > 0 else f" - {-lag}" if lag < 0 else ""))
        if slot.nullable:
            with self.w.block(f"elif {n} == {0 if slot.compact else -1}:"):
                self.w.line(f"{target} = None")
                if self._lag:
                    self.w.line(f"pos = {self.at}")
        with self.w.block("else:"):
            form = "legacy" if not slot.compact else "compact" if not slot.nullable else "compact_or_null"
            self.w.line(f'{target}, pos = {form}_numbers(buf, {self.at}, end, {n}, "{code}", ctx)')
        self._lag = 0


def _plain_format(layout: Layout) -> str:
    codes = ["16s" if slot.kind == "uuid" else slot.code for slot in layout.slots]
    return "".join(codes) + ("x" if layout.flexible else "")


def _foreign(layout: Layout) -> list[str]:
    """Tags of other versions, as an argument."""
    return [str(layout.foreign_tags)] if layout.foreign_tags else []


_SELDOM_THERE = {"group_instance_id", "instance_id", "error_message", "metadata", "committed_metadata", "reason"}
"""Strings that are null or empty in most messages."""


def _is_seldom_there(slot: Slot) -> bool:
    """Whether a field is mostly empty: arrays that may be null are, such as the aborted transactions of a fetch."""
    if slot.kind == "string":
        return slot.nullable and slot.attr in _SELDOM_THERE
    return slot.element is not None and slot.element.kind == "struct" and slot.nullable


def usual_count(slot: Slot) -> int:
    """How many brokers an array of them usually holds: partitions have three replicas, all of them in sync."""
    return 0 if slot.attr.startswith("offline") else 3


def _is_short(slot: Slot, n: str) -> str:
    return f"0 < {n} < 128" if slot.compact else f"{n} >= 0"


def length_of(slot: Slot, n: str) -> str:
    """What a length that was read into `n` counts, as an expression."""
    return f"{n} - 1" if slot.compact else n


def _not_there(slot: Slot) -> str:
    return "null_or_refuse" if slot.nullable else "refuse_length"


# ------------------------------------------------------------------------------------------------------------ functions


def read_function(pool: Pool, layout: Layout) -> str:
    """`read_…`: one struct."""
    w = Writer(1)
    with w.function(f"read_{pool.name(layout)}", _PARAMS, f"tuple[{layout.class_name}, int]"):

        def emit(inner: Writer) -> None:
            body = Body(inner, pool)
            body.struct(layout)
            inner.line(f"return o, {body.at}")

        _with_guesses(w, pool, emit)
    return w.text()


def array_function(pool: Pool, layout: Layout) -> str:
    """`read_…_array`: structs one after the other."""
    name, cls = pool.name(layout), layout.class_name
    w = Writer(1)
    with w.function(f"read_{name}_array", COUNTED, f"tuple[list[{cls}], int]"):
        w.objects(cls)
        if any(slot.blob for slot in layout.slots):
            w.line("blob = ctx.blob")

        def loop(inner: Writer) -> None:
            with inner.block("for o in out:"):
                body = Body(inner, pool, blob="blob")
                body.fields(layout)
                body.settle()

        _with_guesses(w, pool, loop)
        w.line("return out, pos")
    return w.text()


def tags_function(pool: Pool, layout: Layout) -> str:
    """`tags_…`: the tagged fields that a struct knows."""
    w = Writer(1)
    params = [f"o: {layout.class_name}", "buf: bytes", "pos: int", "end: int", "t: int", "ctx: Context"]
    with w.function(f"tags_{pool.name(layout)}", params, "int"):
        args = ["buf", "pos", "end", "t", "ctx", *_foreign(layout)]
        w.call("sections, behind = ", Call("tag_sections", args))
        with w.block("for tag, pos, stop in sections:"):
            _with_guesses(w, pool, lambda inner: _tag_cases(inner, pool, layout))
        w.line("return behind")
    return w.text()


def _tag_cases(w: Writer, pool: Pool, layout: Layout) -> None:
    for index, slot in enumerate(layout.tagged):
        with w.block(f"{'elif' if index else 'if'} tag == {slot.tag}:"):
            body = Body(w, pool, peek=False)
            if slot.kind == "struct" and slot.nullable:
                _nullable_tagged_struct(w, pool, slot)
            else:
                body.value(slot, f"o.{slot.attr}")
                body.flush()
                body.settle()
            w.line("check_tag_size(tag, pos, stop)")
    with w.block("else:"):
        with w.block("if o.unknown_tags is None:"):
            w.line("o.unknown_tags = {}")
        w.line("o.unknown_tags[tag] = buf[pos:stop]")


def _nullable_tagged_struct(w: Writer, pool: Pool, slot: Slot) -> None:
    """A struct in a tagged field. The marker is an unsigned varint: 0 for null, else the struct follows."""
    assert slot.struct is not None
    w.line("mark, pos = read_uvarint(buf, pos)")
    with w.block("if mark:"):
        w.line(f"o.{slot.attr}, pos = read_{pool.need_read(slot.struct)}(buf, pos, end, ctx)")
    with w.block("else:"):
        w.line(f"o.{slot.attr} = None")


def _with_guesses(w: Writer, pool: Pool, emit: Callable[[Writer], None]) -> None:
    """Emit code, and before it the variables in which it keeps its guesses."""
    inner = w.child()
    pool.open_guesses()
    emit(inner)
    for guess in pool.close_guesses():
        w.line(f"{guess}: Guess | None = None")
    w.adopt(inner)
