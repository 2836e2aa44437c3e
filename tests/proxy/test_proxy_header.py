"""The header of the PROXY protocol: what others write is read, and what is not exactly one is an error.

The blocks of version 2 were written by the package proxy-protocol 0.11.3.
"""

from __future__ import annotations

import random

import pytest

from kafkawire.errors import RemoteProtocolError
from kafkawire.proxy.proxy_header import MOST_BYTES, client_of, missing

MAGIC = bytes.fromhex("0d0a0d0a000d0a515549540a")
IPV4 = MAGIC + bytes.fromhex("21110023c0000207c0000201c738238402000d6b61666b612e6578616d706c650500046c622d31")
IPV6 = MAGIC + bytes.fromhex(
    "2121003b20010db800000000000000000000000720010db8000000000000000000000001c739238402000d"
    "6b61666b612e6578616d706c650500046c622d31"
)
CHECKED = MAGIC + bytes.fromhex(
    "2111002ac0000207c0000201c738238402000d6b61666b612e6578616d706c650300044f75e4d30500046c622d31"
)
UNIX = MAGIC + bytes.fromhex("213100d8") + b"/a".ljust(108, b"\0") + b"/b".ljust(108, b"\0")
HEADERS = {
    b"PROXY TCP4 255.255.255.255 255.255.255.255 65535 65535\r\n": ("255.255.255.255", 65535),
    b"PROXY TCP4 192.0.2.7 192.0.2.1 51000 9092\r\n": ("192.0.2.7", 51000),
    b"PROXY TCP6 2001:db8::7 2001:db8::1 0 9092\r\n": ("2001:db8::7", 0),
    b"PROXY UNKNOWN\r\n": None,
    b"PROXY UNKNOWN ffff:f::f ffff::1 65535 65535\r\n": None,
    IPV4: ("192.0.2.7", 51000),
    IPV6: ("2001:db8::7", 51001),
    CHECKED: ("192.0.2.7", 51000),
    UNIX: None,
    MAGIC + bytes.fromhex("20000000"): None,  # the load balancer asks for itself
    MAGIC + bytes.fromhex("21000000"): None,
    MAGIC + bytes.fromhex("2011000c") + bytes(12): None,
}


def read(stream: bytes) -> tuple[bytes, tuple[str, int] | None]:
    """What is left of a stream once its header is read, and what that says."""
    pos = 0
    while left := missing(stream[:pos]):
        if pos == len(stream):
            raise EOFError
        pos = min(pos + left, len(stream))
    return stream[pos:], client_of(stream[:pos])


@pytest.mark.parametrize("header", HEADERS, ids=str)
def test_a_header_is_read_and_not_one_byte_behind_it(header: bytes) -> None:
    behind = b"\r\n\0\r\n" + bytes(5000)
    assert read(header + behind) == (behind, HEADERS[header])
    for cut in range(len(header)):
        assert 0 < missing(header[:cut]) <= len(header) - cut
        with pytest.raises(EOFError):
            read(header[:cut])


@pytest.mark.parametrize(
    "header",
    [
        b"\0\0\0\x1a\0\x12\0\x03\0\0\0\x01",  # a Kafka request
        b"\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03",  # TLS
        b"PROXY\tTCP4 192.0.2.7 192.0.2.1 1 2\r\n",
        b"PROXY TCP4 192.0.2.7 192.0.2.1 1 2 3\r\n",
        b"PROXY TCP4 192.0.2.7 192.0.2.1 1 65536\r\n",
        b"PROXY TCP4 192.0.2.7 192.0.2.1 01 2\r\n",
        b"PROXY TCP4 192.0.2.07 192.0.2.1 1 2\r\n",
        b"PROXY TCP4 2001:db8::7 2001:db8::1 1 2\r\n",
        b"PROXY TCP6 192.0.2.7 192.0.2.1 1 2\r\n",
        b"PROXY TCP4 192.0.2.7 192.0.2.1 1 2\n\r\n",
        b"PROXY UNKNOWN" + b" " * 200,
        MAGIC[:-1] + b"\0" + bytes(4),
        MAGIC + bytes.fromhex("1111000c") + bytes(12),  # version 1
        MAGIC + bytes.fromhex("2211000c") + bytes(12),  # a command that nobody knows
        MAGIC + bytes.fromhex("2112000c") + bytes(12),  # datagrams
        MAGIC + bytes.fromhex("2141000c") + bytes(12),  # a family that nobody knows
        MAGIC + bytes.fromhex("2111000b") + bytes(11),  # too short for its addresses
        MAGIC + bytes.fromhex("2111000d") + bytes(13),  # half an addition
        MAGIC + bytes.fromhex("21110010") + bytes(12) + b"\x01\0\x02\0",
        MAGIC + bytes.fromhex("2111ffff") + bytes(70000),
        MAGIC + bytes.fromhex("21110013") + bytes(12) + b"\x03\0\x03\0\0\0\0"[:7],  # a checksum of three bytes
        CHECKED[:-1] + b"!",
    ],
    ids=str,
)
def test_what_is_none_is_refused(header: bytes) -> None:
    with pytest.raises(RemoteProtocolError):
        read(header)


@pytest.mark.parametrize("seed", range(20))
def test_any_bytes_are_a_header_or_one_error_within_its_bounds(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(500):
        data = bytearray(rng.choice([*HEADERS]))
        for _ in range(rng.randrange(1, 4)):
            data[rng.randrange(len(data))] = rng.randrange(256)
        stream = bytes(data) + bytes(MOST_BYTES)
        try:
            rest, _ = read(stream)
        except RemoteProtocolError:
            continue
        assert len(stream) - len(rest) <= MOST_BYTES
