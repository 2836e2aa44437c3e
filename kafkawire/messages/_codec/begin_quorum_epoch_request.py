# Generated from rpc/BeginQuorumEpochRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.begin_quorum_epoch_request import (
    BeginQuorumEpochRequest,
    LeaderEndpoint,
    PartitionData,
    TopicData,
)
from kafkawire.wire import (
    COUNTS,
    Context,
    Put,
    Rows,
    Shapes,
    ZERO_UUID,
    absent,
    long_string,
    long_string_or_null,
    make_uuid,
    many,
    merge_tags,
    new,
    null_or_refuse,
    read_rows,
    refuse_count,
    refuse_length,
    refuse_null,
    unknown_tags,
    uvarint_rest,
)

Key = tuple[int, ...]

iter_partition_data_v0 = Packer(">iii").iter_unpack
iter_partition_data_v1 = Packer(">i16siix").iter_unpack
pack_Bx = Packer(">Bx").pack
pack_iii = Packer(">iii").pack
pack_iuiix = Packer(">i16siix").pack
rows_leader_endpoint_v1 = Rows("P1 P1 H T")
rows_partition_data_v0 = Rows("iii")
rows_partition_data_v1 = Rows("i16sii T")
shapes_1 = Shapes("h%dsi")
shapes_2 = Shapes("S%dsi")
shapes_3 = Shapes("S%dsiB")
shapes_4 = Shapes("S%ds")
shapes_5 = Shapes("S%dsBx")
shapes_6 = Shapes("S%dsS%dsHx")
unpack_HB = Packer(">HB").unpack_from
unpack_h = Packer(">h").unpack_from
unpack_i = Packer(">i").unpack_from
unpack_iB = Packer(">iB").unpack_from
unpack_iii = Packer(">iii").unpack_from
unpack_iuiiB = Packer(">i16siiB").unpack_from


def some_partition_data_v1(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[PartitionData], int, Key]:
    out = many(PartitionData, count)
    for o in out:
        o.partition_index, u1, o.leader_id, o.leader_epoch, t = unpack_iuiiB(buf, pos)
        o.voter_directory_id = make_uuid(u1)
        o.unknown_tags = None
        pos += 29
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (t,)


def fill_partition_data_v1(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[PartitionData]:
    out = many(PartitionData, count)
    o: PartitionData
    for o, row in zip(out, rows):
        o.partition_index, v1, o.leader_id, o.leader_epoch = row
        o.voter_directory_id = make_uuid(v1)
        o.unknown_tags = None
    return out


def some_partition_data_v0(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[PartitionData], int, Key]:
    out = many(PartitionData, count)
    for o in out:
        o.partition_index, o.leader_id, o.leader_epoch = unpack_iii(buf, pos)
        o.voter_directory_id = ZERO_UUID
        o.unknown_tags = None
        pos += 12
    return out, pos, ()


def fill_partition_data_v0(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[PartitionData]:
    out = many(PartitionData, count)
    o: PartitionData
    for o, row in zip(out, rows):
        o.partition_index, o.leader_id, o.leader_epoch = row
        o.voter_directory_id = ZERO_UUID
        o.unknown_tags = None
    return out


def write_partition_data_v1_array(items: Iterable[PartitionData], put: Put) -> None:
    for o in items:
        data = pack_iuiix(o.partition_index, o.voter_directory_id.bytes, o.leader_id, o.leader_epoch)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_partition_data_v0_array(items: Iterable[PartitionData], put: Put) -> None:
    for o in items:
        if o.unknown_tags:
            absent(o, "unknown_tags")
        put(pack_iii(o.partition_index, o.leader_id, o.leader_epoch))


def some_leader_endpoint_v1(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[LeaderEndpoint], int, Key]:
    out = many(LeaderEndpoint, count)
    for o in out:
        n1 = buf[pos]
        if 0 < n1 < 128:
            p = pos + n1
            o.name = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.name, pos = long_string(buf, pos + 1, n1)
        n2 = buf[pos]
        if 0 < n2 < 128:
            p = pos + n2
            o.host = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.host, pos = long_string(buf, pos + 1, n2)
        o.port, t = unpack_HB(buf, pos)
        o.unknown_tags = None
        pos += 3
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (n1, n2, t)


def fill_leader_endpoint_v1(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[LeaderEndpoint]:
    out = many(LeaderEndpoint, count)
    o: LeaderEndpoint
    for o, row in zip(out, rows):
        v0, v1, o.port = row
        o.name = v0.decode()
        o.host = v1.decode()
        o.unknown_tags = None
    return out


def read_topic_data_v1_array(buf: bytes, pos: int, end: int, count: int, ctx: Context) -> tuple[list[TopicData], int]:
    out = many(TopicData, count)
    key_partition_data_v1: Key | None = None
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
            if n2 * 29 > end - pos or n2 > ctx.left:
                refuse_count(n2, 29, end - pos)
            ctx.left -= n2
            p = pos + n2 * 29
            if p > end or any(buf[pos + 28 : p : 29]):
                if n2 < 8 and key_partition_data_v1 is None:
                    o.partitions, pos, _ = some_partition_data_v1(buf, pos, end, n2, ctx)
                else:
                    o.partitions, pos, key_partition_data_v1 = read_rows(
                        buf,
                        pos,
                        end,
                        n2,
                        ctx,
                        some_partition_data_v1,
                        fill_partition_data_v1,
                        rows_partition_data_v1,
                        key_partition_data_v1,
                    )
            else:
                o.partitions = fill_partition_data_v1(iter_partition_data_v1(buf[pos:p]), n2, (), ctx)
                pos = p
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def read_topic_data_v0_array(buf: bytes, pos: int, end: int, count: int, ctx: Context) -> tuple[list[TopicData], int]:
    out = many(TopicData, count)
    for o in out:
        (n1,) = unpack_h(buf, pos)
        if n1 >= 0:
            p = pos + n1 + 2
            o.topic_name = buf[pos + 2 : p].decode()
            pos = p
        else:
            o.topic_name = refuse_length(n1)
            pos = pos + 2
        (n2,) = unpack_i(buf, pos)
        pos += 4
        if n2 < 1:
            o.partitions = [] if n2 == 0 else refuse_length(n2)
        else:
            if n2 * 12 > end - pos or n2 > ctx.left:
                refuse_count(n2, 12, end - pos)
            ctx.left -= n2
            p = pos + n2 * 12
            o.partitions = fill_partition_data_v0(iter_partition_data_v0(buf[pos:p]), n2, (), ctx)
            pos = p
        o.unknown_tags = None
    return out, pos


def write_leader_endpoint_v1_array(items: Iterable[LeaderEndpoint], put: Put) -> None:
    last6 = last7 = -1
    pack5 = shapes_6[0, 0]
    for o in items:
        s1 = o.name.encode()
        n2 = len(s1)
        s3 = o.host.encode()
        n4 = len(s3)
        if last6 != n2 or last7 != n4:
            last6, last7 = n2, n4
            pack5 = shapes_6[last6, last7]
        data = pack5(n2 + 1, s1, n4 + 1, s3, o.port)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_topic_data_v1_array(items: Iterable[TopicData], put: Put) -> None:
    for o in items:
        s1 = o.topic_name.encode()
        n2 = len(s1)
        v3 = o.partitions
        if v3:
            put(shapes_4[n2](n2 + 1, s1))
            put(COUNTS[len(v3)])
            write_partition_data_v1_array(v3, put)
        elif v3 is None:
            refuse_null()
        if v3:
            data = b"\0"
        else:
            data = shapes_5[n2](n2 + 1, s1, 1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_topic_data_v0_array(items: Iterable[TopicData], put: Put) -> None:
    for o in items:
        s1 = o.topic_name.encode()
        n2 = len(s1)
        v3 = o.partitions
        if v3:
            put(shapes_1[n2](n2, s1, len(v3)))
            write_partition_data_v0_array(v3, put)
        elif v3 is None:
            refuse_null()
        if o.unknown_tags:
            absent(o, "unknown_tags")
        if not v3:
            put(shapes_1[n2](n2, s1, 0))


def read_begin_quorum_epoch_request_v1(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[BeginQuorumEpochRequest, int]:
    key_leader_endpoint_v1: Key | None = None
    o = new(BeginQuorumEpochRequest)
    n1 = buf[pos]
    if 0 < n1 < 128:
        p = pos + n1
        o.cluster_id = buf[pos + 1 : p].decode()
        pos = p
    elif n1 == 0:
        o.cluster_id = None
        pos = pos + 1
    else:
        o.cluster_id, pos = long_string_or_null(buf, pos + 1, n1)
    o.voter_id, n2 = unpack_iB(buf, pos)
    pos += 5
    if n2 > 127:
        n2, pos = uvarint_rest(buf, pos, n2)
    if n2 < 2:
        o.topics = [] if n2 else refuse_length(-1)
    else:
        n2 -= 1
        if n2 * 3 > end - pos or n2 > ctx.left:
            refuse_count(n2, 3, end - pos)
        ctx.left -= n2
        o.topics, pos = read_topic_data_v1_array(buf, pos, end, n2, ctx)
    n3 = buf[pos]
    pos += 1
    if n3 > 127:
        n3, pos = uvarint_rest(buf, pos, n3)
    if n3 < 2:
        o.leader_endpoints = [] if n3 else refuse_length(-1)
    else:
        n3 -= 1
        if n3 * 5 > end - pos or n3 > ctx.left:
            refuse_count(n3, 5, end - pos)
        ctx.left -= n3
        if n3 < 8 and key_leader_endpoint_v1 is None:
            o.leader_endpoints, pos, _ = some_leader_endpoint_v1(buf, pos, end, n3, ctx)
        else:
            o.leader_endpoints, pos, key_leader_endpoint_v1 = read_rows(
                buf,
                pos,
                end,
                n3,
                ctx,
                some_leader_endpoint_v1,
                fill_leader_endpoint_v1,
                rows_leader_endpoint_v1,
                key_leader_endpoint_v1,
            )
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_begin_quorum_epoch_request_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[BeginQuorumEpochRequest, int]:
    o = new(BeginQuorumEpochRequest)
    (n1,) = unpack_h(buf, pos)
    if n1 >= 0:
        p = pos + n1 + 2
        o.cluster_id = buf[pos + 2 : p].decode()
        pos = p
    else:
        o.cluster_id = null_or_refuse(n1)
        pos = pos + 2
    (n2,) = unpack_i(buf, pos)
    pos += 4
    if n2 < 1:
        o.topics = [] if n2 == 0 else refuse_length(n2)
    else:
        if n2 * 6 > end - pos or n2 > ctx.left:
            refuse_count(n2, 6, end - pos)
        ctx.left -= n2
        o.topics, pos = read_topic_data_v0_array(buf, pos, end, n2, ctx)
    o.voter_id = -1
    o.leader_endpoints = []
    o.unknown_tags = None
    return o, pos


def encode_begin_quorum_epoch_request_v1(o: BeginQuorumEpochRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v3 = o.cluster_id
    if v3 is None:
        s1 = b""
        n2 = 0
    else:
        s1 = v3.encode()
        n2 = len(s1) + 1
    v4 = o.topics
    if v4:
        put(shapes_2[len(s1)](n2, s1, o.voter_id))
        put(COUNTS[len(v4)])
        write_topic_data_v1_array(v4, put)
    elif v4 is None:
        refuse_null()
    v5 = o.leader_endpoints
    if not v4:
        put(shapes_3[len(s1)](n2, s1, o.voter_id, 1))
    if v5:
        put(COUNTS[len(v5)])
        write_leader_endpoint_v1_array(v5, put)
    elif v5 is None:
        refuse_null()
    if v5:
        data = b"\0"
    else:
        data = pack_Bx(1)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


def encode_begin_quorum_epoch_request_v0(o: BeginQuorumEpochRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v3 = o.cluster_id
    if v3 is None:
        s1 = b""
        n2 = -1
    else:
        s1 = v3.encode()
        n2 = len(s1)
    v4 = o.topics
    if v4:
        put(shapes_1[len(s1)](n2, s1, len(v4)))
        write_topic_data_v0_array(v4, put)
    elif v4 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v4:
        put(shapes_1[len(s1)](n2, s1, 0))
    return b"".join(parts)


ENCODERS: dict[int, Callable[[BeginQuorumEpochRequest], bytes]] = {
    0: encode_begin_quorum_epoch_request_v0,
    1: encode_begin_quorum_epoch_request_v1,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[BeginQuorumEpochRequest, int]]] = {
    0: read_begin_quorum_epoch_request_v0,
    1: read_begin_quorum_epoch_request_v1,
}
NEEDS_CONTEXT = True
SPEC = """\
BeginQuorumEpochRequest request 0-1 flexible=1+
 ClusterId string 0+ null=0+ default=null
 VoterId int32 1+ ignorable default=-1
 Topics []TopicData 0+
  TopicName string 0+
  Partitions []PartitionData 0+
   PartitionIndex int32 0+
   VoterDirectoryId uuid 1+ ignorable
   LeaderId int32 0+
   LeaderEpoch int32 0+
 LeaderEndpoints []LeaderEndpoint 1+ ignorable
  Name string 1+
  Host string 1+
  Port uint16 1+
"""
