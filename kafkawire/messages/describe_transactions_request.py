# Generated from rpc/DescribeTransactionsRequest.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Request
from kafkawire.slotted import field, slotted


@slotted
class DescribeTransactionsRequest(Request):
    """Request of DESCRIBE_TRANSACTIONS (65). Version 0, flexible from 0.

    Asks its coordinator about transactions (KIP-664).
    """

    API_KEY = 65
    VERSIONS = range(0, 1)
    FLEXIBLE_VERSIONS = range(0, 1)
    LATEST_STABLE_VERSION = 0

    transactional_ids: list[str] = field(default_factory=list)
    """`transactional.id`s to ask about."""
    unknown_tags: dict[int, bytes] | None = None
