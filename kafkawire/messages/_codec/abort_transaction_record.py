# Generated from records-metadata/AbortTransactionRecord.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable

from kafkawire.messages.abort_transaction_record import AbortTransactionRecord
from kafkawire.wire import (
    Context,
    Shapes,
    check_tag_size,
    long_string_or_null,
    merge_tags,
    new,
    tag_sections,
    unknown_tags,
)

shapes_1 = Shapes("S%ds")


def read_abort_transaction_record_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[AbortTransactionRecord, int]:
    o = new(AbortTransactionRecord)
    t = buf[pos]
    o.reason = None
    o.unknown_tags = None
    pos += 1
    if t:
        pos = tags_abort_transaction_record_v0(o, buf, pos, end, t, ctx)
    return o, pos


def tags_abort_transaction_record_v0(
    o: AbortTransactionRecord, buf: bytes, pos: int, end: int, t: int, ctx: Context
) -> int:
    sections, behind = tag_sections(buf, pos, end, t, ctx.limits)
    for tag, pos, stop in sections:
        if tag == 0:
            n1 = buf[pos]
            if 0 < n1 < 128:
                p = pos + n1
                o.reason = buf[pos + 1 : p].decode()
                pos = p
            elif n1 == 0:
                o.reason = None
                pos = pos + 1
            else:
                o.reason, pos = long_string_or_null(buf, pos + 1, n1)
            check_tag_size(tag, pos, stop)
        else:
            if o.unknown_tags is None:
                o.unknown_tags = {}
            o.unknown_tags[tag] = buf[pos:stop]
    return behind


def tagged_abort_transaction_record_v0(o: AbortTransactionRecord) -> bytes:
    known: dict[int, bytes] = {}
    parts: list[bytes]
    if o.reason is not None:
        parts = []
        put = parts.append
        v3 = o.reason
        if v3 is None:
            s1 = b""
            n2 = 0
        else:
            s1 = v3.encode()
            n2 = len(s1) + 1
        put(shapes_1[len(s1)](n2, s1))
        known[0] = b"".join(parts)
    return merge_tags(known, o.unknown_tags, (0,))


def encode_abort_transaction_record_v0(o: AbortTransactionRecord) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.reason is not None or o.unknown_tags:
        put(tagged_abort_transaction_record_v0(o))
    else:
        put(b"\0")
    return b"".join(parts)


ENCODERS: dict[int, Callable[[AbortTransactionRecord], bytes]] = {
    0: encode_abort_transaction_record_v0,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[AbortTransactionRecord, int]]] = {
    0: read_abort_transaction_record_v0,
}
NEEDS_CONTEXT = True
SPEC = """\
AbortTransactionRecord metadata 0 flexible=0+
 Reason string 0+ null=0+ tag=0@0+ default=null
"""
