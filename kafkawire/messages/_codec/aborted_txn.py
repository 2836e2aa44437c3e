# Generated from records-control/AbortedTxn.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable
from struct import Struct as Packer

from kafkawire.messages.aborted_txn import AbortedTxn
from kafkawire.wire import Context, absent, new, unknown_tags

pack_qqqq = Packer(">qqqq").pack
unpack_qqqq = Packer(">qqqq").unpack_from


def read_aborted_txn_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[AbortedTxn, int]:
    o = new(AbortedTxn)
    o.producer_id, o.first_offset, o.last_offset, o.last_stable_offset = unpack_qqqq(buf, pos)
    o.unknown_tags = None
    return o, pos + 32


def encode_aborted_txn_v0(o: AbortedTxn) -> bytes:
    if o.unknown_tags:
        absent(o, "unknown_tags")
    return pack_qqqq(o.producer_id, o.first_offset, o.last_offset, o.last_stable_offset)


ENCODERS: dict[int, Callable[[AbortedTxn], bytes]] = {
    0: encode_aborted_txn_v0,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[AbortedTxn, int]]] = {
    0: read_aborted_txn_v0,
}
NEEDS_CONTEXT = False
SPEC = """\
AbortedTxn data 0 flexible=none
 ProducerId int64 0+
 FirstOffset int64 0+
 LastOffset int64 0+
 LastStableOffset int64 0+
"""
