# Generated from rpc/DeleteGroupsRequest.json by kafkawire's codegen.
from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from kafkawire.message import Request


@dataclass(slots=True, eq=False, repr=False)
class DeleteGroupsRequest(Request):
    """Request of DELETE_GROUPS (42). Versions 0-3, flexible from 2."""

    API_KEY: ClassVar[int] = 42
    VERSIONS: ClassVar[range] = range(0, 4)
    FLEXIBLE_VERSIONS: ClassVar[range] = range(2, 4)
    LATEST_STABLE_VERSION: ClassVar[int] = 3

    groups_names: list[str] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None
