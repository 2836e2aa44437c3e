# Generated from records-group/OffsetCommitValue.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable
from struct import Struct as Packer

from kafkawire.messages.offset_commit_value import OffsetCommitValue
from kafkawire.wire import (
    Context,
    Shapes,
    ZERO_UUID,
    absent,
    check_tag_size,
    long_string,
    make_uuid,
    merge_tags,
    new,
    refuse_length,
    tag_sections,
    unknown_tags,
)

pack_u = Packer(">16s").pack
shapes_1 = Shapes("qh%dsq")
shapes_2 = Shapes("qh%dsqq")
shapes_3 = Shapes("qih%dsq")
shapes_4 = Shapes("qiS%dsq")
unpack_q = Packer(">q").unpack_from
unpack_qB = Packer(">qB").unpack_from
unpack_qh = Packer(">qh").unpack_from
unpack_qiB = Packer(">qiB").unpack_from
unpack_qih = Packer(">qih").unpack_from
unpack_qq = Packer(">qq").unpack_from
unpack_u = Packer(">16s").unpack_from


def read_offset_commit_value_v4(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[OffsetCommitValue, int]:
    o = new(OffsetCommitValue)
    o.offset, o.leader_epoch, n1 = unpack_qiB(buf, pos)
    if 0 < n1 < 128:
        p = pos + n1 + 12
        o.metadata = buf[pos + 13 : p].decode()
        pos = p
    else:
        o.metadata, pos = long_string(buf, pos + 13, n1)
    o.commit_timestamp, t = unpack_qB(buf, pos)
    o.expire_timestamp = -1
    o.topic_id = ZERO_UUID
    o.unknown_tags = None
    pos += 9
    if t:
        pos = tags_offset_commit_value_v4(o, buf, pos, end, t, ctx)
    return o, pos


def read_offset_commit_value_v3(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[OffsetCommitValue, int]:
    o = new(OffsetCommitValue)
    o.offset, o.leader_epoch, n1 = unpack_qih(buf, pos)
    if n1 >= 0:
        p = pos + n1 + 14
        o.metadata = buf[pos + 14 : p].decode()
        pos = p
    else:
        o.metadata = refuse_length(n1)
        pos = pos + 14
    (o.commit_timestamp,) = unpack_q(buf, pos)
    o.expire_timestamp = -1
    o.topic_id = ZERO_UUID
    o.unknown_tags = None
    return o, pos + 8


def read_offset_commit_value_v1(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[OffsetCommitValue, int]:
    o = new(OffsetCommitValue)
    o.offset, n1 = unpack_qh(buf, pos)
    if n1 >= 0:
        p = pos + n1 + 10
        o.metadata = buf[pos + 10 : p].decode()
        pos = p
    else:
        o.metadata = refuse_length(n1)
        pos = pos + 10
    o.commit_timestamp, o.expire_timestamp = unpack_qq(buf, pos)
    o.leader_epoch = -1
    o.topic_id = ZERO_UUID
    o.unknown_tags = None
    return o, pos + 16


def read_offset_commit_value_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[OffsetCommitValue, int]:
    o = new(OffsetCommitValue)
    o.offset, n1 = unpack_qh(buf, pos)
    if n1 >= 0:
        p = pos + n1 + 10
        o.metadata = buf[pos + 10 : p].decode()
        pos = p
    else:
        o.metadata = refuse_length(n1)
        pos = pos + 10
    (o.commit_timestamp,) = unpack_q(buf, pos)
    o.leader_epoch = -1
    o.expire_timestamp = -1
    o.topic_id = ZERO_UUID
    o.unknown_tags = None
    return o, pos + 8


def tags_offset_commit_value_v4(o: OffsetCommitValue, buf: bytes, pos: int, end: int, t: int, ctx: Context) -> int:
    sections, behind = tag_sections(buf, pos, end, t, ctx.limits)
    for tag, pos, stop in sections:
        if tag == 0:
            (u1,) = unpack_u(buf, pos)
            o.topic_id = make_uuid(u1)
            pos += 16
            check_tag_size(tag, pos, stop)
        else:
            if o.unknown_tags is None:
                o.unknown_tags = {}
            o.unknown_tags[tag] = buf[pos:stop]
    return behind


def tagged_offset_commit_value_v4(o: OffsetCommitValue) -> bytes:
    known: dict[int, bytes] = {}
    parts: list[bytes]
    if o.topic_id != ZERO_UUID:
        parts = []
        put = parts.append
        put(pack_u(o.topic_id.bytes))
        known[0] = b"".join(parts)
    return merge_tags(known, o.unknown_tags, (0,))


def encode_offset_commit_value_v4(o: OffsetCommitValue) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    s1 = o.metadata.encode()
    n2 = len(s1)
    put(shapes_4[n2](o.offset, o.leader_epoch, n2 + 1, s1, o.commit_timestamp))
    if o.topic_id != ZERO_UUID or o.unknown_tags:
        put(tagged_offset_commit_value_v4(o))
    else:
        put(b"\0")
    return b"".join(parts)


def encode_offset_commit_value_v3(o: OffsetCommitValue) -> bytes:
    s1 = o.metadata.encode()
    n2 = len(s1)
    if o.unknown_tags:
        absent(o, "unknown_tags")
    return shapes_3[n2](o.offset, o.leader_epoch, n2, s1, o.commit_timestamp)


def encode_offset_commit_value_v1(o: OffsetCommitValue) -> bytes:
    s1 = o.metadata.encode()
    n2 = len(s1)
    if o.unknown_tags:
        absent(o, "unknown_tags")
    return shapes_2[n2](o.offset, n2, s1, o.commit_timestamp, o.expire_timestamp)


def encode_offset_commit_value_v0(o: OffsetCommitValue) -> bytes:
    s1 = o.metadata.encode()
    n2 = len(s1)
    if o.unknown_tags:
        absent(o, "unknown_tags")
    return shapes_1[n2](o.offset, n2, s1, o.commit_timestamp)


ENCODERS: dict[int, Callable[[OffsetCommitValue], bytes]] = {
    0: encode_offset_commit_value_v0,
    1: encode_offset_commit_value_v1,
    2: encode_offset_commit_value_v0,
    3: encode_offset_commit_value_v3,
    4: encode_offset_commit_value_v4,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[OffsetCommitValue, int]]] = {
    0: read_offset_commit_value_v0,
    1: read_offset_commit_value_v1,
    2: read_offset_commit_value_v0,
    3: read_offset_commit_value_v3,
    4: read_offset_commit_value_v4,
}
NEEDS_CONTEXT = True
SPEC = """\
OffsetCommitValue coordinator-value 0-4 flexible=4+
 Offset int64 0+
 LeaderEpoch int32 3+ ignorable default=-1
 Metadata string 0+
 CommitTimestamp int64 0+
 ExpireTimestamp int64 1 ignorable default=-1
 TopicId uuid 4+ tag=0@4+ ignorable
"""
