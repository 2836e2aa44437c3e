# Generated from records-group/LegacyOffsetCommitKey.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable
from struct import Struct as Packer

from kafkawire.messages.legacy_offset_commit_key import LegacyOffsetCommitKey
from kafkawire.wire import Context, Shapes, absent, new, refuse_length, unknown_tags

shapes_1 = Shapes("h%dsh%dsi")
unpack_h = Packer(">h").unpack_from
unpack_i = Packer(">i").unpack_from


def read_legacy_offset_commit_key_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[LegacyOffsetCommitKey, int]:
    o = new(LegacyOffsetCommitKey)
    (n1,) = unpack_h(buf, pos)
    if n1 >= 0:
        p = pos + n1 + 2
        o.group = buf[pos + 2 : p].decode()
        pos = p
    else:
        o.group = refuse_length(n1)
        pos = pos + 2
    (n2,) = unpack_h(buf, pos)
    if n2 >= 0:
        p = pos + n2 + 2
        o.topic = buf[pos + 2 : p].decode()
        pos = p
    else:
        o.topic = refuse_length(n2)
        pos = pos + 2
    (o.partition,) = unpack_i(buf, pos)
    o.unknown_tags = None
    return o, pos + 4


def encode_legacy_offset_commit_key_v0(o: LegacyOffsetCommitKey) -> bytes:
    s1 = o.group.encode()
    n2 = len(s1)
    s3 = o.topic.encode()
    n4 = len(s3)
    if o.unknown_tags:
        absent(o, "unknown_tags")
    return shapes_1[n2, n4](n2, s1, n4, s3, o.partition)


ENCODERS: dict[int, Callable[[LegacyOffsetCommitKey], bytes]] = {
    0: encode_legacy_offset_commit_key_v0,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[LegacyOffsetCommitKey, int]]] = {
    0: read_legacy_offset_commit_key_v0,
}
NEEDS_CONTEXT = False
SPEC = """\
LegacyOffsetCommitKey coordinator-key 0 flexible=none
 Group string 0
 Topic string 0
 Partition int32 0
"""
