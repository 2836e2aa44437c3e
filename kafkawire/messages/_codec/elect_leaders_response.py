# Generated from rpc/ElectLeadersResponse.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.elect_leaders_response import ElectLeadersResponse, PartitionResult, ReplicaElectionResult
from kafkawire.wire import (
    COUNTS,
    Context,
    Put,
    Rows,
    Shapes,
    absent,
    long_string,
    long_string_or_null,
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

pack_ih = Packer(">ih").pack
pack_ihBx = Packer(">ihBx").pack
pack_ihi = Packer(">ihi").pack
pack_ii = Packer(">ii").pack
rows_partition_result_v0 = Rows("ih Y1")
rows_partition_result_v2 = Rows("ih P1 T")
shapes_1 = Shapes("h%dsi")
shapes_2 = Shapes("S%ds")
shapes_3 = Shapes("S%dsBx")
shapes_4 = Shapes("ihh%ds")
shapes_5 = Shapes("ihS%dsx")
unpack_h = Packer(">h").unpack_from
unpack_i = Packer(">i").unpack_from
unpack_ihB = Packer(">ihB").unpack_from
unpack_ihh = Packer(">ihh").unpack_from
unpack_ihi = Packer(">ihi").unpack_from
unpack_ii = Packer(">ii").unpack_from


def some_partition_result_v2(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[PartitionResult], int, Key]:
    out = many(PartitionResult, count)
    for o in out:
        o.partition_id, o.error_code, n1 = unpack_ihB(buf, pos)
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


def fill_partition_result_v2(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[PartitionResult]:
    k0, _ = key
    out = many(PartitionResult, count)
    o: PartitionResult
    for o, row in zip(out, rows):
        o.partition_id, o.error_code, v2 = row
        o.error_message = v2.decode() if k0 else None
        o.unknown_tags = None
    return out


def some_partition_result_v0(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[PartitionResult], int, Key]:
    out = many(PartitionResult, count)
    for o in out:
        o.partition_id, o.error_code, n1 = unpack_ihh(buf, pos)
        if n1 >= 0:
            p = pos + n1 + 8
            o.error_message = buf[pos + 8 : p].decode()
            pos = p
        else:
            o.error_message = null_or_refuse(n1)
            pos = pos + 8
        o.unknown_tags = None
    return out, pos, (n1,)


def fill_partition_result_v0(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[PartitionResult]:
    (k0,) = key
    out = many(PartitionResult, count)
    o: PartitionResult
    for o, row in zip(out, rows):
        o.partition_id, o.error_code, v2 = row
        o.error_message = v2.decode() if k0 >= 0 else None
        o.unknown_tags = None
    return out


def write_partition_result_v2_array(items: Iterable[PartitionResult], put: Put) -> None:
    for o in items:
        v3 = o.error_message
        if v3 is None:
            s1 = b""
            n2 = 0
        else:
            s1 = v3.encode()
            n2 = len(s1) + 1
        data = shapes_5[len(s1)](o.partition_id, o.error_code, n2, s1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_partition_result_v0_array(items: Iterable[PartitionResult], put: Put) -> None:
    for o in items:
        v3 = o.error_message
        if v3 is None:
            s1 = b""
            n2 = -1
        else:
            s1 = v3.encode()
            n2 = len(s1)
        if o.unknown_tags:
            absent(o, "unknown_tags")
        put(shapes_4[len(s1)](o.partition_id, o.error_code, n2, s1))


def read_replica_election_result_v2_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[ReplicaElectionResult], int]:
    out = many(ReplicaElectionResult, count)
    key_partition_result_v2: Key | None = None
    for o in out:
        n1 = buf[pos]
        if 0 < n1 < 128:
            p = pos + n1
            o.topic = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.topic, pos = long_string(buf, pos + 1, n1)
        n2 = buf[pos]
        pos += 1
        if n2 > 127:
            n2, pos = uvarint_rest(buf, pos, n2)
        if n2 < 2:
            o.partition_result = [] if n2 else refuse_length(-1)
        else:
            n2 -= 1
            if n2 * 8 > end - pos or n2 > ctx.left:
                refuse_count(n2, 8, end - pos)
            ctx.left -= n2
            if n2 < 8 and key_partition_result_v2 is None:
                o.partition_result, pos, _ = some_partition_result_v2(buf, pos, end, n2, ctx)
            else:
                o.partition_result, pos, key_partition_result_v2 = read_rows(
                    buf,
                    pos,
                    end,
                    n2,
                    ctx,
                    some_partition_result_v2,
                    fill_partition_result_v2,
                    rows_partition_result_v2,
                    key_partition_result_v2,
                )
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def read_replica_election_result_v0_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[ReplicaElectionResult], int]:
    out = many(ReplicaElectionResult, count)
    key_partition_result_v0: Key | None = None
    for o in out:
        (n1,) = unpack_h(buf, pos)
        if n1 >= 0:
            p = pos + n1 + 2
            o.topic = buf[pos + 2 : p].decode()
            pos = p
        else:
            o.topic = refuse_length(n1)
            pos = pos + 2
        (n2,) = unpack_i(buf, pos)
        pos += 4
        if n2 < 1:
            o.partition_result = [] if n2 == 0 else refuse_length(n2)
        else:
            if n2 * 8 > end - pos or n2 > ctx.left:
                refuse_count(n2, 8, end - pos)
            ctx.left -= n2
            if n2 < 8 and key_partition_result_v0 is None:
                o.partition_result, pos, _ = some_partition_result_v0(buf, pos, end, n2, ctx)
            else:
                o.partition_result, pos, key_partition_result_v0 = read_rows(
                    buf,
                    pos,
                    end,
                    n2,
                    ctx,
                    some_partition_result_v0,
                    fill_partition_result_v0,
                    rows_partition_result_v0,
                    key_partition_result_v0,
                )
        o.unknown_tags = None
    return out, pos


def write_replica_election_result_v2_array(items: Iterable[ReplicaElectionResult], put: Put) -> None:
    for o in items:
        s1 = o.topic.encode()
        n2 = len(s1)
        v3 = o.partition_result
        if v3:
            put(shapes_2[n2](n2 + 1, s1))
            put(COUNTS[len(v3)])
            write_partition_result_v2_array(v3, put)
        elif v3 is None:
            refuse_null()
        if v3:
            data = b"\0"
        else:
            data = shapes_3[n2](n2 + 1, s1, 1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_replica_election_result_v0_array(items: Iterable[ReplicaElectionResult], put: Put) -> None:
    for o in items:
        s1 = o.topic.encode()
        n2 = len(s1)
        v3 = o.partition_result
        if v3:
            put(shapes_1[n2](n2, s1, len(v3)))
            write_partition_result_v0_array(v3, put)
        elif v3 is None:
            refuse_null()
        if o.unknown_tags:
            absent(o, "unknown_tags")
        if not v3:
            put(shapes_1[n2](n2, s1, 0))


def read_elect_leaders_response_v2(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[ElectLeadersResponse, int]:
    o = new(ElectLeadersResponse)
    o.throttle_time_ms, o.error_code, n1 = unpack_ihB(buf, pos)
    pos += 7
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.replica_election_results = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 3 > end - pos or n1 > ctx.left:
            refuse_count(n1, 3, end - pos)
        ctx.left -= n1
        o.replica_election_results, pos = read_replica_election_result_v2_array(buf, pos, end, n1, ctx)
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_elect_leaders_response_v1(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[ElectLeadersResponse, int]:
    o = new(ElectLeadersResponse)
    o.throttle_time_ms, o.error_code, n1 = unpack_ihi(buf, pos)
    pos += 10
    if n1 < 1:
        o.replica_election_results = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 6 > end - pos or n1 > ctx.left:
            refuse_count(n1, 6, end - pos)
        ctx.left -= n1
        o.replica_election_results, pos = read_replica_election_result_v0_array(buf, pos, end, n1, ctx)
    o.unknown_tags = None
    return o, pos


def read_elect_leaders_response_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[ElectLeadersResponse, int]:
    o = new(ElectLeadersResponse)
    o.throttle_time_ms, n1 = unpack_ii(buf, pos)
    pos += 8
    if n1 < 1:
        o.replica_election_results = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 6 > end - pos or n1 > ctx.left:
            refuse_count(n1, 6, end - pos)
        ctx.left -= n1
        o.replica_election_results, pos = read_replica_election_result_v0_array(buf, pos, end, n1, ctx)
    o.error_code = 0
    o.unknown_tags = None
    return o, pos


def encode_elect_leaders_response_v2(o: ElectLeadersResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.replica_election_results
    if v1:
        put(pack_ih(o.throttle_time_ms, o.error_code))
        put(COUNTS[len(v1)])
        write_replica_election_result_v2_array(v1, put)
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


def encode_elect_leaders_response_v1(o: ElectLeadersResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.replica_election_results
    if v1:
        put(pack_ihi(o.throttle_time_ms, o.error_code, len(v1)))
        write_replica_election_result_v0_array(v1, put)
    elif v1 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v1:
        put(pack_ihi(o.throttle_time_ms, o.error_code, 0))
    return b"".join(parts)


def encode_elect_leaders_response_v0(o: ElectLeadersResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.error_code != 0:
        absent(o, "error_code")
    v1 = o.replica_election_results
    if v1:
        put(pack_ii(o.throttle_time_ms, len(v1)))
        write_replica_election_result_v0_array(v1, put)
    elif v1 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v1:
        put(pack_ii(o.throttle_time_ms, 0))
    return b"".join(parts)


ENCODERS: dict[int, Callable[[ElectLeadersResponse], bytes]] = {
    0: encode_elect_leaders_response_v0,
    1: encode_elect_leaders_response_v1,
    2: encode_elect_leaders_response_v2,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[ElectLeadersResponse, int]]] = {
    0: read_elect_leaders_response_v0,
    1: read_elect_leaders_response_v1,
    2: read_elect_leaders_response_v2,
}
NEEDS_CONTEXT = True
SPEC = """\
ElectLeadersResponse response 0-2 flexible=2+
 ThrottleTimeMs int32 0+
 ErrorCode int16 1+
 ReplicaElectionResults []ReplicaElectionResult 0+
  Topic string 0+
  PartitionResult []PartitionResult 0+
   PartitionId int32 0+
   ErrorCode int16 0+
   ErrorMessage string 0+ null=0+
"""
