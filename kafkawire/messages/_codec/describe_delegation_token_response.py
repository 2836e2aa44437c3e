# Generated from rpc/DescribeDelegationTokenResponse.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.describe_delegation_token_response import (
    DescribeDelegationTokenResponse,
    DescribedDelegationToken,
    DescribedDelegationTokenRenewer,
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

pack_h = Packer(">h").pack
pack_hBix = Packer(">hBix").pack
pack_hi = Packer(">hi").pack
pack_hii = Packer(">hii").pack
pack_i = Packer(">i").pack
pack_ix = Packer(">ix").pack
rows_described_delegation_token_renewer_v0 = Rows("Y1 Y1")
rows_described_delegation_token_renewer_v2 = Rows("P1 P1 T")
shapes_1 = Shapes("h%dsh%dsqqqh%ds")
shapes_10 = Shapes("S%dsS%dsx")
shapes_2 = Shapes("i%dsi")
shapes_3 = Shapes("S%dsS%dsqqqS%ds")
shapes_4 = Shapes("P%ds")
shapes_5 = Shapes("P%dsBx")
shapes_6 = Shapes("S%dsS%dsS%ds")
shapes_7 = Shapes("S%dsqqqS%dsP%ds")
shapes_8 = Shapes("S%dsqqqS%dsP%dsBx")
shapes_9 = Shapes("h%dsh%ds")
unpack_h = Packer(">h").unpack_from
unpack_hB = Packer(">hB").unpack_from
unpack_hi = Packer(">hi").unpack_from
unpack_i = Packer(">i").unpack_from
unpack_iB = Packer(">iB").unpack_from
unpack_qqqB = Packer(">qqqB").unpack_from
unpack_qqqh = Packer(">qqqh").unpack_from


def some_described_delegation_token_renewer_v2(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[DescribedDelegationTokenRenewer], int, Key]:
    out = many(DescribedDelegationTokenRenewer, count)
    for o in out:
        n1 = buf[pos]
        if 0 < n1 < 128:
            p = pos + n1
            o.principal_type = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.principal_type, pos = long_string(buf, pos + 1, n1)
        n2 = buf[pos]
        if 0 < n2 < 128:
            p = pos + n2
            o.principal_name = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.principal_name, pos = long_string(buf, pos + 1, n2)
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (n1, n2, t)


def fill_described_delegation_token_renewer_v2(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[DescribedDelegationTokenRenewer]:
    out = many(DescribedDelegationTokenRenewer, count)
    o: DescribedDelegationTokenRenewer
    for o, row in zip(out, rows):
        v0, v1 = row
        o.principal_type = v0.decode()
        o.principal_name = v1.decode()
        o.unknown_tags = None
    return out


def some_described_delegation_token_renewer_v0(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[DescribedDelegationTokenRenewer], int, Key]:
    out = many(DescribedDelegationTokenRenewer, count)
    for o in out:
        (n1,) = unpack_h(buf, pos)
        if n1 >= 0:
            p = pos + n1 + 2
            o.principal_type = buf[pos + 2 : p].decode()
            pos = p
        else:
            o.principal_type = refuse_length(n1)
            pos = pos + 2
        (n2,) = unpack_h(buf, pos)
        if n2 >= 0:
            p = pos + n2 + 2
            o.principal_name = buf[pos + 2 : p].decode()
            pos = p
        else:
            o.principal_name = refuse_length(n2)
            pos = pos + 2
        o.unknown_tags = None
    return out, pos, (n1, n2)


def fill_described_delegation_token_renewer_v0(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[DescribedDelegationTokenRenewer]:
    out = many(DescribedDelegationTokenRenewer, count)
    o: DescribedDelegationTokenRenewer
    for o, row in zip(out, rows):
        v0, v1 = row
        o.principal_type = v0.decode()
        o.principal_name = v1.decode()
        o.unknown_tags = None
    return out


def write_described_delegation_token_renewer_v2_array(
    items: Iterable[DescribedDelegationTokenRenewer], put: Put
) -> None:
    last6 = last7 = -1
    pack5 = shapes_10[0, 0]
    for o in items:
        s1 = o.principal_type.encode()
        n2 = len(s1)
        s3 = o.principal_name.encode()
        n4 = len(s3)
        if last6 != n2 or last7 != n4:
            last6, last7 = n2, n4
            pack5 = shapes_10[last6, last7]
        data = pack5(n2 + 1, s1, n4 + 1, s3)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_described_delegation_token_renewer_v0_array(
    items: Iterable[DescribedDelegationTokenRenewer], put: Put
) -> None:
    last6 = last7 = -1
    pack5 = shapes_9[0, 0]
    for o in items:
        s1 = o.principal_type.encode()
        n2 = len(s1)
        s3 = o.principal_name.encode()
        n4 = len(s3)
        if o.unknown_tags:
            absent(o, "unknown_tags")
        if last6 != n2 or last7 != n4:
            last6, last7 = n2, n4
            pack5 = shapes_9[last6, last7]
        put(pack5(n2, s1, n4, s3))


def read_described_delegation_token_v3_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[DescribedDelegationToken], int]:
    out = many(DescribedDelegationToken, count)
    key_described_delegation_token_renewer_v2: Key | None = None
    for o in out:
        n1 = buf[pos]
        if 0 < n1 < 128:
            p = pos + n1
            o.principal_type = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.principal_type, pos = long_string(buf, pos + 1, n1)
        n2 = buf[pos]
        if 0 < n2 < 128:
            p = pos + n2
            o.principal_name = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.principal_name, pos = long_string(buf, pos + 1, n2)
        n3 = buf[pos]
        if 0 < n3 < 128:
            p = pos + n3
            o.token_requester_principal_type = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.token_requester_principal_type, pos = long_string(buf, pos + 1, n3)
        n4 = buf[pos]
        if 0 < n4 < 128:
            p = pos + n4
            o.token_requester_principal_name = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.token_requester_principal_name, pos = long_string(buf, pos + 1, n4)
        o.issue_timestamp, o.expiry_timestamp, o.max_timestamp, n5 = unpack_qqqB(buf, pos)
        if 0 < n5 < 128:
            p = pos + n5 + 24
            o.token_id = buf[pos + 25 : p].decode()
            pos = p
        else:
            o.token_id, pos = long_string(buf, pos + 25, n5)
        n6 = buf[pos]
        pos += 1
        if n6 > 127:
            n6, pos = uvarint_rest(buf, pos, n6)
        if n6:
            p = pos + n6 - 1
            o.hmac = buf[pos:p]
            pos = p
        else:
            o.hmac = refuse_length(-1)
        n7 = buf[pos]
        pos += 1
        if n7 > 127:
            n7, pos = uvarint_rest(buf, pos, n7)
        if n7 < 2:
            o.renewers = [] if n7 else refuse_length(-1)
        else:
            n7 -= 1
            if n7 * 3 > end - pos or n7 > ctx.left:
                refuse_count(n7, 3, end - pos)
            ctx.left -= n7
            if n7 < 8 and key_described_delegation_token_renewer_v2 is None:
                o.renewers, pos, _ = some_described_delegation_token_renewer_v2(buf, pos, end, n7, ctx)
            else:
                o.renewers, pos, key_described_delegation_token_renewer_v2 = read_rows(
                    buf,
                    pos,
                    end,
                    n7,
                    ctx,
                    some_described_delegation_token_renewer_v2,
                    fill_described_delegation_token_renewer_v2,
                    rows_described_delegation_token_renewer_v2,
                    key_described_delegation_token_renewer_v2,
                )
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def read_described_delegation_token_v2_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[DescribedDelegationToken], int]:
    out = many(DescribedDelegationToken, count)
    key_described_delegation_token_renewer_v2: Key | None = None
    for o in out:
        n1 = buf[pos]
        if 0 < n1 < 128:
            p = pos + n1
            o.principal_type = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.principal_type, pos = long_string(buf, pos + 1, n1)
        n2 = buf[pos]
        if 0 < n2 < 128:
            p = pos + n2
            o.principal_name = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.principal_name, pos = long_string(buf, pos + 1, n2)
        o.issue_timestamp, o.expiry_timestamp, o.max_timestamp, n3 = unpack_qqqB(buf, pos)
        if 0 < n3 < 128:
            p = pos + n3 + 24
            o.token_id = buf[pos + 25 : p].decode()
            pos = p
        else:
            o.token_id, pos = long_string(buf, pos + 25, n3)
        n4 = buf[pos]
        pos += 1
        if n4 > 127:
            n4, pos = uvarint_rest(buf, pos, n4)
        if n4:
            p = pos + n4 - 1
            o.hmac = buf[pos:p]
            pos = p
        else:
            o.hmac = refuse_length(-1)
        n5 = buf[pos]
        pos += 1
        if n5 > 127:
            n5, pos = uvarint_rest(buf, pos, n5)
        if n5 < 2:
            o.renewers = [] if n5 else refuse_length(-1)
        else:
            n5 -= 1
            if n5 * 3 > end - pos or n5 > ctx.left:
                refuse_count(n5, 3, end - pos)
            ctx.left -= n5
            if n5 < 8 and key_described_delegation_token_renewer_v2 is None:
                o.renewers, pos, _ = some_described_delegation_token_renewer_v2(buf, pos, end, n5, ctx)
            else:
                o.renewers, pos, key_described_delegation_token_renewer_v2 = read_rows(
                    buf,
                    pos,
                    end,
                    n5,
                    ctx,
                    some_described_delegation_token_renewer_v2,
                    fill_described_delegation_token_renewer_v2,
                    rows_described_delegation_token_renewer_v2,
                    key_described_delegation_token_renewer_v2,
                )
        t = buf[pos]
        o.token_requester_principal_type = ""
        o.token_requester_principal_name = ""
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def read_described_delegation_token_v0_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[DescribedDelegationToken], int]:
    out = many(DescribedDelegationToken, count)
    key_described_delegation_token_renewer_v0: Key | None = None
    for o in out:
        (n1,) = unpack_h(buf, pos)
        if n1 >= 0:
            p = pos + n1 + 2
            o.principal_type = buf[pos + 2 : p].decode()
            pos = p
        else:
            o.principal_type = refuse_length(n1)
            pos = pos + 2
        (n2,) = unpack_h(buf, pos)
        if n2 >= 0:
            p = pos + n2 + 2
            o.principal_name = buf[pos + 2 : p].decode()
            pos = p
        else:
            o.principal_name = refuse_length(n2)
            pos = pos + 2
        o.issue_timestamp, o.expiry_timestamp, o.max_timestamp, n3 = unpack_qqqh(buf, pos)
        if n3 >= 0:
            p = pos + n3 + 26
            o.token_id = buf[pos + 26 : p].decode()
            pos = p
        else:
            o.token_id = refuse_length(n3)
            pos = pos + 26
        (n4,) = unpack_i(buf, pos)
        if n4 >= 0:
            p = pos + n4 + 4
            o.hmac = buf[pos + 4 : p]
            pos = p
        else:
            o.hmac = refuse_length(n4)
            pos = pos + 4
        (n5,) = unpack_i(buf, pos)
        pos += 4
        if n5 < 1:
            o.renewers = [] if n5 == 0 else refuse_length(n5)
        else:
            if n5 * 4 > end - pos or n5 > ctx.left:
                refuse_count(n5, 4, end - pos)
            ctx.left -= n5
            if n5 < 8 and key_described_delegation_token_renewer_v0 is None:
                o.renewers, pos, _ = some_described_delegation_token_renewer_v0(buf, pos, end, n5, ctx)
            else:
                o.renewers, pos, key_described_delegation_token_renewer_v0 = read_rows(
                    buf,
                    pos,
                    end,
                    n5,
                    ctx,
                    some_described_delegation_token_renewer_v0,
                    fill_described_delegation_token_renewer_v0,
                    rows_described_delegation_token_renewer_v0,
                    key_described_delegation_token_renewer_v0,
                )
        o.token_requester_principal_type = ""
        o.token_requester_principal_name = ""
        o.unknown_tags = None
    return out, pos


def write_described_delegation_token_v3_array(items: Iterable[DescribedDelegationToken], put: Put) -> None:
    last8 = last9 = last10 = -1
    pack7 = shapes_6[0, 0, 0]
    last19 = last20 = last21 = -1
    pack18 = shapes_7[0, 0, 0]
    last23 = last24 = last25 = -1
    pack22 = shapes_8[0, 0, 0]
    for o in items:
        s1 = o.principal_type.encode()
        n2 = len(s1)
        s3 = o.principal_name.encode()
        n4 = len(s3)
        s5 = o.token_requester_principal_type.encode()
        n6 = len(s5)
        if last8 != n2 or last9 != n4 or last10 != n6:
            last8, last9, last10 = n2, n4, n6
            pack7 = shapes_6[last8, last9, last10]
        put(pack7(n2 + 1, s1, n4 + 1, s3, n6 + 1, s5))
        s11 = o.token_requester_principal_name.encode()
        n12 = len(s11)
        s13 = o.token_id.encode()
        n14 = len(s13)
        b15 = o.hmac
        n16 = len(b15)
        v17 = o.renewers
        if v17:
            if last19 != n12 or last20 != n14 or last21 != n16:
                last19, last20, last21 = n12, n14, n16
                pack18 = shapes_7[last19, last20, last21]
            put(
                pack18(n12 + 1, s11, o.issue_timestamp, o.expiry_timestamp, o.max_timestamp, n14 + 1, s13, n16 + 1, b15)
            )
            put(COUNTS[len(v17)])
            write_described_delegation_token_renewer_v2_array(v17, put)
        elif v17 is None:
            refuse_null()
        if v17:
            data = b"\0"
        else:
            if last23 != n12 or last24 != n14 or last25 != n16:
                last23, last24, last25 = n12, n14, n16
                pack22 = shapes_8[last23, last24, last25]
            data = pack22(
                n12 + 1, s11, o.issue_timestamp, o.expiry_timestamp, o.max_timestamp, n14 + 1, s13, n16 + 1, b15, 1
            )
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_described_delegation_token_v2_array(items: Iterable[DescribedDelegationToken], put: Put) -> None:
    last8 = last9 = last10 = -1
    pack7 = shapes_3[0, 0, 0]
    for o in items:
        if o.token_requester_principal_type != "":
            absent(o, "token_requester_principal_type")
        if o.token_requester_principal_name != "":
            absent(o, "token_requester_principal_name")
        s1 = o.principal_type.encode()
        n2 = len(s1)
        s3 = o.principal_name.encode()
        n4 = len(s3)
        s5 = o.token_id.encode()
        n6 = len(s5)
        if last8 != n2 or last9 != n4 or last10 != n6:
            last8, last9, last10 = n2, n4, n6
            pack7 = shapes_3[last8, last9, last10]
        put(pack7(n2 + 1, s1, n4 + 1, s3, o.issue_timestamp, o.expiry_timestamp, o.max_timestamp, n6 + 1, s5))
        b11 = o.hmac
        n12 = len(b11)
        v13 = o.renewers
        if v13:
            put(shapes_4[n12](n12 + 1, b11))
            put(COUNTS[len(v13)])
            write_described_delegation_token_renewer_v2_array(v13, put)
        elif v13 is None:
            refuse_null()
        if v13:
            data = b"\0"
        else:
            data = shapes_5[n12](n12 + 1, b11, 1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_described_delegation_token_v0_array(items: Iterable[DescribedDelegationToken], put: Put) -> None:
    last8 = last9 = last10 = -1
    pack7 = shapes_1[0, 0, 0]
    for o in items:
        if o.token_requester_principal_type != "":
            absent(o, "token_requester_principal_type")
        if o.token_requester_principal_name != "":
            absent(o, "token_requester_principal_name")
        s1 = o.principal_type.encode()
        n2 = len(s1)
        s3 = o.principal_name.encode()
        n4 = len(s3)
        s5 = o.token_id.encode()
        n6 = len(s5)
        if last8 != n2 or last9 != n4 or last10 != n6:
            last8, last9, last10 = n2, n4, n6
            pack7 = shapes_1[last8, last9, last10]
        put(pack7(n2, s1, n4, s3, o.issue_timestamp, o.expiry_timestamp, o.max_timestamp, n6, s5))
        b11 = o.hmac
        n12 = len(b11)
        v13 = o.renewers
        if v13:
            put(shapes_2[n12](n12, b11, len(v13)))
            write_described_delegation_token_renewer_v0_array(v13, put)
        elif v13 is None:
            refuse_null()
        if o.unknown_tags:
            absent(o, "unknown_tags")
        if not v13:
            put(shapes_2[n12](n12, b11, 0))


def read_describe_delegation_token_response_v3(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[DescribeDelegationTokenResponse, int]:
    o = new(DescribeDelegationTokenResponse)
    o.error_code, n1 = unpack_hB(buf, pos)
    pos += 3
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.tokens = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 32 > end - pos or n1 > ctx.left:
            refuse_count(n1, 32, end - pos)
        ctx.left -= n1
        o.tokens, pos = read_described_delegation_token_v3_array(buf, pos, end, n1, ctx)
    o.throttle_time_ms, t = unpack_iB(buf, pos)
    o.unknown_tags = None
    pos += 5
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_describe_delegation_token_response_v2(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[DescribeDelegationTokenResponse, int]:
    o = new(DescribeDelegationTokenResponse)
    o.error_code, n1 = unpack_hB(buf, pos)
    pos += 3
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.tokens = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 30 > end - pos or n1 > ctx.left:
            refuse_count(n1, 30, end - pos)
        ctx.left -= n1
        o.tokens, pos = read_described_delegation_token_v2_array(buf, pos, end, n1, ctx)
    o.throttle_time_ms, t = unpack_iB(buf, pos)
    o.unknown_tags = None
    pos += 5
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_describe_delegation_token_response_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[DescribeDelegationTokenResponse, int]:
    o = new(DescribeDelegationTokenResponse)
    o.error_code, n1 = unpack_hi(buf, pos)
    pos += 6
    if n1 < 1:
        o.tokens = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 38 > end - pos or n1 > ctx.left:
            refuse_count(n1, 38, end - pos)
        ctx.left -= n1
        o.tokens, pos = read_described_delegation_token_v0_array(buf, pos, end, n1, ctx)
    (o.throttle_time_ms,) = unpack_i(buf, pos)
    o.unknown_tags = None
    return o, pos + 4


def encode_describe_delegation_token_response_v3(o: DescribeDelegationTokenResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.tokens
    if v1:
        put(pack_h(o.error_code))
        put(COUNTS[len(v1)])
        write_described_delegation_token_v3_array(v1, put)
    elif v1 is None:
        refuse_null()
    if v1:
        data = pack_ix(o.throttle_time_ms)
    else:
        data = pack_hBix(o.error_code, 1, o.throttle_time_ms)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


def encode_describe_delegation_token_response_v2(o: DescribeDelegationTokenResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.tokens
    if v1:
        put(pack_h(o.error_code))
        put(COUNTS[len(v1)])
        write_described_delegation_token_v2_array(v1, put)
    elif v1 is None:
        refuse_null()
    if v1:
        data = pack_ix(o.throttle_time_ms)
    else:
        data = pack_hBix(o.error_code, 1, o.throttle_time_ms)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


def encode_describe_delegation_token_response_v0(o: DescribeDelegationTokenResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.tokens
    if v1:
        put(pack_hi(o.error_code, len(v1)))
        write_described_delegation_token_v0_array(v1, put)
    elif v1 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if v1:
        put(pack_i(o.throttle_time_ms))
    else:
        put(pack_hii(o.error_code, 0, o.throttle_time_ms))
    return b"".join(parts)


ENCODERS: dict[int, Callable[[DescribeDelegationTokenResponse], bytes]] = {
    0: encode_describe_delegation_token_response_v0,
    1: encode_describe_delegation_token_response_v0,
    2: encode_describe_delegation_token_response_v2,
    3: encode_describe_delegation_token_response_v3,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[DescribeDelegationTokenResponse, int]]] = {
    0: read_describe_delegation_token_response_v0,
    1: read_describe_delegation_token_response_v0,
    2: read_describe_delegation_token_response_v2,
    3: read_describe_delegation_token_response_v3,
}
NEEDS_CONTEXT = True
SPEC = """\
DescribeDelegationTokenResponse response 0-3 flexible=2+
 ErrorCode int16 0+
 Tokens []DescribedDelegationToken 0+
  PrincipalType string 0+
  PrincipalName string 0+
  TokenRequesterPrincipalType string 3+
  TokenRequesterPrincipalName string 3+
  IssueTimestamp int64 0+
  ExpiryTimestamp int64 0+
  MaxTimestamp int64 0+
  TokenId string 0+
  Hmac bytes 0+
  Renewers []DescribedDelegationTokenRenewer 0+
   PrincipalType string 0+
   PrincipalName string 0+
 ThrottleTimeMs int32 0+
"""
