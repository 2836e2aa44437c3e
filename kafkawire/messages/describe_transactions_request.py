# Generated from rpc/DescribeTransactionsRequest.json by kafkawire's codegen.
from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from kafkawire.message import Request


@dataclass(slots=True, eq=False, repr=False)
class DescribeTransactionsRequest(Request):
    """Request of DESCRIBE_TRANSACTIONS (65). Version 0, flexible from 0."""

    API_KEY: ClassVar[int] = 65
    VERSIONS: ClassVar[range] = range(0, 1)
    FLEXIBLE_VERSIONS: ClassVar[range] = range(0, 1)
    LATEST_STABLE_VERSION: ClassVar[int] = 0

    transactional_ids: list[str] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None
