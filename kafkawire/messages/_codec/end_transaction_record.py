# Generated from records-metadata/EndTransactionRecord.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable

from kafkawire.messages.end_transaction_record import EndTransactionRecord
from kafkawire.wire import Context, merge_tags, new, unknown_tags


def read_end_transaction_record_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[EndTransactionRecord, int]:
    o = new(EndTransactionRecord)
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def encode_end_transaction_record_v0(o: EndTransactionRecord) -> bytes:
    data = b"\0"
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    return data


ENCODERS: dict[int, Callable[[EndTransactionRecord], bytes]] = {
    0: encode_end_transaction_record_v0,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[EndTransactionRecord, int]]] = {
    0: read_end_transaction_record_v0,
}
NEEDS_CONTEXT = False
SPEC = """\
EndTransactionRecord metadata 0 flexible=0+
"""
