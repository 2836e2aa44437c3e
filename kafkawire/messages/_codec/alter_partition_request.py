# Generated from rpc/AlterPartitionRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from operator import length_hint
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.alter_partition_request import AlterPartitionRequest, BrokerState, PartitionData, TopicData
from kafkawire.wire import (
    COUNTS,
    Context,
    Put,
    Rows,
    Runs,
    Shapes,
    ZERO_UUID,
    absent,
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

iter_broker_state_v3 = Packer(">iqx").iter_unpack
pack_bix = Packer(">bix").pack
pack_ii = Packer(">ii").pack
pack_iiBbix = Packer(">iiBbix").pack
pack_iq = Packer(">iq").pack
pack_iqBx = Packer(">iqBx").pack
pack_iqx = Packer(">iqx").pack
pack_u = Packer(">16s").pack
pack_uBx = Packer(">16sBx").pack
rows_broker_state_v3 = Rows("iq T")
rows_partition_data_v0 = Rows("ii g1 i T")
rows_partition_data_v1 = Rows("ii g1 bi T")
runs_i = Runs("i")
shapes_1 = Shapes("S%ds")
shapes_2 = Shapes("S%dsBx")
shapes_3 = Shapes("iiP%diix")
shapes_4 = Shapes("iiP%dibix")
unpack_biB = Packer(">biB").unpack_from
unpack_iB = Packer(">iB").unpack_from
unpack_iiB = Packer(">iiB").unpack_from
unpack_iqB = Packer(">iqB").unpack_from
unpack_uB = Packer(">16sB").unpack_from


def some_broker_state_v3(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[BrokerState], int, Key]:
    out = many(BrokerState, count)
    for o in out:
        o.broker_id, o.broker_epoch, t = unpack_iqB(buf, pos)
        o.unknown_tags = None
        pos += 13
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (t,)


def fill_broker_state_v3(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[BrokerState]:
    out = many(BrokerState, count)
    o: BrokerState
    for o, row in zip(out, rows):
        o.broker_id, o.broker_epoch = row
        o.unknown_tags = None
    return out


def write_broker_state_v3_array(items: Iterable[BrokerState], put: Put) -> None:
    for o in items:
        data = pack_iqx(o.broker_id, o.broker_epoch)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def read_partition_data_v3_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[PartitionData], int]:
    out = many(PartitionData, count)
    key_broker_state_v3: Key | None = None
    for o in out:
        o.partition_index, o.leader_epoch, n1 = unpack_iiB(buf, pos)
        pos += 9
        if n1 > 127:
            n1, pos = uvarint_rest(buf, pos, n1)
        if n1 < 2:
            o.new_isr_with_epochs = [] if n1 else refuse_length(-1)
        else:
            n1 -= 1
            if n1 * 13 > end - pos or n1 > ctx.left:
                refuse_count(n1, 13, end - pos)
            ctx.left -= n1
            p = pos + n1 * 13
            if p > end or any(buf[pos + 12 : p : 13]):
                if n1 < 8 and key_broker_state_v3 is None:
                    o.new_isr_with_epochs, pos, _ = some_broker_state_v3(buf, pos, end, n1, ctx)
                else:
                    o.new_isr_with_epochs, pos, key_broker_state_v3 = read_rows(
                        buf,
                        pos,
                        end,
                        n1,
                        ctx,
                        some_broker_state_v3,
                        fill_broker_state_v3,
                        rows_broker_state_v3,
                        key_broker_state_v3,
                    )
            else:
                o.new_isr_with_epochs = fill_broker_state_v3(iter_broker_state_v3(buf[pos:p]), n1, (), ctx)
                pos = p
        o.leader_recovery_state, o.partition_epoch, t = unpack_biB(buf, pos)
        o.new_isr = ()
        o.unknown_tags = None
        pos += 6
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def some_partition_data_v1(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[PartitionData], int, Key]:
    out = many(PartitionData, count)
    for o in out:
        o.partition_index, o.leader_epoch, n1 = unpack_iiB(buf, pos)
        if 0 < n1 < 128:
            o.new_isr = runs_i[n1 - 1](buf, pos + 9)
            pos += n1 * 4 + 5
        else:
            o.new_isr, pos = compact_numbers(buf, pos + 9, end, n1, "i", ctx)
        o.leader_recovery_state, o.partition_epoch, t = unpack_biB(buf, pos)
        o.new_isr_with_epochs = []
        o.unknown_tags = None
        pos += 6
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (n1, t)


def fill_partition_data_v1(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[PartitionData]:
    groups = compact_groups(ctx)
    out = many(PartitionData, count)
    o: PartitionData
    try:
        for o, row in zip(out, rows):
            o.partition_index, o.leader_epoch, v2, o.leader_recovery_state, o.partition_epoch = row
            (o.new_isr,) = groups[v2]
            o.new_isr_with_epochs = []
            o.unknown_tags = None
    except ValueError:
        del out[count - length_hint(rows) - 1 :]
    return out


def some_partition_data_v0(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[PartitionData], int, Key]:
    out = many(PartitionData, count)
    for o in out:
        o.partition_index, o.leader_epoch, n1 = unpack_iiB(buf, pos)
        if 0 < n1 < 128:
            o.new_isr = runs_i[n1 - 1](buf, pos + 9)
            pos += n1 * 4 + 5
        else:
            o.new_isr, pos = compact_numbers(buf, pos + 9, end, n1, "i", ctx)
        o.partition_epoch, t = unpack_iB(buf, pos)
        o.new_isr_with_epochs = []
        o.leader_recovery_state = 0
        o.unknown_tags = None
        pos += 5
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (n1, t)


def fill_partition_data_v0(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[PartitionData]:
    groups = compact_groups(ctx)
    out = many(PartitionData, count)
    o: PartitionData
    try:
        for o, row in zip(out, rows):
            o.partition_index, o.leader_epoch, v2, o.partition_epoch = row
            (o.new_isr,) = groups[v2]
            o.new_isr_with_epochs = []
            o.leader_recovery_state = 0
            o.unknown_tags = None
    except ValueError:
        del out[count - length_hint(rows) - 1 :]
    return out


def write_partition_data_v3_array(items: Iterable[PartitionData], put: Put) -> None:
    for o in items:
        if o.new_isr:
            absent(o, "new_isr")
        v1 = o.new_isr_with_epochs
        if v1:
            put(pack_ii(o.partition_index, o.leader_epoch))
            put(COUNTS[len(v1)])
            write_broker_state_v3_array(v1, put)
        elif v1 is None:
            refuse_null()
        if v1:
            data = pack_bix(o.leader_recovery_state, o.partition_epoch)
        else:
            data = pack_iiBbix(o.partition_index, o.leader_epoch, 1, o.leader_recovery_state, o.partition_epoch)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_partition_data_v1_array(items: Iterable[PartitionData], put: Put) -> None:
    for o in items:
        if o.new_isr_with_epochs:
            absent(o, "new_isr_with_epochs")
        v1 = o.new_isr
        n2 = len(v1)
        data = shapes_4[n2](o.partition_index, o.leader_epoch, n2 + 1, *v1, o.leader_recovery_state, o.partition_epoch)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_partition_data_v0_array(items: Iterable[PartitionData], put: Put) -> None:
    for o in items:
        if o.new_isr_with_epochs:
            absent(o, "new_isr_with_epochs")
        if o.leader_recovery_state != 0:
            absent(o, "leader_recovery_state")
        v1 = o.new_isr
        n2 = len(v1)
        data = shapes_3[n2](o.partition_index, o.leader_epoch, n2 + 1, *v1, o.partition_epoch)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def read_topic_data_v3_array(buf: bytes, pos: int, end: int, count: int, ctx: Context) -> tuple[list[TopicData], int]:
    out = many(TopicData, count)
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
            if n2 * 15 > end - pos or n2 > ctx.left:
                refuse_count(n2, 15, end - pos)
            ctx.left -= n2
            o.partitions, pos = read_partition_data_v3_array(buf, pos, end, n2, ctx)
        t = buf[pos]
        o.topic_name = ""
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def read_topic_data_v2_array(buf: bytes, pos: int, end: int, count: int, ctx: Context) -> tuple[list[TopicData], int]:
    out = many(TopicData, count)
    key_partition_data_v1: Key | None = None
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
            if n2 * 15 > end - pos or n2 > ctx.left:
                refuse_count(n2, 15, end - pos)
            ctx.left -= n2
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
        t = buf[pos]
        o.topic_name = ""
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
            if n2 * 15 > end - pos or n2 > ctx.left:
                refuse_count(n2, 15, end - pos)
            ctx.left -= n2
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
        t = buf[pos]
        o.topic_id = ZERO_UUID
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
            if n2 * 14 > end - pos or n2 > ctx.left:
                refuse_count(n2, 14, end - pos)
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
        t = buf[pos]
        o.topic_id = ZERO_UUID
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def write_topic_data_v3_array(items: Iterable[TopicData], put: Put) -> None:
    for o in items:
        v1 = o.partitions
        if v1:
            put(pack_u(o.topic_id.bytes))
            put(COUNTS[len(v1)])
            write_partition_data_v3_array(v1, put)
        elif v1 is None:
            refuse_null()
        if v1:
            data = b"\0"
        else:
            data = pack_uBx(o.topic_id.bytes, 1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_topic_data_v2_array(items: Iterable[TopicData], put: Put) -> None:
    for o in items:
        v1 = o.partitions
        if v1:
            put(pack_u(o.topic_id.bytes))
            put(COUNTS[len(v1)])
            write_partition_data_v1_array(v1, put)
        elif v1 is None:
            refuse_null()
        if v1:
            data = b"\0"
        else:
            data = pack_uBx(o.topic_id.bytes, 1)
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


def read_alter_partition_request_v3(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[AlterPartitionRequest, int]:
    o = new(AlterPartitionRequest)
    o.broker_id, o.broker_epoch, n1 = unpack_iqB(buf, pos)
    pos += 13
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.topics = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 18 > end - pos or n1 > ctx.left:
            refuse_count(n1, 18, end - pos)
        ctx.left -= n1
        o.topics, pos = read_topic_data_v3_array(buf, pos, end, n1, ctx)
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_alter_partition_request_v2(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[AlterPartitionRequest, int]:
    o = new(AlterPartitionRequest)
    o.broker_id, o.broker_epoch, n1 = unpack_iqB(buf, pos)
    pos += 13
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.topics = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 18 > end - pos or n1 > ctx.left:
            refuse_count(n1, 18, end - pos)
        ctx.left -= n1
        o.topics, pos = read_topic_data_v2_array(buf, pos, end, n1, ctx)
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_alter_partition_request_v1(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[AlterPartitionRequest, int]:
    o = new(AlterPartitionRequest)
    o.broker_id, o.broker_epoch, n1 = unpack_iqB(buf, pos)
    pos += 13
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.topics = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 3 > end - pos or n1 > ctx.left:
            refuse_count(n1, 3, end - pos)
        ctx.left -= n1
        o.topics, pos = read_topic_data_v1_array(buf, pos, end, n1, ctx)
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_alter_partition_request_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[AlterPartitionRequest, int]:
    o = new(AlterPartitionRequest)
    o.broker_id, o.broker_epoch, n1 = unpack_iqB(buf, pos)
    pos += 13
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


def encode_alter_partition_request_v3(o: AlterPartitionRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.topics
    if v1:
        put(pack_iq(o.broker_id, o.broker_epoch))
        put(COUNTS[len(v1)])
        write_topic_data_v3_array(v1, put)
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


def encode_alter_partition_request_v2(o: AlterPartitionRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.topics
    if v1:
        put(pack_iq(o.broker_id, o.broker_epoch))
        put(COUNTS[len(v1)])
        write_topic_data_v2_array(v1, put)
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


def encode_alter_partition_request_v1(o: AlterPartitionRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.topics
    if v1:
        put(pack_iq(o.broker_id, o.broker_epoch))
        put(COUNTS[len(v1)])
        write_topic_data_v1_array(v1, put)
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


def encode_alter_partition_request_v0(o: AlterPartitionRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.topics
    if v1:
        put(pack_iq(o.broker_id, o.broker_epoch))
        put(COUNTS[len(v1)])
        write_topic_data_v0_array(v1, put)
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


ENCODERS: dict[int, Callable[[AlterPartitionRequest], bytes]] = {
    0: encode_alter_partition_request_v0,
    1: encode_alter_partition_request_v1,
    2: encode_alter_partition_request_v2,
    3: encode_alter_partition_request_v3,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[AlterPartitionRequest, int]]] = {
    0: read_alter_partition_request_v0,
    1: read_alter_partition_request_v1,
    2: read_alter_partition_request_v2,
    3: read_alter_partition_request_v3,
}
NEEDS_CONTEXT = True
SPEC = """\
AlterPartitionRequest request 0-3 flexible=0+
 BrokerId int32 0+
 BrokerEpoch int64 0+ default=-1
 Topics []TopicData 0+
  TopicName string 0-1 ignorable
  TopicId uuid 2+ ignorable
  Partitions []PartitionData 0+
   PartitionIndex int32 0+
   LeaderEpoch int32 0+
   NewIsr []int32 0-2
   NewIsrWithEpochs []BrokerState 3+
    BrokerId int32 3+
    BrokerEpoch int64 3+ default=-1
   LeaderRecoveryState int8 1+ default=0
   PartitionEpoch int32 0+
"""
