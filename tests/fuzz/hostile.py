# ruff: noqa: E501 (one case is one line)
"""Bytes made to hurt, each with the error that it must give.

`python -m tests.fuzz.hostile` tries them all with 3 GiB of address space.
"""

from __future__ import annotations

import re
import resource
from collections.abc import Callable
from dataclasses import dataclass, field

import kafkawire
from kafkawire import (
    DecodeError,
    InvalidLength,
    InvalidTag,
    InvalidText,
    InvalidVarint,
    LimitExceeded,
    TrailingBytes,
    Truncated,
    UnexpectedNull,
    messages,
)
from kafkawire.limits import DEFAULT_LIMITS, Limits
from tests.fuzz.mutations import ADDRESS_SPACE

HUGE = b"\x7f\xff\xff\xff"
SIX = b"\x80\x80\x80\x80\x80\x01"
HUGE_COMPACT = b"\xff\xff\xff\xff\x0f"  # 2**32 - 1, which says 4294967294 elements or bytes
MANY_TAGS = 10_000_000


@dataclass
class Case:
    """Bytes, who reads them, and what must come of it. `data` is a function, since some are long."""

    id: str
    message: str
    version: int
    data: Callable[[], bytes]
    error: type[DecodeError]
    text: str
    limits: Limits = field(default=DEFAULT_LIMITS)

    def __str__(self) -> str:
        return self.id

    def decode(self, data: bytes) -> object:
        return getattr(messages, self.message).decode(data, self.version, limits=self.limits)

    def check(self, data: bytes) -> None:
        """Raise `AssertionError` unless the error is the one that it must be."""
        try:
            self.decode(data)
        except DecodeError as exc:
            assert type(exc) is self.error, f"{self}: {exc!r}"
            assert re.fullmatch(rf"{self.message} v{self.version} ?{self.text}", str(exc)), f"{self}: {exc}"
        else:
            raise AssertionError(f"{self}: no error")


def case(
    id_: str,
    reader: str,
    data: bytes | Callable[[], bytes],
    error: type[DecodeError],
    text: str,
    limits: Limits = DEFAULT_LIMITS,
) -> Case:
    message, _, version = reader.partition(" v")
    return Case(id_, message, int(version), data if callable(data) else lambda: data, error, text, limits)


BROKER_12 = b"\x00\x00\x00\x01\x02h\x00\x00\x00\x01\x00\x00"
METADATA_12 = b"\x00\x00\x00\x00\x01\x00\x00\x00\x00\x00\x01"  # no brokers, no cluster id, controller 0; topics follow
TOPIC_12 = b"\x00\x00\x02t" + bytes(16) + b"\x00"  # error, name, id, internal; partitions follow

COUNTS = [
    case("legacy array of structs", "MetadataResponse v1", HUGE + bytes(40), InvalidLength, r"\.brokers: count 2147483647 needs at least \d+ bytes, 40 left at offset 0"),
    case("compact array of structs", "MetadataResponse v12", bytes(4) + HUGE_COMPACT + bytes(40), InvalidLength, r"\.brokers: count 4294967294 needs at least \d+ bytes, 40 left at offset 4"),
    case("array within an array", "MetadataResponse v12", METADATA_12[:-1] + b"\x05" + (TOPIC_12 + b"\x01" + bytes(5)) * 3 + TOPIC_12 + b"\x80\x80\x80\x80\x08" + bytes(40), InvalidLength, r"\.topics\[3\]\.partitions: count 2147483647 needs at least \d+ bytes, 40 left at offset 113"),
    case("legacy array of strings", "DeleteTopicsRequest v0", HUGE + bytes(9), InvalidLength, r"\.topic_names: count 2147483647 needs at least 4294967294 bytes, 9 left at offset 0"),
    case("compact array of strings", "DeleteTopicsRequest v4", HUGE_COMPACT + bytes(9), InvalidLength, r"\.topic_names: count 4294967294 needs at least 4294967294 bytes, 9 left at offset 0"),
    case("legacy array of numbers", "DescribeQuorumResponse v0", b"\x00\x00\x80\x80\x80\x80\x08", InvalidLength, r"\.topics: count 2147483647 needs .* 0 left at offset 2"),
    case("compact array of numbers", "ElectLeadersRequest v2", b"\x00\x02\x02t" + HUGE_COMPACT + bytes(9), InvalidLength, r"\.topic_partitions\[0\]\.partitions: count 4294967294 needs at least 17179869176 bytes, 9 left at offset 4"),
    case("array of uuids", "FetchSnapshotRequest v1", b"\x00\x00\x00\x00" + HUGE + HUGE_COMPACT, InvalidLength, r"\.topics: count 4294967294 needs .*"),
    case("one more than there is", "DeleteTopicsRequest v0", b"\x00\x00\x00\x03" + bytes(5), InvalidLength, r"\.topic_names: count 3 needs at least 6 bytes, 5 left at offset 0"),
    case("tagged fields", "RequestHeader v2", bytes(10) + HUGE_COMPACT, LimitExceeded, r": 4294967295 tagged fields; 10000 is the most at offset 10"),
    case("more tagged fields than bytes", "RequestHeader v2", bytes(10) + b"\x05\x00\x00", InvalidLength, r": 5 tagged fields need at least 10 bytes, 2 left at offset 10"),
    case("legacy string", "RequestHeader v1", bytes(8) + b"\x7f\xff" + bytes(9), Truncated, r"\.client_id: 32767 bytes wanted, 9 left at offset 8"),
    case("compact string", "MetadataResponse v12", bytes(4) + b"\x01" + HUGE_COMPACT + bytes(99), InvalidLength, r"\.cluster_id: a string of 4294967294 bytes; 32767 is the most at offset 5"),
    case("compact string above 32767", "SaslHandshakeRequest v0", b"\x80\x00", InvalidLength, r"\.mechanism: a length of -32768 at offset 0"),
    case("legacy bytes", "SaslAuthenticateRequest v0", HUGE + bytes(9), Truncated, r"\.auth_bytes: 2147483647 bytes wanted, 9 left at offset 0"),
    case("compact bytes", "SaslAuthenticateRequest v2", HUGE_COMPACT + bytes(9), Truncated, r"\.auth_bytes: 4294967294 bytes wanted, 9 left at offset 0"),
    case("records", "ProduceRequest v3", b"\xff\xff\x00\x01\x00\x00\x00\x00\x00\x00\x00\x01\x00\x01t\x00\x00\x00\x01" + bytes(4) + HUGE, Truncated, r"\.topic_data\[0\]\.partition_data\[0\]\.records: 2147483647 bytes wanted, 0 left at offset \d+"),
]  # fmt: skip

NEGATIVE = [
    case("string of -2", "RequestHeader v1", bytes(8) + b"\xff\xfe", InvalidLength, r"\.client_id: a length of -2 at offset 8"),
    case("null string", "SaslHandshakeRequest v0", b"\xff\xff", UnexpectedNull, r"\.mechanism: null is not allowed in version 0 at offset 0"),
    case("null compact string", "SaslHandshakeResponse v0", b"\x00\x00\x00\x00\x00\x01\xff\xff", UnexpectedNull, r"\.mechanisms\[0\]: null is not allowed in version 0 at offset 6"),
    case("bytes of -2", "SaslAuthenticateRequest v0", b"\xff\xff\xff\xfe", InvalidLength, r"\.auth_bytes: a length of -2 at offset 0"),
    case("null bytes", "SaslAuthenticateRequest v0", b"\xff\xff\xff\xff", UnexpectedNull, r"\.auth_bytes: null is not .* at offset 0"),
    case("null compact bytes", "SaslAuthenticateRequest v2", b"\x00\x00", UnexpectedNull, r"\.auth_bytes: null is not .* at offset 0"),
    case("array of -2", "MetadataRequest v1", b"\xff\xff\xff\xfe", InvalidLength, r"\.topics: a length of -2 at offset 0"),
    case("array of -2147483648", "MetadataRequest v1", b"\x80\x00\x00\x00", InvalidLength, r"\.topics: a length of -2147483648 at offset 0"),
    case("null array", "MetadataRequest v0", b"\xff\xff\xff\xff", UnexpectedNull, r"\.topics: null is not allowed in version 0 at offset 0"),
    case("null compact array", "MetadataResponse v12", bytes(5), UnexpectedNull, r"\.brokers: null is not allowed in version 12 at offset 4"),
    case("array of numbers of -2", "OffsetFetchRequest v0", b"\x00\x00\x00\x00\x00\x01\x00\x00\xff\xff\xff\xfe", InvalidLength, r"\.topics\[0\]\.partition_indexes: a length of -2 at offset 8"),
    case("array of numbers of -1", "OffsetFetchRequest v0", b"\x00\x00\x00\x00\x00\x01\x00\x00\xff\xff\xff\xff", UnexpectedNull, r"\.topics\[0\]\.partition_indexes: null is .* at offset 8"),
]  # fmt: skip

VARINTS = [
    case("count of 6 bytes", "MetadataResponse v12", bytes(4) + SIX + bytes(40), InvalidVarint, r"\.brokers: an unsigned varint takes more than 5 bytes at offset 4"),
    case("length of 6 bytes", "MetadataResponse v12", bytes(4) + b"\x01" + SIX + bytes(40), InvalidVarint, r"\.cluster_id: an unsigned varint .* at offset 5"),
    case("length of bytes of 6 bytes", "SaslAuthenticateRequest v2", SIX + bytes(9), InvalidVarint, r"\.auth_bytes: an unsigned varint .* at offset 0"),
    case("number of tags of 6 bytes", "RequestHeader v2", bytes(10) + SIX, InvalidVarint, r": an unsigned varint .* at offset 10"),
    case("tag of 6 bytes", "RequestHeader v2", bytes(10) + b"\x01" + SIX + b"\x00", InvalidVarint, r": an unsigned varint .* at offset 11"),
    case("size of 6 bytes", "RequestHeader v2", bytes(10) + b"\x01\x05" + SIX, InvalidVarint, r": an unsigned varint .* at offset 12"),
    case("varint that ends", "RequestHeader v2", bytes(10) + b"\x80\x80", Truncated, r": 1 bytes wanted, 0 left at offset 10"),
]  # fmt: skip

BAD = b"a\xc3\x28b"
TEXT = [
    case("legacy text", "SaslHandshakeRequest v0", b"\x00\x04" + BAD, InvalidText, r"\.mechanism: byte 0xc3 is not valid UTF-8 here at offset 3"),
    case("nullable text", "RequestHeader v1", bytes(8) + b"\x00\x04" + BAD, InvalidText, r"\.client_id: byte 0xc3 .* at offset 11"),
    case("compact text", "MetadataResponse v12", bytes(4) + b"\x01\x05" + BAD + bytes(5), InvalidText, r"\.cluster_id: byte 0xc3 .* at offset 7"),
    case("text in an array", "DeleteTopicsRequest v4", b"\x03\x02t\x05" + BAD + bytes(5), InvalidText, r"\.topic_names\[1\]: byte 0xc3 .* at offset 5"),
    case("text in a row", "MetadataResponse v12", bytes(4) + b"\x15" + BROKER_12.replace(b"h", b"\xff") * 20 + bytes(9), InvalidText, r"\.brokers\[0\]\.host: byte 0xff .* at offset 10"),
    case("text in a late row", "MetadataResponse v12", bytes(4) + b"\x15" + BROKER_12 * 19 + BROKER_12.replace(b"h", b"\xff") + bytes(9), InvalidText, r"\.brokers\[19\]\.host: byte 0xff .* at offset 238"),
    case("half a surrogate", "SaslHandshakeRequest v0", b"\x00\x03\xed\xa0\x80", InvalidText, r"\.mechanism: byte 0xed .* at offset 2"),
    case("text cut within a letter", "SaslHandshakeRequest v0", b"\x00\x01\xc3", InvalidText, r"\.mechanism: byte 0xc3 .* at offset 2"),
]  # fmt: skip

TAGS = [
    case("tags out of order", "RequestHeader v2", bytes(10) + b"\x02\x05\x00\x04\x00", InvalidTag, r": tag 4 after tag 5 at offset 13"),
    case("tag twice", "RequestHeader v2", bytes(10) + b"\x02\x05\x00\x05\x00", InvalidTag, r": tag 5 after tag 5 at offset 13"),
    case("known tag twice", "ApiVersionsResponse v3", b"\x00\x00\x01\x00\x00\x00\x00\x02\x02\x01\x01\x02\x01\x01", InvalidTag, r": tag 2 after tag 2 at offset 11"),
    case("tag past the end", "RequestHeader v2", bytes(10) + b"\x01\x05\x03ab", InvalidLength, r": tag 5 of 3 bytes, 2 left at offset 12"),
    case("huge tag", "RequestHeader v2", bytes(10) + b"\x01\x05" + HUGE_COMPACT, InvalidLength, r": tag 5 of 4294967295 bytes, 0 left at offset 12"),
    case("known tag too short", "ApiVersionsResponse v3", b"\x00\x00\x01\x00\x00\x00\x00\x01\x01\x02" + bytes(9), InvalidTag, r"\.finalized_features_epoch: tag 1 takes 8 bytes where 2 were announced at offset 10"),
    case("known tag too long", "ApiVersionsResponse v3", b"\x00\x00\x01\x00\x00\x00\x00\x01\x01\x09" + bytes(9), InvalidTag, r"\.finalized_features_epoch: tag 1 takes 8 bytes where 9 were announced at offset 10"),
    case("count within a tag", "ApiVersionsResponse v3", b"\x00\x00\x01\x00\x00\x00\x00\x01\x00\x05" + HUGE_COMPACT, InvalidLength, r"\.supported_features: count 4294967294 needs .* 0 left at offset 10"),
    case("tag of another version", "FetchRequest v13", bytes(16) + b"\x00\x00\x00\x00\x00" + bytes(4) + b"\x01\x01\x01\x01\x01\x00\x00", InvalidTag, r"\.replica_state: tag 1 belongs to other versions at offset \d+"),
]  # fmt: skip

REST = [
    case("nothing", "MetadataResponse v12", b"", Truncated, r"\.throttle_time_ms: 4 bytes wanted, 0 left at offset 0"),
    case(
        "one byte more", "SaslHandshakeRequest v0", b"\x00\x01x\x00", TrailingBytes, r": 1 bytes left over at offset 3"
    ),
    case("a second message", "ResponseHeader v0", bytes(8), TrailingBytes, r": 4 bytes left over at offset 4"),
]

FEW = Limits(max_objects=10, max_tagged_fields=3)
BUDGETS = [
    case("a million and one strings", "DeleteTopicsRequest v4", lambda: b"\xc2\x84\x3d" + b"\x01" * 1_000_006, LimitExceeded, r"\.topic_names: count 1000001 passes the object budget of 1000000 for a message at offset 0"),
    case("a million and one numbers", "OffsetFetchRequest v0", lambda: b"\x00\x00\x00\x00\x00\x01\x00\x00\x00\x0f\x42\x41" + bytes(4_000_004), LimitExceeded, r"\.topics\[0\]\.partition_indexes: count 1000001 passes .* at offset 8"),
    case("eleven strings of ten", "DeleteTopicsRequest v4", b"\x0c" + b"\x01" * 11 + bytes(5), LimitExceeded, r"\.topic_names: count 11 passes the object budget of 10 for a message at offset 0", FEW),
    case("budget spent over several arrays", "DeleteRecordsRequest v0", b"\x00\x00\x00\x02" + (b"\x00\x00\x00\x00\x00\x06" + bytes(72)) * 2 + bytes(4), LimitExceeded, r"\.topics\[1\]\.partitions: count 6 passes the object budget of 10 .* at offset 84", FEW),
    case("four tags of three", "RequestHeader v2", bytes(10) + b"\x04" + b"\x01\x00\x02\x00\x03\x00\x04\x00", LimitExceeded, r": 4 tagged fields; 3 is the most at offset 10", FEW),
]  # fmt: skip


def many_tags() -> bytes:
    """A request header of 20 MB with ten million tagged fields."""
    return bytes(10) + b"\x80\xad\xe2\x04" + b"\x05\x00" * MANY_TAGS


BUDGETS.append(case("ten million tags", "RequestHeader v2", many_tags, LimitExceeded, r": 10000000 tagged fields; 10000 is the most at offset 10"))  # fmt: skip

CASES = [*COUNTS, *NEGATIVE, *VARINTS, *TEXT, *TAGS, *REST, *BUDGETS]

FRAMES = [
    (b"", "a frame begins with 4 bytes of size, here are 0"),
    (b"\x00\x00\x00", "a frame begins with 4 bytes of size, here are 3"),
    (b"\x00\x00\x00\x00", "a request takes at least 4 bytes, here are 0"),
    (b"\xff\xff\xff\xff" + bytes(10), "a frame of -1 bytes; 0 to 104857600 are allowed"),
    (b"\x7f\xff\xff\xff" + bytes(10), "a frame of 2147483647 bytes; 0 to 104857600 are allowed"),
    (b"\x06\x40\x00\x01" + bytes(10), "a frame of 104857601 bytes; 0 to 104857600 are allowed"),
    (b"\x00\x00\x00\x0b" + bytes(10), "the frame says 11 bytes, here are 10"),
    (b"\x00\x00\x00\x09" + bytes(10), "the frame says 9 bytes, here are 10"),
]


def main() -> None:
    """Try every case with bounded memory."""
    resource.setrlimit(resource.RLIMIT_AS, (ADDRESS_SPACE, ADDRESS_SPACE))
    for one in CASES:
        one.check(one.data())
    for frame, text in FRAMES:
        try:
            kafkawire.decode_request(frame)
        except DecodeError as exc:
            assert text in str(exc), exc
    print(len(CASES))


if __name__ == "__main__":
    main()
