# Generated from records-metadata/RemoveDelegationTokenRecord.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable

from kafkawire.messages.remove_delegation_token_record import RemoveDelegationTokenRecord
from kafkawire.wire import Context, Shapes, long_string, merge_tags, new, unknown_tags

shapes_1 = Shapes("S%dsx")


def read_remove_delegation_token_record_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[RemoveDelegationTokenRecord, int]:
    o = new(RemoveDelegationTokenRecord)
    n1 = buf[pos]
    if 0 < n1 < 128:
        p = pos + n1
        o.token_id = buf[pos + 1 : p].decode()
        pos = p
    else:
        o.token_id, pos = long_string(buf, pos + 1, n1)
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def encode_remove_delegation_token_record_v0(o: RemoveDelegationTokenRecord) -> bytes:
    s1 = o.token_id.encode()
    n2 = len(s1)
    data = shapes_1[n2](n2 + 1, s1)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    return data


ENCODERS: dict[int, Callable[[RemoveDelegationTokenRecord], bytes]] = {
    0: encode_remove_delegation_token_record_v0,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[RemoveDelegationTokenRecord, int]]] = {
    0: read_remove_delegation_token_record_v0,
}
NEEDS_CONTEXT = False
SPEC = """\
RemoveDelegationTokenRecord metadata 0 flexible=0+
 TokenId string 0+
"""
