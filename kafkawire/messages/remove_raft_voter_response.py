# Generated from rpc/RemoveRaftVoterResponse.json by kafkawire's codegen.
from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from kafkawire.message import Response


@dataclass(slots=True, eq=False, repr=False)
class RemoveRaftVoterResponse(Response):
    """Response of REMOVE_RAFT_VOTER (81). Version 0, flexible from 0."""

    API_KEY: ClassVar[int] = 81
    VERSIONS: ClassVar[range] = range(0, 1)
    FLEXIBLE_VERSIONS: ClassVar[range] = range(0, 1)
    LATEST_STABLE_VERSION: ClassVar[int] = 0

    throttle_time_ms: int = 0
    error_code: int = 0
    error_message: str | None = ""
    unknown_tags: dict[int, bytes] | None = None
