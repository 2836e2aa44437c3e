# Generated from records-control/ControlRecordTypeSchema.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable
from struct import Struct as Packer

from kafkawire.messages.control_record_type_schema import ControlRecordTypeSchema
from kafkawire.wire import Context, absent, new, unknown_tags

pack_h = Packer(">h").pack
unpack_h = Packer(">h").unpack_from


def read_control_record_type_schema_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[ControlRecordTypeSchema, int]:
    o = new(ControlRecordTypeSchema)
    (o.type,) = unpack_h(buf, pos)
    o.unknown_tags = None
    return o, pos + 2


def encode_control_record_type_schema_v0(o: ControlRecordTypeSchema) -> bytes:
    if o.unknown_tags:
        absent(o, "unknown_tags")
    return pack_h(o.type)


ENCODERS: dict[int, Callable[[ControlRecordTypeSchema], bytes]] = {
    0: encode_control_record_type_schema_v0,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[ControlRecordTypeSchema, int]]] = {
    0: read_control_record_type_schema_v0,
}
NEEDS_CONTEXT = False
SPEC = """\
ControlRecordTypeSchema data 0 flexible=none
 Type int16 0+
"""
