# Generated from rpc/ListTransactionsRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Sequence

from kafkawire.message import Request
from kafkawire.slotted import field, slotted


@slotted
class ListTransactionsRequest(Request):
    """Request of LIST_TRANSACTIONS (66). Versions 0-2, flexible from 0."""

    API_KEY = 66
    VERSIONS = range(0, 3)
    FLEXIBLE_VERSIONS = range(0, 3)
    LATEST_STABLE_VERSION = 2

    state_filters: list[str] = field(default_factory=list)
    producer_id_filters: Sequence[int] = ()
    duration_filter: int = -1  # 1+
    transactional_id_pattern: str | None = None  # 2+
    unknown_tags: dict[int, bytes] | None = None
