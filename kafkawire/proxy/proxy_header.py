"""The header that a load balancer puts before a client's bytes to say who the client is (PROXY protocol, 1 and 2).

Without I/O: `missing` says how many more bytes surely belong to a header that has begun, so that whoever reads takes
not one byte of what follows, and `client_of` reads a whole one. What is not exactly a header is an error: who may send
one has to.
"""

from __future__ import annotations

import re
from ipaddress import IPv4Address, IPv6Address, ip_address
from struct import Struct

from kafkawire.errors import RemoteProtocolError
from kafkawire.records.header import crc32c_function

__all__ = ["MOST_BYTES", "client_of", "missing"]

MOST_BYTES = 4096
"""What a header of version 2 may take with all that it adds to the addresses."""
_MAGIC = b"\r\n\r\n\0\r\nQUIT\n"
_FIXED = Struct(">12sBBH")  # magic, version and command, family and transport, bytes that follow
_LEAST = len(b"PROXY UNKNOWN\r\n")  # the shortest header of either version; one of version 2 has a byte more
_LONGEST_LINE = 107
_PORT = rb"(0|[1-9]\d{0,4})"
_LINE = re.compile(
    rb"PROXY (?:UNKNOWN(?: [ -~]*)?|TCP([46]) ([0-9A-Fa-f:.]+) ([0-9A-Fa-f:.]+) %b %b)\r\n" % (_PORT, _PORT)
)
_LOCAL, _PROXIED = 0x20, 0x21
_STREAM = 1
_ADDRESS_BYTES = {0: 0, 1: 12, 2: 36, 3: 216}  # by family: none, IPv4, IPv6, Unix
_IPV4, _IPV6 = 1, 2
_PORTS = Struct(">HH")
_TLV = Struct(">BH")
_CHECKSUM = 3
_MOST_PORT = 65_535


def missing(data: bytes) -> int:
    """How many more bytes belong to the header at least; 0 if it is whole. Raises `RemoteProtocolError`."""
    if not data.startswith((_MAGIC[: len(data)], b"PROXY "[: len(data)])):
        raise RemoteProtocolError("what comes does not begin with a PROXY header")
    if len(data) < _LEAST:
        return _LEAST - len(data)
    if data.startswith(b"P"):
        return _missing_of_line(data)
    if len(data) < _FIXED.size:
        return _FIXED.size - len(data)
    size: int = _FIXED.size + _FIXED.unpack_from(data)[3]
    if size > MOST_BYTES:
        raise RemoteProtocolError(f"a PROXY header of {size} bytes (at most {MOST_BYTES})")
    return size - len(data)


def _missing_of_line(data: bytes) -> int:
    if data.endswith(b"\r\n"):
        return 0
    if len(data) >= _LONGEST_LINE:
        raise RemoteProtocolError(f"a PROXY header of more than {_LONGEST_LINE} bytes")
    return 1


def client_of(data: bytes) -> tuple[str, int] | None:
    """Host and port of the client; None where the header leaves it to the connection. Raises `RemoteProtocolError`."""
    return _client_of_line(data) if data.startswith(b"P") else _client_of_block(data)


def _client_of_line(data: bytes) -> tuple[str, int] | None:
    found = _LINE.fullmatch(data)
    if found is None:
        raise RemoteProtocolError("the line of the PROXY header is none")
    if found[1] is None:
        return None
    wanted = IPv4Address if found[1] == b"4" else IPv6Address
    ports = int(found[4]), int(found[5])
    try:
        source, _ = (wanted(text.decode()) for text in found.group(2, 3))
    except ValueError as exc:
        raise RemoteProtocolError(f"the PROXY header has an address that is none: {exc}") from exc
    if max(ports) > _MOST_PORT:
        raise RemoteProtocolError(f"the PROXY header has a port that is none: {max(ports)}")
    return str(source), ports[0]


def _client_of_block(data: bytes) -> tuple[str, int] | None:
    _, command, kind, size = _FIXED.unpack_from(data)
    if command not in (_LOCAL, _PROXIED):
        raise RemoteProtocolError(f"the PROXY header has version and command {command:#x}")
    if command == _LOCAL:  # the load balancer asks for itself, and says no more
        return None
    family, transport = kind >> 4, kind & 15
    if family not in _ADDRESS_BYTES or transport != (_STREAM if family else 0):
        raise RemoteProtocolError(f"the PROXY header has family and transport {kind:#x}")
    if size < _ADDRESS_BYTES[family]:
        raise RemoteProtocolError(f"the PROXY header has {size} bytes where an address needs {_ADDRESS_BYTES[family]}")
    _check_additions(data, _FIXED.size + _ADDRESS_BYTES[family])
    if family not in (_IPV4, _IPV6):
        return None
    length = 4 if family == _IPV4 else 16
    port, _ = _PORTS.unpack_from(data, _FIXED.size + 2 * length)
    return str(ip_address(data[_FIXED.size : _FIXED.size + length])), port


def _check_additions(data: bytes, pos: int) -> None:
    """What stands behind the addresses must end with the header, and a checksum among it must be right."""
    while pos < len(data):
        if len(data) - pos < _TLV.size:
            raise RemoteProtocolError("the PROXY header ends within an addition")
        kind, size = _TLV.unpack_from(data, pos)
        pos += _TLV.size
        if size > len(data) - pos:
            raise RemoteProtocolError("the PROXY header ends within an addition")
        if kind == _CHECKSUM and data[pos : pos + size] != _checksum(data, pos, size):
            raise RemoteProtocolError("the checksum of the PROXY header is wrong")
        pos += size


def _checksum(data: bytes, pos: int, size: int) -> bytes:
    """CRC-32C of the header, with zeros where it stands itself."""
    return crc32c_function()(data[:pos] + bytes(size) + data[pos + size :]).to_bytes(4, "big")
