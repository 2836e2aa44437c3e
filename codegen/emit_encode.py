"""Layouts -> straight-line encoders.

Neighbouring fields become one `pack`. Where strings or number arrays stand among them, the packer is looked up by their
lengths (`kafkawire.wire.Shapes`). `write_…(o, put)` hands the pieces of one struct to `put`; a message's own encoder
returns bytes, without a list where there is only one piece.
"""

from __future__ import annotations

from .layout import Layout, Slot
from .pool import Pool
from .writer import Writer

_MAX_KEYS = 3  # lengths that one packer is looked up by; more of them would seldom repeat together


class Pieces:
    """Statements that hand one struct `o` to `put`."""

    def __init__(self, writer: Writer, pool: Pool) -> None:
        self.w = writer
        self.pool = pool
        self._template = ""
        self._args: list[str] = []
        self._keys: list[str] = []
        self._locals = 0

    def struct(self, layout: Layout, stem: str) -> None:
        """Every field of a struct, and its tags."""
        for gone in layout.absent:
            if not gone.ignorable:
                with self.w.block(f"if {gone.default.differs.format(f'o.{gone.attr}')}:"):
                    self.w.line(f'absent(o, "{gone.attr}")')
        for slot in layout.slots:
            self.value(slot, f"o.{slot.attr}")
        if not layout.flexible:
            with self.w.block("if o.unknown_tags:"):
                self.w.line('absent(o, "unknown_tags")')
            self.flush()
        elif layout.tagged:
            self.flush()
            usual = " and ".join(f"not ({s.default.differs.format(f'o.{s.attr}')})" for s in layout.tagged)
            self.w.line(f'put(b"\\0" if {usual} and not o.unknown_tags else tagged_{stem}(o))')
        else:
            self._unknown_tags(layout)

    def _unknown_tags(self, layout: Layout) -> None:
        """The last run ends in the zero that says: no tags. It is taken off again where there are some."""
        self._template += "x"
        data = self._packed()
        known = f", {layout.foreign_tags}" if layout.foreign_tags else ""
        with self.w.block("if o.unknown_tags:"):
            self.w.line(f"put({data}[:-1] + merge_tags({{}}, o.unknown_tags{known or ', ()'}))")
        with self.w.block("else:"):
            self.w.line(f"put({data})")

    # ------------------------------------------------------------------------------------------------------- runs

    def flush(self) -> None:
        """Hand over what is queued."""
        if self._template:
            self.w.line(f"put({self._packed()})")

    def _packed(self) -> str:
        template, args, keys = self._template, self._args, self._keys
        self._template, self._args, self._keys = "", [], []
        if keys:
            shapes = self.pool.shapes(template)
            return f"{shapes}[{', '.join(keys)}]({', '.join(args)})"
        if template == "x":
            return 'b"\\0"'
        return f"{self.pool.pack(template)}({', '.join(args)})"

    def _variable(self, prefix: str, code: str, key: str, *args: str) -> None:
        self._template += prefix + "%d" + code
        self._keys.append(key)
        self._args += args

    def _room_for_key(self) -> None:
        if len(self._keys) >= _MAX_KEYS:
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
            self._template += slot.code
            self._args.append(source)
        elif slot.kind == "uuid":
            self._template += "16s"
            self._args.append(f"{source}.bytes")
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
        if not slot.nullable:
            self._length(slot, blob)
            self.w.line(f"put({blob})")
            return
        self.flush()
        with self.w.block(f"if {blob} is None:"):
            self.w.line(f"put({_null(slot)})")
        with self.w.block("else:"):
            self._length(slot, blob)
            self.w.line(f"put({blob})")

    def _length(self, slot: Slot, value: str) -> None:
        """The length or count of `value`, after what is queued."""
        if slot.compact:
            self.flush()
            self.w.line(f"put({f'uvarint(len({value}) + 1)' if slot.blob else f'COUNTS[len({value})]'})")
        else:
            self._template += "i"
            self._args.append(f"len({value})")
            self.flush()

    def _struct(self, slot: Slot, source: str) -> None:
        assert slot.struct is not None
        name = self.pool.need_write(slot.struct)
        if not slot.nullable:
            self.flush()
            self.w.line(f"write_{name}({source}, put)")
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
        elif slot.nullable:
            self.flush()
            with self.w.block(f"if {a} is None:"):
                self.w.line(f"put({_null(slot)})")
            with self.w.block("else:"):
                self._elements(slot, a)
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
        element = slot.element
        assert element is not None
        self._length(slot, a)
        if element.kind == "struct":
            assert element.struct is not None
            self.w.line(f"write_{self.pool.need_write_array(element.struct)}_array({a}, put)")
        elif element.kind == "uuid":
            self.w.line(f"put_uuids(put, {a})")
        else:
            form = "compact" if element.compact else "legacy"
            kind = "strings" if element.kind == "string" else "blobs"
            self.w.line(f"put_{form}_{kind}(put, {a})")


def _null(slot: Slot) -> str:
    return 'b"\\0"' if slot.compact else 'b"\\xff\\xff"' if slot.kind == "string" else 'b"\\xff\\xff\\xff\\xff"'


# ------------------------------------------------------------------------------------------------------------ functions


def root_function(pool: Pool, layout: Layout) -> str:
    """`encode_…`: a whole message to bytes."""
    name = pool.name(layout)
    body = Writer(1)
    Pieces(body, pool).struct(layout, name)
    lines = body.lines or ["    pass"]
    w = Writer()
    w.line(f"def encode_{name}(o: {layout.class_name}) -> bytes:")
    if _returns_one_piece(lines):
        w.lines += [line.replace("put(", "return (", 1) if line.lstrip().startswith("put(") else line for line in lines]
        if not lines[-1].lstrip().startswith("put("):
            w.lines.append('    return b""')
        return _tidy(w.text())
    w.line("    parts: list[bytes] = []")
    w.line("    put = parts.append")
    w.lines += lines
    w.line('    return b"".join(parts)')
    return w.text()


def _returns_one_piece(lines: list[str]) -> bool:
    """Whether exactly one `put` happens on every way through, as the last statement, and no list is needed."""
    if any("write_" in line or "put_" in line or ", put" in line for line in lines):
        return False
    puts = [index for index, line in enumerate(lines) if line.lstrip().startswith("put(")]
    if not puts:
        return True
    tail = len(lines) - 1
    branches = [tail - 2, tail] if lines[tail].startswith("        ") else [tail]
    return puts == branches


def _tidy(text: str) -> str:
    """`return (x)` without the parentheses that `put` left."""
    lines = []
    for line in text.splitlines():
        if line.lstrip().startswith("return (") and line.endswith(")"):
            line = line.replace("return (", "return ", 1)[:-1]
        lines.append(line)
    return "\n".join(lines) + "\n"


def write_function(pool: Pool, layout: Layout) -> str:
    """`write_…`: one struct."""
    name = pool.name(layout)
    w = Writer()
    with w.block(f"def write_{name}(o: {layout.class_name}, put: Put) -> None:"):
        Pieces(w, pool).struct(layout, name)
    return w.text()


def write_array_function(pool: Pool, layout: Layout) -> str:
    """`write_…_array`: structs one after the other."""
    name = pool.name(layout)
    w = Writer()
    with (
        w.block(f"def write_{name}_array(items: Iterable[{layout.class_name}], put: Put) -> None:"),
        w.block("for o in items:"),
    ):
        before = len(w.lines)
        Pieces(w, pool).struct(layout, name)
        if len(w.lines) == before:
            w.line("pass")
    return w.text()


def tagged_function(pool: Pool, layout: Layout) -> str:
    """`tagged_…`: the tag buffer of a struct with tags of its own."""
    w = Writer()
    with w.block(f"def tagged_{pool.name(layout)}(o: {layout.class_name}) -> bytes:"):
        w.line("known: dict[int, bytes] = {}")
        w.line("parts: list[bytes]")
        pieces = Pieces(w, pool)
        for slot in layout.tagged:
            with w.block(f"if {slot.default.differs.format(f'o.{slot.attr}')}:"):
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
