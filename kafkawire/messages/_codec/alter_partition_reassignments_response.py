# Generated from rpc/AlterPartitionReassignmentsResponse.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.alter_partition_reassignments_response import (
    AlterPartitionReassignmentsResponse,
    ReassignablePartitionResponse,
    ReassignableTopicResponse,
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

rows_reassignable_partition_response_v0 = Rows("ih P1 T")
shapes_1 = Shapes("ihS%ds")
shapes_2 = Shapes("ihS%dsBx")
shapes_3 = Shapes("i?hS%ds")
shapes_4 = Shapes("i?hS%dsBx")
shapes_5 = Shapes("S%ds")
shapes_6 = Shapes("S%dsBx")
shapes_7 = Shapes("ihS%dsx")
unpack_ihB = Packer(">ihB").unpack_from
unpack_ithB = Packer(">i?hB").unpack_from


def some_reassignable_partition_response_v0(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[ReassignablePartitionResponse], int, Key]:
    out = many(ReassignablePartitionResponse, count)
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
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (n1, t)


def fill_reassignable_partition_response_v0(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[ReassignablePartitionResponse]:
    k0, _ = key
    out = many(ReassignablePartitionResponse, count)
    o: ReassignablePartitionResponse
    for o, row in zip(out, rows):
        o.partition_index, o.error_code, v2 = row
        o.error_message = v2.decode() if k0 else None
        o.unknown_tags = None
    return out


def write_reassignable_partition_response_v0_array(items: Iterable[ReassignablePartitionResponse], put: Put) -> None:
    for o in items:
        v3 = o.error_message
        if v3 is None:
            s1 = b""
            n2 = 0
        else:
            s1 = v3.encode()
            n2 = len(s1) + 1
        data = shapes_7[len(s1)](o.partition_index, o.error_code, n2, s1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def read_reassignable_topic_response_v0_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[ReassignableTopicResponse], int]:
    out = many(ReassignableTopicResponse, count)
    key_reassignable_partition_response_v0: Key | None = None
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
            if n2 * 8 > end - pos or n2 > ctx.left:
                refuse_count(n2, 8, end - pos)
            ctx.left -= n2
            if n2 < 8 and key_reassignable_partition_response_v0 is None:
                o.partitions, pos, _ = some_reassignable_partition_response_v0(buf, pos, end, n2, ctx)
            else:
                o.partitions, pos, key_reassignable_partition_response_v0 = read_rows(
                    buf,
                    pos,
                    end,
                    n2,
                    ctx,
                    some_reassignable_partition_response_v0,
                    fill_reassignable_partition_response_v0,
                    rows_reassignable_partition_response_v0,
                    key_reassignable_partition_response_v0,
                )
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def write_reassignable_topic_response_v0_array(items: Iterable[ReassignableTopicResponse], put: Put) -> None:
    for o in items:
        s1 = o.name.encode()
        n2 = len(s1)
        v3 = o.partitions
        if v3:
            put(shapes_5[n2](n2 + 1, s1))
            put(COUNTS[len(v3)])
            write_reassignable_partition_response_v0_array(v3, put)
        elif v3 is None:
            refuse_null()
        if v3:
            data = b"\0"
        else:
            data = shapes_6[n2](n2 + 1, s1, 1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def read_alter_partition_reassignments_response_v1(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[AlterPartitionReassignmentsResponse, int]:
    o = new(AlterPartitionReassignmentsResponse)
    o.throttle_time_ms, o.allow_replication_factor_change, o.error_code, n1 = unpack_ithB(buf, pos)
    if 0 < n1 < 128:
        p = pos + n1 + 7
        o.error_message = buf[pos + 8 : p].decode()
        pos = p
    elif n1 == 0:
        o.error_message = None
        pos = pos + 8
    else:
        o.error_message, pos = long_string_or_null(buf, pos + 8, n1)
    n2 = buf[pos]
    pos += 1
    if n2 > 127:
        n2, pos = uvarint_rest(buf, pos, n2)
    if n2 < 2:
        o.responses = [] if n2 else refuse_length(-1)
    else:
        n2 -= 1
        if n2 * 3 > end - pos or n2 > ctx.left:
            refuse_count(n2, 3, end - pos)
        ctx.left -= n2
        o.responses, pos = read_reassignable_topic_response_v0_array(buf, pos, end, n2, ctx)
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_alter_partition_reassignments_response_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[AlterPartitionReassignmentsResponse, int]:
    o = new(AlterPartitionReassignmentsResponse)
    o.throttle_time_ms, o.error_code, n1 = unpack_ihB(buf, pos)
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
        o.responses = [] if n2 else refuse_length(-1)
    else:
        n2 -= 1
        if n2 * 3 > end - pos or n2 > ctx.left:
            refuse_count(n2, 3, end - pos)
        ctx.left -= n2
        o.responses, pos = read_reassignable_topic_response_v0_array(buf, pos, end, n2, ctx)
    t = buf[pos]
    o.allow_replication_factor_change = True
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def encode_alter_partition_reassignments_response_v1(o: AlterPartitionReassignmentsResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v3 = o.error_message
    if v3 is None:
        s1 = b""
        n2 = 0
    else:
        s1 = v3.encode()
        n2 = len(s1) + 1
    v4 = o.responses
    if v4:
        put(shapes_3[len(s1)](o.throttle_time_ms, o.allow_replication_factor_change, o.error_code, n2, s1))
        put(COUNTS[len(v4)])
        write_reassignable_topic_response_v0_array(v4, put)
    elif v4 is None:
        refuse_null()
    if v4:
        data = b"\0"
    else:
        data = shapes_4[len(s1)](o.throttle_time_ms, o.allow_replication_factor_change, o.error_code, n2, s1, 1)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


def encode_alter_partition_reassignments_response_v0(o: AlterPartitionReassignmentsResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v3 = o.error_message
    if v3 is None:
        s1 = b""
        n2 = 0
    else:
        s1 = v3.encode()
        n2 = len(s1) + 1
    v4 = o.responses
    if v4:
        put(shapes_1[len(s1)](o.throttle_time_ms, o.error_code, n2, s1))
        put(COUNTS[len(v4)])
        write_reassignable_topic_response_v0_array(v4, put)
    elif v4 is None:
        refuse_null()
    if v4:
        data = b"\0"
    else:
        data = shapes_2[len(s1)](o.throttle_time_ms, o.error_code, n2, s1, 1)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


ENCODERS: dict[int, Callable[[AlterPartitionReassignmentsResponse], bytes]] = {
    0: encode_alter_partition_reassignments_response_v0,
    1: encode_alter_partition_reassignments_response_v1,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[AlterPartitionReassignmentsResponse, int]]] = {
    0: read_alter_partition_reassignments_response_v0,
    1: read_alter_partition_reassignments_response_v1,
}
NEEDS_CONTEXT = True
SPEC = """\
AlterPartitionReassignmentsResponse response 0-1 flexible=0+
 ThrottleTimeMs int32 0+
 AllowReplicationFactorChange bool 1+ ignorable default=true
 ErrorCode int16 0+
 ErrorMessage string 0+ null=0+
 Responses []ReassignableTopicResponse 0+
  Name string 0+
  Partitions []ReassignablePartitionResponse 0+
   PartitionIndex int32 0+
   ErrorCode int16 0+
   ErrorMessage string 0+ null=0+
"""
