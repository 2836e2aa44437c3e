# Generated from rpc/ShareFetchResponse.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.share_fetch_response import (
    AcquiredRecords,
    LeaderIdAndEpoch,
    NodeEndpoint,
    PartitionData,
    ShareFetchResponse,
    ShareFetchableTopicResponse,
)
from kafkawire.wire import (
    COUNTS,
    Context,
    Put,
    Rows,
    Shapes,
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

iter_acquired_records_v0 = Packer(">qqhx").iter_unpack
pack_Bx = Packer(">Bx").pack
pack_iix = Packer(">iix").pack
pack_qqhx = Packer(">qqhx").pack
pack_u = Packer(">16s").pack
pack_uBx = Packer(">16sBx").pack
rows_acquired_records_v0 = Rows("qqh T")
rows_node_endpoint_v0 = Rows("i P1 i P1 T")
shapes_1 = Shapes("ihS%ds")
shapes_2 = Shapes("ihS%dsB")
shapes_3 = Shapes("ihS%dsi")
shapes_4 = Shapes("ihS%dsiB")
shapes_5 = Shapes("iS%dsiS%dsx")
shapes_6 = Shapes("ihS%dshS%ds")
unpack_BB = Packer(">BB").unpack_from
unpack_hB = Packer(">hB").unpack_from
unpack_iB = Packer(">iB").unpack_from
unpack_ihB = Packer(">ihB").unpack_from
unpack_iiB = Packer(">iiB").unpack_from
unpack_qqhB = Packer(">qqhB").unpack_from
unpack_uB = Packer(">16sB").unpack_from


def some_acquired_records_v0(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[AcquiredRecords], int, Key]:
    out = many(AcquiredRecords, count)
    for o in out:
        o.first_offset, o.last_offset, o.delivery_count, t = unpack_qqhB(buf, pos)
        o.unknown_tags = None
        pos += 19
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (t,)


def fill_acquired_records_v0(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[AcquiredRecords]:
    out = many(AcquiredRecords, count)
    o: AcquiredRecords
    for o, row in zip(out, rows):
        o.first_offset, o.last_offset, o.delivery_count = row
        o.unknown_tags = None
    return out


def write_acquired_records_v0_array(items: Iterable[AcquiredRecords], put: Put) -> None:
    for o in items:
        data = pack_qqhx(o.first_offset, o.last_offset, o.delivery_count)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_leader_id_and_epoch_v0(o: LeaderIdAndEpoch, put: Put) -> None:
    data = pack_iix(o.leader_id, o.leader_epoch)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)


def read_leader_id_and_epoch_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[LeaderIdAndEpoch, int]:
    o = new(LeaderIdAndEpoch)
    o.leader_id, o.leader_epoch, t = unpack_iiB(buf, pos)
    o.unknown_tags = None
    pos += 9
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_partition_data_v1_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[PartitionData], int]:
    out = many(PartitionData, count)
    blob = ctx.blob
    key_acquired_records_v0: Key | None = None
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
        o.acknowledge_error_code, n2 = unpack_hB(buf, pos)
        if 0 < n2 < 128:
            p = pos + n2 + 2
            o.acknowledge_error_message = buf[pos + 3 : p].decode()
            pos = p
        elif n2 == 0:
            o.acknowledge_error_message = None
            pos = pos + 3
        else:
            o.acknowledge_error_message, pos = long_string_or_null(buf, pos + 3, n2)
        o.current_leader, pos = read_leader_id_and_epoch_v0(buf, pos, end, ctx)
        n3, b = unpack_BB(buf, pos)
        if n3 < 128:
            pos += 1
        elif b < 128:
            n3 += (b << 7) - 128
            pos += 2
        else:
            n3, pos = uvarint_rest(buf, pos + 1, n3)
        if n3:
            p = pos + n3 - 1
            o.records = blob[pos:p]
            pos = p
        else:
            o.records = refuse_length(-1)
        n4 = buf[pos]
        pos += 1
        if n4 > 127:
            n4, pos = uvarint_rest(buf, pos, n4)
        if n4 < 2:
            o.acquired_records = [] if n4 else refuse_length(-1)
        else:
            n4 -= 1
            if n4 * 19 > end - pos or n4 > ctx.left:
                refuse_count(n4, 19, end - pos)
            ctx.left -= n4
            p = pos + n4 * 19
            if p > end or any(buf[pos + 18 : p : 19]):
                if n4 < 8 and key_acquired_records_v0 is None:
                    o.acquired_records, pos, _ = some_acquired_records_v0(buf, pos, end, n4, ctx)
                else:
                    o.acquired_records, pos, key_acquired_records_v0 = read_rows(
                        buf,
                        pos,
                        end,
                        n4,
                        ctx,
                        some_acquired_records_v0,
                        fill_acquired_records_v0,
                        rows_acquired_records_v0,
                        key_acquired_records_v0,
                    )
            else:
                o.acquired_records = fill_acquired_records_v0(iter_acquired_records_v0(buf[pos:p]), n4, (), ctx)
                pos = p
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def read_partition_data_v0_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[PartitionData], int]:
    out = many(PartitionData, count)
    blob = ctx.blob
    key_acquired_records_v0: Key | None = None
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
        o.acknowledge_error_code, n2 = unpack_hB(buf, pos)
        if 0 < n2 < 128:
            p = pos + n2 + 2
            o.acknowledge_error_message = buf[pos + 3 : p].decode()
            pos = p
        elif n2 == 0:
            o.acknowledge_error_message = None
            pos = pos + 3
        else:
            o.acknowledge_error_message, pos = long_string_or_null(buf, pos + 3, n2)
        o.current_leader, pos = read_leader_id_and_epoch_v0(buf, pos, end, ctx)
        n3, b = unpack_BB(buf, pos)
        if n3 < 128:
            pos += 1
        elif b < 128:
            n3 += (b << 7) - 128
            pos += 2
        else:
            n3, pos = uvarint_rest(buf, pos + 1, n3)
        if n3:
            p = pos + n3 - 1
            o.records = blob[pos:p]
            pos = p
        else:
            o.records = null_or_refuse(-1)
        n4 = buf[pos]
        pos += 1
        if n4 > 127:
            n4, pos = uvarint_rest(buf, pos, n4)
        if n4 < 2:
            o.acquired_records = [] if n4 else refuse_length(-1)
        else:
            n4 -= 1
            if n4 * 19 > end - pos or n4 > ctx.left:
                refuse_count(n4, 19, end - pos)
            ctx.left -= n4
            p = pos + n4 * 19
            if p > end or any(buf[pos + 18 : p : 19]):
                if n4 < 8 and key_acquired_records_v0 is None:
                    o.acquired_records, pos, _ = some_acquired_records_v0(buf, pos, end, n4, ctx)
                else:
                    o.acquired_records, pos, key_acquired_records_v0 = read_rows(
                        buf,
                        pos,
                        end,
                        n4,
                        ctx,
                        some_acquired_records_v0,
                        fill_acquired_records_v0,
                        rows_acquired_records_v0,
                        key_acquired_records_v0,
                    )
            else:
                o.acquired_records = fill_acquired_records_v0(iter_acquired_records_v0(buf[pos:p]), n4, (), ctx)
                pos = p
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def write_partition_data_v1_array(items: Iterable[PartitionData], put: Put) -> None:
    last8 = last9 = -1
    pack7 = shapes_6[0, 0]
    for o in items:
        v3 = o.error_message
        if v3 is None:
            s1 = b""
            n2 = 0
        else:
            s1 = v3.encode()
            n2 = len(s1) + 1
        v6 = o.acknowledge_error_message
        if v6 is None:
            s4 = b""
            n5 = 0
        else:
            s4 = v6.encode()
            n5 = len(s4) + 1
        if last8 != len(s1) or last9 != len(s4):
            last8, last9 = len(s1), len(s4)
            pack7 = shapes_6[last8, last9]
        put(pack7(o.partition_index, o.error_code, n2, s1, o.acknowledge_error_code, n5, s4))
        write_leader_id_and_epoch_v0(o.current_leader, put)
        v10: Any = o.records
        put(COUNTS[len(v10)])
        put(v10)
        v11 = o.acquired_records
        if v11:
            put(COUNTS[len(v11)])
            write_acquired_records_v0_array(v11, put)
        elif v11 is None:
            refuse_null()
        if v11:
            data = b"\0"
        else:
            data = pack_Bx(1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_partition_data_v0_array(items: Iterable[PartitionData], put: Put) -> None:
    last8 = last9 = -1
    pack7 = shapes_6[0, 0]
    for o in items:
        v3 = o.error_message
        if v3 is None:
            s1 = b""
            n2 = 0
        else:
            s1 = v3.encode()
            n2 = len(s1) + 1
        v6 = o.acknowledge_error_message
        if v6 is None:
            s4 = b""
            n5 = 0
        else:
            s4 = v6.encode()
            n5 = len(s4) + 1
        if last8 != len(s1) or last9 != len(s4):
            last8, last9 = len(s1), len(s4)
            pack7 = shapes_6[last8, last9]
        put(pack7(o.partition_index, o.error_code, n2, s1, o.acknowledge_error_code, n5, s4))
        write_leader_id_and_epoch_v0(o.current_leader, put)
        v10 = o.records
        put(b"\0" if v10 is None else COUNTS[len(v10)])
        if v10 is not None:
            put(v10)
        v11 = o.acquired_records
        if v11:
            put(COUNTS[len(v11)])
            write_acquired_records_v0_array(v11, put)
        elif v11 is None:
            refuse_null()
        if v11:
            data = b"\0"
        else:
            data = pack_Bx(1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def read_share_fetchable_topic_response_v1_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[ShareFetchableTopicResponse], int]:
    out = many(ShareFetchableTopicResponse, count)
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
            if n2 * 22 > end - pos or n2 > ctx.left:
                refuse_count(n2, 22, end - pos)
            ctx.left -= n2
            o.partitions, pos = read_partition_data_v1_array(buf, pos, end, n2, ctx)
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def some_node_endpoint_v0(
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


def fill_node_endpoint_v0(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[NodeEndpoint]:
    k0, k1, _ = key
    out = many(NodeEndpoint, count)
    o: NodeEndpoint
    for o, row in zip(out, rows):
        o.node_id, v1, o.port, v3 = row
        o.host = v1.decode()
        o.rack = v3.decode() if k1 else None
        o.unknown_tags = None
    return out


def read_share_fetchable_topic_response_v0_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[ShareFetchableTopicResponse], int]:
    out = many(ShareFetchableTopicResponse, count)
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
            if n2 * 22 > end - pos or n2 > ctx.left:
                refuse_count(n2, 22, end - pos)
            ctx.left -= n2
            o.partitions, pos = read_partition_data_v0_array(buf, pos, end, n2, ctx)
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def write_share_fetchable_topic_response_v1_array(items: Iterable[ShareFetchableTopicResponse], put: Put) -> None:
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


def write_node_endpoint_v0_array(items: Iterable[NodeEndpoint], put: Put) -> None:
    last7 = last8 = -1
    pack6 = shapes_5[0, 0]
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
            pack6 = shapes_5[last7, last8]
        data = pack6(o.node_id, n2 + 1, s1, o.port, n4, s3)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_share_fetchable_topic_response_v0_array(items: Iterable[ShareFetchableTopicResponse], put: Put) -> None:
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


def read_share_fetch_response_v1(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[ShareFetchResponse, int]:
    key_node_endpoint_v0: Key | None = None
    o = new(ShareFetchResponse)
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
    o.acquisition_lock_timeout_ms, n2 = unpack_iB(buf, pos)
    pos += 5
    if n2 > 127:
        n2, pos = uvarint_rest(buf, pos, n2)
    if n2 < 2:
        o.responses = [] if n2 else refuse_length(-1)
    else:
        n2 -= 1
        if n2 * 18 > end - pos or n2 > ctx.left:
            refuse_count(n2, 18, end - pos)
        ctx.left -= n2
        o.responses, pos = read_share_fetchable_topic_response_v1_array(buf, pos, end, n2, ctx)
    n3 = buf[pos]
    pos += 1
    if n3 > 127:
        n3, pos = uvarint_rest(buf, pos, n3)
    if n3 < 2:
        o.node_endpoints = [] if n3 else refuse_length(-1)
    else:
        n3 -= 1
        if n3 * 11 > end - pos or n3 > ctx.left:
            refuse_count(n3, 11, end - pos)
        ctx.left -= n3
        if n3 < 8 and key_node_endpoint_v0 is None:
            o.node_endpoints, pos, _ = some_node_endpoint_v0(buf, pos, end, n3, ctx)
        else:
            o.node_endpoints, pos, key_node_endpoint_v0 = read_rows(
                buf,
                pos,
                end,
                n3,
                ctx,
                some_node_endpoint_v0,
                fill_node_endpoint_v0,
                rows_node_endpoint_v0,
                key_node_endpoint_v0,
            )
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_share_fetch_response_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[ShareFetchResponse, int]:
    key_node_endpoint_v0: Key | None = None
    o = new(ShareFetchResponse)
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
        if n2 * 18 > end - pos or n2 > ctx.left:
            refuse_count(n2, 18, end - pos)
        ctx.left -= n2
        o.responses, pos = read_share_fetchable_topic_response_v0_array(buf, pos, end, n2, ctx)
    n3 = buf[pos]
    pos += 1
    if n3 > 127:
        n3, pos = uvarint_rest(buf, pos, n3)
    if n3 < 2:
        o.node_endpoints = [] if n3 else refuse_length(-1)
    else:
        n3 -= 1
        if n3 * 11 > end - pos or n3 > ctx.left:
            refuse_count(n3, 11, end - pos)
        ctx.left -= n3
        if n3 < 8 and key_node_endpoint_v0 is None:
            o.node_endpoints, pos, _ = some_node_endpoint_v0(buf, pos, end, n3, ctx)
        else:
            o.node_endpoints, pos, key_node_endpoint_v0 = read_rows(
                buf,
                pos,
                end,
                n3,
                ctx,
                some_node_endpoint_v0,
                fill_node_endpoint_v0,
                rows_node_endpoint_v0,
                key_node_endpoint_v0,
            )
    t = buf[pos]
    o.acquisition_lock_timeout_ms = 0
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def encode_share_fetch_response_v1(o: ShareFetchResponse) -> bytes:
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
        put(shapes_3[len(s1)](o.throttle_time_ms, o.error_code, n2, s1, o.acquisition_lock_timeout_ms))
        put(COUNTS[len(v4)])
        write_share_fetchable_topic_response_v1_array(v4, put)
    elif v4 is None:
        refuse_null()
    v5 = o.node_endpoints
    if not v4:
        put(shapes_4[len(s1)](o.throttle_time_ms, o.error_code, n2, s1, o.acquisition_lock_timeout_ms, 1))
    if v5:
        put(COUNTS[len(v5)])
        write_node_endpoint_v0_array(v5, put)
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


def encode_share_fetch_response_v0(o: ShareFetchResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.acquisition_lock_timeout_ms != 0:
        absent(o, "acquisition_lock_timeout_ms")
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
        write_share_fetchable_topic_response_v0_array(v4, put)
    elif v4 is None:
        refuse_null()
    v5 = o.node_endpoints
    if not v4:
        put(shapes_2[len(s1)](o.throttle_time_ms, o.error_code, n2, s1, 1))
    if v5:
        put(COUNTS[len(v5)])
        write_node_endpoint_v0_array(v5, put)
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


ENCODERS: dict[int, Callable[[ShareFetchResponse], bytes]] = {
    0: encode_share_fetch_response_v0,
    1: encode_share_fetch_response_v1,
    2: encode_share_fetch_response_v1,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[ShareFetchResponse, int]]] = {
    0: read_share_fetch_response_v0,
    1: read_share_fetch_response_v1,
    2: read_share_fetch_response_v1,
}
NEEDS_CONTEXT = True
SPEC = """\
ShareFetchResponse response 0-2 flexible=0+
 ThrottleTimeMs int32 0+
 ErrorCode int16 0+
 ErrorMessage string 0+ null=0+ default=null
 AcquisitionLockTimeoutMs int32 1+
 Responses []ShareFetchableTopicResponse 0+
  TopicId uuid 0+
  Partitions []PartitionData 0+
   PartitionIndex int32 0+
   ErrorCode int16 0+
   ErrorMessage string 0+ null=0+ default=null
   AcknowledgeErrorCode int16 0+
   AcknowledgeErrorMessage string 0+ null=0+ default=null
   CurrentLeader LeaderIdAndEpoch 0+
    LeaderId int32 0+
    LeaderEpoch int32 0+
   Records records 0+ null=0
   AcquiredRecords []AcquiredRecords 0+
    FirstOffset int64 0+
    LastOffset int64 0+
    DeliveryCount int16 0+
 NodeEndpoints []NodeEndpoint 0+
  NodeId int32 0+
  Host string 0+
  Port int32 0+
  Rack string 0+ null=0+ default=null
"""
