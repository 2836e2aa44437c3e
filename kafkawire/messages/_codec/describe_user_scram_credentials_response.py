# Generated from rpc/DescribeUserScramCredentialsResponse.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.describe_user_scram_credentials_response import (
    CredentialInfo,
    DescribeUserScramCredentialsResponse,
    DescribeUserScramCredentialsResult,
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

iter_credential_info_v0 = Packer(">bix").iter_unpack
pack_bix = Packer(">bix").pack
rows_credential_info_v0 = Rows("bi T")
shapes_1 = Shapes("ihS%ds")
shapes_2 = Shapes("ihS%dsBx")
shapes_3 = Shapes("S%dshS%ds")
shapes_4 = Shapes("S%dshS%dsBx")
unpack_biB = Packer(">biB").unpack_from
unpack_hB = Packer(">hB").unpack_from
unpack_ihB = Packer(">ihB").unpack_from


def some_credential_info_v0(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[CredentialInfo], int, Key]:
    out = many(CredentialInfo, count)
    for o in out:
        o.mechanism, o.iterations, t = unpack_biB(buf, pos)
        o.unknown_tags = None
        pos += 6
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (t,)


def fill_credential_info_v0(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[CredentialInfo]:
    out = many(CredentialInfo, count)
    o: CredentialInfo
    for o, row in zip(out, rows):
        o.mechanism, o.iterations = row
        o.unknown_tags = None
    return out


def write_credential_info_v0_array(items: Iterable[CredentialInfo], put: Put) -> None:
    for o in items:
        data = pack_bix(o.mechanism, o.iterations)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def read_describe_user_scram_credentials_result_v0_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[DescribeUserScramCredentialsResult], int]:
    out = many(DescribeUserScramCredentialsResult, count)
    key_credential_info_v0: Key | None = None
    for o in out:
        n1 = buf[pos]
        if 0 < n1 < 128:
            p = pos + n1
            o.user = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.user, pos = long_string(buf, pos + 1, n1)
        o.error_code, n2 = unpack_hB(buf, pos)
        if 0 < n2 < 128:
            p = pos + n2 + 2
            o.error_message = buf[pos + 3 : p].decode()
            pos = p
        elif n2 == 0:
            o.error_message = None
            pos = pos + 3
        else:
            o.error_message, pos = long_string_or_null(buf, pos + 3, n2)
        n3 = buf[pos]
        pos += 1
        if n3 > 127:
            n3, pos = uvarint_rest(buf, pos, n3)
        if n3 < 2:
            o.credential_infos = [] if n3 else refuse_length(-1)
        else:
            n3 -= 1
            if n3 * 6 > end - pos or n3 > ctx.left:
                refuse_count(n3, 6, end - pos)
            ctx.left -= n3
            p = pos + n3 * 6
            if p > end or any(buf[pos + 5 : p : 6]):
                if n3 < 8 and key_credential_info_v0 is None:
                    o.credential_infos, pos, _ = some_credential_info_v0(buf, pos, end, n3, ctx)
                else:
                    o.credential_infos, pos, key_credential_info_v0 = read_rows(
                        buf,
                        pos,
                        end,
                        n3,
                        ctx,
                        some_credential_info_v0,
                        fill_credential_info_v0,
                        rows_credential_info_v0,
                        key_credential_info_v0,
                    )
            else:
                o.credential_infos = fill_credential_info_v0(iter_credential_info_v0(buf[pos:p]), n3, (), ctx)
                pos = p
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def write_describe_user_scram_credentials_result_v0_array(
    items: Iterable[DescribeUserScramCredentialsResult], put: Put
) -> None:
    last8 = last9 = -1
    pack7 = shapes_3[0, 0]
    last11 = last12 = -1
    pack10 = shapes_4[0, 0]
    for o in items:
        s1 = o.user.encode()
        n2 = len(s1)
        v5 = o.error_message
        if v5 is None:
            s3 = b""
            n4 = 0
        else:
            s3 = v5.encode()
            n4 = len(s3) + 1
        v6 = o.credential_infos
        if v6:
            if last8 != n2 or last9 != len(s3):
                last8, last9 = n2, len(s3)
                pack7 = shapes_3[last8, last9]
            put(pack7(n2 + 1, s1, o.error_code, n4, s3))
            put(COUNTS[len(v6)])
            write_credential_info_v0_array(v6, put)
        elif v6 is None:
            refuse_null()
        if v6:
            data = b"\0"
        else:
            if last11 != n2 or last12 != len(s3):
                last11, last12 = n2, len(s3)
                pack10 = shapes_4[last11, last12]
            data = pack10(n2 + 1, s1, o.error_code, n4, s3, 1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def read_describe_user_scram_credentials_response_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[DescribeUserScramCredentialsResponse, int]:
    o = new(DescribeUserScramCredentialsResponse)
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
        o.results = [] if n2 else refuse_length(-1)
    else:
        n2 -= 1
        if n2 * 6 > end - pos or n2 > ctx.left:
            refuse_count(n2, 6, end - pos)
        ctx.left -= n2
        o.results, pos = read_describe_user_scram_credentials_result_v0_array(buf, pos, end, n2, ctx)
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def encode_describe_user_scram_credentials_response_v0(o: DescribeUserScramCredentialsResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v3 = o.error_message
    if v3 is None:
        s1 = b""
        n2 = 0
    else:
        s1 = v3.encode()
        n2 = len(s1) + 1
    v4 = o.results
    if v4:
        put(shapes_1[len(s1)](o.throttle_time_ms, o.error_code, n2, s1))
        put(COUNTS[len(v4)])
        write_describe_user_scram_credentials_result_v0_array(v4, put)
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


ENCODERS: dict[int, Callable[[DescribeUserScramCredentialsResponse], bytes]] = {
    0: encode_describe_user_scram_credentials_response_v0,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[DescribeUserScramCredentialsResponse, int]]] = {
    0: read_describe_user_scram_credentials_response_v0,
}
NEEDS_CONTEXT = True
SPEC = """\
DescribeUserScramCredentialsResponse response 0 flexible=0+
 ThrottleTimeMs int32 0+
 ErrorCode int16 0+
 ErrorMessage string 0+ null=0+
 Results []DescribeUserScramCredentialsResult 0+
  User string 0+
  ErrorCode int16 0+
  ErrorMessage string 0+ null=0+
  CredentialInfos []CredentialInfo 0+
   Mechanism int8 0+
   Iterations int32 0+
"""
