# Generated from records-metadata/RemoveTopicRecord.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable
from struct import Struct as Packer

from kafkawire.messages.remove_topic_record import RemoveTopicRecord
from kafkawire.wire import Context, make_uuid, merge_tags, new, unknown_tags

pack_ux = Packer(">16sx").pack
unpack_uB = Packer(">16sB").unpack_from


def read_remove_topic_record_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[RemoveTopicRecord, int]:
    o = new(RemoveTopicRecord)
    u1, t = unpack_uB(buf, pos)
    o.topic_id = make_uuid(u1)
    o.unknown_tags = None
    pos += 17
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def encode_remove_topic_record_v0(o: RemoveTopicRecord) -> bytes:
    data = pack_ux(o.topic_id.bytes)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    return data


ENCODERS: dict[int, Callable[[RemoveTopicRecord], bytes]] = {
    0: encode_remove_topic_record_v0,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[RemoveTopicRecord, int]]] = {
    0: read_remove_topic_record_v0,
}
NEEDS_CONTEXT = False
SPEC = """\
RemoveTopicRecord metadata 0 flexible=0+
 TopicId uuid 0+
"""
