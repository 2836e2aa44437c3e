# Generated from records-metadata/ClearElrRecord.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable

from kafkawire.messages.clear_elr_record import ClearElrRecord
from kafkawire.wire import Context, Shapes, long_string, merge_tags, new, unknown_tags

shapes_1 = Shapes("S%dsx")


def read_clear_elr_record_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[ClearElrRecord, int]:
    o = new(ClearElrRecord)
    n1 = buf[pos]
    if 0 < n1 < 128:
        p = pos + n1
        o.topic_name = buf[pos + 1 : p].decode()
        pos = p
    else:
        o.topic_name, pos = long_string(buf, pos + 1, n1)
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def encode_clear_elr_record_v0(o: ClearElrRecord) -> bytes:
    s1 = o.topic_name.encode()
    n2 = len(s1)
    data = shapes_1[n2](n2 + 1, s1)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    return data


ENCODERS: dict[int, Callable[[ClearElrRecord], bytes]] = {
    0: encode_clear_elr_record_v0,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[ClearElrRecord, int]]] = {
    0: read_clear_elr_record_v0,
}
NEEDS_CONTEXT = False
SPEC = """\
ClearElrRecord metadata 0 flexible=0+
 TopicName string 0+
"""
