# Generated from records-metadata/ConfigRecord.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable
from struct import Struct as Packer

from kafkawire.messages.config_record import ConfigRecord
from kafkawire.wire import Context, Shapes, long_string, long_string_or_null, merge_tags, new, unknown_tags

shapes_1 = Shapes("bS%dsS%dsS%dsx")
unpack_bB = Packer(">bB").unpack_from


def read_config_record_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[ConfigRecord, int]:
    o = new(ConfigRecord)
    o.resource_type, n1 = unpack_bB(buf, pos)
    if 0 < n1 < 128:
        p = pos + n1 + 1
        o.resource_name = buf[pos + 2 : p].decode()
        pos = p
    else:
        o.resource_name, pos = long_string(buf, pos + 2, n1)
    n2 = buf[pos]
    if 0 < n2 < 128:
        p = pos + n2
        o.name = buf[pos + 1 : p].decode()
        pos = p
    else:
        o.name, pos = long_string(buf, pos + 1, n2)
    n3 = buf[pos]
    if 0 < n3 < 128:
        p = pos + n3
        o.value = buf[pos + 1 : p].decode()
        pos = p
    elif n3 == 0:
        o.value = None
        pos = pos + 1
    else:
        o.value, pos = long_string_or_null(buf, pos + 1, n3)
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def encode_config_record_v0(o: ConfigRecord) -> bytes:
    s1 = o.resource_name.encode()
    n2 = len(s1)
    s3 = o.name.encode()
    n4 = len(s3)
    v7 = o.value
    if v7 is None:
        s5 = b""
        n6 = 0
    else:
        s5 = v7.encode()
        n6 = len(s5) + 1
    data = shapes_1[n2, n4, len(s5)](o.resource_type, n2 + 1, s1, n4 + 1, s3, n6, s5)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    return data


ENCODERS: dict[int, Callable[[ConfigRecord], bytes]] = {
    0: encode_config_record_v0,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[ConfigRecord, int]]] = {
    0: read_config_record_v0,
}
NEEDS_CONTEXT = False
SPEC = """\
ConfigRecord metadata 0 flexible=0+
 ResourceType int8 0+
 ResourceName string 0+
 Name string 0+
 Value string 0+ null=0+
"""
