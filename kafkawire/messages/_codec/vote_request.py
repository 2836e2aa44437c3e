# Generated from rpc/VoteRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.vote_request import PartitionData, TopicData, VoteRequest
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
    read_rows,
    refuse_count,
    refuse_length,
    refuse_null,
    unknown_tags,
    uvarint_rest,
)

Key = tuple[int, ...]

iter_partition_data_v0 = Packer(">iiiiqx").iter_unpack
iter_partition_data_v1 = Packer(">iii16s16siqx").iter_unpack
iter_partition_data_v2 = Packer(">iii16s16siq?x").iter_unpack
pack_iiiiqx = Packer(">iiiiqx").pack
pack_iiiuuiqtx = Packer(">iii16s16siq?x").pack
pack_iiiuuiqx = Packer(">iii16s16siqx").pack
rows_partition_data_v0 = Rows("iiiiq T")
rows_partition_data_v1 = Rows("iii16s16siq T")
rows_partition_data_v2 = Rows("iii16s16siq? T")
shapes_1 = Shapes("S%ds")
shapes_2 = Shapes("S%dsBx")
shapes_3 = Shapes("S%dsi")
shapes_4 = Shapes("S%dsiBx")
unpack_iB = Packer(">iB").unpack_from
unpack_iiiiqB = Packer(">iiiiqB").unpack_from
unpack_iiiuuiqB = Packer(">iii16s16siqB").unpack_from
unpack_iiiuuiqtB = Packer(">iii16s16siq?B").unpack_from


def some_partition_data_v2(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[PartitionData], int, Key]:
    out = many(PartitionData, count)
    for o in out:
        (
            o.partition_index,
            o.replica_epoch,
            o.replica_id,
            u1,
            u2,
            o.last_offset_epoch,
            o.last_offset,
            o.pre_vote,
            t,
        ) = unpack_iiiuuiqtB(buf, pos)
        o.replica_directory_id = make_uuid(u1)
        o.voter_directory_id = make_uuid(u2)
        o.unknown_tags = None
        pos += 58
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (t,)


def fill_partition_data_v2(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[PartitionData]:
    out = many(PartitionData, count)
    o: PartitionData
    for o, row in zip(out, rows):
        o.partition_index, o.replica_epoch, o.replica_id, v3, v4, o.last_offset_epoch, o.last_offset, o.pre_vote = row
        o.replica_directory_id = make_uuid(v3)
        o.voter_directory_id = make_uuid(v4)
        o.unknown_tags = None
    return out


def some_partition_data_v1(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[PartitionData], int, Key]:
    out = many(PartitionData, count)
    for o in out:
        (
            o.partition_index,
            o.replica_epoch,
            o.replica_id,
            u1,
            u2,
            o.last_offset_epoch,
            o.last_offset,
            t,
        ) = unpack_iiiuuiqB(buf, pos)
        o.replica_directory_id = make_uuid(u1)
        o.voter_directory_id = make_uuid(u2)
        o.pre_vote = False
        o.unknown_tags = None
        pos += 57
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (t,)


def fill_partition_data_v1(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[PartitionData]:
    out = many(PartitionData, count)
    o: PartitionData
    for o, row in zip(out, rows):
        o.partition_index, o.replica_epoch, o.replica_id, v3, v4, o.last_offset_epoch, o.last_offset = row
        o.replica_directory_id = make_uuid(v3)
        o.voter_directory_id = make_uuid(v4)
        o.pre_vote = False
        o.unknown_tags = None
    return out


def some_partition_data_v0(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[PartitionData], int, Key]:
    out = many(PartitionData, count)
    for o in out:
        o.partition_index, o.replica_epoch, o.replica_id, o.last_offset_epoch, o.last_offset, t = unpack_iiiiqB(
            buf, pos
        )
        o.replica_directory_id = ZERO_UUID
        o.voter_directory_id = ZERO_UUID
        o.pre_vote = False
        o.unknown_tags = None
        pos += 25
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (t,)


def fill_partition_data_v0(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[PartitionData]:
    out = many(PartitionData, count)
    o: PartitionData
    for o, row in zip(out, rows):
        o.partition_index, o.replica_epoch, o.replica_id, o.last_offset_epoch, o.last_offset = row
        o.replica_directory_id = ZERO_UUID
        o.voter_directory_id = ZERO_UUID
        o.pre_vote = False
        o.unknown_tags = None
    return out


def write_partition_data_v2_array(items: Iterable[PartitionData], put: Put) -> None:
    for o in items:
        data = pack_iiiuuiqtx(
            o.partition_index,
            o.replica_epoch,
            o.replica_id,
            o.replica_directory_id.bytes,
            o.voter_directory_id.bytes,
            o.last_offset_epoch,
            o.last_offset,
            o.pre_vote,
        )
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_partition_data_v1_array(items: Iterable[PartitionData], put: Put) -> None:
    for o in items:
        if o.pre_vote:
            absent(o, "pre_vote")
        data = pack_iiiuuiqx(
            o.partition_index,
            o.replica_epoch,
            o.replica_id,
            o.replica_directory_id.bytes,
            o.voter_directory_id.bytes,
            o.last_offset_epoch,
            o.last_offset,
        )
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_partition_data_v0_array(items: Iterable[PartitionData], put: Put) -> None:
    for o in items:
        if o.pre_vote:
            absent(o, "pre_vote")
        data = pack_iiiiqx(o.partition_index, o.replica_epoch, o.replica_id, o.last_offset_epoch, o.last_offset)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def read_topic_data_v2_array(buf: bytes, pos: int, end: int, count: int, ctx: Context) -> tuple[list[TopicData], int]:
    out = many(TopicData, count)
    key_partition_data_v2: Key | None = None
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
            if n2 * 58 > end - pos or n2 > ctx.left:
                refuse_count(n2, 58, end - pos)
            ctx.left -= n2
            p = pos + n2 * 58
            if p > end or any(buf[pos + 57 : p : 58]):
                if n2 < 8 and key_partition_data_v2 is None:
                    o.partitions, pos, _ = some_partition_data_v2(buf, pos, end, n2, ctx)
                else:
                    o.partitions, pos, key_partition_data_v2 = read_rows(
                        buf,
                        pos,
                        end,
                        n2,
                        ctx,
                        some_partition_data_v2,
                        fill_partition_data_v2,
                        rows_partition_data_v2,
                        key_partition_data_v2,
                    )
            else:
                o.partitions = fill_partition_data_v2(iter_partition_data_v2(buf[pos:p]), n2, (), ctx)
                pos = p
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


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
            if n2 * 57 > end - pos or n2 > ctx.left:
                refuse_count(n2, 57, end - pos)
            ctx.left -= n2
            p = pos + n2 * 57
            if p > end or any(buf[pos + 56 : p : 57]):
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
            if n2 * 25 > end - pos or n2 > ctx.left:
                refuse_count(n2, 25, end - pos)
            ctx.left -= n2
            p = pos + n2 * 25
            if p > end or any(buf[pos + 24 : p : 25]):
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


def write_topic_data_v2_array(items: Iterable[TopicData], put: Put) -> None:
    for o in items:
        s1 = o.topic_name.encode()
        n2 = len(s1)
        v3 = o.partitions
        if v3:
            put(shapes_1[n2](n2 + 1, s1))
            put(COUNTS[len(v3)])
            write_partition_data_v2_array(v3, put)
        elif v3 is None:
            refuse_null()
        if v3:
            data = b"\0"
        else:
            data = shapes_2[n2](n2 + 1, s1, 1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_topic_data_v1_array(items: Iterable[TopicData], put: Put) -> None:
    for o in items:
        s1 = o.topic_name.encode()
        n2 = len(s1)
        v3 = o.partitions
        if v3:
            put(shapes_1[n2](n2 + 1, s1))
            put(COUNTS[len(v3)])
            write_partition_data_v1_array(v3, put)
        elif v3 is None:
            refuse_null()
        if v3:
            data = b"\0"
        else:
            data = shapes_2[n2](n2 + 1, s1, 1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


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


def read_vote_request_v2(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[VoteRequest, int]:
    o = new(VoteRequest)
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
        o.topics, pos = read_topic_data_v2_array(buf, pos, end, n2, ctx)
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_vote_request_v1(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[VoteRequest, int]:
    o = new(VoteRequest)
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
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_vote_request_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[VoteRequest, int]:
    o = new(VoteRequest)
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
        o.topics, pos = read_topic_data_v0_array(buf, pos, end, n2, ctx)
    t = buf[pos]
    o.voter_id = -1
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def encode_vote_request_v2(o: VoteRequest) -> bytes:
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
        put(shapes_3[len(s1)](n2, s1, o.voter_id))
        put(COUNTS[len(v4)])
        write_topic_data_v2_array(v4, put)
    elif v4 is None:
        refuse_null()
    if v4:
        data = b"\0"
    else:
        data = shapes_4[len(s1)](n2, s1, o.voter_id, 1)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


def encode_vote_request_v1(o: VoteRequest) -> bytes:
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
        put(shapes_3[len(s1)](n2, s1, o.voter_id))
        put(COUNTS[len(v4)])
        write_topic_data_v1_array(v4, put)
    elif v4 is None:
        refuse_null()
    if v4:
        data = b"\0"
    else:
        data = shapes_4[len(s1)](n2, s1, o.voter_id, 1)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


def encode_vote_request_v0(o: VoteRequest) -> bytes:
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
        put(shapes_1[len(s1)](n2, s1))
        put(COUNTS[len(v4)])
        write_topic_data_v0_array(v4, put)
    elif v4 is None:
        refuse_null()
    if v4:
        data = b"\0"
    else:
        data = shapes_2[len(s1)](n2, s1, 1)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


ENCODERS: dict[int, Callable[[VoteRequest], bytes]] = {
    0: encode_vote_request_v0,
    1: encode_vote_request_v1,
    2: encode_vote_request_v2,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[VoteRequest, int]]] = {
    0: read_vote_request_v0,
    1: read_vote_request_v1,
    2: read_vote_request_v2,
}
NEEDS_CONTEXT = True
SPEC = """\
VoteRequest request 0-2 flexible=0+
 ClusterId string 0+ null=0+ default=null
 VoterId int32 1+ ignorable default=-1
 Topics []TopicData 0+
  TopicName string 0+
  Partitions []PartitionData 0+
   PartitionIndex int32 0+
   ReplicaEpoch int32 0+
   ReplicaId int32 0+
   ReplicaDirectoryId uuid 1+ ignorable
   VoterDirectoryId uuid 1+ ignorable
   LastOffsetEpoch int32 0+
   LastOffset int64 0+
   PreVote bool 2+
"""
