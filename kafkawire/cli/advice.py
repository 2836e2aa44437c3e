"""What to do about the mistakes that everybody makes, by what the errors say."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kafkawire.errors import KafkaError, KafkaWireError

if TYPE_CHECKING:
    from kafkawire.cli.settings import Settings

__all__ = ["Advised", "advice"]

_UNKNOWN_TOPIC, _TOKENS_DISABLED, _TOKENS_NOT_ALLOWED = 3, 61, 64
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
    r"certificate has expired|not yet valid": "the broker's certificate is not for this time",
    r"ALERT_(BAD_CERTIFICATE|CERTIFICATE_REQUIRED|HANDSHAKE_FAILURE)|CERTIFICATE_REQUIRED": (
        "the broker wants a certificate of yours: ssl.certificate.location and ssl.key.location"
    ),
}


_UNTRUSTED = re.compile(r"CERTIFICATE_VERIFY_FAILED|self-signed certificate|unable to get (local )?issuer certificate")
_CERTIFICATE = "a certificate of yours (ssl.certificate.location and ssl.key.location)"
_HUNG_UP = {
    "PLAINTEXT": "TLS or a login: -X security.protocol=SSL, SASL_SSL or SASL_PLAINTEXT",
    "SASL_PLAINTEXT": "TLS: -X security.protocol=SASL_SSL",
    "SSL": f"a login (-X security.protocol=SASL_SSL), or {_CERTIFICATE}",
    "SASL_SSL": _CERTIFICATE,
}


class Advised(KafkaWireError):
    """An error with what to do about it."""


def advice(error: KafkaWireError, settings: Settings | None = None) -> str:
    """What to add to the text of an error, with a semicolon in front; nothing where nobody knows."""
    if isinstance(error, KafkaError) and error.code == _UNKNOWN_TOPIC:
        return "; `kafkawire topics list` has the names"
    if isinstance(error, KafkaError) and error.code == _TOKENS_DISABLED:
        return "; the broker has no delegation.token.secret.key, which switches them on"
    if isinstance(error, KafkaError) and error.code == _TOKENS_NOT_ALLOWED:
        return "; tokens are for who has logged in (-X security.protocol=SASL_SSL), and not with a token"
    text = str(error)
    if settings is not None and _UNTRUSTED.search(text):
        file = settings.get("ssl.truststore.location")
        trusted = f"is not by one in {file} (ssl.ca.location)" if file else "is not by one that this machine trusts"
        return f"; the broker's certificate {trusted}: -X ssl.ca.location=FILE says by whom it is"
    if settings is not None and "the broker closed the connection" in text:
        protocol = settings.get("security.protocol") or "PLAINTEXT"
        return (
            f"; with security.protocol={protocol} a listener hangs up that wants {_HUNG_UP.get(protocol.upper(), '')}"
        )
    for cause, what in _CAUSES.items():
        if re.search(cause, text):
            return f"; {what}"
    from kafkawire.client.errors import BrokersUnavailable

    return "; -b HOST:PORT says where the brokers are" if isinstance(error, BrokersUnavailable) else ""
