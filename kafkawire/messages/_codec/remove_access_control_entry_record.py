# Generated from records-metadata/RemoveAccessControlEntryRecord.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable
from struct import Struct as Packer

from kafkawire.messages.remove_access_control_entry_record import RemoveAccessControlEntryRecord
from kafkawire.wire import Context, make_uuid, merge_tags, new, unknown_tags

pack_ux = Packer(">16sx").pack
unpack_uB = Packer(">16sB").unpack_from


def read_remove_access_control_entry_record_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[RemoveAccessControlEntryRecord, int]:
    o = new(RemoveAccessControlEntryRecord)
    u1, t = unpack_uB(buf, pos)
    o.id = make_uuid(u1)
    o.unknown_tags = None
    pos += 17
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def encode_remove_access_control_entry_record_v0(o: RemoveAccessControlEntryRecord) -> bytes:
    data = pack_ux(o.id.bytes)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    return data


ENCODERS: dict[int, Callable[[RemoveAccessControlEntryRecord], bytes]] = {
    0: encode_remove_access_control_entry_record_v0,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[RemoveAccessControlEntryRecord, int]]] = {
    0: read_remove_access_control_entry_record_v0,
}
NEEDS_CONTEXT = False
SPEC = """\
RemoveAccessControlEntryRecord metadata 0 flexible=0+
 Id uuid 0+
"""
