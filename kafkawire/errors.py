"""One family of errors.

`KafkaWireError` is the root of everything that kafkawire raises on purpose. Two branches matter to callers: what is
wrong with bytes or values (`DecodeError`, `EncodeError`, `ProtocolError` and their kin), and `KafkaError`, which says
that a peer understood us and answered with an error code.
"""

from __future__ import annotations


class KafkaWireError(Exception):
    """Root of the family."""


class DecodeError(KafkaWireError):
    """The bytes are not what their schema or format says."""


class Truncated(DecodeError):
    """The bytes end before the value does."""


class InvalidLength(DecodeError):
    """A length or a count is negative, or larger than what is there or what is allowed."""


class InvalidVarint(DecodeError):
    """A variable-length integer takes more bytes than its type allows."""


class InvalidText(DecodeError):
    """A string is not valid UTF-8."""


class InvalidTag(DecodeError):
    """Tagged fields are out of order, repeated, or of another size than announced."""


class UnexpectedNull(DecodeError):
    """A null stands where the schema allows none."""


class TrailingBytes(DecodeError):
    """Bytes are left over after the last field."""


class LimitExceeded(DecodeError):
    """The bytes ask for more than `Limits` grants."""


class DecompressionTooLarge(LimitExceeded):
    """Compressed data expands past its budget."""


class CorruptBatch(DecodeError):
    """A record batch contradicts itself: checksum, sizes, counts or compressed data."""


class EncodeError(KafkaWireError):
    """A value cannot be written as its schema says."""


class FieldNotInVersion(EncodeError):
    """A field holds a value that the chosen version has no place for."""


class ValueOutOfRange(EncodeError):
    """A value has the wrong type or does not fit into its field."""


class UnsupportedVersion(KafkaWireError):
    """The message does not exist in that version."""


class UnsupportedCodec(KafkaWireError):
    """The compression codec is unknown, or not allowed in that record format."""


class ProtocolError(KafkaWireError):
    """The order of events on a connection is broken."""


class LocalProtocolError(ProtocolError):
    """Our own caller asked for something that the connection's state does not allow."""


class RemoteProtocolError(ProtocolError):
    """The peer did something that the protocol does not allow; the connection is of no further use."""


class KafkaError(KafkaWireError):
    """A peer answered with an error code.

    `code` is the number on the wire, `name` its name (or `UNKNOWN_<n>`), `retriable` whether trying again may help.
    """

    def __init__(self, code: int, message: str | None = None) -> None:
        from kafkawire.error_code import ErrorCode  # loaded late: an error that never happens costs nothing

        known = ErrorCode.of(code)
        self.code = int(code)
        self.name: str = known.name
        self.retriable: bool = known.retriable
        super().__init__(f"{self.name} ({self.code})" + (f": {message}" if message else ""))
