# Generated from records-transaction/TransactionLogKey.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable
from struct import Struct as Packer

from kafkawire.messages.transaction_log_key import TransactionLogKey
from kafkawire.wire import Context, Shapes, absent, new, refuse_length, unknown_tags

shapes_1 = Shapes("h%ds")
unpack_h = Packer(">h").unpack_from


def read_transaction_log_key_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[TransactionLogKey, int]:
    o = new(TransactionLogKey)
    (n1,) = unpack_h(buf, pos)
    if n1 >= 0:
        p = pos + n1 + 2
        o.transactional_id = buf[pos + 2 : p].decode()
        pos = p
    else:
        o.transactional_id = refuse_length(n1)
        pos = pos + 2
    o.unknown_tags = None
    return o, pos


def encode_transaction_log_key_v0(o: TransactionLogKey) -> bytes:
    s1 = o.transactional_id.encode()
    n2 = len(s1)
    if o.unknown_tags:
        absent(o, "unknown_tags")
    return shapes_1[n2](n2, s1)


ENCODERS: dict[int, Callable[[TransactionLogKey], bytes]] = {
    0: encode_transaction_log_key_v0,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[TransactionLogKey, int]]] = {
    0: read_transaction_log_key_v0,
}
NEEDS_CONTEXT = False
SPEC = """\
TransactionLogKey coordinator-key 0 flexible=none
 TransactionalId string 0
"""
