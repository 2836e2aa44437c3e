"""Whose certificate it is: the subject of an X.509 certificate, as Kafka prints it (RFC 2253).

The certificate comes from the TLS library, which has checked it; what is read here is only its subject, by the few
rules of DER that lead there. The last part comes first, as in `CN=alice,OU=eng,O=Example,C=US`.
"""

from __future__ import annotations

from collections.abc import Iterator

from kafkawire.errors import DecodeError

__all__ = ["subject_of"]

_SEQUENCE, _SET, _OID, _VERSION = 0x30, 0x31, 0x06, 0xA0
_ENCODINGS = {0x0C: "utf-8", 0x13: "ascii", 0x14: "latin-1", 0x16: "ascii", 0x1C: "utf-32-be", 0x1E: "utf-16-be"}
"""Tag of a text -> how it is written: UTF8String, PrintableString, T61String, IA5String, Universal- and BMPString."""
_KEYWORDS = {
    "2.5.4.3": "CN",
    "2.5.4.6": "C",
    "2.5.4.7": "L",
    "2.5.4.8": "ST",
    "2.5.4.9": "STREET",
    "2.5.4.10": "O",
    "2.5.4.11": "OU",
    "0.9.2342.19200300.100.1.1": "UID",
    "0.9.2342.19200300.100.1.25": "DC",
}
_SPECIAL = ',=+"\\<>;#'
_SUBJECT = 4  # serial number, algorithm, issuer and validity come before it
_LONG = 0x80


def subject_of(certificate: bytes) -> str:
    """The subject of a certificate in DER. Raises `DecodeError`."""
    try:
        signed = _only(_parts(certificate), _SEQUENCE)
        fields = [part for part in _parts(_only(_parts(signed), _SEQUENCE)) if part[0] != _VERSION]
        names = [_name(part) for tag, part in _parts(fields[_SUBJECT][1]) if tag == _SET]
    except (IndexError, ValueError) as exc:  # it ends too soon, lacks a part, or has text that is none
        raise DecodeError("the certificate cannot be read") from exc
    return ",".join(reversed(names))


def _name(part: bytes) -> str:
    """One relative name, which may be made of several attributes."""
    return "+".join(_attribute(value) for _, value in _parts(part))


def _attribute(data: bytes) -> str:
    (_, oid), (tag, value) = list(_parts(data))[:2]
    name = _dotted(oid)
    if name in _KEYWORDS and tag in _ENCODINGS:
        return f"{_KEYWORDS[name]}={_escaped(value.decode(_ENCODINGS[tag]))}"
    size = bytes([len(value)]) if len(value) < _LONG else _long_size(len(value))
    return f"{_KEYWORDS.get(name, name)}=#{(bytes([tag]) + size + value).hex()}"


def _escaped(text: str) -> str:
    """With a backslash before what is special, and before spaces at either end, as Java has it."""
    inside = text.strip(" ")
    before = len(text) - len(text.lstrip(" "))
    found = "".join(f"\\{c}" if c in _SPECIAL else c for c in inside)
    return "\\ " * before + found + "\\ " * (len(text) - before - len(inside))


def _dotted(oid: bytes) -> str:
    numbers, value = [], 0
    for byte in oid:
        value = value << 7 | byte & 0x7F
        if not byte & 0x80:
            numbers.append(value)
            value = 0
    first = min(numbers[0] // 40, 2)
    return ".".join(map(str, [first, numbers[0] - 40 * first, *numbers[1:]]))


def _long_size(size: int) -> bytes:
    digits = size.to_bytes((size.bit_length() + 7) // 8, "big")
    return bytes([_LONG | len(digits)]) + digits


def _only(parts: Iterator[tuple[int, bytes]], tag: int) -> bytes:
    """The first part, which must have that tag."""
    found, value = next(parts, (0, b""))
    if found != tag:
        raise DecodeError(f"the certificate has tag {found:#x} where {tag:#x} must be")
    return value


def _parts(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Tag and content of each part. Raises `DecodeError` if the data ends within one."""
    pos = 0
    while pos < len(data):
        tag, size, pos = data[pos], data[pos + 1], pos + 2
        if size & _LONG:
            count = size & ~_LONG
            size, pos = int.from_bytes(data[pos : pos + count], "big"), pos + count
        if pos + size > len(data):
            raise DecodeError("the certificate ends too soon")
        yield tag, data[pos : pos + size]
        pos += size
