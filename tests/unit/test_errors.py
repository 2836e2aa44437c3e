from __future__ import annotations

import pytest

from kafkawire import errors
from kafkawire.errors import KafkaError, KafkaWireError

FAMILY = {
    "DecodeError": "KafkaWireError",
    "Truncated": "DecodeError",
    "InvalidLength": "DecodeError",
    "InvalidVarint": "DecodeError",
    "InvalidText": "DecodeError",
    "InvalidTag": "DecodeError",
    "UnexpectedNull": "DecodeError",
    "TrailingBytes": "DecodeError",
    "LimitExceeded": "DecodeError",
    "DecompressionTooLarge": "LimitExceeded",
    "CorruptBatch": "DecodeError",
    "EncodeError": "KafkaWireError",
    "FieldNotInVersion": "EncodeError",
    "ValueOutOfRange": "EncodeError",
    "UnsupportedVersion": "KafkaWireError",
    "UnsupportedCodec": "KafkaWireError",
    "ProtocolError": "KafkaWireError",
    "LocalProtocolError": "ProtocolError",
    "RemoteProtocolError": "ProtocolError",
    "KafkaError": "KafkaWireError",
}


def test_the_tree_has_one_root() -> None:
    found = {
        name: value.__mro__[1].__name__
        for name, value in vars(errors).items()
        if isinstance(value, type) and issubclass(value, KafkaWireError) and value is not KafkaWireError
    }
    assert found == FAMILY
    assert KafkaWireError.__base__ is Exception


def test_no_error_is_a_builtin_one_as_well() -> None:
    # Whoever catches ValueError or EOFError around a decode would otherwise hide what the bytes did.
    for name in FAMILY:
        assert [base.__module__ for base in getattr(errors, name).__mro__[:-3]] == ["kafkawire.errors"] * (
            len(getattr(errors, name).__mro__) - 3
        )


@pytest.mark.parametrize(
    ("code", "name", "retriable"),
    [
        (3, "UNKNOWN_TOPIC_OR_PARTITION", True),
        (29, "TOPIC_AUTHORIZATION_FAILED", False),
        (-1, "UNKNOWN_SERVER_ERROR", False),
    ],
)
def test_a_kafka_error_knows_its_code(code: int, name: str, retriable: bool) -> None:
    error = KafkaError(code)
    assert (error.code, error.name, error.retriable) == (code, name, retriable)
    assert str(error) == f"{name} ({code})"


def test_a_kafka_error_carries_the_brokers_words() -> None:
    assert str(KafkaError(36, "topic t exists")) == "TOPIC_ALREADY_EXISTS (36): topic t exists"


def test_a_code_that_no_release_knows_is_an_error_too() -> None:
    error = KafkaError(31_999)
    assert (error.code, error.name, error.retriable) == (31_999, "UNKNOWN_31999", False)
