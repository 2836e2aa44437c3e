# Generated from records-metadata/TopicRecord.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable
from struct import Struct as Packer

from kafkawire.messages.topic_record import TopicRecord
from kafkawire.wire import Context, Shapes, long_string, make_uuid, merge_tags, new, unknown_tags

shapes_1 = Shapes("S%ds16sx")
unpack_uB = Packer(">16sB").unpack_from


def read_topic_record_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[TopicRecord, int]:
    o = new(TopicRecord)
    n1 = buf[pos]
    if 0 < n1 < 128:
        p = pos + n1
        o.name = buf[pos + 1 : p].decode()
        pos = p
    else:
        o.name, pos = long_string(buf, pos + 1, n1)
    u2, t = unpack_uB(buf, pos)
    o.topic_id = make_uuid(u2)
    o.unknown_tags = None
    pos += 17
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def encode_topic_record_v0(o: TopicRecord) -> bytes:
    s1 = o.name.encode()
    n2 = len(s1)
    data = shapes_1[n2](n2 + 1, s1, o.topic_id.bytes)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    return data


ENCODERS: dict[int, Callable[[TopicRecord], bytes]] = {
    0: encode_topic_record_v0,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[TopicRecord, int]]] = {
    0: read_topic_record_v0,
}
NEEDS_CONTEXT = False
SPEC = """\
TopicRecord metadata 0 flexible=0+
 Name string 0+
 TopicId uuid 0+
"""
