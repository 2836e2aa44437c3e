# Generated from rpc/DescribeDelegationTokenRequest.json by kafkawire's codegen.
from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from kafkawire.message import Request, Struct


@dataclass(slots=True, eq=False, repr=False)
class DescribeDelegationTokenOwner(Struct):
    """Part of DescribeDelegationTokenRequest."""

    principal_type: str = ""
    principal_name: str = ""
    unknown_tags: dict[int, bytes] | None = None


@dataclass(slots=True, eq=False, repr=False)
class DescribeDelegationTokenRequest(Request):
    """Request of DESCRIBE_DELEGATION_TOKEN (41). Versions 0-3, flexible from 2."""

    API_KEY: ClassVar[int] = 41
    VERSIONS: ClassVar[range] = range(0, 4)
    FLEXIBLE_VERSIONS: ClassVar[range] = range(2, 4)
    LATEST_STABLE_VERSION: ClassVar[int] = 3
    DEPRECATED_VERSIONS: ClassVar[range] = range(0, 1)

    owners: list[DescribeDelegationTokenOwner] | None = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None
