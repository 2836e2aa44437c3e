# Generated from rpc/DescribeUserScramCredentialsRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.describe_user_scram_credentials_request import DescribeUserScramCredentialsRequest, UserName
from kafkawire.wire import (
    COUNTS,
    Context,
    Put,
    Rows,
    Shapes,
    long_string,
    many,
    merge_tags,
    new,
    read_rows,
    refuse_count,
    unknown_tags,
    uvarint_rest,
)

Key = tuple[int, ...]

pack_Bx = Packer(">Bx").pack
rows_user_name_v0 = Rows("P1 T")
shapes_1 = Shapes("S%dsx")


def some_user_name_v0(buf: bytes, pos: int, end: int, count: int, ctx: Context) -> tuple[list[UserName], int, Key]:
    out = many(UserName, count)
    for o in out:
        n1 = buf[pos]
        if 0 < n1 < 128:
            p = pos + n1
            o.name = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.name, pos = long_string(buf, pos + 1, n1)
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (n1, t)


def fill_user_name_v0(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[UserName]:
    out = many(UserName, count)
    o: UserName
    for o, row in zip(out, rows):
        (v0,) = row
        o.name = v0.decode()
        o.unknown_tags = None
    return out


def write_user_name_v0_array(items: Iterable[UserName], put: Put) -> None:
    for o in items:
        s1 = o.name.encode()
        n2 = len(s1)
        data = shapes_1[n2](n2 + 1, s1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def read_describe_user_scram_credentials_request_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[DescribeUserScramCredentialsRequest, int]:
    key_user_name_v0: Key | None = None
    o = new(DescribeUserScramCredentialsRequest)
    n1 = buf[pos]
    pos += 1
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.users = [] if n1 else None
    else:
        n1 -= 1
        if n1 * 2 > end - pos or n1 > ctx.left:
            refuse_count(n1, 2, end - pos)
        ctx.left -= n1
        if n1 < 8 and key_user_name_v0 is None:
            o.users, pos, _ = some_user_name_v0(buf, pos, end, n1, ctx)
        else:
            o.users, pos, key_user_name_v0 = read_rows(
                buf, pos, end, n1, ctx, some_user_name_v0, fill_user_name_v0, rows_user_name_v0, key_user_name_v0
            )
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def encode_describe_user_scram_credentials_request_v0(o: DescribeUserScramCredentialsRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.users
    if v1:
        put(COUNTS[len(v1)])
        write_user_name_v0_array(v1, put)
    if v1:
        data = b"\0"
    else:
        data = pack_Bx(v1 is not None)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


ENCODERS: dict[int, Callable[[DescribeUserScramCredentialsRequest], bytes]] = {
    0: encode_describe_user_scram_credentials_request_v0,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[DescribeUserScramCredentialsRequest, int]]] = {
    0: read_describe_user_scram_credentials_request_v0,
}
NEEDS_CONTEXT = True
SPEC = """\
DescribeUserScramCredentialsRequest request 0 flexible=0+
 Users []UserName 0+ null=0+
  Name string 0+
"""
