"""Layouts -> straight-line encoders.

Neighbouring fields become one `pack`. Where strings or number arrays stand among them, the packer is looked up by their
lengths (`kafkawire.packing.FieldPackers`). `write_…(o, put)` hands the pieces of one struct to `put`; a message's own
encoder returns bytes, without a list where there is only one piece.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from .layout import Layout, Slot
from .pool import Pool
from .writer import Call, Writer

_MAX_KEYS = 3  # lengths that one packer is looked up by; more of them would seldom repeat together


@dataclass(slots=True)
class _Run:
    """Fields that one `pack` writes: a struct format, its arguments, and the lengths it is looked up by."""

    template: str = ""
    args: list[str] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)

    def before(self, other: _Run) -> _Run:
        """Both as one, the other one behind."""
        return _Run(self.template + other.template, self.args + other.args, self.keys + other.keys)


class Pieces:
    """Statements that hand one struct `o` to `put`.

    `in_loop` says that they stand in a loop over an array; what has to stand before that loop is in `before`.
    """

    def __init__(self, writer: Writer, pool: Pool, *, in_loop: bool = False) -> None:
        self.w = writer
        self.pool = pool
        self.before: list[str] = []
        self._in_loop = in_loop
        self._run = _Run()
        self._fork: tuple[str, _Run] | None = None
        self._locals = 0

    def struct(self, layout: Layout, stem: str) -> None:
        """Every field of a struct, and its tags."""
        for gone in layout.absent:
            if not gone.ignorable:
                self.w.condition("if", [gone.default.differs.format(f"o.{gone.attr}")])
                with self.w.deeper():
                    self.w.line(f'absent(o, "{gone.attr}")')
        for slot in layout.slots:
            self.value(slot, f"o.{slot.attr}")
        if not layout.flexible:
            with self.w.block("if o.unknown_tags:"):
                self.w.line('absent(o, "unknown_tags")')
            self.flush()
        elif layout.tagged:
            self._tagged(layout, stem)
        else:
            self._unknown_tags(layout)

    def _tagged(self, layout: Layout, stem: str) -> None:
        self.flush()
        tests = [slot.default.differs.format(f"o.{slot.attr}").split(" and ")[0] for slot in layout.tagged]
        self.w.condition("if", [*tests, "o.unknown_tags"])
        with self.w.deeper():
            self.w.line(f"put(tagged_{stem}(o))")
        with self.w.block("else:"):
            self.w.line('put(b"\\0")')

    def _unknown_tags(self, layout: Layout) -> None:
        """The last run ends in the zero that says: no tags. It is taken off again where there are some."""
        self._run.template += "x"
        self._emit("data = ")
        with self.w.block("if o.unknown_tags:"):
            self.w.line(f"data = data[:-1] + merge_tags({{}}, o.unknown_tags, {layout.foreign_tags})")
        self.w.line("put(data)")

    # ------------------------------------------------------------------------------------------------------- runs

    def flush(self) -> None:
        """Hand over what is queued."""
        if self._run.template or self._fork:
            self._emit("put")

    def _emit(self, use: str) -> None:
        """Hand over what is queued, or assign it.

        Behind an array that may have been empty there are two cases: what follows it, or that with what came before,
        which was held back for an empty array, so that both go out in one piece.
        """
        run, self._run = self._run, _Run()
        fork, self._fork = self._fork, None
        if fork is None:
            self._use(use, run)
            return
        array, held = fork
        if run.template:
            with self.w.block(f"if {array}:"):
                self._use(use, run)
            with self.w.block("else:"):
                self._use(use, held.before(run))
        else:
            with self.w.block(f"if not {array}:"):
                self._use(use, held)

    def _use(self, use: str, run: _Run) -> None:
        packed = self._pack(run)
        if use == "put":
            self.w.call("", Call("put", [packed]))
        elif isinstance(packed, Call):
            self.w.call(use, packed)
        else:
            self.w.line(use + packed)

    def _pack(self, run: _Run) -> Call | str:
        if len(run.keys) > 1 and self._in_loop:
            return Call(self._kept_packer(run), run.args)
        if run.keys:
            return Call(f"{self.pool.packers(run.template)}[{', '.join(run.keys)}]", run.args)
        if run.template == "x":
            return 'b"\\0"'
        return Call(self.pool.pack(run.template), run.args)

    def _kept_packer(self, run: _Run) -> str:
        """A packer that is looked up anew only where the lengths differ from those of the element before."""
        pack = self.local("pack")
        last = [self.local("last") for _ in run.keys]
        packers = self.pool.packers(run.template)
        self.before += [f"{' = '.join(last)} = -1", f"{pack} = {packers}[{', '.join('0' for _ in last)}]"]
        differs = " or ".join(f"{old} != {new}" for old, new in zip(last, run.keys, strict=True))
        with self.w.block(f"if {differs}:"):
            self.w.line(f"{', '.join(last)} = {', '.join(run.keys)}")
            self.w.line(f"{pack} = {packers}[{', '.join(last)}]")
        return pack

    def _variable(self, prefix: str, code: str, key: str, *args: str) -> None:
        self._run.template += prefix + "%d" + code
        self._run.keys.append(key)
        self._run.args += args

    def _room_for_key(self) -> None:
        held = len(self._fork[1].keys) if self._fork else 0
        if held + len(self._run.keys) >= _MAX_KEYS:
            self.flush()

    def _certain(self, slot: Slot, source: str) -> str:
        """A local that holds the value; one that is never null in this version needs no check for it."""
        name = self.local("v")
        self.w.line(f"{name}: Any = {source}" if slot.optional and not slot.nullable else f"{name} = {source}")
        return name

    def local(self, stem: str) -> str:
        """A fresh local name."""
        self._locals += 1
        return f"{stem}{self._locals}"

    # ------------------------------------------------------------------------------------------------------ values

    def value(self, slot: Slot, source: str) -> None:
        """Write one value."""
        if slot.kind == "fixed":
            self._run.template += slot.code
            self._run.args.append(source)
        elif slot.kind == "uuid":
            self._run.template += "16s"
            self._run.args.append(f"{source}.bytes")
        else:
            getattr(self, f"_{slot.kind}")(slot, source)

    def _string(self, slot: Slot, source: str) -> None:
        self._room_for_key()
        s, n = self.local("s"), self.local("n")
        prefix = "S" if slot.compact else "h"
        if not slot.nullable:
            if slot.optional:
                source = self._certain(slot, source)
            self.w.line(f"{s} = {source}.encode()")
            self.w.line(f"{n} = len({s})")
            self._variable(prefix, "s", n, f"{n} + 1" if slot.compact else n, s)
            return
        text = self.local("v")
        self.w.line(f"{text} = {source}")
        with self.w.block(f"if {text} is None:"):
            self.w.line(f'{s} = b""')
            self.w.line(f"{n} = {0 if slot.compact else -1}")
        with self.w.block("else:"):
            self.w.line(f"{s} = {text}.encode()")
            self.w.line(f"{n} = len({s}){' + 1' if slot.compact else ''}")
        self._variable(prefix, "s", f"len({s})", n, s)

    def _bytes(self, slot: Slot, source: str) -> None:
        if slot.blob:
            self._blob(slot, source)
            return
        self._room_for_key()
        b, n = self.local("b"), self.local("n")
        self.w.line(f"{b} = {source}")
        prefix = "P" if slot.compact else "i"
        if not slot.nullable:
            self.w.line(f"{n} = len({b})")
            self._variable(prefix, "s", n, f"{n} + 1" if slot.compact else n, b)
            return
        with self.w.block(f"if {b} is None:"):
            self.w.line(f'{b} = b""')
            self.w.line(f"{n} = {0 if slot.compact else -1}")
        with self.w.block("else:"):
            self.w.line(f"{n} = len({b}){' + 1' if slot.compact else ''}")
        self._variable(prefix, "s", f"len({b})", n, b)

    def _blob(self, slot: Slot, source: str) -> None:
        """Large bytes are handed over as they are, not copied into a run."""
        blob = self._certain(slot, source)
        with self.w.block(f"if {blob}.__class__ is not bytes{f' and {blob} is not None' if slot.nullable else ''}:"):
            self.w.line(f"{blob} = flat_bytes({blob})")
        if slot.compact:
            self.flush()
            length = f"COUNTS[len({blob})]"
            self.w.line(f'put(b"\\0" if {blob} is None else {length})' if slot.nullable else f"put({length})")
        else:
            self._run.template += "i"
            self._run.args.append(f"-1 if {blob} is None else len({blob})" if slot.nullable else f"len({blob})")
            self.flush()
        if slot.nullable:
            with self.w.block(f"if {blob} is not None:"):
                self.w.line(f"put({blob})")
        else:
            self.w.line(f"put({blob})")

    def _struct(self, slot: Slot, source: str) -> None:
        assert slot.struct is not None
        name = self.pool.need_write(slot.struct)
        if not slot.nullable:
            self.flush()
            self.w.line(f"write_{name}({self._certain(slot, source) if slot.optional else source}, put)")
            return
        self.flush()
        value = self.local("v")
        self.w.line(f"{value} = {source}")
        with self.w.block(f"if {value} is None:"):
            self.w.line('put(b"\\xff")')
        with self.w.block("else:"):
            self.w.line('put(b"\\1")')
            self.w.line(f"write_{name}({value}, put)")

    # ------------------------------------------------------------------------------------------------------ arrays

    def _array(self, slot: Slot, source: str) -> None:
        assert slot.element is not None
        a = self._certain(slot, source)
        if slot.element.kind == "fixed":
            self._numbers(slot, slot.element.code, a)
        else:
            self._elements(slot, a)

    def _numbers(self, slot: Slot, code: str, a: str) -> None:
        self._room_for_key()
        n = self.local("n")
        if slot.nullable:
            with self.w.block(f"if {a} is None:"):
                self.w.line(f"{a} = ()")
                self.w.line(f"{n} = {0 if slot.compact else -1}")
            with self.w.block("else:"):
                self.w.line(f"{n} = len({a}){' + 1' if slot.compact else ''}")
            self._variable(slot.prefix.replace("B", "P"), code, f"len({a})", n, f"*{a}")
            return
        self.w.line(f"{n} = len({a})")
        self._variable("P" if slot.compact else "i", code, n, f"{n} + 1" if slot.compact else n, f"*{a}")

    def _elements(self, slot: Slot, a: str) -> None:
        """An array that is not made of numbers. One that is empty or null is a number in the run around it."""
        if self._fork:
            self.flush()
        held = self._run
        code, none = ("B", f"{a} is not None") if slot.compact else ("i", f"-({a} is None)")
        nothing = none if slot.nullable else str(int(slot.compact))
        with self.w.block(f"if {a}:"):
            if slot.compact:
                self.flush()
                self.w.line(f"put(COUNTS[len({a})])")
            else:
                self._run = held.before(_Run("i", [f"len({a})"]))
                self.flush()
            self._write_elements(slot, a)
        if not slot.nullable:
            with self.w.block(f"elif {a} is None:"):
                self.w.line("refuse_null()")
        self._run = _Run()
        self._fork = (a, held.before(_Run(code, [nothing])))

    def _write_elements(self, slot: Slot, a: str) -> None:
        element = slot.element
        assert element is not None
        if element.kind == "struct":
            assert element.struct is not None
            self.w.call("", Call(f"write_{self.pool.need_write_array(element.struct)}_array", [a, "put"]))
        elif element.kind == "uuid":
            self.w.line(f"put_uuids(put, {a})")
        else:
            form = "compact" if element.compact else "legacy"
            kind = "strings" if element.kind == "string" else "blobs"
            self.w.line(f"put_{form}_{kind}(put, {a})")


# ------------------------------------------------------------------------------------------------------------ functions


def root_function(pool: Pool, layout: Layout, *, has_blobs: bool) -> str:
    """`encode_…`: a whole message to bytes; one with large bytes in some version to pieces, if these are asked for."""
    name = pool.name(layout)
    w = Writer(1)
    join = ['join: Join = b"".join'] if has_blobs else []
    with w.function(f"encode_{name}", [f"o: {layout.class_name}", *join], "bytes"):
        body = w.child()
        Pieces(body, pool).struct(layout, name)
        if _is_one_piece(body) and not join:
            w.lines += _returned(body)
        else:
            w.line(f"parts: list[{'Any' if join else 'bytes'}] = []")
            w.line("put = parts.append")
            w.adopt(body)
            w.line("return join(parts)" if join else 'return b"".join(parts)')
    return w.text()


def _is_one_piece(body: Writer) -> bool:
    """Whether there is at most one `put`, as the last statement and in no branch, so that no list is needed."""
    puts = [line for line in body.lines if "put" in line]
    if len(puts) != 1:
        return not puts
    start = body.lines.index(puts[0])
    return puts[0].startswith(f"{body.indent}put(") and all(
        line.startswith((f"{body.indent} ", f"{body.indent})")) for line in body.lines[start + 1 :]
    )


def _returned(body: Writer) -> list[str]:
    """The lines with `return` in place of `put`."""
    lines, put = body.lines, f"{body.indent}put("
    start = next((index for index, line in enumerate(lines) if line.startswith(put)), None)
    if start is None:
        return [*lines, f'{body.indent}return b""']
    if lines[start].endswith(")"):
        return [*lines[:start], lines[start].replace("put(", "return ", 1).removesuffix(")")]
    inner = [line.removeprefix("    ") for line in lines[start + 1 : -1]]
    return [*lines[:start], f"{body.indent}return {inner[0].lstrip()}", *inner[1:]]


def write_function(pool: Pool, layout: Layout) -> str:
    """`write_…`: one struct."""
    name = pool.name(layout)
    w = Writer(1)
    with w.function(f"write_{name}", [f"o: {layout.class_name}", "put: Put"], "None"):
        Pieces(w, pool).struct(layout, name)
    return w.text()


def write_array_function(pool: Pool, layout: Layout) -> str:
    """`write_…_array`: structs one after the other."""
    name = pool.name(layout)
    w = Writer(1)
    with w.function(f"write_{name}_array", [f"items: Iterable[{layout.class_name}]", "put: Put"], "None"):
        inner = w.child()
        pieces = Pieces(inner, pool, in_loop=True)
        with inner.block("for o in items:"):
            pieces.struct(layout, name)
        for line in pieces.before:
            w.line(line)
        w.adopt(inner)
    return w.text()


def tagged_function(pool: Pool, layout: Layout) -> str:
    """`tagged_…`: the tag buffer of a struct with tags of its own."""
    w = Writer(1)
    with w.function(f"tagged_{pool.name(layout)}", [f"o: {layout.class_name}"], "bytes"):
        w.line("known: dict[int, bytes] = {}")
        w.line("parts: list[bytes]")
        pieces = Pieces(w, pool)
        for slot in layout.tagged:
            w.condition("if", [slot.default.differs.format(f"o.{slot.attr}")])
            with w.deeper():
                _tagged_value(pieces, slot)
        reserved = tuple(sorted({slot.tag or 0 for slot in layout.tagged} | set(layout.foreign_tags)))
        w.line(f"return merge_tags(known, o.unknown_tags, {reserved})")
    return w.text()


def _tagged_value(pieces: Pieces, slot: Slot) -> None:
    w = pieces.w
    w.line("parts = []")
    w.line("put = parts.append")
    if slot.kind == "struct" and slot.nullable:
        assert slot.struct is not None
        with w.block(f"if o.{slot.attr} is None:"):
            w.line('put(b"\\0")')
        with w.block("else:"):
            w.line('put(b"\\1")')
            w.line(f"write_{pieces.pool.need_write(slot.struct)}(o.{slot.attr}, put)")
    else:
        pieces.value(slot, f"o.{slot.attr}")
        pieces.flush()
    w.line(f'known[{slot.tag}] = b"".join(parts)')
