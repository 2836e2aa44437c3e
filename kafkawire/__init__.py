r"""Apache Kafka's wire protocol in pure Python.

    >>> from kafkawire.messages import MetadataRequest
    >>> MetadataRequest(topics=None).encode(version=1)
    b'\xff\xff\xff\xff'

Names load on first touch; `import kafkawire` costs a few milliseconds.
"""

from __future__ import annotations

import uuid as _uuid  # noqa: F401  # most messages hold one; its cost belongs here rather than to the first decode

from kafkawire._version import __version__
from kafkawire.errors import (
    CorruptBatch,
    DecodeError,
    DecompressionTooLarge,
    EncodeError,
    FieldNotInVersion,
    InvalidLength,
    InvalidTag,
    InvalidText,
    InvalidVarint,
    KafkaError,
    KafkaWireError,
    LimitExceeded,
    LocalProtocolError,
    ProtocolError,
    RemoteProtocolError,
    TrailingBytes,
    Truncated,
    UnexpectedNull,
    UnsupportedCodec,
    UnsupportedVersion,
    ValueOutOfRange,
)
from kafkawire.lazy import lazily
from kafkawire.limits import DEFAULT_LIMITS, Limits

# What `typing` calls so; to import it would double the cost of importing kafkawire. jedi passes over a plain False.
TYPE_CHECKING = bool()  # noqa: UP018
if TYPE_CHECKING:
    from kafkawire.api_key import ApiKey as ApiKey
    from kafkawire.arrow import read_topic as read_topic
    from kafkawire.catalog import message_class as message_class
    from kafkawire.catalog import record_class as record_class
    from kafkawire.error_code import ErrorCode as ErrorCode
    from kafkawire.message import Message as Message
    from kafkawire.message import Request as Request
    from kafkawire.message import Response as Response
    from kafkawire.message_set import MessageSet as MessageSet
    from kafkawire.protocol.frames import decode_request as decode_request
    from kafkawire.protocol.frames import decode_response as decode_response
    from kafkawire.protocol.frames import encode_request as encode_request
    from kafkawire.protocol.frames import encode_response as encode_response

_HOME = {
    "ApiKey": "kafkawire.api_key",
    "ErrorCode": "kafkawire.error_code",
    "Message": "kafkawire.message",
    "MessageSet": "kafkawire.message_set",
    "Request": "kafkawire.message",
    "Response": "kafkawire.message",
    "decode_request": "kafkawire.protocol.frames",
    "decode_response": "kafkawire.protocol.frames",
    "encode_request": "kafkawire.protocol.frames",
    "encode_response": "kafkawire.protocol.frames",
    "message_class": "kafkawire.catalog",
    "read_topic": "kafkawire.arrow",  # not in __all__: it needs packages that need not be there
    "record_class": "kafkawire.catalog",
}

__all__ = [
    "DEFAULT_LIMITS",
    "ApiKey",
    "CorruptBatch",
    "DecodeError",
    "DecompressionTooLarge",
    "EncodeError",
    "ErrorCode",
    "FieldNotInVersion",
    "InvalidLength",
    "InvalidTag",
    "InvalidText",
    "InvalidVarint",
    "KafkaError",
    "KafkaWireError",
    "LimitExceeded",
    "Limits",
    "LocalProtocolError",
    "Message",
    "MessageSet",
    "ProtocolError",
    "RemoteProtocolError",
    "Request",
    "Response",
    "TrailingBytes",
    "Truncated",
    "UnexpectedNull",
    "UnsupportedCodec",
    "UnsupportedVersion",
    "ValueOutOfRange",
    "__version__",
    "decode_request",
    "decode_response",
    "encode_request",
    "encode_response",
    "message_class",
    "record_class",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazily(__name__, _HOME)
