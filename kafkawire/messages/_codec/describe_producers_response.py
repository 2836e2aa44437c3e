# Generated from rpc/DescribeProducersResponse.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.describe_producers_response import (
    DescribeProducersResponse,
    PartitionResponse,
    ProducerState,
    TopicResponse,
)
from kafkawire.wire import (
    COUNTS,
    Context,
    Put,
    Rows,
    Shapes,
    long_string,
    long_string_or_null,
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

iter_producer_state_v0 = Packer(">qiiqiqx").iter_unpack
pack_i = Packer(">i").pack
pack_iBx = Packer(">iBx").pack
pack_qiiqiqx = Packer(">qiiqiqx").pack
rows_producer_state_v0 = Rows("qiiqiq T")
shapes_1 = Shapes("S%ds")
shapes_2 = Shapes("S%dsBx")
shapes_3 = Shapes("ihS%ds")
shapes_4 = Shapes("ihS%dsBx")
unpack_iB = Packer(">iB").unpack_from
unpack_ihB = Packer(">ihB").unpack_from
unpack_qiiqiqB = Packer(">qiiqiqB").unpack_from


def some_producer_state_v0(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[ProducerState], int, Key]:
    out = many(ProducerState, count)
    for o in out:
        (
            o.producer_id,
            o.producer_epoch,
            o.last_sequence,
            o.last_timestamp,
            o.coordinator_epoch,
            o.current_txn_start_offset,
            t,
        ) = unpack_qiiqiqB(buf, pos)
        o.unknown_tags = None
        pos += 37
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (t,)


def fill_producer_state_v0(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[ProducerState]:
    out = many(ProducerState, count)
    o: ProducerState
    for o, row in zip(out, rows):
        (
            o.producer_id,
            o.producer_epoch,
            o.last_sequence,
            o.last_timestamp,
            o.coordinator_epoch,
            o.current_txn_start_offset,
        ) = row
        o.unknown_tags = None
    return out


def write_producer_state_v0_array(items: Iterable[ProducerState], put: Put) -> None:
    for o in items:
        data = pack_qiiqiqx(
            o.producer_id,
            o.producer_epoch,
            o.last_sequence,
            o.last_timestamp,
            o.coordinator_epoch,
            o.current_txn_start_offset,
        )
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def read_partition_response_v0_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[PartitionResponse], int]:
    out = many(PartitionResponse, count)
    key_producer_state_v0: Key | None = None
    for o in out:
        o.partition_index, o.error_code, n1 = unpack_ihB(buf, pos)
        if 0 < n1 < 128:
            p = pos + n1 + 6
            o.error_message = buf[pos + 7 : p].decode()
            pos = p
        elif n1 == 0:
            o.error_message = None
            pos = pos + 7
        else:
            o.error_message, pos = long_string_or_null(buf, pos + 7, n1)
        n2 = buf[pos]
        pos += 1
        if n2 > 127:
            n2, pos = uvarint_rest(buf, pos, n2)
        if n2 < 2:
            o.active_producers = [] if n2 else refuse_length(-1)
        else:
            n2 -= 1
            if n2 * 37 > end - pos or n2 > ctx.left:
                refuse_count(n2, 37, end - pos)
            ctx.left -= n2
            p = pos + n2 * 37
            if p > end or any(buf[pos + 36 : p : 37]):
                if n2 < 8 and key_producer_state_v0 is None:
                    o.active_producers, pos, _ = some_producer_state_v0(buf, pos, end, n2, ctx)
                else:
                    o.active_producers, pos, key_producer_state_v0 = read_rows(
                        buf,
                        pos,
                        end,
                        n2,
                        ctx,
                        some_producer_state_v0,
                        fill_producer_state_v0,
                        rows_producer_state_v0,
                        key_producer_state_v0,
                    )
            else:
                o.active_producers = fill_producer_state_v0(iter_producer_state_v0(buf[pos:p]), n2, (), ctx)
                pos = p
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def write_partition_response_v0_array(items: Iterable[PartitionResponse], put: Put) -> None:
    for o in items:
        v3 = o.error_message
        if v3 is None:
            s1 = b""
            n2 = 0
        else:
            s1 = v3.encode()
            n2 = len(s1) + 1
        v4 = o.active_producers
        if v4:
            put(shapes_3[len(s1)](o.partition_index, o.error_code, n2, s1))
            put(COUNTS[len(v4)])
            write_producer_state_v0_array(v4, put)
        elif v4 is None:
            refuse_null()
        if v4:
            data = b"\0"
        else:
            data = shapes_4[len(s1)](o.partition_index, o.error_code, n2, s1, 1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def read_topic_response_v0_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[TopicResponse], int]:
    out = many(TopicResponse, count)
    for o in out:
        n1 = buf[pos]
        if 0 < n1 < 128:
            p = pos + n1
            o.name = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.name, pos = long_string(buf, pos + 1, n1)
        n2 = buf[pos]
        pos += 1
        if n2 > 127:
            n2, pos = uvarint_rest(buf, pos, n2)
        if n2 < 2:
            o.partitions = [] if n2 else refuse_length(-1)
        else:
            n2 -= 1
            if n2 * 9 > end - pos or n2 > ctx.left:
                refuse_count(n2, 9, end - pos)
            ctx.left -= n2
            o.partitions, pos = read_partition_response_v0_array(buf, pos, end, n2, ctx)
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def write_topic_response_v0_array(items: Iterable[TopicResponse], put: Put) -> None:
    for o in items:
        s1 = o.name.encode()
        n2 = len(s1)
        v3 = o.partitions
        if v3:
            put(shapes_1[n2](n2 + 1, s1))
            put(COUNTS[len(v3)])
            write_partition_response_v0_array(v3, put)
        elif v3 is None:
            refuse_null()
        if v3:
            data = b"\0"
        else:
            data = shapes_2[n2](n2 + 1, s1, 1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def read_describe_producers_response_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[DescribeProducersResponse, int]:
    o = new(DescribeProducersResponse)
    o.throttle_time_ms, n1 = unpack_iB(buf, pos)
    pos += 5
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.topics = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 3 > end - pos or n1 > ctx.left:
            refuse_count(n1, 3, end - pos)
        ctx.left -= n1
        o.topics, pos = read_topic_response_v0_array(buf, pos, end, n1, ctx)
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def encode_describe_producers_response_v0(o: DescribeProducersResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.topics
    if v1:
        put(pack_i(o.throttle_time_ms))
        put(COUNTS[len(v1)])
        write_topic_response_v0_array(v1, put)
    elif v1 is None:
        refuse_null()
    if v1:
        data = b"\0"
    else:
        data = pack_iBx(o.throttle_time_ms, 1)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


ENCODERS: dict[int, Callable[[DescribeProducersResponse], bytes]] = {
    0: encode_describe_producers_response_v0,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[DescribeProducersResponse, int]]] = {
    0: read_describe_producers_response_v0,
}
NEEDS_CONTEXT = True
SPEC = """\
DescribeProducersResponse response 0 flexible=0+
 ThrottleTimeMs int32 0+
 Topics []TopicResponse 0+
  Name string 0+
  Partitions []PartitionResponse 0+
   PartitionIndex int32 0+
   ErrorCode int16 0+
   ErrorMessage string 0+ null=0+ default=null
   ActiveProducers []ProducerState 0+
    ProducerId int64 0+
    ProducerEpoch int32 0+
    LastSequence int32 0+ default=-1
    LastTimestamp int64 0+ default=-1
    CoordinatorEpoch int32 0+
    CurrentTxnStartOffset int64 0+ default=-1
"""
