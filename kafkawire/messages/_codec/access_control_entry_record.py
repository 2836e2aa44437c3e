# Generated from records-metadata/AccessControlEntryRecord.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable
from struct import Struct as Packer

from kafkawire.messages.access_control_entry_record import AccessControlEntryRecord
from kafkawire.wire import Context, Shapes, long_string, make_uuid, merge_tags, new, unknown_tags

shapes_1 = Shapes("16sbS%dsbS%dsS%dsbbx")
unpack_bB = Packer(">bB").unpack_from
unpack_bbB = Packer(">bbB").unpack_from
unpack_ubB = Packer(">16sbB").unpack_from


def read_access_control_entry_record_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[AccessControlEntryRecord, int]:
    o = new(AccessControlEntryRecord)
    u1, o.resource_type, n2 = unpack_ubB(buf, pos)
    o.id = make_uuid(u1)
    if 0 < n2 < 128:
        p = pos + n2 + 17
        o.resource_name = buf[pos + 18 : p].decode()
        pos = p
    else:
        o.resource_name, pos = long_string(buf, pos + 18, n2)
    o.pattern_type, n3 = unpack_bB(buf, pos)
    if 0 < n3 < 128:
        p = pos + n3 + 1
        o.principal = buf[pos + 2 : p].decode()
        pos = p
    else:
        o.principal, pos = long_string(buf, pos + 2, n3)
    n4 = buf[pos]
    if 0 < n4 < 128:
        p = pos + n4
        o.host = buf[pos + 1 : p].decode()
        pos = p
    else:
        o.host, pos = long_string(buf, pos + 1, n4)
    o.operation, o.permission_type, t = unpack_bbB(buf, pos)
    o.unknown_tags = None
    pos += 3
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def encode_access_control_entry_record_v0(o: AccessControlEntryRecord) -> bytes:
    s1 = o.resource_name.encode()
    n2 = len(s1)
    s3 = o.principal.encode()
    n4 = len(s3)
    s5 = o.host.encode()
    n6 = len(s5)
    data = shapes_1[n2, n4, n6](
        o.id.bytes, o.resource_type, n2 + 1, s1, o.pattern_type, n4 + 1, s3, n6 + 1, s5, o.operation, o.permission_type
    )
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    return data


ENCODERS: dict[int, Callable[[AccessControlEntryRecord], bytes]] = {
    0: encode_access_control_entry_record_v0,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[AccessControlEntryRecord, int]]] = {
    0: read_access_control_entry_record_v0,
}
NEEDS_CONTEXT = False
SPEC = """\
AccessControlEntryRecord metadata 0 flexible=0+
 Id uuid 0+
 ResourceType int8 0+
 ResourceName string 0+
 PatternType int8 0+
 Principal string 0+
 Host string 0+
 Operation int8 0+
 PermissionType int8 0+
"""
