"""What a connection reports to whoever drives it.

Events are values in the order of the stream; nothing happens by itself. A driver gets them from `receive_data`, acts on
the ones it knows, and writes out whatever `data_to_send` then holds.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kafkawire.message import Request, Response
    from kafkawire.protocol.versions import ApiVersions

__all__ = ["Event", "RequestFrame", "RequestReceived", "ResponseFrame", "ResponseReceived", "VersionsNegotiated"]


@dataclass(slots=True)
class RequestReceived:
    """A client asks. Answer under the same `correlation_id`; answers leave in the order the requests came."""

    correlation_id: int
    api_key: int
    version: int
    client_id: str | None
    message: Request


@dataclass(slots=True)
class ResponseReceived:
    """A broker answers the request that was sent under `correlation_id`; `size` is the payload's size in bytes."""

    correlation_id: int
    api_key: int
    version: int
    message: Response
    size: int


@dataclass(slots=True)
class VersionsNegotiated:
    """The broker has told which versions it speaks, and has let us in: requests may be sent from now on."""

    versions: ApiVersions


@dataclass(slots=True)
class RequestFrame:
    """A request that is passed on as it came: its bytes, and what its header says.

    A SASL token without a header has no `correlation_id`, and counts as SaslAuthenticate of version `BARE_TOKEN`.
    """

    correlation_id: int | None
    api_key: int
    version: int
    client_id: str | None
    expects_response: bool
    payload: bytes = field(repr=False)
    """The frame without its size; it may hold secrets."""

    @property
    def frame(self) -> bytes:
        """The whole frame, which is a copy."""
        return len(self.payload).to_bytes(4, "big") + self.payload


@dataclass(slots=True)
class ResponseFrame:
    """A response that is passed on as it came, with key and version of the request that it answers.

    The response to a SASL token without a header has none either, and no `correlation_id`.
    """

    correlation_id: int | None
    api_key: int
    version: int
    payload: bytes = field(repr=False)
    """The frame without its size; it may hold secrets."""

    @property
    def frame(self) -> bytes:
        """The whole frame, which is a copy."""
        return len(self.payload).to_bytes(4, "big") + self.payload


Event = RequestReceived | ResponseReceived | VersionsNegotiated | RequestFrame | ResponseFrame
