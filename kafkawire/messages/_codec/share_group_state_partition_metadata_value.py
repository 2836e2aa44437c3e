# Generated from records-group/ShareGroupStatePartitionMetadataValue.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from operator import length_hint
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.share_group_state_partition_metadata_value import (
    ShareGroupStatePartitionMetadataValue,
    TopicInfo,
    TopicPartitionsInfo,
)
from kafkawire.wire import (
    COUNTS,
    Context,
    Put,
    Rows,
    Runs,
    Shapes,
    compact_groups,
    compact_numbers,
    long_string,
    make_uuid,
    many,
    merge_tags,
    new,
    read_rows,
    refuse_count,
    refuse_length,
    refuse_null,
    unknown_tags,
    uvarint_rest,
)

Key = tuple[int, ...]

pack_B = Packer(">B").pack
pack_Bx = Packer(">Bx").pack
rows_topic_info_v0 = Rows("16s P1 T")
rows_topic_partitions_info_v0 = Rows("16s P1 g1 T")
runs_i = Runs("i")
shapes_1 = Shapes("16sS%dsP%dix")
shapes_2 = Shapes("16sS%dsx")
unpack_uB = Packer(">16sB").unpack_from


def some_topic_info_v0(buf: bytes, pos: int, end: int, count: int, ctx: Context) -> tuple[list[TopicInfo], int, Key]:
    out = many(TopicInfo, count)
    for o in out:
        u1, n2 = unpack_uB(buf, pos)
        o.topic_id = make_uuid(u1)
        if 0 < n2 < 128:
            p = pos + n2 + 16
            o.topic_name = buf[pos + 17 : p].decode()
            pos = p
        else:
            o.topic_name, pos = long_string(buf, pos + 17, n2)
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (n2, t)


def fill_topic_info_v0(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[TopicInfo]:
    out = many(TopicInfo, count)
    o: TopicInfo
    for o, row in zip(out, rows):
        v0, v1 = row
        o.topic_id = make_uuid(v0)
        o.topic_name = v1.decode()
        o.unknown_tags = None
    return out


def some_topic_partitions_info_v0(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[TopicPartitionsInfo], int, Key]:
    out = many(TopicPartitionsInfo, count)
    for o in out:
        u1, n2 = unpack_uB(buf, pos)
        o.topic_id = make_uuid(u1)
        if 0 < n2 < 128:
            p = pos + n2 + 16
            o.topic_name = buf[pos + 17 : p].decode()
            pos = p
        else:
            o.topic_name, pos = long_string(buf, pos + 17, n2)
        n3 = buf[pos]
        if 0 < n3 < 128:
            o.partitions = runs_i[n3 - 1](buf, pos + 1)
            pos += n3 * 4 - 3
        else:
            o.partitions, pos = compact_numbers(buf, pos + 1, end, n3, "i", ctx)
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (n2, n3, t)


def fill_topic_partitions_info_v0(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[TopicPartitionsInfo]:
    groups = compact_groups(ctx)
    out = many(TopicPartitionsInfo, count)
    o: TopicPartitionsInfo
    try:
        for o, row in zip(out, rows):
            v0, v1, v2 = row
            o.topic_id = make_uuid(v0)
            o.topic_name = v1.decode()
            (o.partitions,) = groups[v2]
            o.unknown_tags = None
    except ValueError:
        del out[count - length_hint(rows) - 1 :]
    return out


def write_topic_info_v0_array(items: Iterable[TopicInfo], put: Put) -> None:
    for o in items:
        s1 = o.topic_name.encode()
        n2 = len(s1)
        data = shapes_2[n2](o.topic_id.bytes, n2 + 1, s1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_topic_partitions_info_v0_array(items: Iterable[TopicPartitionsInfo], put: Put) -> None:
    last6 = last7 = -1
    pack5 = shapes_1[0, 0]
    for o in items:
        s1 = o.topic_name.encode()
        n2 = len(s1)
        v3 = o.partitions
        n4 = len(v3)
        if last6 != n2 or last7 != n4:
            last6, last7 = n2, n4
            pack5 = shapes_1[last6, last7]
        data = pack5(o.topic_id.bytes, n2 + 1, s1, n4 + 1, *v3)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def read_share_group_state_partition_metadata_value_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[ShareGroupStatePartitionMetadataValue, int]:
    key_topic_partitions_info_v0: Key | None = None
    key_topic_info_v0: Key | None = None
    o = new(ShareGroupStatePartitionMetadataValue)
    n1 = buf[pos]
    pos += 1
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.initializing_topics = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 19 > end - pos or n1 > ctx.left:
            refuse_count(n1, 19, end - pos)
        ctx.left -= n1
        if n1 < 8 and key_topic_partitions_info_v0 is None:
            o.initializing_topics, pos, _ = some_topic_partitions_info_v0(buf, pos, end, n1, ctx)
        else:
            o.initializing_topics, pos, key_topic_partitions_info_v0 = read_rows(
                buf,
                pos,
                end,
                n1,
                ctx,
                some_topic_partitions_info_v0,
                fill_topic_partitions_info_v0,
                rows_topic_partitions_info_v0,
                key_topic_partitions_info_v0,
            )
    n2 = buf[pos]
    pos += 1
    if n2 > 127:
        n2, pos = uvarint_rest(buf, pos, n2)
    if n2 < 2:
        o.initialized_topics = [] if n2 else refuse_length(-1)
    else:
        n2 -= 1
        if n2 * 19 > end - pos or n2 > ctx.left:
            refuse_count(n2, 19, end - pos)
        ctx.left -= n2
        if n2 < 8 and key_topic_partitions_info_v0 is None:
            o.initialized_topics, pos, _ = some_topic_partitions_info_v0(buf, pos, end, n2, ctx)
        else:
            o.initialized_topics, pos, key_topic_partitions_info_v0 = read_rows(
                buf,
                pos,
                end,
                n2,
                ctx,
                some_topic_partitions_info_v0,
                fill_topic_partitions_info_v0,
                rows_topic_partitions_info_v0,
                key_topic_partitions_info_v0,
            )
    n3 = buf[pos]
    pos += 1
    if n3 > 127:
        n3, pos = uvarint_rest(buf, pos, n3)
    if n3 < 2:
        o.deleting_topics = [] if n3 else refuse_length(-1)
    else:
        n3 -= 1
        if n3 * 18 > end - pos or n3 > ctx.left:
            refuse_count(n3, 18, end - pos)
        ctx.left -= n3
        if n3 < 8 and key_topic_info_v0 is None:
            o.deleting_topics, pos, _ = some_topic_info_v0(buf, pos, end, n3, ctx)
        else:
            o.deleting_topics, pos, key_topic_info_v0 = read_rows(
                buf, pos, end, n3, ctx, some_topic_info_v0, fill_topic_info_v0, rows_topic_info_v0, key_topic_info_v0
            )
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def encode_share_group_state_partition_metadata_value_v0(o: ShareGroupStatePartitionMetadataValue) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.initializing_topics
    if v1:
        put(COUNTS[len(v1)])
        write_topic_partitions_info_v0_array(v1, put)
    elif v1 is None:
        refuse_null()
    v2 = o.initialized_topics
    if not v1:
        put(pack_B(1))
    if v2:
        put(COUNTS[len(v2)])
        write_topic_partitions_info_v0_array(v2, put)
    elif v2 is None:
        refuse_null()
    v3 = o.deleting_topics
    if not v2:
        put(pack_B(1))
    if v3:
        put(COUNTS[len(v3)])
        write_topic_info_v0_array(v3, put)
    elif v3 is None:
        refuse_null()
    if v3:
        data = b"\0"
    else:
        data = pack_Bx(1)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


ENCODERS: dict[int, Callable[[ShareGroupStatePartitionMetadataValue], bytes]] = {
    0: encode_share_group_state_partition_metadata_value_v0,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[ShareGroupStatePartitionMetadataValue, int]]] = {
    0: read_share_group_state_partition_metadata_value_v0,
}
NEEDS_CONTEXT = True
SPEC = """\
ShareGroupStatePartitionMetadataValue coordinator-value 0 flexible=0+
 InitializingTopics []TopicPartitionsInfo 0+
 InitializedTopics []TopicPartitionsInfo 0+
 DeletingTopics []TopicInfo 0+
struct TopicPartitionsInfo
 TopicId uuid 0+
 TopicName string 0+
 Partitions []int32 0+
struct TopicInfo
 TopicId uuid 0+
 TopicName string 0+
"""
