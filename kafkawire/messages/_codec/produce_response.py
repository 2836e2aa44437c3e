# Generated from rpc/ProduceResponse.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.produce_response import (
    BatchIndexAndErrorMessage,
    LeaderIdAndEpoch,
    NodeEndpoint,
    PartitionProduceResponse,
    ProduceResponse,
    TopicProduceResponse,
)
from kafkawire.wire import (
    COUNTS,
    Context,
    Put,
    Rows,
    Shapes,
    ZERO_UUID,
    absent,
    check_tag_size,
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
    tag_sections,
    unknown_tags,
    uvarint_rest,
)

Key = tuple[int, ...]

iter_partition_produce_response_v0 = Packer(">ihq").iter_unpack
iter_partition_produce_response_v2 = Packer(">ihqq").iter_unpack
iter_partition_produce_response_v5 = Packer(">ihqqq").iter_unpack
pack_B = Packer(">B").pack
pack_Bi = Packer(">Bi").pack
pack_Bix = Packer(">Bix").pack
pack_i = Packer(">i").pack
pack_ihq = Packer(">ihq").pack
pack_ihqq = Packer(">ihqq").pack
pack_ihqqq = Packer(">ihqqq").pack
pack_ihqqqi = Packer(">ihqqqi").pack
pack_ii = Packer(">ii").pack
pack_iix = Packer(">iix").pack
pack_ix = Packer(">ix").pack
pack_u = Packer(">16s").pack
pack_uBx = Packer(">16sBx").pack
rows_batch_index_and_error_message_v8 = Rows("i Y1")
rows_batch_index_and_error_message_v9 = Rows("i P1 T")
rows_node_endpoint_v10 = Rows("i P1 i P1 T")
rows_partition_produce_response_v0 = Rows("ihq")
rows_partition_produce_response_v2 = Rows("ihqq")
rows_partition_produce_response_v5 = Rows("ihqqq")
shapes_1 = Shapes("h%dsi")
shapes_10 = Shapes("ih%ds")
shapes_11 = Shapes("iS%dsx")
shapes_2 = Shapes("S%ds")
shapes_3 = Shapes("S%dsBx")
shapes_4 = Shapes("iS%dsiS%dsx")
shapes_5 = Shapes("h%ds")
shapes_6 = Shapes("ihqqqih%ds")
shapes_7 = Shapes("S%dsx")
shapes_8 = Shapes("ihqqqBS%dsx")
shapes_9 = Shapes("ihqqqBS%ds")
unpack_h = Packer(">h").unpack_from
unpack_i = Packer(">i").unpack_from
unpack_iB = Packer(">iB").unpack_from
unpack_ih = Packer(">ih").unpack_from
unpack_ihq = Packer(">ihq").unpack_from
unpack_ihqq = Packer(">ihqq").unpack_from
unpack_ihqqq = Packer(">ihqqq").unpack_from
unpack_ihqqqB = Packer(">ihqqqB").unpack_from
unpack_ihqqqi = Packer(">ihqqqi").unpack_from
unpack_iiB = Packer(">iiB").unpack_from
unpack_uB = Packer(">16sB").unpack_from


def some_batch_index_and_error_message_v9(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[BatchIndexAndErrorMessage], int, Key]:
    out = many(BatchIndexAndErrorMessage, count)
    for o in out:
        o.batch_index, n1 = unpack_iB(buf, pos)
        if 0 < n1 < 128:
            p = pos + n1 + 4
            o.batch_index_error_message = buf[pos + 5 : p].decode()
            pos = p
        elif n1 == 0:
            o.batch_index_error_message = None
            pos = pos + 5
        else:
            o.batch_index_error_message, pos = long_string_or_null(buf, pos + 5, n1)
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (n1, t)


def fill_batch_index_and_error_message_v9(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[BatchIndexAndErrorMessage]:
    k0, _ = key
    out = many(BatchIndexAndErrorMessage, count)
    o: BatchIndexAndErrorMessage
    for o, row in zip(out, rows):
        o.batch_index, v1 = row
        o.batch_index_error_message = v1.decode() if k0 else None
        o.unknown_tags = None
    return out


def some_batch_index_and_error_message_v8(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[BatchIndexAndErrorMessage], int, Key]:
    out = many(BatchIndexAndErrorMessage, count)
    for o in out:
        o.batch_index, n1 = unpack_ih(buf, pos)
        if n1 >= 0:
            p = pos + n1 + 6
            o.batch_index_error_message = buf[pos + 6 : p].decode()
            pos = p
        else:
            o.batch_index_error_message = null_or_refuse(n1)
            pos = pos + 6
        o.unknown_tags = None
    return out, pos, (n1,)


def fill_batch_index_and_error_message_v8(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[BatchIndexAndErrorMessage]:
    (k0,) = key
    out = many(BatchIndexAndErrorMessage, count)
    o: BatchIndexAndErrorMessage
    for o, row in zip(out, rows):
        o.batch_index, v1 = row
        o.batch_index_error_message = v1.decode() if k0 >= 0 else None
        o.unknown_tags = None
    return out


def write_batch_index_and_error_message_v9_array(items: Iterable[BatchIndexAndErrorMessage], put: Put) -> None:
    for o in items:
        v3 = o.batch_index_error_message
        if v3 is None:
            s1 = b""
            n2 = 0
        else:
            s1 = v3.encode()
            n2 = len(s1) + 1
        data = shapes_11[len(s1)](o.batch_index, n2, s1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_batch_index_and_error_message_v8_array(items: Iterable[BatchIndexAndErrorMessage], put: Put) -> None:
    for o in items:
        v3 = o.batch_index_error_message
        if v3 is None:
            s1 = b""
            n2 = -1
        else:
            s1 = v3.encode()
            n2 = len(s1)
        if o.unknown_tags:
            absent(o, "unknown_tags")
        put(shapes_10[len(s1)](o.batch_index, n2, s1))


def write_leader_id_and_epoch_v10(o: LeaderIdAndEpoch, put: Put) -> None:
    data = pack_iix(o.leader_id, o.leader_epoch)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)


def read_leader_id_and_epoch_v10(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[LeaderIdAndEpoch, int]:
    o = new(LeaderIdAndEpoch)
    o.leader_id, o.leader_epoch, t = unpack_iiB(buf, pos)
    o.unknown_tags = None
    pos += 9
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_partition_produce_response_v10_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[PartitionProduceResponse], int]:
    out = many(PartitionProduceResponse, count)
    key_batch_index_and_error_message_v9: Key | None = None
    for o in out:
        o.index, o.error_code, o.base_offset, o.log_append_time_ms, o.log_start_offset, n1 = unpack_ihqqqB(buf, pos)
        pos += 31
        if n1 > 127:
            n1, pos = uvarint_rest(buf, pos, n1)
        if n1 < 2:
            o.record_errors = [] if n1 else refuse_length(-1)
        else:
            n1 -= 1
            if n1 * 6 > end - pos or n1 > ctx.left:
                refuse_count(n1, 6, end - pos)
            ctx.left -= n1
            if n1 < 8 and key_batch_index_and_error_message_v9 is None:
                o.record_errors, pos, _ = some_batch_index_and_error_message_v9(buf, pos, end, n1, ctx)
            else:
                o.record_errors, pos, key_batch_index_and_error_message_v9 = read_rows(
                    buf,
                    pos,
                    end,
                    n1,
                    ctx,
                    some_batch_index_and_error_message_v9,
                    fill_batch_index_and_error_message_v9,
                    rows_batch_index_and_error_message_v9,
                    key_batch_index_and_error_message_v9,
                )
        n2 = buf[pos]
        if 0 < n2 < 128:
            p = pos + n2
            o.error_message = buf[pos + 1 : p].decode()
            pos = p
        elif n2 == 0:
            o.error_message = None
            pos = pos + 1
        else:
            o.error_message, pos = long_string_or_null(buf, pos + 1, n2)
        t = buf[pos]
        o.current_leader = None
        o.unknown_tags = None
        pos += 1
        if t:
            pos = tags_partition_produce_response_v10(o, buf, pos, end, t, ctx)
    return out, pos


def read_partition_produce_response_v9_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[PartitionProduceResponse], int]:
    out = many(PartitionProduceResponse, count)
    key_batch_index_and_error_message_v9: Key | None = None
    for o in out:
        o.index, o.error_code, o.base_offset, o.log_append_time_ms, o.log_start_offset, n1 = unpack_ihqqqB(buf, pos)
        pos += 31
        if n1 > 127:
            n1, pos = uvarint_rest(buf, pos, n1)
        if n1 < 2:
            o.record_errors = [] if n1 else refuse_length(-1)
        else:
            n1 -= 1
            if n1 * 6 > end - pos or n1 > ctx.left:
                refuse_count(n1, 6, end - pos)
            ctx.left -= n1
            if n1 < 8 and key_batch_index_and_error_message_v9 is None:
                o.record_errors, pos, _ = some_batch_index_and_error_message_v9(buf, pos, end, n1, ctx)
            else:
                o.record_errors, pos, key_batch_index_and_error_message_v9 = read_rows(
                    buf,
                    pos,
                    end,
                    n1,
                    ctx,
                    some_batch_index_and_error_message_v9,
                    fill_batch_index_and_error_message_v9,
                    rows_batch_index_and_error_message_v9,
                    key_batch_index_and_error_message_v9,
                )
        n2 = buf[pos]
        if 0 < n2 < 128:
            p = pos + n2
            o.error_message = buf[pos + 1 : p].decode()
            pos = p
        elif n2 == 0:
            o.error_message = None
            pos = pos + 1
        else:
            o.error_message, pos = long_string_or_null(buf, pos + 1, n2)
        t = buf[pos]
        o.current_leader = None
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx, (0,))
    return out, pos


def read_partition_produce_response_v8_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[PartitionProduceResponse], int]:
    out = many(PartitionProduceResponse, count)
    key_batch_index_and_error_message_v8: Key | None = None
    for o in out:
        o.index, o.error_code, o.base_offset, o.log_append_time_ms, o.log_start_offset, n1 = unpack_ihqqqi(buf, pos)
        pos += 34
        if n1 < 1:
            o.record_errors = [] if n1 == 0 else refuse_length(n1)
        else:
            if n1 * 6 > end - pos or n1 > ctx.left:
                refuse_count(n1, 6, end - pos)
            ctx.left -= n1
            if n1 < 8 and key_batch_index_and_error_message_v8 is None:
                o.record_errors, pos, _ = some_batch_index_and_error_message_v8(buf, pos, end, n1, ctx)
            else:
                o.record_errors, pos, key_batch_index_and_error_message_v8 = read_rows(
                    buf,
                    pos,
                    end,
                    n1,
                    ctx,
                    some_batch_index_and_error_message_v8,
                    fill_batch_index_and_error_message_v8,
                    rows_batch_index_and_error_message_v8,
                    key_batch_index_and_error_message_v8,
                )
        (n2,) = unpack_h(buf, pos)
        if n2 >= 0:
            p = pos + n2 + 2
            o.error_message = buf[pos + 2 : p].decode()
            pos = p
        else:
            o.error_message = null_or_refuse(n2)
            pos = pos + 2
        o.current_leader = None
        o.unknown_tags = None
    return out, pos


def some_partition_produce_response_v5(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[PartitionProduceResponse], int, Key]:
    out = many(PartitionProduceResponse, count)
    for o in out:
        o.index, o.error_code, o.base_offset, o.log_append_time_ms, o.log_start_offset = unpack_ihqqq(buf, pos)
        o.record_errors = []
        o.error_message = None
        o.current_leader = None
        o.unknown_tags = None
        pos += 30
    return out, pos, ()


def fill_partition_produce_response_v5(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[PartitionProduceResponse]:
    out = many(PartitionProduceResponse, count)
    o: PartitionProduceResponse
    for o, row in zip(out, rows):
        o.index, o.error_code, o.base_offset, o.log_append_time_ms, o.log_start_offset = row
        o.record_errors = []
        o.error_message = None
        o.current_leader = None
        o.unknown_tags = None
    return out


def some_partition_produce_response_v2(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[PartitionProduceResponse], int, Key]:
    out = many(PartitionProduceResponse, count)
    for o in out:
        o.index, o.error_code, o.base_offset, o.log_append_time_ms = unpack_ihqq(buf, pos)
        o.log_start_offset = -1
        o.record_errors = []
        o.error_message = None
        o.current_leader = None
        o.unknown_tags = None
        pos += 22
    return out, pos, ()


def fill_partition_produce_response_v2(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[PartitionProduceResponse]:
    out = many(PartitionProduceResponse, count)
    o: PartitionProduceResponse
    for o, row in zip(out, rows):
        o.index, o.error_code, o.base_offset, o.log_append_time_ms = row
        o.log_start_offset = -1
        o.record_errors = []
        o.error_message = None
        o.current_leader = None
        o.unknown_tags = None
    return out


def some_partition_produce_response_v0(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[PartitionProduceResponse], int, Key]:
    out = many(PartitionProduceResponse, count)
    for o in out:
        o.index, o.error_code, o.base_offset = unpack_ihq(buf, pos)
        o.log_append_time_ms = -1
        o.log_start_offset = -1
        o.record_errors = []
        o.error_message = None
        o.current_leader = None
        o.unknown_tags = None
        pos += 14
    return out, pos, ()


def fill_partition_produce_response_v0(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[PartitionProduceResponse]:
    out = many(PartitionProduceResponse, count)
    o: PartitionProduceResponse
    for o, row in zip(out, rows):
        o.index, o.error_code, o.base_offset = row
        o.log_append_time_ms = -1
        o.log_start_offset = -1
        o.record_errors = []
        o.error_message = None
        o.current_leader = None
        o.unknown_tags = None
    return out


def tags_partition_produce_response_v10(
    o: PartitionProduceResponse, buf: bytes, pos: int, end: int, t: int, ctx: Context
) -> int:
    sections, behind = tag_sections(buf, pos, end, t, ctx.limits)
    for tag, pos, stop in sections:
        if tag == 0:
            o.current_leader, pos = read_leader_id_and_epoch_v10(buf, pos, end, ctx)
            check_tag_size(tag, pos, stop)
        else:
            if o.unknown_tags is None:
                o.unknown_tags = {}
            o.unknown_tags[tag] = buf[pos:stop]
    return behind


def tagged_partition_produce_response_v10(o: PartitionProduceResponse) -> bytes:
    known: dict[int, bytes] = {}
    parts: list[bytes]
    if o.current_leader is not None and o.current_leader != LeaderIdAndEpoch():
        parts = []
        put = parts.append
        write_leader_id_and_epoch_v10(o.current_leader, put)
        known[0] = b"".join(parts)
    return merge_tags(known, o.unknown_tags, (0,))


def write_partition_produce_response_v10_array(items: Iterable[PartitionProduceResponse], put: Put) -> None:
    for o in items:
        v1 = o.record_errors
        if v1:
            put(pack_ihqqq(o.index, o.error_code, o.base_offset, o.log_append_time_ms, o.log_start_offset))
            put(COUNTS[len(v1)])
            write_batch_index_and_error_message_v9_array(v1, put)
        elif v1 is None:
            refuse_null()
        v4 = o.error_message
        if v4 is None:
            s2 = b""
            n3 = 0
        else:
            s2 = v4.encode()
            n3 = len(s2) + 1
        if v1:
            put(shapes_2[len(s2)](n3, s2))
        else:
            put(
                shapes_9[len(s2)](
                    o.index, o.error_code, o.base_offset, o.log_append_time_ms, o.log_start_offset, 1, n3, s2
                )
            )
        if o.current_leader is not None or o.unknown_tags:
            put(tagged_partition_produce_response_v10(o))
        else:
            put(b"\0")


def write_partition_produce_response_v9_array(items: Iterable[PartitionProduceResponse], put: Put) -> None:
    for o in items:
        if o.current_leader is not None and o.current_leader != LeaderIdAndEpoch():
            absent(o, "current_leader")
        v1 = o.record_errors
        if v1:
            put(pack_ihqqq(o.index, o.error_code, o.base_offset, o.log_append_time_ms, o.log_start_offset))
            put(COUNTS[len(v1)])
            write_batch_index_and_error_message_v9_array(v1, put)
        elif v1 is None:
            refuse_null()
        v4 = o.error_message
        if v4 is None:
            s2 = b""
            n3 = 0
        else:
            s2 = v4.encode()
            n3 = len(s2) + 1
        if v1:
            data = shapes_7[len(s2)](n3, s2)
        else:
            data = shapes_8[len(s2)](
                o.index, o.error_code, o.base_offset, o.log_append_time_ms, o.log_start_offset, 1, n3, s2
            )
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, (0,))
        put(data)


def write_partition_produce_response_v8_array(items: Iterable[PartitionProduceResponse], put: Put) -> None:
    for o in items:
        if o.current_leader is not None and o.current_leader != LeaderIdAndEpoch():
            absent(o, "current_leader")
        v1 = o.record_errors
        if v1:
            put(pack_ihqqqi(o.index, o.error_code, o.base_offset, o.log_append_time_ms, o.log_start_offset, len(v1)))
            write_batch_index_and_error_message_v8_array(v1, put)
        elif v1 is None:
            refuse_null()
        v4 = o.error_message
        if v4 is None:
            s2 = b""
            n3 = -1
        else:
            s2 = v4.encode()
            n3 = len(s2)
        if o.unknown_tags:
            absent(o, "unknown_tags")
        if v1:
            put(shapes_5[len(s2)](n3, s2))
        else:
            put(
                shapes_6[len(s2)](
                    o.index, o.error_code, o.base_offset, o.log_append_time_ms, o.log_start_offset, 0, n3, s2
                )
            )


def write_partition_produce_response_v5_array(items: Iterable[PartitionProduceResponse], put: Put) -> None:
    for o in items:
        if o.current_leader is not None and o.current_leader != LeaderIdAndEpoch():
            absent(o, "current_leader")
        if o.unknown_tags:
            absent(o, "unknown_tags")
        put(pack_ihqqq(o.index, o.error_code, o.base_offset, o.log_append_time_ms, o.log_start_offset))


def write_partition_produce_response_v2_array(items: Iterable[PartitionProduceResponse], put: Put) -> None:
    for o in items:
        if o.current_leader is not None and o.current_leader != LeaderIdAndEpoch():
            absent(o, "current_leader")
        if o.unknown_tags:
            absent(o, "unknown_tags")
        put(pack_ihqq(o.index, o.error_code, o.base_offset, o.log_append_time_ms))


def write_partition_produce_response_v0_array(items: Iterable[PartitionProduceResponse], put: Put) -> None:
    for o in items:
        if o.current_leader is not None and o.current_leader != LeaderIdAndEpoch():
            absent(o, "current_leader")
        if o.unknown_tags:
            absent(o, "unknown_tags")
        put(pack_ihq(o.index, o.error_code, o.base_offset))


def read_topic_produce_response_v13_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[TopicProduceResponse], int]:
    out = many(TopicProduceResponse, count)
    for o in out:
        u1, n2 = unpack_uB(buf, pos)
        o.topic_id = make_uuid(u1)
        pos += 17
        if n2 > 127:
            n2, pos = uvarint_rest(buf, pos, n2)
        if n2 < 2:
            o.partition_responses = [] if n2 else refuse_length(-1)
        else:
            n2 -= 1
            if n2 * 33 > end - pos or n2 > ctx.left:
                refuse_count(n2, 33, end - pos)
            ctx.left -= n2
            o.partition_responses, pos = read_partition_produce_response_v10_array(buf, pos, end, n2, ctx)
        t = buf[pos]
        o.name = ""
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def read_topic_produce_response_v10_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[TopicProduceResponse], int]:
    out = many(TopicProduceResponse, count)
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
            o.partition_responses = [] if n2 else refuse_length(-1)
        else:
            n2 -= 1
            if n2 * 33 > end - pos or n2 > ctx.left:
                refuse_count(n2, 33, end - pos)
            ctx.left -= n2
            o.partition_responses, pos = read_partition_produce_response_v10_array(buf, pos, end, n2, ctx)
        t = buf[pos]
        o.topic_id = ZERO_UUID
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def read_topic_produce_response_v9_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[TopicProduceResponse], int]:
    out = many(TopicProduceResponse, count)
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
            o.partition_responses = [] if n2 else refuse_length(-1)
        else:
            n2 -= 1
            if n2 * 33 > end - pos or n2 > ctx.left:
                refuse_count(n2, 33, end - pos)
            ctx.left -= n2
            o.partition_responses, pos = read_partition_produce_response_v9_array(buf, pos, end, n2, ctx)
        t = buf[pos]
        o.topic_id = ZERO_UUID
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def read_topic_produce_response_v8_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[TopicProduceResponse], int]:
    out = many(TopicProduceResponse, count)
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
            o.partition_responses = [] if n2 == 0 else refuse_length(n2)
        else:
            if n2 * 36 > end - pos or n2 > ctx.left:
                refuse_count(n2, 36, end - pos)
            ctx.left -= n2
            o.partition_responses, pos = read_partition_produce_response_v8_array(buf, pos, end, n2, ctx)
        o.topic_id = ZERO_UUID
        o.unknown_tags = None
    return out, pos


def read_topic_produce_response_v5_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[TopicProduceResponse], int]:
    out = many(TopicProduceResponse, count)
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
            o.partition_responses = [] if n2 == 0 else refuse_length(n2)
        else:
            if n2 * 30 > end - pos or n2 > ctx.left:
                refuse_count(n2, 30, end - pos)
            ctx.left -= n2
            p = pos + n2 * 30
            o.partition_responses = fill_partition_produce_response_v5(
                iter_partition_produce_response_v5(buf[pos:p]), n2, (), ctx
            )
            pos = p
        o.topic_id = ZERO_UUID
        o.unknown_tags = None
    return out, pos


def read_topic_produce_response_v2_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[TopicProduceResponse], int]:
    out = many(TopicProduceResponse, count)
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
            o.partition_responses = [] if n2 == 0 else refuse_length(n2)
        else:
            if n2 * 22 > end - pos or n2 > ctx.left:
                refuse_count(n2, 22, end - pos)
            ctx.left -= n2
            p = pos + n2 * 22
            o.partition_responses = fill_partition_produce_response_v2(
                iter_partition_produce_response_v2(buf[pos:p]), n2, (), ctx
            )
            pos = p
        o.topic_id = ZERO_UUID
        o.unknown_tags = None
    return out, pos


def read_topic_produce_response_v0_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[TopicProduceResponse], int]:
    out = many(TopicProduceResponse, count)
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
            o.partition_responses = [] if n2 == 0 else refuse_length(n2)
        else:
            if n2 * 14 > end - pos or n2 > ctx.left:
                refuse_count(n2, 14, end - pos)
            ctx.left -= n2
            p = pos + n2 * 14
            o.partition_responses = fill_partition_produce_response_v0(
                iter_partition_produce_response_v0(buf[pos:p]), n2, (), ctx
            )
            pos = p
        o.topic_id = ZERO_UUID
        o.unknown_tags = None
    return out, pos


def some_node_endpoint_v10(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[NodeEndpoint], int, Key]:
    out = many(NodeEndpoint, count)
    for o in out:
        o.node_id, n1 = unpack_iB(buf, pos)
        if 0 < n1 < 128:
            p = pos + n1 + 4
            o.host = buf[pos + 5 : p].decode()
            pos = p
        else:
            o.host, pos = long_string(buf, pos + 5, n1)
        o.port, n2 = unpack_iB(buf, pos)
        if 0 < n2 < 128:
            p = pos + n2 + 4
            o.rack = buf[pos + 5 : p].decode()
            pos = p
        elif n2 == 0:
            o.rack = None
            pos = pos + 5
        else:
            o.rack, pos = long_string_or_null(buf, pos + 5, n2)
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (n1, n2, t)


def fill_node_endpoint_v10(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[NodeEndpoint]:
    k0, k1, _ = key
    out = many(NodeEndpoint, count)
    o: NodeEndpoint
    for o, row in zip(out, rows):
        o.node_id, v1, o.port, v3 = row
        o.host = v1.decode()
        o.rack = v3.decode() if k1 else None
        o.unknown_tags = None
    return out


def write_topic_produce_response_v13_array(items: Iterable[TopicProduceResponse], put: Put) -> None:
    for o in items:
        v1 = o.partition_responses
        if v1:
            put(pack_u(o.topic_id.bytes))
            put(COUNTS[len(v1)])
            write_partition_produce_response_v10_array(v1, put)
        elif v1 is None:
            refuse_null()
        if v1:
            data = b"\0"
        else:
            data = pack_uBx(o.topic_id.bytes, 1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_node_endpoint_v10_array(items: Iterable[NodeEndpoint], put: Put) -> None:
    last7 = last8 = -1
    pack6 = shapes_4[0, 0]
    for o in items:
        s1 = o.host.encode()
        n2 = len(s1)
        v5 = o.rack
        if v5 is None:
            s3 = b""
            n4 = 0
        else:
            s3 = v5.encode()
            n4 = len(s3) + 1
        if last7 != n2 or last8 != len(s3):
            last7, last8 = n2, len(s3)
            pack6 = shapes_4[last7, last8]
        data = pack6(o.node_id, n2 + 1, s1, o.port, n4, s3)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_topic_produce_response_v10_array(items: Iterable[TopicProduceResponse], put: Put) -> None:
    for o in items:
        s1 = o.name.encode()
        n2 = len(s1)
        v3 = o.partition_responses
        if v3:
            put(shapes_2[n2](n2 + 1, s1))
            put(COUNTS[len(v3)])
            write_partition_produce_response_v10_array(v3, put)
        elif v3 is None:
            refuse_null()
        if v3:
            data = b"\0"
        else:
            data = shapes_3[n2](n2 + 1, s1, 1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_topic_produce_response_v9_array(items: Iterable[TopicProduceResponse], put: Put) -> None:
    for o in items:
        s1 = o.name.encode()
        n2 = len(s1)
        v3 = o.partition_responses
        if v3:
            put(shapes_2[n2](n2 + 1, s1))
            put(COUNTS[len(v3)])
            write_partition_produce_response_v9_array(v3, put)
        elif v3 is None:
            refuse_null()
        if v3:
            data = b"\0"
        else:
            data = shapes_3[n2](n2 + 1, s1, 1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_topic_produce_response_v8_array(items: Iterable[TopicProduceResponse], put: Put) -> None:
    for o in items:
        s1 = o.name.encode()
        n2 = len(s1)
        v3 = o.partition_responses
        if v3:
            put(shapes_1[n2](n2, s1, len(v3)))
            write_partition_produce_response_v8_array(v3, put)
        elif v3 is None:
            refuse_null()
        if o.unknown_tags:
            absent(o, "unknown_tags")
        if not v3:
            put(shapes_1[n2](n2, s1, 0))


def write_topic_produce_response_v5_array(items: Iterable[TopicProduceResponse], put: Put) -> None:
    for o in items:
        s1 = o.name.encode()
        n2 = len(s1)
        v3 = o.partition_responses
        if v3:
            put(shapes_1[n2](n2, s1, len(v3)))
            write_partition_produce_response_v5_array(v3, put)
        elif v3 is None:
            refuse_null()
        if o.unknown_tags:
            absent(o, "unknown_tags")
        if not v3:
            put(shapes_1[n2](n2, s1, 0))


def write_topic_produce_response_v2_array(items: Iterable[TopicProduceResponse], put: Put) -> None:
    for o in items:
        s1 = o.name.encode()
        n2 = len(s1)
        v3 = o.partition_responses
        if v3:
            put(shapes_1[n2](n2, s1, len(v3)))
            write_partition_produce_response_v2_array(v3, put)
        elif v3 is None:
            refuse_null()
        if o.unknown_tags:
            absent(o, "unknown_tags")
        if not v3:
            put(shapes_1[n2](n2, s1, 0))


def write_topic_produce_response_v0_array(items: Iterable[TopicProduceResponse], put: Put) -> None:
    for o in items:
        s1 = o.name.encode()
        n2 = len(s1)
        v3 = o.partition_responses
        if v3:
            put(shapes_1[n2](n2, s1, len(v3)))
            write_partition_produce_response_v0_array(v3, put)
        elif v3 is None:
            refuse_null()
        if o.unknown_tags:
            absent(o, "unknown_tags")
        if not v3:
            put(shapes_1[n2](n2, s1, 0))


def read_produce_response_v13(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[ProduceResponse, int]:
    o = new(ProduceResponse)
    n1 = buf[pos]
    pos += 1
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.responses = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 18 > end - pos or n1 > ctx.left:
            refuse_count(n1, 18, end - pos)
        ctx.left -= n1
        o.responses, pos = read_topic_produce_response_v13_array(buf, pos, end, n1, ctx)
    o.throttle_time_ms, t = unpack_iB(buf, pos)
    o.node_endpoints = []
    o.unknown_tags = None
    pos += 5
    if t:
        pos = tags_produce_response_v13(o, buf, pos, end, t, ctx)
    return o, pos


def read_produce_response_v10(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[ProduceResponse, int]:
    o = new(ProduceResponse)
    n1 = buf[pos]
    pos += 1
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.responses = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 3 > end - pos or n1 > ctx.left:
            refuse_count(n1, 3, end - pos)
        ctx.left -= n1
        o.responses, pos = read_topic_produce_response_v10_array(buf, pos, end, n1, ctx)
    o.throttle_time_ms, t = unpack_iB(buf, pos)
    o.node_endpoints = []
    o.unknown_tags = None
    pos += 5
    if t:
        pos = tags_produce_response_v10(o, buf, pos, end, t, ctx)
    return o, pos


def read_produce_response_v9(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[ProduceResponse, int]:
    o = new(ProduceResponse)
    n1 = buf[pos]
    pos += 1
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.responses = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 3 > end - pos or n1 > ctx.left:
            refuse_count(n1, 3, end - pos)
        ctx.left -= n1
        o.responses, pos = read_topic_produce_response_v9_array(buf, pos, end, n1, ctx)
    o.throttle_time_ms, t = unpack_iB(buf, pos)
    o.node_endpoints = []
    o.unknown_tags = None
    pos += 5
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx, (0,))
    return o, pos


def read_produce_response_v8(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[ProduceResponse, int]:
    o = new(ProduceResponse)
    (n1,) = unpack_i(buf, pos)
    pos += 4
    if n1 < 1:
        o.responses = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 6 > end - pos or n1 > ctx.left:
            refuse_count(n1, 6, end - pos)
        ctx.left -= n1
        o.responses, pos = read_topic_produce_response_v8_array(buf, pos, end, n1, ctx)
    (o.throttle_time_ms,) = unpack_i(buf, pos)
    o.node_endpoints = []
    o.unknown_tags = None
    return o, pos + 4


def read_produce_response_v5(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[ProduceResponse, int]:
    o = new(ProduceResponse)
    (n1,) = unpack_i(buf, pos)
    pos += 4
    if n1 < 1:
        o.responses = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 6 > end - pos or n1 > ctx.left:
            refuse_count(n1, 6, end - pos)
        ctx.left -= n1
        o.responses, pos = read_topic_produce_response_v5_array(buf, pos, end, n1, ctx)
    (o.throttle_time_ms,) = unpack_i(buf, pos)
    o.node_endpoints = []
    o.unknown_tags = None
    return o, pos + 4


def read_produce_response_v2(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[ProduceResponse, int]:
    o = new(ProduceResponse)
    (n1,) = unpack_i(buf, pos)
    pos += 4
    if n1 < 1:
        o.responses = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 6 > end - pos or n1 > ctx.left:
            refuse_count(n1, 6, end - pos)
        ctx.left -= n1
        o.responses, pos = read_topic_produce_response_v2_array(buf, pos, end, n1, ctx)
    (o.throttle_time_ms,) = unpack_i(buf, pos)
    o.node_endpoints = []
    o.unknown_tags = None
    return o, pos + 4


def read_produce_response_v1(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[ProduceResponse, int]:
    o = new(ProduceResponse)
    (n1,) = unpack_i(buf, pos)
    pos += 4
    if n1 < 1:
        o.responses = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 6 > end - pos or n1 > ctx.left:
            refuse_count(n1, 6, end - pos)
        ctx.left -= n1
        o.responses, pos = read_topic_produce_response_v0_array(buf, pos, end, n1, ctx)
    (o.throttle_time_ms,) = unpack_i(buf, pos)
    o.node_endpoints = []
    o.unknown_tags = None
    return o, pos + 4


def read_produce_response_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[ProduceResponse, int]:
    o = new(ProduceResponse)
    (n1,) = unpack_i(buf, pos)
    pos += 4
    if n1 < 1:
        o.responses = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 6 > end - pos or n1 > ctx.left:
            refuse_count(n1, 6, end - pos)
        ctx.left -= n1
        o.responses, pos = read_topic_produce_response_v0_array(buf, pos, end, n1, ctx)
    o.throttle_time_ms = 0
    o.node_endpoints = []
    o.unknown_tags = None
    return o, pos


def tags_produce_response_v13(o: ProduceResponse, buf: bytes, pos: int, end: int, t: int, ctx: Context) -> int:
    sections, behind = tag_sections(buf, pos, end, t, ctx.limits)
    for tag, pos, stop in sections:
        key_node_endpoint_v10: Key | None = None
        if tag == 0:
            n1 = buf[pos]
            pos += 1
            if n1 > 127:
                n1, pos = uvarint_rest(buf, pos, n1)
            if n1 < 2:
                o.node_endpoints = [] if n1 else refuse_length(-1)
            else:
                n1 -= 1
                if n1 * 11 > end - pos or n1 > ctx.left:
                    refuse_count(n1, 11, end - pos)
                ctx.left -= n1
                if n1 < 8 and key_node_endpoint_v10 is None:
                    o.node_endpoints, pos, _ = some_node_endpoint_v10(buf, pos, end, n1, ctx)
                else:
                    o.node_endpoints, pos, key_node_endpoint_v10 = read_rows(
                        buf,
                        pos,
                        end,
                        n1,
                        ctx,
                        some_node_endpoint_v10,
                        fill_node_endpoint_v10,
                        rows_node_endpoint_v10,
                        key_node_endpoint_v10,
                    )
            check_tag_size(tag, pos, stop)
        else:
            if o.unknown_tags is None:
                o.unknown_tags = {}
            o.unknown_tags[tag] = buf[pos:stop]
    return behind


def tagged_produce_response_v13(o: ProduceResponse) -> bytes:
    known: dict[int, bytes] = {}
    parts: list[bytes]
    if o.node_endpoints:
        parts = []
        put = parts.append
        v1 = o.node_endpoints
        if v1:
            put(COUNTS[len(v1)])
            write_node_endpoint_v10_array(v1, put)
        elif v1 is None:
            refuse_null()
        if not v1:
            put(pack_B(1))
        known[0] = b"".join(parts)
    return merge_tags(known, o.unknown_tags, (0,))


def encode_produce_response_v13(o: ProduceResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.responses
    if v1:
        put(COUNTS[len(v1)])
        write_topic_produce_response_v13_array(v1, put)
    elif v1 is None:
        refuse_null()
    if v1:
        put(pack_i(o.throttle_time_ms))
    else:
        put(pack_Bi(1, o.throttle_time_ms))
    if o.node_endpoints or o.unknown_tags:
        put(tagged_produce_response_v13(o))
    else:
        put(b"\0")
    return b"".join(parts)


def tags_produce_response_v10(o: ProduceResponse, buf: bytes, pos: int, end: int, t: int, ctx: Context) -> int:
    sections, behind = tag_sections(buf, pos, end, t, ctx.limits)
    for tag, pos, stop in sections:
        key_node_endpoint_v10: Key | None = None
        if tag == 0:
            n1 = buf[pos]
            pos += 1
            if n1 > 127:
                n1, pos = uvarint_rest(buf, pos, n1)
            if n1 < 2:
                o.node_endpoints = [] if n1 else refuse_length(-1)
            else:
                n1 -= 1
                if n1 * 11 > end - pos or n1 > ctx.left:
                    refuse_count(n1, 11, end - pos)
                ctx.left -= n1
                if n1 < 8 and key_node_endpoint_v10 is None:
                    o.node_endpoints, pos, _ = some_node_endpoint_v10(buf, pos, end, n1, ctx)
                else:
                    o.node_endpoints, pos, key_node_endpoint_v10 = read_rows(
                        buf,
                        pos,
                        end,
                        n1,
                        ctx,
                        some_node_endpoint_v10,
                        fill_node_endpoint_v10,
                        rows_node_endpoint_v10,
                        key_node_endpoint_v10,
                    )
            check_tag_size(tag, pos, stop)
        else:
            if o.unknown_tags is None:
                o.unknown_tags = {}
            o.unknown_tags[tag] = buf[pos:stop]
    return behind


def tagged_produce_response_v10(o: ProduceResponse) -> bytes:
    known: dict[int, bytes] = {}
    parts: list[bytes]
    if o.node_endpoints:
        parts = []
        put = parts.append
        v1 = o.node_endpoints
        if v1:
            put(COUNTS[len(v1)])
            write_node_endpoint_v10_array(v1, put)
        elif v1 is None:
            refuse_null()
        if not v1:
            put(pack_B(1))
        known[0] = b"".join(parts)
    return merge_tags(known, o.unknown_tags, (0,))


def encode_produce_response_v10(o: ProduceResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.responses
    if v1:
        put(COUNTS[len(v1)])
        write_topic_produce_response_v10_array(v1, put)
    elif v1 is None:
        refuse_null()
    if v1:
        put(pack_i(o.throttle_time_ms))
    else:
        put(pack_Bi(1, o.throttle_time_ms))
    if o.node_endpoints or o.unknown_tags:
        put(tagged_produce_response_v10(o))
    else:
        put(b"\0")
    return b"".join(parts)


def encode_produce_response_v9(o: ProduceResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.node_endpoints:
        absent(o, "node_endpoints")
    v1 = o.responses
    if v1:
        put(COUNTS[len(v1)])
        write_topic_produce_response_v9_array(v1, put)
    elif v1 is None:
        refuse_null()
    if v1:
        data = pack_ix(o.throttle_time_ms)
    else:
        data = pack_Bix(1, o.throttle_time_ms)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, (0,))
    put(data)
    return b"".join(parts)


def encode_produce_response_v8(o: ProduceResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.node_endpoints:
        absent(o, "node_endpoints")
    v1 = o.responses
    if v1:
        put(pack_i(len(v1)))
        write_topic_produce_response_v8_array(v1, put)
    elif v1 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if v1:
        put(pack_i(o.throttle_time_ms))
    else:
        put(pack_ii(0, o.throttle_time_ms))
    return b"".join(parts)


def encode_produce_response_v5(o: ProduceResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.node_endpoints:
        absent(o, "node_endpoints")
    v1 = o.responses
    if v1:
        put(pack_i(len(v1)))
        write_topic_produce_response_v5_array(v1, put)
    elif v1 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if v1:
        put(pack_i(o.throttle_time_ms))
    else:
        put(pack_ii(0, o.throttle_time_ms))
    return b"".join(parts)


def encode_produce_response_v2(o: ProduceResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.node_endpoints:
        absent(o, "node_endpoints")
    v1 = o.responses
    if v1:
        put(pack_i(len(v1)))
        write_topic_produce_response_v2_array(v1, put)
    elif v1 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if v1:
        put(pack_i(o.throttle_time_ms))
    else:
        put(pack_ii(0, o.throttle_time_ms))
    return b"".join(parts)


def encode_produce_response_v1(o: ProduceResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.node_endpoints:
        absent(o, "node_endpoints")
    v1 = o.responses
    if v1:
        put(pack_i(len(v1)))
        write_topic_produce_response_v0_array(v1, put)
    elif v1 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if v1:
        put(pack_i(o.throttle_time_ms))
    else:
        put(pack_ii(0, o.throttle_time_ms))
    return b"".join(parts)


def encode_produce_response_v0(o: ProduceResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.node_endpoints:
        absent(o, "node_endpoints")
    v1 = o.responses
    if v1:
        put(pack_i(len(v1)))
        write_topic_produce_response_v0_array(v1, put)
    elif v1 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v1:
        put(pack_i(0))
    return b"".join(parts)


ENCODERS: dict[int, Callable[[ProduceResponse], bytes]] = {
    0: encode_produce_response_v0,
    1: encode_produce_response_v1,
    2: encode_produce_response_v2,
    3: encode_produce_response_v2,
    4: encode_produce_response_v2,
    5: encode_produce_response_v5,
    6: encode_produce_response_v5,
    7: encode_produce_response_v5,
    8: encode_produce_response_v8,
    9: encode_produce_response_v9,
    10: encode_produce_response_v10,
    11: encode_produce_response_v10,
    12: encode_produce_response_v10,
    13: encode_produce_response_v13,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[ProduceResponse, int]]] = {
    0: read_produce_response_v0,
    1: read_produce_response_v1,
    2: read_produce_response_v2,
    3: read_produce_response_v2,
    4: read_produce_response_v2,
    5: read_produce_response_v5,
    6: read_produce_response_v5,
    7: read_produce_response_v5,
    8: read_produce_response_v8,
    9: read_produce_response_v9,
    10: read_produce_response_v10,
    11: read_produce_response_v10,
    12: read_produce_response_v10,
    13: read_produce_response_v13,
}
NEEDS_CONTEXT = True
SPEC = """\
ProduceResponse response 0-13 flexible=9+
 Responses []TopicProduceResponse 0+
  Name string 0-12 ignorable
  TopicId uuid 13+ ignorable
  PartitionResponses []PartitionProduceResponse 0+
   Index int32 0+
   ErrorCode int16 0+
   BaseOffset int64 0+
   LogAppendTimeMs int64 2+ ignorable default=-1
   LogStartOffset int64 5+ ignorable default=-1
   RecordErrors []BatchIndexAndErrorMessage 8+ ignorable
    BatchIndex int32 8+
    BatchIndexErrorMessage string 8+ null=8+ default=null
   ErrorMessage string 8+ null=8+ ignorable default=null
   CurrentLeader LeaderIdAndEpoch 10+ tag=0@10+
    LeaderId int32 10+ default=-1
    LeaderEpoch int32 10+ default=-1
 ThrottleTimeMs int32 1+ ignorable default=0
 NodeEndpoints []NodeEndpoint 10+ tag=0@10+
  NodeId int32 10+
  Host string 10+
  Port int32 10+
  Rack string 10+ null=10+ default=null
"""
