# Generated from rpc/DescribeUserScramCredentialsRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from kafkawire.wire import COUNTS, Context, Rows, Shapes, long_count_or_null, long_string, many, merge_tags, new, read_rows, refuse_count, unknown_tags
from kafkawire.messages.describe_user_scram_credentials_request import DescribeUserScramCredentialsRequest, UserName

Put = Callable[[bytes], object]
Key = tuple[int, ...]
rows_user_name_v0 = Rows("P%dsT", (1,), 1)
shapes_1 = Shapes("S%dsx")

def some_user_name_v0(buf: bytes, pos: int, end: int, count: int, ctx: Context, out: list[UserName]) -> tuple[int, Key | None]:
    for _ in range(count):
        o = new(UserName)
        n1 = buf[pos]
        if 0 < n1 < 128:
            p = pos + n1
            o.name = buf[pos + 1:p].decode()
            pos = p
        else:
            o.name, pos = long_string(buf, pos + 1, n1)
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
        out.append(o)
    return pos, (n1,) if not t and n1 < 128 else None


def fill_user_name_v0(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[UserName]:
    out = many(UserName, count)
    o: UserName
    for o, (v0,) in zip(out, rows):
        o.name = v0.decode()
        o.unknown_tags = None
    return out


def write_user_name_v0_array(items: Iterable[UserName], put: Put) -> None:
    for o in items:
        s1 = o.name.encode()
        n2 = len(s1)
        if o.unknown_tags:
            put(shapes_1[n2](n2 + 1, s1)[:-1] + merge_tags({}, o.unknown_tags, ()))
        else:
            put(shapes_1[n2](n2 + 1, s1))


def read_describe_user_scram_credentials_request_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[DescribeUserScramCredentialsRequest, int]:
    key_user_name_v0: Key | None = None
    o = new(DescribeUserScramCredentialsRequest)
    n1 = buf[pos]
    pos += 1
    if not 0 < n1 < 128:
        n1, pos = long_count_or_null(buf, pos, n1)
    if n1 == 1:
        o.users = []
    elif n1 > 1:
        n1 -= 1
        if n1 * 2 > end - pos or n1 > ctx.left:
            refuse_count(n1, 2, end - pos)
        ctx.left -= n1
        o.users, pos, key_user_name_v0 = read_rows(buf, pos, end, n1, ctx, some_user_name_v0, fill_user_name_v0, rows_user_name_v0, key_user_name_v0)
    else:
        o.users = None
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def encode_describe_user_scram_credentials_request_v0(o: DescribeUserScramCredentialsRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    a1 = o.users
    if a1 is None:
        put(b"\0")
    else:
        put(COUNTS[len(a1)])
        write_user_name_v0_array(a1, put)
    if o.unknown_tags:
        put(b"\0"[:-1] + merge_tags({}, o.unknown_tags, ()))
    else:
        put(b"\0")
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
