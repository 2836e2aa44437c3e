"""What to do about the mistakes that everybody makes, by what the errors say."""

from __future__ import annotations

import re

from kafkawire.errors import KafkaError, KafkaWireError

__all__ = ["advice"]

_UNKNOWN_TOPIC = 3
_TLS_ALERT = int.from_bytes(b"\x15\x03\x03\x00", "big")  # the beginning of an alert, read as the size of a frame
_CAUSES = {
    rf"\b{_TLS_ALERT}\b|\b{int.from_bytes(b'HTTP', 'big')}\b": (
        "the listener speaks TLS, or is none of Kafka: -X security.protocol=SSL (or SASL_SSL), or another port"
    ),
    r"UNEXPECTED_EOF_WHILE_READING|WRONG_VERSION_NUMBER|RECORD_LAYER_FAILURE": (
        "the listener seems to speak no TLS: -X security.protocol=PLAINTEXT (or SASL_PLAINTEXT), or another port"
    ),
    r"Hostname mismatch|IP address mismatch": (
        "the broker's certificate is for another name: use that with -b, or ssl.endpoint.identification.algorithm="
    ),
    r"CERTIFICATE_VERIFY_FAILED": (
        "the broker's certificate is signed by a CA that is not trusted here: -X ssl.ca.location=FILE says which is"
    ),
    r"ALERT_(BAD_CERTIFICATE|CERTIFICATE_REQUIRED|HANDSHAKE_FAILURE)|CERTIFICATE_REQUIRED": (
        "the broker wants a certificate of yours: ssl.certificate.location and ssl.key.location"
    ),
}


def advice(error: KafkaWireError) -> str:
    """What to add to the text of an error, with a semicolon in front; nothing where nobody knows."""
    if isinstance(error, KafkaError) and error.code == _UNKNOWN_TOPIC:
        return "; `kafkawire topics list` has the names"
    text = str(error)
    for cause, what in _CAUSES.items():
        if re.search(cause, text):
            return f"; {what}"
    from kafkawire.client.errors import BrokersUnavailable

    return "; -b HOST:PORT says where the brokers are" if isinstance(error, BrokersUnavailable) else ""
