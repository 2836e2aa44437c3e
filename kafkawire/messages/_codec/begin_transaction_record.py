# Generated from records-metadata/BeginTransactionRecord.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable

from kafkawire.messages.begin_transaction_record import BeginTransactionRecord
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


def read_begin_transaction_record_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[BeginTransactionRecord, int]:
    o = new(BeginTransactionRecord)
    t = buf[pos]
    o.name = None
    o.unknown_tags = None
    pos += 1
    if t:
        pos = tags_begin_transaction_record_v0(o, buf, pos, end, t, ctx)
    return o, pos


def tags_begin_transaction_record_v0(
    o: BeginTransactionRecord, buf: bytes, pos: int, end: int, t: int, ctx: Context
) -> int:
    sections, behind = tag_sections(buf, pos, end, t, ctx.limits)
    for tag, pos, stop in sections:
        if tag == 0:
            n1 = buf[pos]
            if 0 < n1 < 128:
                p = pos + n1
                o.name = buf[pos + 1 : p].decode()
                pos = p
            elif n1 == 0:
                o.name = None
                pos = pos + 1
            else:
                o.name, pos = long_string_or_null(buf, pos + 1, n1)
            check_tag_size(tag, pos, stop)
        else:
            if o.unknown_tags is None:
                o.unknown_tags = {}
            o.unknown_tags[tag] = buf[pos:stop]
    return behind


def tagged_begin_transaction_record_v0(o: BeginTransactionRecord) -> bytes:
    known: dict[int, bytes] = {}
    parts: list[bytes]
    if o.name is not None:
        parts = []
        put = parts.append
        v3 = o.name
        if v3 is None:
            s1 = b""
            n2 = 0
        else:
            s1 = v3.encode()
            n2 = len(s1) + 1
        put(shapes_1[len(s1)](n2, s1))
        known[0] = b"".join(parts)
    return merge_tags(known, o.unknown_tags, (0,))


def encode_begin_transaction_record_v0(o: BeginTransactionRecord) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.name is not None or o.unknown_tags:
        put(tagged_begin_transaction_record_v0(o))
    else:
        put(b"\0")
    return b"".join(parts)


ENCODERS: dict[int, Callable[[BeginTransactionRecord], bytes]] = {
    0: encode_begin_transaction_record_v0,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[BeginTransactionRecord, int]]] = {
    0: read_begin_transaction_record_v0,
}
NEEDS_CONTEXT = True
SPEC = """\
BeginTransactionRecord metadata 0 flexible=0+
 Name string 0+ null=0+ tag=0@0+ default=null
"""
