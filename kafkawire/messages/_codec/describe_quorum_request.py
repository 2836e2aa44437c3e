# Generated from rpc/DescribeQuorumRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.describe_quorum_request import DescribeQuorumRequest, PartitionData, TopicData
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

iter_partition_data_v0 = Packer(">ix").iter_unpack
pack_Bx = Packer(">Bx").pack
pack_ix = Packer(">ix").pack
rows_partition_data_v0 = Rows("i T")
shapes_1 = Shapes("S%ds")
shapes_2 = Shapes("S%dsBx")
unpack_iB = Packer(">iB").unpack_from


def some_partition_data_v0(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[PartitionData], int, Key]:
    out = many(PartitionData, count)
    for o in out:
        o.partition_index, t = unpack_iB(buf, pos)
        o.unknown_tags = None
        pos += 5
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (t,)


def fill_partition_data_v0(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[PartitionData]:
    out = many(PartitionData, count)
    o: PartitionData
    for o, row in zip(out, rows):
        (o.partition_index,) = row
        o.unknown_tags = None
    return out


def write_partition_data_v0_array(items: Iterable[PartitionData], put: Put) -> None:
    for o in items:
        data = pack_ix(o.partition_index)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def read_topic_data_v0_array(buf: bytes, pos: int, end: int, count: int, ctx: Context) -> tuple[list[TopicData], int]:
    out = many(TopicData, count)
    key_partition_data_v0: Key | None = None
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
            if n2 * 5 > end - pos or n2 > ctx.left:
                refuse_count(n2, 5, end - pos)
            ctx.left -= n2
            p = pos + n2 * 5
            if p > end or any(buf[pos + 4 : p : 5]):
                if n2 < 8 and key_partition_data_v0 is None:
                    o.partitions, pos, _ = some_partition_data_v0(buf, pos, end, n2, ctx)
                else:
                    o.partitions, pos, key_partition_data_v0 = read_rows(
                        buf,
                        pos,
                        end,
                        n2,
                        ctx,
                        some_partition_data_v0,
                        fill_partition_data_v0,
                        rows_partition_data_v0,
                        key_partition_data_v0,
                    )
            else:
                o.partitions = fill_partition_data_v0(iter_partition_data_v0(buf[pos:p]), n2, (), ctx)
                pos = p
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def write_topic_data_v0_array(items: Iterable[TopicData], put: Put) -> None:
    for o in items:
        s1 = o.topic_name.encode()
        n2 = len(s1)
        v3 = o.partitions
        if v3:
            put(shapes_1[n2](n2 + 1, s1))
            put(COUNTS[len(v3)])
            write_partition_data_v0_array(v3, put)
        elif v3 is None:
            refuse_null()
        if v3:
            data = b"\0"
        else:
            data = shapes_2[n2](n2 + 1, s1, 1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def read_describe_quorum_request_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[DescribeQuorumRequest, int]:
    o = new(DescribeQuorumRequest)
    n1 = buf[pos]
    pos += 1
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.topics = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 3 > end - pos or n1 > ctx.left:
            refuse_count(n1, 3, end - pos)
        ctx.left -= n1
        o.topics, pos = read_topic_data_v0_array(buf, pos, end, n1, ctx)
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def encode_describe_quorum_request_v0(o: DescribeQuorumRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.topics
    if v1:
        put(COUNTS[len(v1)])
        write_topic_data_v0_array(v1, put)
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


ENCODERS: dict[int, Callable[[DescribeQuorumRequest], bytes]] = {
    0: encode_describe_quorum_request_v0,
    1: encode_describe_quorum_request_v0,
    2: encode_describe_quorum_request_v0,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[DescribeQuorumRequest, int]]] = {
    0: read_describe_quorum_request_v0,
    1: read_describe_quorum_request_v0,
    2: read_describe_quorum_request_v0,
}
NEEDS_CONTEXT = True
SPEC = """\
DescribeQuorumRequest request 0-2 flexible=0+
 Topics []TopicData 0+
  TopicName string 0+
  Partitions []PartitionData 0+
   PartitionIndex int32 0+
"""
