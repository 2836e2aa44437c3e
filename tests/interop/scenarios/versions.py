"""ApiVersions, and requests that nobody can answer."""

from __future__ import annotations

import struct
from typing import Any

from kafkawire.api_key import ApiKey
from kafkawire.messages import ApiVersionsRequest, MetadataRequest
from kafkawire.protocol.frames import encode_request
from tests.interop.session import Session

CLIENT: dict[str, Any] = {"client_software_name": "interop", "client_software_version": "1.0"}


def api_versions(s: Session) -> None:
    """What is served, in every version of the question; software names that are not allowed."""
    s.ask_all("what is served", lambda version: ApiVersionsRequest(**CLIENT if version >= 3 else {}))
    for name in ("", "white space", "-first", "last-", "ümlaut"):
        s.ask(
            f"software name {name!r}", ApiVersionsRequest(client_software_name=name, client_software_version="1.0"), 3
        )
        s.ask(
            f"software version {name!r}",
            ApiVersionsRequest(client_software_name="interop", client_software_version=name),
            3,
        )


def unknown_requests(s: Session) -> None:
    """A version of ApiVersions that does not exist has an answer; everything else outside of the table ends it all."""
    frame = bytearray(encode_request(ApiVersionsRequest(**CLIENT), version=3, correlation_id=-1, client_id="x"))
    struct.pack_into(">h", frame, 6, 99)
    s.ask_bytes("ApiVersions of a version to come", bytes(frame), ApiKey.API_VERSIONS, 99)
    s.ask("the connection is alive", ApiVersionsRequest(), 0)
    s.raw("an API key that does not exist", _frame(999, 0))
    s.raw("a negative API key", _frame(-1, 0))
    s.raw("Metadata of a version to come", _frame(3, 99))
    s.raw("Metadata of a negative version", _frame(3, -1))
    s.raw("a body that is cut off", _frame(3, 1, b"\0\0"))
    s.raw("an array longer than the frame", _frame(3, 1, b"\x7f\xff\xff\xff"))
    s.raw("a negative frame size", struct.pack(">i", -5))
    s.raw("a frame beyond the limit", struct.pack(">i", 2_000_000_000))
    s.raw("an empty frame", struct.pack(">i", 0))
    s.raw("a frame without a whole header", struct.pack(">ihh", 4, 3, 1))
    s.raw("bytes of another protocol", b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")


def pipelining(s: Session) -> None:
    """Several requests at once are answered in their order."""
    tickets = [s.send(MetadataRequest(topics=[]), version) for version in (1, 4, 9)]
    for ticket in tickets:
        s.receive("in order", ticket)


def _frame(api_key: int, version: int, body: bytes = b"") -> bytes:
    payload = struct.pack(">hhih", api_key, version, 0, 1) + b"x" + body
    return struct.pack(">i", len(payload)) + payload


SCENARIOS = (api_versions, unknown_requests, pipelining)
