# Generated from records-metadata/AccessControlRecord.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable
from struct import Struct as Packer

from kafkawire.messages.access_control_record import AccessControlRecord
from kafkawire.wire import Context, Shapes, long_string, long_string_or_null, merge_tags, new, unknown_tags

shapes_1 = Shapes("bS%dsbS%dsS%dsbbx")
unpack_bB = Packer(">bB").unpack_from
unpack_bbB = Packer(">bbB").unpack_from


def read_access_control_record_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[AccessControlRecord, int]:
    o = new(AccessControlRecord)
    o.resource_type, n1 = unpack_bB(buf, pos)
    if 0 < n1 < 128:
        p = pos + n1 + 1
        o.resource_name = buf[pos + 2 : p].decode()
        pos = p
    elif n1 == 0:
        o.resource_name = None
        pos = pos + 2
    else:
        o.resource_name, pos = long_string_or_null(buf, pos + 2, n1)
    o.pattern_type, n2 = unpack_bB(buf, pos)
    if 0 < n2 < 128:
        p = pos + n2 + 1
        o.principal = buf[pos + 2 : p].decode()
        pos = p
    else:
        o.principal, pos = long_string(buf, pos + 2, n2)
    n3 = buf[pos]
    if 0 < n3 < 128:
        p = pos + n3
        o.host = buf[pos + 1 : p].decode()
        pos = p
    else:
        o.host, pos = long_string(buf, pos + 1, n3)
    o.operation, o.permission_type, t = unpack_bbB(buf, pos)
    o.unknown_tags = None
    pos += 3
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def encode_access_control_record_v0(o: AccessControlRecord) -> bytes:
    v3 = o.resource_name
    if v3 is None:
        s1 = b""
        n2 = 0
    else:
        s1 = v3.encode()
        n2 = len(s1) + 1
    s4 = o.principal.encode()
    n5 = len(s4)
    s6 = o.host.encode()
    n7 = len(s6)
    data = shapes_1[len(s1), n5, n7](
        o.resource_type, n2, s1, o.pattern_type, n5 + 1, s4, n7 + 1, s6, o.operation, o.permission_type
    )
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    return data


ENCODERS: dict[int, Callable[[AccessControlRecord], bytes]] = {
    0: encode_access_control_record_v0,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[AccessControlRecord, int]]] = {
    0: read_access_control_record_v0,
}
NEEDS_CONTEXT = False
SPEC = """\
AccessControlRecord metadata 0 flexible=0+
 ResourceType int8 0+
 ResourceName string 0+ null=0+
 PatternType int8 0+
 Principal string 0+
 Host string 0+
 Operation int8 0+
 PermissionType int8 0+
"""
