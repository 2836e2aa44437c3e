# Generated from rpc/AddPartitionsToTxnResponse.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.add_partitions_to_txn_response import (
    AddPartitionsToTxnPartitionResult,
    AddPartitionsToTxnResponse,
    AddPartitionsToTxnResult,
    AddPartitionsToTxnTopicResult,
)
from kafkawire.wire import (
    COUNTS,
    Context,
    Put,
    Rows,
    Shapes,
    absent,
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

iter_add_partitions_to_txn_partition_result_v0 = Packer(">ih").iter_unpack
iter_add_partitions_to_txn_partition_result_v3 = Packer(">ihx").iter_unpack
pack_i = Packer(">i").pack
pack_iBx = Packer(">iBx").pack
pack_ih = Packer(">ih").pack
pack_ihBx = Packer(">ihBx").pack
pack_ihx = Packer(">ihx").pack
pack_ii = Packer(">ii").pack
rows_add_partitions_to_txn_partition_result_v0 = Rows("ih")
rows_add_partitions_to_txn_partition_result_v3 = Rows("ih T")
shapes_1 = Shapes("h%dsi")
shapes_2 = Shapes("S%ds")
shapes_3 = Shapes("S%dsBx")
unpack_h = Packer(">h").unpack_from
unpack_i = Packer(">i").unpack_from
unpack_iB = Packer(">iB").unpack_from
unpack_ih = Packer(">ih").unpack_from
unpack_ihB = Packer(">ihB").unpack_from
unpack_ii = Packer(">ii").unpack_from


def some_add_partitions_to_txn_partition_result_v3(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[AddPartitionsToTxnPartitionResult], int, Key]:
    out = many(AddPartitionsToTxnPartitionResult, count)
    for o in out:
        o.partition_index, o.partition_error_code, t = unpack_ihB(buf, pos)
        o.unknown_tags = None
        pos += 7
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (t,)


def fill_add_partitions_to_txn_partition_result_v3(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[AddPartitionsToTxnPartitionResult]:
    out = many(AddPartitionsToTxnPartitionResult, count)
    o: AddPartitionsToTxnPartitionResult
    for o, row in zip(out, rows):
        o.partition_index, o.partition_error_code = row
        o.unknown_tags = None
    return out


def some_add_partitions_to_txn_partition_result_v0(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[AddPartitionsToTxnPartitionResult], int, Key]:
    out = many(AddPartitionsToTxnPartitionResult, count)
    for o in out:
        o.partition_index, o.partition_error_code = unpack_ih(buf, pos)
        o.unknown_tags = None
        pos += 6
    return out, pos, ()


def fill_add_partitions_to_txn_partition_result_v0(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[AddPartitionsToTxnPartitionResult]:
    out = many(AddPartitionsToTxnPartitionResult, count)
    o: AddPartitionsToTxnPartitionResult
    for o, row in zip(out, rows):
        o.partition_index, o.partition_error_code = row
        o.unknown_tags = None
    return out


def write_add_partitions_to_txn_partition_result_v3_array(
    items: Iterable[AddPartitionsToTxnPartitionResult], put: Put
) -> None:
    for o in items:
        data = pack_ihx(o.partition_index, o.partition_error_code)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_add_partitions_to_txn_partition_result_v0_array(
    items: Iterable[AddPartitionsToTxnPartitionResult], put: Put
) -> None:
    for o in items:
        if o.unknown_tags:
            absent(o, "unknown_tags")
        put(pack_ih(o.partition_index, o.partition_error_code))


def read_add_partitions_to_txn_result_v4_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[AddPartitionsToTxnResult], int]:
    out = many(AddPartitionsToTxnResult, count)
    for o in out:
        n1 = buf[pos]
        if 0 < n1 < 128:
            p = pos + n1
            o.transactional_id = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.transactional_id, pos = long_string(buf, pos + 1, n1)
        n2 = buf[pos]
        pos += 1
        if n2 > 127:
            n2, pos = uvarint_rest(buf, pos, n2)
        if n2 < 2:
            o.topic_results = [] if n2 else refuse_length(-1)
        else:
            n2 -= 1
            if n2 * 3 > end - pos or n2 > ctx.left:
                refuse_count(n2, 3, end - pos)
            ctx.left -= n2
            o.topic_results, pos = read_add_partitions_to_txn_topic_result_v3_array(buf, pos, end, n2, ctx)
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def read_add_partitions_to_txn_topic_result_v3_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[AddPartitionsToTxnTopicResult], int]:
    out = many(AddPartitionsToTxnTopicResult, count)
    key_add_partitions_to_txn_partition_result_v3: Key | None = None
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
            o.results_by_partition = [] if n2 else refuse_length(-1)
        else:
            n2 -= 1
            if n2 * 7 > end - pos or n2 > ctx.left:
                refuse_count(n2, 7, end - pos)
            ctx.left -= n2
            p = pos + n2 * 7
            if p > end or any(buf[pos + 6 : p : 7]):
                if n2 < 8 and key_add_partitions_to_txn_partition_result_v3 is None:
                    o.results_by_partition, pos, _ = some_add_partitions_to_txn_partition_result_v3(
                        buf, pos, end, n2, ctx
                    )
                else:
                    o.results_by_partition, pos, key_add_partitions_to_txn_partition_result_v3 = read_rows(
                        buf,
                        pos,
                        end,
                        n2,
                        ctx,
                        some_add_partitions_to_txn_partition_result_v3,
                        fill_add_partitions_to_txn_partition_result_v3,
                        rows_add_partitions_to_txn_partition_result_v3,
                        key_add_partitions_to_txn_partition_result_v3,
                    )
            else:
                o.results_by_partition = fill_add_partitions_to_txn_partition_result_v3(
                    iter_add_partitions_to_txn_partition_result_v3(buf[pos:p]), n2, (), ctx
                )
                pos = p
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def read_add_partitions_to_txn_topic_result_v0_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[AddPartitionsToTxnTopicResult], int]:
    out = many(AddPartitionsToTxnTopicResult, count)
    for o in out:
        (n1,) = unpack_h(buf, pos)
        if n1 >= 0:
            p = pos + n1 + 2
            o.name = buf[pos + 2 : p].decode()
            pos = p
        else:
            o.name = refuse_length(n1)
            pos = pos + 2
        (n2,) = unpack_i(buf, pos)
        pos += 4
        if n2 < 1:
            o.results_by_partition = [] if n2 == 0 else refuse_length(n2)
        else:
            if n2 * 6 > end - pos or n2 > ctx.left:
                refuse_count(n2, 6, end - pos)
            ctx.left -= n2
            p = pos + n2 * 6
            o.results_by_partition = fill_add_partitions_to_txn_partition_result_v0(
                iter_add_partitions_to_txn_partition_result_v0(buf[pos:p]), n2, (), ctx
            )
            pos = p
        o.unknown_tags = None
    return out, pos


def write_add_partitions_to_txn_result_v4_array(items: Iterable[AddPartitionsToTxnResult], put: Put) -> None:
    for o in items:
        s1 = o.transactional_id.encode()
        n2 = len(s1)
        v3 = o.topic_results
        if v3:
            put(shapes_2[n2](n2 + 1, s1))
            put(COUNTS[len(v3)])
            write_add_partitions_to_txn_topic_result_v3_array(v3, put)
        elif v3 is None:
            refuse_null()
        if v3:
            data = b"\0"
        else:
            data = shapes_3[n2](n2 + 1, s1, 1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_add_partitions_to_txn_topic_result_v3_array(items: Iterable[AddPartitionsToTxnTopicResult], put: Put) -> None:
    for o in items:
        s1 = o.name.encode()
        n2 = len(s1)
        v3 = o.results_by_partition
        if v3:
            put(shapes_2[n2](n2 + 1, s1))
            put(COUNTS[len(v3)])
            write_add_partitions_to_txn_partition_result_v3_array(v3, put)
        elif v3 is None:
            refuse_null()
        if v3:
            data = b"\0"
        else:
            data = shapes_3[n2](n2 + 1, s1, 1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_add_partitions_to_txn_topic_result_v0_array(items: Iterable[AddPartitionsToTxnTopicResult], put: Put) -> None:
    for o in items:
        s1 = o.name.encode()
        n2 = len(s1)
        v3 = o.results_by_partition
        if v3:
            put(shapes_1[n2](n2, s1, len(v3)))
            write_add_partitions_to_txn_partition_result_v0_array(v3, put)
        elif v3 is None:
            refuse_null()
        if o.unknown_tags:
            absent(o, "unknown_tags")
        if not v3:
            put(shapes_1[n2](n2, s1, 0))


def read_add_partitions_to_txn_response_v4(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[AddPartitionsToTxnResponse, int]:
    o = new(AddPartitionsToTxnResponse)
    o.throttle_time_ms, o.error_code, n1 = unpack_ihB(buf, pos)
    pos += 7
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.results_by_transaction = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 3 > end - pos or n1 > ctx.left:
            refuse_count(n1, 3, end - pos)
        ctx.left -= n1
        o.results_by_transaction, pos = read_add_partitions_to_txn_result_v4_array(buf, pos, end, n1, ctx)
    t = buf[pos]
    o.results_by_topic_v3_and_below = []
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_add_partitions_to_txn_response_v3(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[AddPartitionsToTxnResponse, int]:
    o = new(AddPartitionsToTxnResponse)
    o.throttle_time_ms, n1 = unpack_iB(buf, pos)
    pos += 5
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.results_by_topic_v3_and_below = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 3 > end - pos or n1 > ctx.left:
            refuse_count(n1, 3, end - pos)
        ctx.left -= n1
        o.results_by_topic_v3_and_below, pos = read_add_partitions_to_txn_topic_result_v3_array(buf, pos, end, n1, ctx)
    t = buf[pos]
    o.error_code = 0
    o.results_by_transaction = []
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_add_partitions_to_txn_response_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[AddPartitionsToTxnResponse, int]:
    o = new(AddPartitionsToTxnResponse)
    o.throttle_time_ms, n1 = unpack_ii(buf, pos)
    pos += 8
    if n1 < 1:
        o.results_by_topic_v3_and_below = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 6 > end - pos or n1 > ctx.left:
            refuse_count(n1, 6, end - pos)
        ctx.left -= n1
        o.results_by_topic_v3_and_below, pos = read_add_partitions_to_txn_topic_result_v0_array(buf, pos, end, n1, ctx)
    o.error_code = 0
    o.results_by_transaction = []
    o.unknown_tags = None
    return o, pos


def encode_add_partitions_to_txn_response_v4(o: AddPartitionsToTxnResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.results_by_topic_v3_and_below:
        absent(o, "results_by_topic_v3_and_below")
    v1 = o.results_by_transaction
    if v1:
        put(pack_ih(o.throttle_time_ms, o.error_code))
        put(COUNTS[len(v1)])
        write_add_partitions_to_txn_result_v4_array(v1, put)
    elif v1 is None:
        refuse_null()
    if v1:
        data = b"\0"
    else:
        data = pack_ihBx(o.throttle_time_ms, o.error_code, 1)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


def encode_add_partitions_to_txn_response_v3(o: AddPartitionsToTxnResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.results_by_transaction:
        absent(o, "results_by_transaction")
    v1 = o.results_by_topic_v3_and_below
    if v1:
        put(pack_i(o.throttle_time_ms))
        put(COUNTS[len(v1)])
        write_add_partitions_to_txn_topic_result_v3_array(v1, put)
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


def encode_add_partitions_to_txn_response_v0(o: AddPartitionsToTxnResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.results_by_transaction:
        absent(o, "results_by_transaction")
    v1 = o.results_by_topic_v3_and_below
    if v1:
        put(pack_ii(o.throttle_time_ms, len(v1)))
        write_add_partitions_to_txn_topic_result_v0_array(v1, put)
    elif v1 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v1:
        put(pack_ii(o.throttle_time_ms, 0))
    return b"".join(parts)


ENCODERS: dict[int, Callable[[AddPartitionsToTxnResponse], bytes]] = {
    0: encode_add_partitions_to_txn_response_v0,
    1: encode_add_partitions_to_txn_response_v0,
    2: encode_add_partitions_to_txn_response_v0,
    3: encode_add_partitions_to_txn_response_v3,
    4: encode_add_partitions_to_txn_response_v4,
    5: encode_add_partitions_to_txn_response_v4,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[AddPartitionsToTxnResponse, int]]] = {
    0: read_add_partitions_to_txn_response_v0,
    1: read_add_partitions_to_txn_response_v0,
    2: read_add_partitions_to_txn_response_v0,
    3: read_add_partitions_to_txn_response_v3,
    4: read_add_partitions_to_txn_response_v4,
    5: read_add_partitions_to_txn_response_v4,
}
NEEDS_CONTEXT = True
SPEC = """\
AddPartitionsToTxnResponse response 0-5 flexible=3+
 ThrottleTimeMs int32 0+
 ErrorCode int16 4+ ignorable
 ResultsByTransaction []AddPartitionsToTxnResult 4+
  TransactionalId string 4+
  TopicResults []AddPartitionsToTxnTopicResult 4+
 ResultsByTopicV3AndBelow []AddPartitionsToTxnTopicResult 0-3
struct AddPartitionsToTxnTopicResult
 Name string 0+
 ResultsByPartition []AddPartitionsToTxnPartitionResult 0+
struct AddPartitionsToTxnPartitionResult
 PartitionIndex int32 0+
 PartitionErrorCode int16 0+
"""
