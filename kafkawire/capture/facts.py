"""What a capture tells of its connections and topics: client software, who logged in, the names of topic ids."""

from __future__ import annotations

from typing import Any

from kafkawire.capture.exchange import Exchange

__all__ = ["learn"]

_METADATA, _SASL_HANDSHAKE, _API_VERSIONS, _CREATE_TOPICS, _SASL_AUTHENTICATE = 3, 17, 18, 19, 36
_TELLING = frozenset((_METADATA, _SASL_HANDSHAKE, _API_VERSIONS, _CREATE_TOPICS, _SASL_AUTHENTICATE))
_MOST_TOPICS = 100_000
_LONGEST = 256  # characters of a name


def learn(exchange: Exchange, topic_ids: dict[Any, str]) -> None:
    """Take from an exchange what it says of its connection and of topics."""
    key = exchange.api_key
    connection = exchange.connection
    if exchange.is_token and exchange.asked is not None and exchange.answer is not None:
        connection.principal = connection.principal or _user(connection.mechanism, exchange.asked.frame.data)
    if key not in _TELLING:
        return
    request: Any = exchange.request
    response: Any = exchange.response
    if key in (_METADATA, _CREATE_TOPICS) and response is not None:
        for topic in response.topics or ():
            if topic.name and topic.topic_id.int and len(topic_ids) < _MOST_TOPICS:
                topic_ids[topic.topic_id] = topic.name
    elif request is None:
        return
    elif key == _API_VERSIONS and request.client_software_name:
        connection.software_name = request.client_software_name[:_LONGEST]
        connection.software_version = request.client_software_version[:_LONGEST]
    elif key == _SASL_HANDSHAKE:
        connection.mechanism = request.mechanism[:_LONGEST]
    elif key == _SASL_AUTHENTICATE and response is not None and not response.error_code:
        connection.principal = connection.principal or _user(connection.mechanism, request.auth_bytes)


def _user(mechanism: str | None, token: bytes) -> str | None:
    """The user in a first SASL token: RFC 4616 for PLAIN, RFC 5802 for SCRAM."""
    text = bytes(token[: 4 * _LONGEST]).decode(errors="replace")
    parts = text.split("\0")
    if mechanism in (None, "PLAIN") and len(parts) == 3:
        return f"User:{parts[1][:_LONGEST]}"
    if (mechanism or "").startswith("SCRAM"):
        names = [part[2:] for part in text.split(",") if part.startswith("n=")]
        return f"User:{names[0].replace('=2C', ',').replace('=3D', '=')[:_LONGEST]}" if names else None
    return None
