# Generated from rpc/AlterShareGroupOffsetsRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.alter_share_group_offsets_request import (
    AlterShareGroupOffsetsRequest,
    AlterShareGroupOffsetsRequestPartition,
    AlterShareGroupOffsetsRequestTopic,
)
from kafkawire.wire import (
    COUNTS,
    Context,
    Put,
    Rows,
    Shapes,
    long_string,
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

iter_alter_share_group_offsets_request_partition_v0 = Packer(">iqx").iter_unpack
pack_iqx = Packer(">iqx").pack
rows_alter_share_group_offsets_request_partition_v0 = Rows("iq T")
shapes_1 = Shapes("S%ds")
shapes_2 = Shapes("S%dsBx")
unpack_iqB = Packer(">iqB").unpack_from


def some_alter_share_group_offsets_request_partition_v0(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[AlterShareGroupOffsetsRequestPartition], int, Key]:
    out = many(AlterShareGroupOffsetsRequestPartition, count)
    for o in out:
        o.partition_index, o.start_offset, t = unpack_iqB(buf, pos)
        o.unknown_tags = None
        pos += 13
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (t,)


def fill_alter_share_group_offsets_request_partition_v0(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[AlterShareGroupOffsetsRequestPartition]:
    out = many(AlterShareGroupOffsetsRequestPartition, count)
    o: AlterShareGroupOffsetsRequestPartition
    for o, row in zip(out, rows):
        o.partition_index, o.start_offset = row
        o.unknown_tags = None
    return out


def write_alter_share_group_offsets_request_partition_v0_array(
    items: Iterable[AlterShareGroupOffsetsRequestPartition], put: Put
) -> None:
    for o in items:
        data = pack_iqx(o.partition_index, o.start_offset)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def read_alter_share_group_offsets_request_topic_v0_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[AlterShareGroupOffsetsRequestTopic], int]:
    out = many(AlterShareGroupOffsetsRequestTopic, count)
    key_alter_share_group_offsets_request_partition_v0: Key | None = None
    for o in out:
        n1 = buf[pos]
        if 0 < n1 < 128:
            p = pos + n1
            o.topic_name = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.topic_name, pos = long_string(buf, pos + 1, n1)
        n2 = buf[pos]
        pos += 1
        if n2 > 127:
            n2, pos = uvarint_rest(buf, pos, n2)
        if n2 < 2:
            o.partitions = [] if n2 else refuse_length(-1)
        else:
            n2 -= 1
            if n2 * 13 > end - pos or n2 > ctx.left:
                refuse_count(n2, 13, end - pos)
            ctx.left -= n2
            p = pos + n2 * 13
            if p > end or any(buf[pos + 12 : p : 13]):
                if n2 < 8 and key_alter_share_group_offsets_request_partition_v0 is None:
                    o.partitions, pos, _ = some_alter_share_group_offsets_request_partition_v0(buf, pos, end, n2, ctx)
                else:
                    o.partitions, pos, key_alter_share_group_offsets_request_partition_v0 = read_rows(
                        buf,
                        pos,
                        end,
                        n2,
                        ctx,
                        some_alter_share_group_offsets_request_partition_v0,
                        fill_alter_share_group_offsets_request_partition_v0,
                        rows_alter_share_group_offsets_request_partition_v0,
                        key_alter_share_group_offsets_request_partition_v0,
                    )
            else:
                o.partitions = fill_alter_share_group_offsets_request_partition_v0(
                    iter_alter_share_group_offsets_request_partition_v0(buf[pos:p]), n2, (), ctx
                )
                pos = p
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def write_alter_share_group_offsets_request_topic_v0_array(
    items: Iterable[AlterShareGroupOffsetsRequestTopic], put: Put
) -> None:
    for o in items:
        s1 = o.topic_name.encode()
        n2 = len(s1)
        v3 = o.partitions
        if v3:
            put(shapes_1[n2](n2 + 1, s1))
            put(COUNTS[len(v3)])
            write_alter_share_group_offsets_request_partition_v0_array(v3, put)
        elif v3 is None:
            refuse_null()
        if v3:
            data = b"\0"
        else:
            data = shapes_2[n2](n2 + 1, s1, 1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def read_alter_share_group_offsets_request_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[AlterShareGroupOffsetsRequest, int]:
    o = new(AlterShareGroupOffsetsRequest)
    n1 = buf[pos]
    if 0 < n1 < 128:
        p = pos + n1
        o.group_id = buf[pos + 1 : p].decode()
        pos = p
    else:
        o.group_id, pos = long_string(buf, pos + 1, n1)
    n2 = buf[pos]
    pos += 1
    if n2 > 127:
        n2, pos = uvarint_rest(buf, pos, n2)
    if n2 < 2:
        o.topics = [] if n2 else refuse_length(-1)
    else:
        n2 -= 1
        if n2 * 3 > end - pos or n2 > ctx.left:
            refuse_count(n2, 3, end - pos)
        ctx.left -= n2
        o.topics, pos = read_alter_share_group_offsets_request_topic_v0_array(buf, pos, end, n2, ctx)
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def encode_alter_share_group_offsets_request_v0(o: AlterShareGroupOffsetsRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    s1 = o.group_id.encode()
    n2 = len(s1)
    v3 = o.topics
    if v3:
        put(shapes_1[n2](n2 + 1, s1))
        put(COUNTS[len(v3)])
        write_alter_share_group_offsets_request_topic_v0_array(v3, put)
    elif v3 is None:
        refuse_null()
    if v3:
        data = b"\0"
    else:
        data = shapes_2[n2](n2 + 1, s1, 1)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


ENCODERS: dict[int, Callable[[AlterShareGroupOffsetsRequest], bytes]] = {
    0: encode_alter_share_group_offsets_request_v0,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[AlterShareGroupOffsetsRequest, int]]] = {
    0: read_alter_share_group_offsets_request_v0,
}
NEEDS_CONTEXT = True
SPEC = """\
AlterShareGroupOffsetsRequest request 0 flexible=0+
 GroupId string 0+
 Topics []AlterShareGroupOffsetsRequestTopic 0+
  TopicName string 0+
  Partitions []AlterShareGroupOffsetsRequestPartition 0+
   PartitionIndex int32 0+
   StartOffset int64 0+
"""
