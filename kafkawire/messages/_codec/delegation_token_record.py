# Generated from records-metadata/DelegationTokenRecord.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable
from struct import Struct as Packer

from kafkawire.messages.delegation_token_record import DelegationTokenRecord
from kafkawire.wire import (
    COUNTS,
    Context,
    Shapes,
    compact_strings,
    long_string,
    merge_tags,
    new,
    put_compact_strings,
    refuse_count,
    refuse_length,
    refuse_null,
    unknown_tags,
    uvarint_rest,
)

shapes_1 = Shapes("S%dsS%ds")
shapes_2 = Shapes("qqqS%dsx")
shapes_3 = Shapes("S%dsS%dsBqqqS%dsx")
unpack_qqqB = Packer(">qqqB").unpack_from


def read_delegation_token_record_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[DelegationTokenRecord, int]:
    o = new(DelegationTokenRecord)
    n1 = buf[pos]
    if 0 < n1 < 128:
        p = pos + n1
        o.owner = buf[pos + 1 : p].decode()
        pos = p
    else:
        o.owner, pos = long_string(buf, pos + 1, n1)
    n2 = buf[pos]
    if 0 < n2 < 128:
        p = pos + n2
        o.requester = buf[pos + 1 : p].decode()
        pos = p
    else:
        o.requester, pos = long_string(buf, pos + 1, n2)
    n3 = buf[pos]
    pos += 1
    if n3 > 127:
        n3, pos = uvarint_rest(buf, pos, n3)
    if n3 < 2:
        o.renewers = [] if n3 else refuse_length(-1)
    else:
        n3 -= 1
        if n3 > end - pos or n3 > ctx.left:
            refuse_count(n3, 1, end - pos)
        ctx.left -= n3
        o.renewers, pos = compact_strings(buf, pos, n3)
    o.issue_timestamp, o.max_timestamp, o.expiration_timestamp, n4 = unpack_qqqB(buf, pos)
    if 0 < n4 < 128:
        p = pos + n4 + 24
        o.token_id = buf[pos + 25 : p].decode()
        pos = p
    else:
        o.token_id, pos = long_string(buf, pos + 25, n4)
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def encode_delegation_token_record_v0(o: DelegationTokenRecord) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    s1 = o.owner.encode()
    n2 = len(s1)
    s3 = o.requester.encode()
    n4 = len(s3)
    v5 = o.renewers
    if v5:
        put(shapes_1[n2, n4](n2 + 1, s1, n4 + 1, s3))
        put(COUNTS[len(v5)])
        put_compact_strings(put, v5)
    elif v5 is None:
        refuse_null()
    s6 = o.token_id.encode()
    n7 = len(s6)
    if v5:
        data = shapes_2[n7](o.issue_timestamp, o.max_timestamp, o.expiration_timestamp, n7 + 1, s6)
    else:
        data = shapes_3[n2, n4, n7](
            n2 + 1, s1, n4 + 1, s3, 1, o.issue_timestamp, o.max_timestamp, o.expiration_timestamp, n7 + 1, s6
        )
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


ENCODERS: dict[int, Callable[[DelegationTokenRecord], bytes]] = {
    0: encode_delegation_token_record_v0,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[DelegationTokenRecord, int]]] = {
    0: read_delegation_token_record_v0,
}
NEEDS_CONTEXT = True
SPEC = """\
DelegationTokenRecord metadata 0 flexible=0+
 Owner string 0+
 Requester string 0+
 Renewers []string 0+
 IssueTimestamp int64 0+
 MaxTimestamp int64 0+
 ExpirationTimestamp int64 0+
 TokenId string 0+
"""
