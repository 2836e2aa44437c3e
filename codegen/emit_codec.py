"""The codec module of a message: constants, functions, and tables from versions to functions."""

from __future__ import annotations

import re

from . import emit_decode, emit_encode
from .emit_spec import spec_text
from .layout import Layout, Slot, layout_of
from .model import MessageSpec
from .names import class_name, snake
from .pool import Pool
from .writer import constant, from_import

_WIRE_NAMES = (
    "COUNTS",
    "Context",
    "Put",
    "Rows",
    "Runs",
    "Shapes",
    "ZERO_UUID",
    "absent",
    "check_tag_size",
    "compact_blobs",
    "compact_groups",
    "compact_numbers",
    "compact_strings",
    "legacy_blobs",
    "legacy_groups",
    "legacy_numbers",
    "legacy_strings",
    "long_string",
    "long_string_or_null",
    "make_uuid",
    "many",
    "merge_tags",
    "new",
    "null_or_refuse",
    "put_compact_blobs",
    "put_compact_strings",
    "put_legacy_blobs",
    "put_legacy_strings",
    "put_uuids",
    "read_rows",
    "read_uuids",
    "read_uvarint",
    "refuse_count",
    "refuse_length",
    "refuse_null",
    "tag_sections",
    "unknown_tags",
    "uvarint",
    "uvarint_rest",
)


def codec_module(message: MessageSpec, package: str) -> str:
    """The text of `_codec/<message>.py`."""
    versions = {version: layout_of(message, version) for version in message.valid_versions}
    pool = Pool(_names(versions))
    functions = _functions(pool, list(dict.fromkeys(versions.values())))
    constants = [constant(name, text) for name, text in sorted(pool.constants.items())]
    body = "\n\n".join(["\n".join([*constants, ""]), *functions, _tables(message, pool, versions)])
    return _head(message, package, body) + ("" if constants else "\n") + body.lstrip("\n")


def _names(versions: dict[int, Layout]) -> dict[Layout, str]:
    """A name for every layout: its struct and the first version that has it."""
    names: dict[Layout, str] = {}

    def visit(layout: Layout, version: int) -> None:
        names.setdefault(layout, f"{snake(layout.class_name)}_v{version}")
        for slot in (*layout.slots, *layout.tagged):
            below = _struct_of(slot)
            if below is not None:
                visit(below, version)

    for version, layout in versions.items():
        visit(layout, version)
    return names


def _struct_of(slot: Slot) -> Layout | None:
    while slot.element is not None:
        slot = slot.element
    return slot.struct


def _functions(pool: Pool, roots: list[Layout]) -> list[str]:
    """Every function that the roots need, those that are called before those that call."""
    chunks: dict[str, str] = {}
    for root in roots:
        pool.need_read(root)
        chunks[f"encode {pool.name(root)}"] = emit_encode.root_function(pool, root)
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
    return (emit_decode.leaf_functions if layout.is_leaf else emit_decode.array_function)(pool, layout)


def _tag_functions(pool: Pool, layout: Layout, chunks: dict[str, str]) -> None:
    key = f"tags {pool.name(layout)}"
    if layout.tagged and key not in chunks:
        chunks[key] = emit_decode.tags_function(pool, layout) + "\n\n" + emit_encode.tagged_function(pool, layout)


def _tables(message: MessageSpec, pool: Pool, versions: dict[int, Layout]) -> str:
    name = class_name(message.name)
    lines = [f"ENCODERS: dict[int, Callable[[{name}], bytes]] = {{"]
    lines += [f"    {version}: encode_{pool.name(layout)}," for version, layout in versions.items()]
    lines += ["}", f"DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[{name}, int]]] = {{"]
    lines += [f"    {version}: read_{pool.name(layout)}," for version, layout in versions.items()]
    lines += ["}", f"NEEDS_CONTEXT = {any(_needs_context(layout) for layout in versions.values())}"]
    lines += ['SPEC = """\\', spec_text(message) + '"""']
    return "\n".join(lines) + "\n"


def _needs_context(layout: Layout) -> bool:
    """Whether reading draws on the object budget, cuts blobs or knows tags."""
    if layout.tagged:
        return True
    return any(slot.kind in ("array", "struct") or slot.blob for slot in layout.slots)


def _head(message: MessageSpec, package: str, body: str) -> str:
    used = set(re.findall(r"\w+", re.sub(r"(?s)SPEC = .*", "", body)))
    abstract = [name for name in ("Callable", "Iterable", "Iterator") if name in used | {"Callable"}]
    lines = [
        f"# Generated from {message.source} by kafkawire's codegen.",
        "from __future__ import annotations",
        "",
        f"from collections.abc import {', '.join(abstract)}",
        *(["from operator import length_hint"] if "length_hint" in used else []),
        *(["from struct import Struct as Packer"] if "Packer" in used else []),
        *(["from typing import Any"] if "Any" in used else []),
        *(["from uuid import UUID"] if "UUID" in used else []),
        "",
        from_import(f"{package}.{snake(message.name)}", _classes(message)),
        from_import("kafkawire.wire", [name for name in _WIRE_NAMES if name in used | {"Context"}]),
        "",
        *(["Key = tuple[int, ...]"] if "Key" in used else []),
    ]
    return "\n".join(lines).rstrip("\n") + "\n\n"


def _classes(message: MessageSpec) -> list[str]:
    return sorted(class_name(struct.name) for struct in message.all_structs())
