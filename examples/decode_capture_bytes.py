"""Tell the story of a connection from the bytes that a client sent.

Save one direction of a TCP stream to a file: in Wireshark, "Follow TCP Stream", one direction, as raw. Then:

    python examples/decode_capture_bytes.py stream.bin

prints a line for each request: its correlation id, API and version, client id, and what is in it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from kafkawire import KafkaWireError
from kafkawire.protocol import FrameReader, decode_request_payload


def stories(stream: bytes) -> Iterator[str]:
    """A line for each whole request, and one for what is left over."""
    reader = FrameReader()
    for payload in reader.receive_data(stream):
        try:
            header, request = decode_request_payload(payload)
        except KafkaWireError as exc:
            yield f"a request of {len(payload)} bytes that cannot be read: {exc}"
            continue
        name = f"{type(request).__name__} v{header.request_api_version}"
        yield f"{header.correlation_id:>6}  {header.client_id or '-':<16}  {name:<32}  {request}"
    if reader.buffered:
        yield f"{reader.buffered} bytes of a request whose end is not in the file"


def main() -> int:
    if len(sys.argv) != 2:
        print(f"usage: {sys.argv[0]} FILE", file=sys.stderr)
        return 2
    for line in stories(Path(sys.argv[1]).read_bytes()):
        print(line)
    return 0


if __name__ == "__main__":
    sys.exit(main())
