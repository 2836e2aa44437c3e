# Generated from records-control/EndTxnMarker.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable
from struct import Struct as Packer

from kafkawire.messages.end_txn_marker import EndTxnMarker
from kafkawire.wire import Context, absent, new, unknown_tags

pack_i = Packer(">i").pack
unpack_i = Packer(">i").unpack_from


def read_end_txn_marker_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[EndTxnMarker, int]:
    o = new(EndTxnMarker)
    (o.coordinator_epoch,) = unpack_i(buf, pos)
    o.unknown_tags = None
    return o, pos + 4


def encode_end_txn_marker_v0(o: EndTxnMarker) -> bytes:
    if o.unknown_tags:
        absent(o, "unknown_tags")
    return pack_i(o.coordinator_epoch)


ENCODERS: dict[int, Callable[[EndTxnMarker], bytes]] = {
    0: encode_end_txn_marker_v0,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[EndTxnMarker, int]]] = {
    0: read_end_txn_marker_v0,
}
NEEDS_CONTEXT = False
SPEC = """\
EndTxnMarker data 0 flexible=none
 CoordinatorEpoch int32 0+
"""
