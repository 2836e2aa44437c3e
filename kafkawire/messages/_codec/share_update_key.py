# Generated from records-share/ShareUpdateKey.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable
from struct import Struct as Packer

from kafkawire.messages.share_update_key import ShareUpdateKey
from kafkawire.wire import Context, Shapes, absent, make_uuid, new, refuse_length, unknown_tags

shapes_1 = Shapes("h%ds16si")
unpack_h = Packer(">h").unpack_from
unpack_ui = Packer(">16si").unpack_from


def read_share_update_key_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[ShareUpdateKey, int]:
    o = new(ShareUpdateKey)
    (n1,) = unpack_h(buf, pos)
    if n1 >= 0:
        p = pos + n1 + 2
        o.group_id = buf[pos + 2 : p].decode()
        pos = p
    else:
        o.group_id = refuse_length(n1)
        pos = pos + 2
    u2, o.partition = unpack_ui(buf, pos)
    o.topic_id = make_uuid(u2)
    o.unknown_tags = None
    return o, pos + 20


def encode_share_update_key_v0(o: ShareUpdateKey) -> bytes:
    s1 = o.group_id.encode()
    n2 = len(s1)
    if o.unknown_tags:
        absent(o, "unknown_tags")
    return shapes_1[n2](n2, s1, o.topic_id.bytes, o.partition)


ENCODERS: dict[int, Callable[[ShareUpdateKey], bytes]] = {
    0: encode_share_update_key_v0,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[ShareUpdateKey, int]]] = {
    0: read_share_update_key_v0,
}
NEEDS_CONTEXT = False
SPEC = """\
ShareUpdateKey coordinator-key 0 flexible=none
 GroupId string 0
 TopicId uuid 0
 Partition int32 0
"""
