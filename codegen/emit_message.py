"""The dataclass module of a message: what people read."""

from __future__ import annotations

from textwrap import wrap

from .model import FieldSpec, MessageSpec, StructSpec
from .names import api_name, attribute, class_name
from .pytypes import annotation_of, default_of
from .versions import NONE, Versions

_BASES = {"request": "Request", "response": "Response"}
_WHAT = {
    "request": "Request",
    "response": "Response",
    "header": "Header",
    "data": "Data",
    "metadata": "KRaft metadata record",
    "coordinator-key": "Key of a coordinator record",
    "coordinator-value": "Value of a coordinator record",
}
_WIDTH = 120
_TAB = " " * 4


def message_module(message: MessageSpec) -> str:
    """The text of `<message>.py`."""
    structs = [*_inner_first(message), message.root]
    classes = [_root(message) if struct is message.root else _struct(message, struct) for struct in structs]
    return _head(message) + "\n\n" + "\n\n\n".join(classes) + "\n"


def _inner_first(message: MessageSpec) -> list[StructSpec]:
    """The structs below the root, each after those that it is made of."""
    out: list[StructSpec] = []

    def visit(struct: StructSpec) -> None:
        for field in struct.fields:
            if field.struct is not None and field.struct not in out:
                visit(field.struct)
        if struct is not message.root and not any(struct is other for other in out):
            out.append(struct)

    visit(message.root)
    return out


def _head(message: MessageSpec) -> str:
    fields = [field for struct in message.all_structs() for field in struct.fields]
    factory = any(default_of(field).factory for field in fields)
    annotations = " ".join(annotation_of(field) for field in fields)
    base = _BASES.get(message.kind, "Message")
    names = {base, *(["Struct"] if message.structs else []), *(["Buffer"] if "Buffer" in annotations else [])}
    lines = [f"# Generated from {message.source} by kafkawire's codegen.", "from __future__ import annotations", ""]
    if "Sequence" in annotations:
        lines.append("from collections.abc import Sequence")
    if "UUID" in annotations:
        lines.append("from uuid import UUID")
    lines += ["", f"from kafkawire.message import {', '.join(sorted(names))}"]
    lines.append(f"from kafkawire.slotted import {'field, ' if factory else ''}slotted")
    if any(default_of(field).value == "ZERO_UUID" for field in fields):
        lines.append("from kafkawire.wire import ZERO_UUID")
    return "\n".join(lines).replace("\n\n\n", "\n\n") + "\n"


_DECORATOR = "@slotted"


def _root(message: MessageSpec) -> str:
    lines = [_DECORATOR, f"class {class_name(message.name)}({_BASES.get(message.kind, 'Message')}):"]
    lines += [*_docstring(_summary(message), message.root.about, _listed(message)), ""]
    if message.api_key is not None:
        lines.append(f"    API_KEY = {message.api_key}")
    valid = message.valid_versions
    lines.append(f"    VERSIONS = {_range(valid)}")
    lines.append(f"    FLEXIBLE_VERSIONS = {_range(message.flexible_versions & valid)}")
    lines.append(f"    LATEST_STABLE_VERSION = {valid.high - message.latest_version_unstable}")
    if message.deprecated_versions:
        lines.append(f"    DEPRECATED_VERSIONS = {_range(message.deprecated_versions & valid)}")
    return "\n".join([*lines, "", *_fields(message, message.root)])


def _struct(message: MessageSpec, struct: StructSpec) -> str:
    doc = f"Part of {message.name}{_since(message.valid_versions, struct.versions)}."
    head = [_DECORATOR, f"class {class_name(struct.name)}(Struct):", *_docstring(doc, struct.about), ""]
    return "\n".join([*head, *_fields(message, struct)])


def _docstring(summary: str, *paragraphs: str) -> list[str]:
    """A class's: a line, then the paragraphs that are not empty."""
    below = []
    for text in filter(None, paragraphs):
        lines = wrap(text, _WIDTH, initial_indent=_TAB, subsequent_indent=_TAB)
        below += ["", *map(_quoted, lines)]
    if not below:
        return [f'{_TAB}"""{summary}"""']
    return [f'{_TAB}"""{summary}', *below, f'{_TAB}"""']


def _quoted(text: str) -> str:
    """A printable line as it stands between three quotes: it cannot end them, and every backslash is one."""
    return text.replace("\\", "\\\\").replace('"', '\\"')


def _listed(message: MessageSpec) -> str:
    structs = [class_name(struct.name) for struct in message.all_structs() if struct is not message.root]
    return f"Its structs, in this module: {', '.join(structs)}." if structs else ""


def _summary(message: MessageSpec) -> str:
    what = _WHAT.get(message.kind, message.kind.capitalize())
    if message.kind in _BASES:
        what += f" of {api_name(message.name)} ({message.api_key})"
    valid, flexible = message.valid_versions, message.flexible_versions & message.valid_versions
    text = f"{what}. Version{'s' if valid.low < valid.high else ''} {valid}, "
    text += f"flexible from {flexible.low}." if flexible else "never flexible."
    if message.latest_version_unstable:
        text += f" Version {valid.high} is unstable."
    return text


def _fields(message: MessageSpec, struct: StructSpec) -> list[str]:
    lines = []
    for field in struct.fields:
        line = f"    {attribute(field.name)}: {annotation_of(field)} = {_initial(field)}"
        comment = _comment(message.valid_versions, field)
        lines.append(f"{line}  # {comment}" if comment else line)
        if field.about:  # editors show it, and the compiler drops it
            lines.append(f'{_TAB}"""{_quoted(field.about)}"""')
    return [*lines, "    unknown_tags: dict[int, bytes] | None = None"]


def _initial(field: FieldSpec) -> str:
    default = default_of(field)
    return f"field(default_factory={default.factory})" if default.factory else default.value


def _comment(valid: Versions, field: FieldSpec) -> str:
    versions = _since(valid, field.versions).lstrip(", ")
    tag = f"tag {field.tag}" if field.tag is not None else ""
    return ", ".join(word for word in (versions, tag) if word)


def _since(valid: Versions, versions: Versions) -> str:
    """The versions that carry something, where that is not all of them."""
    here = valid & versions
    if here == valid:
        return ""
    if not here or here.high < valid.high:
        return f", {here}"
    return f", {here.low}+"


def _range(versions: Versions) -> str:
    return "range(0)" if versions == NONE or not versions else f"range({versions.low}, {versions.high + 1})"
