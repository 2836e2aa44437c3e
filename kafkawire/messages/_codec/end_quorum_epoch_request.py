# Generated from rpc/EndQuorumEpochRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from operator import length_hint
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.end_quorum_epoch_request import (
    EndQuorumEpochRequest,
    LeaderEndpoint,
    PartitionData,
    ReplicaInfo,
    TopicData,
)
from kafkawire.wire import (
    COUNTS,
    Context,
    Put,
    Rows,
    Runs,
    Shapes,
    absent,
    legacy_groups,
    legacy_numbers,
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

iter_replica_info_v1 = Packer(">i16sx").iter_unpack
pack_Bx = Packer(">Bx").pack
pack_iii = Packer(">iii").pack
pack_iiiBx = Packer(">iiiBx").pack
pack_iux = Packer(">i16sx").pack
rows_leader_endpoint_v1 = Rows("P1 P1 H T")
rows_partition_data_v0 = Rows("iii G1")
rows_replica_info_v1 = Rows("i16s T")
runs_i = Runs("i")
shapes_1 = Shapes("h%dsi")
shapes_2 = Shapes("S%ds")
shapes_3 = Shapes("S%dsB")
shapes_4 = Shapes("S%dsBx")
shapes_5 = Shapes("S%dsS%dsHx")
shapes_6 = Shapes("iiii%di")
unpack_HB = Packer(">HB").unpack_from
unpack_h = Packer(">h").unpack_from
unpack_i = Packer(">i").unpack_from
unpack_iiiB = Packer(">iiiB").unpack_from
unpack_iiii = Packer(">iiii").unpack_from
unpack_iuB = Packer(">i16sB").unpack_from


def some_replica_info_v1(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[ReplicaInfo], int, Key]:
    out = many(ReplicaInfo, count)
    for o in out:
        o.candidate_id, u1, t = unpack_iuB(buf, pos)
        o.candidate_directory_id = make_uuid(u1)
        o.unknown_tags = None
        pos += 21
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (t,)


def fill_replica_info_v1(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[ReplicaInfo]:
    out = many(ReplicaInfo, count)
    o: ReplicaInfo
    for o, row in zip(out, rows):
        o.candidate_id, v1 = row
        o.candidate_directory_id = make_uuid(v1)
        o.unknown_tags = None
    return out


def write_replica_info_v1_array(items: Iterable[ReplicaInfo], put: Put) -> None:
    for o in items:
        data = pack_iux(o.candidate_id, o.candidate_directory_id.bytes)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def read_partition_data_v1_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[PartitionData], int]:
    out = many(PartitionData, count)
    key_replica_info_v1: Key | None = None
    for o in out:
        o.partition_index, o.leader_id, o.leader_epoch, n1 = unpack_iiiB(buf, pos)
        pos += 13
        if n1 > 127:
            n1, pos = uvarint_rest(buf, pos, n1)
        if n1 < 2:
            o.preferred_candidates = [] if n1 else refuse_length(-1)
        else:
            n1 -= 1
            if n1 * 21 > end - pos or n1 > ctx.left:
                refuse_count(n1, 21, end - pos)
            ctx.left -= n1
            p = pos + n1 * 21
            if p > end or any(buf[pos + 20 : p : 21]):
                if n1 < 8 and key_replica_info_v1 is None:
                    o.preferred_candidates, pos, _ = some_replica_info_v1(buf, pos, end, n1, ctx)
                else:
                    o.preferred_candidates, pos, key_replica_info_v1 = read_rows(
                        buf,
                        pos,
                        end,
                        n1,
                        ctx,
                        some_replica_info_v1,
                        fill_replica_info_v1,
                        rows_replica_info_v1,
                        key_replica_info_v1,
                    )
            else:
                o.preferred_candidates = fill_replica_info_v1(iter_replica_info_v1(buf[pos:p]), n1, (), ctx)
                pos = p
        t = buf[pos]
        o.preferred_successors = ()
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def some_partition_data_v0(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[PartitionData], int, Key]:
    out = many(PartitionData, count)
    for o in out:
        o.partition_index, o.leader_id, o.leader_epoch, n1 = unpack_iiii(buf, pos)
        if 0 <= n1 < 128:
            o.preferred_successors = runs_i[n1](buf, pos + 16)
            pos += n1 * 4 + 16
        else:
            o.preferred_successors, pos = legacy_numbers(buf, pos + 16, end, n1, "i", ctx)
        o.preferred_candidates = []
        o.unknown_tags = None
    return out, pos, (n1,)


def fill_partition_data_v0(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[PartitionData]:
    groups = legacy_groups(ctx)
    out = many(PartitionData, count)
    o: PartitionData
    try:
        for o, row in zip(out, rows):
            o.partition_index, o.leader_id, o.leader_epoch, v3 = row
            (o.preferred_successors,) = groups[v3]
            o.preferred_candidates = []
            o.unknown_tags = None
    except ValueError:
        del out[count - length_hint(rows) - 1 :]
    return out


def write_partition_data_v1_array(items: Iterable[PartitionData], put: Put) -> None:
    for o in items:
        v1 = o.preferred_candidates
        if v1:
            put(pack_iii(o.partition_index, o.leader_id, o.leader_epoch))
            put(COUNTS[len(v1)])
            write_replica_info_v1_array(v1, put)
        elif v1 is None:
            refuse_null()
        if v1:
            data = b"\0"
        else:
            data = pack_iiiBx(o.partition_index, o.leader_id, o.leader_epoch, 1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_partition_data_v0_array(items: Iterable[PartitionData], put: Put) -> None:
    for o in items:
        v1 = o.preferred_successors
        n2 = len(v1)
        if o.unknown_tags:
            absent(o, "unknown_tags")
        put(shapes_6[n2](o.partition_index, o.leader_id, o.leader_epoch, n2, *v1))


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
            if n2 * 14 > end - pos or n2 > ctx.left:
                refuse_count(n2, 14, end - pos)
            ctx.left -= n2
            o.partitions, pos = read_partition_data_v1_array(buf, pos, end, n2, ctx)
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def read_topic_data_v0_array(buf: bytes, pos: int, end: int, count: int, ctx: Context) -> tuple[list[TopicData], int]:
    out = many(TopicData, count)
    key_partition_data_v0: Key | None = None
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
            if n2 * 16 > end - pos or n2 > ctx.left:
                refuse_count(n2, 16, end - pos)
            ctx.left -= n2
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
        o.unknown_tags = None
    return out, pos


def write_leader_endpoint_v1_array(items: Iterable[LeaderEndpoint], put: Put) -> None:
    last6 = last7 = -1
    pack5 = shapes_5[0, 0]
    for o in items:
        s1 = o.name.encode()
        n2 = len(s1)
        s3 = o.host.encode()
        n4 = len(s3)
        if last6 != n2 or last7 != n4:
            last6, last7 = n2, n4
            pack5 = shapes_5[last6, last7]
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
            put(shapes_2[n2](n2 + 1, s1))
            put(COUNTS[len(v3)])
            write_partition_data_v1_array(v3, put)
        elif v3 is None:
            refuse_null()
        if v3:
            data = b"\0"
        else:
            data = shapes_4[n2](n2 + 1, s1, 1)
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


def read_end_quorum_epoch_request_v1(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[EndQuorumEpochRequest, int]:
    key_leader_endpoint_v1: Key | None = None
    o = new(EndQuorumEpochRequest)
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


def read_end_quorum_epoch_request_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[EndQuorumEpochRequest, int]:
    o = new(EndQuorumEpochRequest)
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
    o.leader_endpoints = []
    o.unknown_tags = None
    return o, pos


def encode_end_quorum_epoch_request_v1(o: EndQuorumEpochRequest) -> bytes:
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
        put(shapes_2[len(s1)](n2, s1))
        put(COUNTS[len(v4)])
        write_topic_data_v1_array(v4, put)
    elif v4 is None:
        refuse_null()
    v5 = o.leader_endpoints
    if not v4:
        put(shapes_3[len(s1)](n2, s1, 1))
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


def encode_end_quorum_epoch_request_v0(o: EndQuorumEpochRequest) -> bytes:
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


ENCODERS: dict[int, Callable[[EndQuorumEpochRequest], bytes]] = {
    0: encode_end_quorum_epoch_request_v0,
    1: encode_end_quorum_epoch_request_v1,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[EndQuorumEpochRequest, int]]] = {
    0: read_end_quorum_epoch_request_v0,
    1: read_end_quorum_epoch_request_v1,
}
NEEDS_CONTEXT = True
SPEC = """\
EndQuorumEpochRequest request 0-1 flexible=1+
 ClusterId string 0+ null=0+ default=null
 Topics []TopicData 0+
  TopicName string 0+
  Partitions []PartitionData 0+
   PartitionIndex int32 0+
   LeaderId int32 0+
   LeaderEpoch int32 0+
   PreferredSuccessors []int32 0 ignorable
   PreferredCandidates []ReplicaInfo 1+ ignorable
    CandidateId int32 1+
    CandidateDirectoryId uuid 1+
 LeaderEndpoints []LeaderEndpoint 1+ ignorable
  Name string 1+
  Host string 1+
  Port uint16 1+
"""
