# Generated from rpc/AlterUserScramCredentialsResponse.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.alter_user_scram_credentials_response import (
    AlterUserScramCredentialsResponse,
    AlterUserScramCredentialsResult,
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

pack_i = Packer(">i").pack
pack_iBx = Packer(">iBx").pack
rows_alter_user_scram_credentials_result_v0 = Rows("P1 h P1 T")
shapes_1 = Shapes("S%dshS%dsx")
unpack_hB = Packer(">hB").unpack_from
unpack_iB = Packer(">iB").unpack_from


def some_alter_user_scram_credentials_result_v0(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[AlterUserScramCredentialsResult], int, Key]:
    out = many(AlterUserScramCredentialsResult, count)
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
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (n1, n2, t)


def fill_alter_user_scram_credentials_result_v0(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[AlterUserScramCredentialsResult]:
    k0, k1, _ = key
    out = many(AlterUserScramCredentialsResult, count)
    o: AlterUserScramCredentialsResult
    for o, row in zip(out, rows):
        v0, o.error_code, v2 = row
        o.user = v0.decode()
        o.error_message = v2.decode() if k1 else None
        o.unknown_tags = None
    return out


def write_alter_user_scram_credentials_result_v0_array(
    items: Iterable[AlterUserScramCredentialsResult], put: Put
) -> None:
    last7 = last8 = -1
    pack6 = shapes_1[0, 0]
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
        if last7 != n2 or last8 != len(s3):
            last7, last8 = n2, len(s3)
            pack6 = shapes_1[last7, last8]
        data = pack6(n2 + 1, s1, o.error_code, n4, s3)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def read_alter_user_scram_credentials_response_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[AlterUserScramCredentialsResponse, int]:
    key_alter_user_scram_credentials_result_v0: Key | None = None
    o = new(AlterUserScramCredentialsResponse)
    o.throttle_time_ms, n1 = unpack_iB(buf, pos)
    pos += 5
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.results = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 5 > end - pos or n1 > ctx.left:
            refuse_count(n1, 5, end - pos)
        ctx.left -= n1
        if n1 < 8 and key_alter_user_scram_credentials_result_v0 is None:
            o.results, pos, _ = some_alter_user_scram_credentials_result_v0(buf, pos, end, n1, ctx)
        else:
            o.results, pos, key_alter_user_scram_credentials_result_v0 = read_rows(
                buf,
                pos,
                end,
                n1,
                ctx,
                some_alter_user_scram_credentials_result_v0,
                fill_alter_user_scram_credentials_result_v0,
                rows_alter_user_scram_credentials_result_v0,
                key_alter_user_scram_credentials_result_v0,
            )
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def encode_alter_user_scram_credentials_response_v0(o: AlterUserScramCredentialsResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.results
    if v1:
        put(pack_i(o.throttle_time_ms))
        put(COUNTS[len(v1)])
        write_alter_user_scram_credentials_result_v0_array(v1, put)
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


ENCODERS: dict[int, Callable[[AlterUserScramCredentialsResponse], bytes]] = {
    0: encode_alter_user_scram_credentials_response_v0,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[AlterUserScramCredentialsResponse, int]]] = {
    0: read_alter_user_scram_credentials_response_v0,
}
NEEDS_CONTEXT = True
SPEC = """\
AlterUserScramCredentialsResponse response 0 flexible=0+
 ThrottleTimeMs int32 0+
 Results []AlterUserScramCredentialsResult 0+
  User string 0+
  ErrorCode int16 0+
  ErrorMessage string 0+ null=0+
"""
