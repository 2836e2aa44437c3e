# Generated from rpc/ListTransactionsRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Sequence

from kafkawire.message import Request
from kafkawire.slotted import field, slotted


@slotted
class ListTransactionsRequest(Request):
    """Request of LIST_TRANSACTIONS (66). Versions 0-2, flexible from 0.

    Asks a broker for the transactions that it coordinates (KIP-664).
    """

    API_KEY = 66
    VERSIONS = range(0, 3)
    FLEXIBLE_VERSIONS = range(0, 3)
    LATEST_STABLE_VERSION = 2

    state_filters: list[str] = field(default_factory=list)
    """States that are wanted, such as `Ongoing`; empty for all."""
    producer_id_filters: Sequence[int] = ()
    """Producer ids that are wanted, empty for all."""
    duration_filter: int = -1  # 1+
    """Only transactions that are open for longer than this, in ms (KIP-994); -1 for all."""
    transactional_id_pattern: str | None = None  # 2+
    """Pattern that transactional ids have to match (KIP-1152), in RE2 syntax; null for all."""
    unknown_tags: dict[int, bytes] | None = None
