"""Codec modules: for every message constants, functions, and tables from versions to functions."""

from __future__ import annotations

import re
from collections.abc import Iterable
from textwrap import wrap as fill

from . import emit_decode, emit_elements, emit_encode
from .emit_spec import spec_text
from .layout import Layout, layout_of
from .model import MessageSpec
from .names import class_name, codec_module, snake
from .pool import Pool
from .writer import WIDTH, Call, Writer, from_import

_HELPERS = {
    "kafkawire.packing": (
        "COUNTS",
        "FieldPackers",
        "Join",
        "Put",
        "absent",
        "flat_bytes",
        "merge_tags",
        "put_compact_blobs",
        "put_compact_strings",
        "put_legacy_blobs",
        "put_legacy_strings",
        "put_uuids",
        "refuse_null",
        "uvarint",
    ),
    "kafkawire.elements": (
        "ElementUnpackers",
        "Guess",
        "Key",
        "compact_groups",
        "legacy_groups",
        "read_elements",
    ),
    "kafkawire.wire": (
        "Any",
        "Codec",
        "Context",
        "ZERO_UUID",
        "check_tag_size",
        "compact_blobs",
        "compact_numbers",
        "compact_or_null_numbers",
        "compact_strings",
        "legacy_blobs",
        "legacy_numbers",
        "legacy_strings",
        "long_string",
        "long_string_or_null",
        "make_uuid",
        "many",
        "new",
        "null_or_refuse",
        "number_unpackers",
        "read_uuids",
        "read_uvarint",
        "refuse_count",
        "refuse_length",
        "spans",
        "tag_sections",
        "unknown_tags",
        "uvarint_rest",
    ),
}
"""What codecs call, by the module that has it."""
_UNCHECKED = "# pyright: reportPossiblyUnboundVariable=false, reportUnnecessaryComparison=false"
"""What pyright cannot know: arrays have an element where they are read in a loop, and callers may have no types."""


def codec_modules(messages: Iterable[MessageSpec], package: str) -> dict[str, str]:
    """The text of every codec module by its name.

    Each message has a function of its own in there, so that asking for one makes, and imports, only what it needs.
    """
    families: dict[str, list[MessageSpec]] = {}
    for message in sorted(messages, key=lambda message: message.name):
        families.setdefault(codec_module(snake(message.name)), []).append(message)
    return {name: _module(members, package) for name, members in families.items()}


def _module(messages: list[MessageSpec], package: str) -> str:
    body = "\n\n".join(_codec_function(message, package) for message in messages)
    return _head(messages, body) + "\n\n" + body


def _codec_function(message: MessageSpec, package: str) -> str:
    """`codec_<message>()`: makes the functions of one message and the tables from versions to functions."""
    versions = {version: layout_of(message, version) for version in message.valid_versions}
    pool = Pool(_names(versions))
    functions = _functions(pool, list(dict.fromkeys(versions.values())))
    w = Writer()
    with w.function(f"codec_{snake(message.name)}", [], "Codec"):
        for line in from_import(f"{package}.{snake(message.name)}", _classes(message), w.width):
            w.line(line)
        w.line()
        for name, text in sorted(pool.constants.items()):
            w.constant(name, text)
        parts = [w.text(), *functions, _result(message, pool, versions)]
    return ("\n" if pool.constants else "").join(parts[:2]) + "".join("\n" + part for part in parts[2:])


def _names(versions: dict[int, Layout]) -> dict[Layout, str]:
    """A name for every layout: its struct and the first version that has it."""
    names: dict[Layout, str] = {}

    def visit(layout: Layout, version: int) -> None:
        names.setdefault(layout, f"{snake(layout.class_name)}_v{version}")
        for slot in (*layout.slots, *layout.tagged):
            below = slot.inner
            if below is not None:
                visit(below, version)

    for version, layout in versions.items():
        visit(layout, version)
    return names


def _functions(pool: Pool, roots: list[Layout]) -> list[str]:
    """Every function that the roots need, those that are called before those that call."""
    chunks: dict[str, str] = {}
    for root in roots:
        pool.need_read(root)
        chunks[f"encode {pool.name(root)}"] = emit_encode.root_function(pool, root, has_blobs=_has_blobs(roots))
        _tag_functions(pool, root, chunks)
    wanted = (
        ("read", pool.reads, emit_decode.read_function),
        ("write", pool.writes, emit_encode.write_function),
        ("write array", pool.write_arrays, emit_encode.write_array_function),
        ("array", pool.arrays, _array_functions),
    )
    changed = True
    while changed:
        changed = False
        for kind, layouts, emit in wanted:
            for layout in list(layouts):
                key = f"{kind} {pool.name(layout)}"
                if key not in chunks:
                    chunks[key] = emit(pool, layout)
                    _tag_functions(pool, layout, chunks)
                    changed = True
    return list(reversed(chunks.values()))


def _array_functions(pool: Pool, layout: Layout) -> str:
    return (emit_elements.leaf_functions if layout.is_leaf else emit_decode.array_function)(pool, layout)


def _tag_functions(pool: Pool, layout: Layout, chunks: dict[str, str]) -> None:
    key = f"tags {pool.name(layout)}"
    if layout.tagged and key not in chunks:
        chunks[key] = emit_decode.tags_function(pool, layout) + "\n" + emit_encode.tagged_function(pool, layout)


def _result(message: MessageSpec, pool: Pool, versions: dict[int, Layout]) -> str:
    w = Writer(1)
    w.line("return Codec(")
    with w.deeper():
        w.call("", _spans("encode", pool, versions), ",")
        w.call("", _spans("read", pool, versions), ",")
        w.line(f"needs_context={any(_needs_context(layout) for layout in versions.values())},")
        if _has_blobs(versions.values()):
            w.line("has_blobs=True,")
        w.line('spec="""\\')
    return w.text() + spec_text(message) + '""",\n    )\n'


def _spans(verb: str, pool: Pool, versions: dict[int, Layout]) -> Call:
    """Which function serves which versions: the version where each takes over, and behind them the end."""
    args: list[str] = []
    last: Layout | None = None
    for version, layout in versions.items():
        if layout != last:
            args.append(f"({version}, {verb}_{pool.name(layout)})")
        last = layout
    return Call("spans", [str(max(versions) + 1), *args])


def _needs_context(layout: Layout) -> bool:
    """Whether reading draws on the object budget, cuts blobs or knows tags."""
    if layout.tagged:
        return True
    return any(slot.kind in ("array", "struct") or slot.blob for slot in layout.slots)


def _has_blobs(layouts: Iterable[Layout]) -> bool:
    return any(layout.has_blobs for layout in layouts)


def _head(messages: list[MessageSpec], body: str) -> str:
    used = set(re.findall(r'(?<![."\w])\w+', re.sub(r'(?s)spec="""\\.*?"""', "", body)))
    sources = ", ".join(message.source for message in messages)
    abstract = [name for name in ("Callable", "Iterable", "Iterator") if name in used]
    lines = [
        *fill(f"Generated by kafkawire's codegen from {sources}.", WIDTH, initial_indent="# ", subsequent_indent="# "),
        _UNCHECKED,
        "from __future__ import annotations",
        "",
        *([f"from collections.abc import {', '.join(abstract)}"] if abstract else []),
        *(["from struct import Struct as Packer"] if "Packer" in used else []),
        *(["from uuid import UUID"] if "UUID" in used else []),
        "",
        *(line for module, names in _HELPERS.items() for line in _import(module, used.intersection(names))),
    ]
    return "\n".join(lines).replace("\n\n\n", "\n\n") + "\n"


def _import(module: str, names: set[str]) -> list[str]:
    return from_import(module, sorted(names), WIDTH) if names else []


def _classes(message: MessageSpec) -> list[str]:
    return sorted(class_name(struct.name) for struct in message.all_structs())
