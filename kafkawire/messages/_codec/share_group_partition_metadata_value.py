# Generated from records-group/ShareGroupPartitionMetadataValue.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable
from struct import Struct as Packer

from kafkawire.messages.share_group_partition_metadata_value import (
    PartitionMetadata,
    ShareGroupPartitionMetadataValue,
    TopicMetadata,
)
from kafkawire.wire import (
    COUNTS,
    Context,
    Put,
    Shapes,
    compact_strings,
    long_string,
    make_uuid,
    many,
    merge_tags,
    new,
    put_compact_strings,
    refuse_count,
    refuse_length,
    refuse_null,
    unknown_tags,
    uvarint_rest,
)

pack_Bx = Packer(">Bx").pack
pack_i = Packer(">i").pack
pack_iBx = Packer(">iBx").pack
shapes_1 = Shapes("16sS%dsi")
shapes_2 = Shapes("16sS%dsiBx")
unpack_iB = Packer(">iB").unpack_from
unpack_uB = Packer(">16sB").unpack_from


def read_partition_metadata_v0_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[PartitionMetadata], int]:
    out = many(PartitionMetadata, count)
    for o in out:
        o.partition, n1 = unpack_iB(buf, pos)
        pos += 5
        if n1 > 127:
            n1, pos = uvarint_rest(buf, pos, n1)
        if n1 < 2:
            o.racks = [] if n1 else refuse_length(-1)
        else:
            n1 -= 1
            if n1 > end - pos or n1 > ctx.left:
                refuse_count(n1, 1, end - pos)
            ctx.left -= n1
            o.racks, pos = compact_strings(buf, pos, n1)
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def write_partition_metadata_v0_array(items: Iterable[PartitionMetadata], put: Put) -> None:
    for o in items:
        v1 = o.racks
        if v1:
            put(pack_i(o.partition))
            put(COUNTS[len(v1)])
            put_compact_strings(put, v1)
        elif v1 is None:
            refuse_null()
        if v1:
            data = b"\0"
        else:
            data = pack_iBx(o.partition, 1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def read_topic_metadata_v0_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[TopicMetadata], int]:
    out = many(TopicMetadata, count)
    for o in out:
        u1, n2 = unpack_uB(buf, pos)
        o.topic_id = make_uuid(u1)
        if 0 < n2 < 128:
            p = pos + n2 + 16
            o.topic_name = buf[pos + 17 : p].decode()
            pos = p
        else:
            o.topic_name, pos = long_string(buf, pos + 17, n2)
        o.num_partitions, n3 = unpack_iB(buf, pos)
        pos += 5
        if n3 > 127:
            n3, pos = uvarint_rest(buf, pos, n3)
        if n3 < 2:
            o.partition_metadata = [] if n3 else refuse_length(-1)
        else:
            n3 -= 1
            if n3 * 6 > end - pos or n3 > ctx.left:
                refuse_count(n3, 6, end - pos)
            ctx.left -= n3
            o.partition_metadata, pos = read_partition_metadata_v0_array(buf, pos, end, n3, ctx)
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def write_topic_metadata_v0_array(items: Iterable[TopicMetadata], put: Put) -> None:
    for o in items:
        s1 = o.topic_name.encode()
        n2 = len(s1)
        v3 = o.partition_metadata
        if v3:
            put(shapes_1[n2](o.topic_id.bytes, n2 + 1, s1, o.num_partitions))
            put(COUNTS[len(v3)])
            write_partition_metadata_v0_array(v3, put)
        elif v3 is None:
            refuse_null()
        if v3:
            data = b"\0"
        else:
            data = shapes_2[n2](o.topic_id.bytes, n2 + 1, s1, o.num_partitions, 1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def read_share_group_partition_metadata_value_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[ShareGroupPartitionMetadataValue, int]:
    o = new(ShareGroupPartitionMetadataValue)
    n1 = buf[pos]
    pos += 1
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.topics = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 23 > end - pos or n1 > ctx.left:
            refuse_count(n1, 23, end - pos)
        ctx.left -= n1
        o.topics, pos = read_topic_metadata_v0_array(buf, pos, end, n1, ctx)
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def encode_share_group_partition_metadata_value_v0(o: ShareGroupPartitionMetadataValue) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.topics
    if v1:
        put(COUNTS[len(v1)])
        write_topic_metadata_v0_array(v1, put)
    elif v1 is None:
        refuse_null()
    if v1:
        data = b"\0"
    else:
        data = pack_Bx(1)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


ENCODERS: dict[int, Callable[[ShareGroupPartitionMetadataValue], bytes]] = {
    0: encode_share_group_partition_metadata_value_v0,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[ShareGroupPartitionMetadataValue, int]]] = {
    0: read_share_group_partition_metadata_value_v0,
}
NEEDS_CONTEXT = True
SPEC = """\
ShareGroupPartitionMetadataValue data 0 flexible=0+
 Topics []TopicMetadata 0+
  TopicId uuid 0+
  TopicName string 0+
  NumPartitions int32 0+
  PartitionMetadata []PartitionMetadata 0+
   Partition int32 0+
   Racks []string 0+
"""
