"""The schema of a message as the text that ships with its codec: `kafkawire.spec` reads it back.

It serves what is not hot: the JSON form, error messages with a field's path, annotated dumps. One line is one field:
name, type, versions, then what is not usual about it; fields of a struct stand indented below it. Defaults are left
out: the class has them.
"""

from __future__ import annotations

from .model import FieldSpec, MessageSpec, StructSpec
from .names import class_name


def spec_text(message: MessageSpec) -> str:
    """The text for one message, ending in a line feed."""
    head = f"{message.name} {message.kind} {message.valid_versions} flexible={message.flexible_versions}"
    lines = [head, *_fields(message.root, 1)]
    for struct in message.structs.values():
        if struct.common:
            lines += [f"struct {class_name(struct.name)}", *_fields(struct, 1)]
    return "\n".join(lines) + "\n"


def _fields(struct: StructSpec, depth: int) -> list[str]:
    lines = []
    for field in struct.fields:
        lines.append(" " * depth + " ".join(_words(field)))
        if field.struct is not None and not field.struct.common:
            lines += _fields(field.struct, depth + 1)
    return lines


def _type(field: FieldSpec) -> str:
    """The type; a struct under the name of its class."""
    return field.type if field.struct is None else field.type.replace(field.struct.name, class_name(field.struct.name))


def _words(field: FieldSpec) -> list[str]:
    words = [field.name, _type(field), str(field.versions)]
    if field.nullable_versions:
        words.append(f"null={field.nullable_versions}")
    if field.tag is not None:
        words.append(f"tag={field.tag}@{field.tagged_versions}")
    if field.flexible_versions is not None:
        words.append(f"flexible={field.flexible_versions}")
    if field.ignorable:
        words.append("ignorable")
    if field.zero_copy:
        words.append("zerocopy")
    if field.map_key:
        words.append("mapkey")
    if field.entity_type is not None:
        words.append(f"entity={field.entity_type}")
    return words
