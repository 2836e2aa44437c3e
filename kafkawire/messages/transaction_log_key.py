# Generated from records-transaction/TransactionLogKey.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Message
from kafkawire.slotted import slotted


@slotted
class TransactionLogKey(Message):
    """Key of a coordinator record. Version 0, never flexible.

    Which transactional id the record is about, in `__transaction_state`. A null value says that it has expired.
    """

    API_KEY = 0
    VERSIONS = range(0, 1)
    FLEXIBLE_VERSIONS = range(0)
    LATEST_STABLE_VERSION = 0

    transactional_id: str = ""
    """`transactional.id` of the producer."""
    unknown_tags: dict[int, bytes] | None = None
