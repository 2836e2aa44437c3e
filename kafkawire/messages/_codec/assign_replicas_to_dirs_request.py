# Generated from rpc/AssignReplicasToDirsRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.assign_replicas_to_dirs_request import (
    AssignReplicasToDirsRequest,
    DirectoryData,
    PartitionData,
    TopicData,
)
from kafkawire.wire import (
    COUNTS,
    Context,
    Put,
    Rows,
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

iter_partition_data_v0 = Packer(">ix").iter_unpack
pack_iq = Packer(">iq").pack
pack_iqBx = Packer(">iqBx").pack
pack_ix = Packer(">ix").pack
pack_u = Packer(">16s").pack
pack_uBx = Packer(">16sBx").pack
rows_partition_data_v0 = Rows("i T")
unpack_iB = Packer(">iB").unpack_from
unpack_iqB = Packer(">iqB").unpack_from
unpack_uB = Packer(">16sB").unpack_from


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
        u1, n2 = unpack_uB(buf, pos)
        o.topic_id = make_uuid(u1)
        pos += 17
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
        v1 = o.partitions
        if v1:
            put(pack_u(o.topic_id.bytes))
            put(COUNTS[len(v1)])
            write_partition_data_v0_array(v1, put)
        elif v1 is None:
            refuse_null()
        if v1:
            data = b"\0"
        else:
            data = pack_uBx(o.topic_id.bytes, 1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def read_directory_data_v0_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[DirectoryData], int]:
    out = many(DirectoryData, count)
    for o in out:
        u1, n2 = unpack_uB(buf, pos)
        o.id = make_uuid(u1)
        pos += 17
        if n2 > 127:
            n2, pos = uvarint_rest(buf, pos, n2)
        if n2 < 2:
            o.topics = [] if n2 else refuse_length(-1)
        else:
            n2 -= 1
            if n2 * 18 > end - pos or n2 > ctx.left:
                refuse_count(n2, 18, end - pos)
            ctx.left -= n2
            o.topics, pos = read_topic_data_v0_array(buf, pos, end, n2, ctx)
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def write_directory_data_v0_array(items: Iterable[DirectoryData], put: Put) -> None:
    for o in items:
        v1 = o.topics
        if v1:
            put(pack_u(o.id.bytes))
            put(COUNTS[len(v1)])
            write_topic_data_v0_array(v1, put)
        elif v1 is None:
            refuse_null()
        if v1:
            data = b"\0"
        else:
            data = pack_uBx(o.id.bytes, 1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def read_assign_replicas_to_dirs_request_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[AssignReplicasToDirsRequest, int]:
    o = new(AssignReplicasToDirsRequest)
    o.broker_id, o.broker_epoch, n1 = unpack_iqB(buf, pos)
    pos += 13
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.directories = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 18 > end - pos or n1 > ctx.left:
            refuse_count(n1, 18, end - pos)
        ctx.left -= n1
        o.directories, pos = read_directory_data_v0_array(buf, pos, end, n1, ctx)
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def encode_assign_replicas_to_dirs_request_v0(o: AssignReplicasToDirsRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.directories
    if v1:
        put(pack_iq(o.broker_id, o.broker_epoch))
        put(COUNTS[len(v1)])
        write_directory_data_v0_array(v1, put)
    elif v1 is None:
        refuse_null()
    if v1:
        data = b"\0"
    else:
        data = pack_iqBx(o.broker_id, o.broker_epoch, 1)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


ENCODERS: dict[int, Callable[[AssignReplicasToDirsRequest], bytes]] = {
    0: encode_assign_replicas_to_dirs_request_v0,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[AssignReplicasToDirsRequest, int]]] = {
    0: read_assign_replicas_to_dirs_request_v0,
}
NEEDS_CONTEXT = True
SPEC = """\
AssignReplicasToDirsRequest request 0 flexible=0+
 BrokerId int32 0+
 BrokerEpoch int64 0+ default=-1
 Directories []DirectoryData 0+
  Id uuid 0+
  Topics []TopicData 0+
   TopicId uuid 0+
   Partitions []PartitionData 0+
    PartitionIndex int32 0+
"""
