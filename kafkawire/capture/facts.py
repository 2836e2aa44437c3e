"""What a capture tells of its connections and topics: client software, who logged in, the names of topic ids."""

from __future__ import annotations

from typing import Any

from kafkawire.capture.exchange import Exchange
from kafkawire.capture.tcp import Connection

__all__ = ["learn", "user_of"]

_METADATA, _SASL_HANDSHAKE, _API_VERSIONS, _CREATE_TOPICS, _SASL_AUTHENTICATE = 3, 17, 18, 19, 36
_TELLING = frozenset((_METADATA, _SASL_HANDSHAKE, _API_VERSIONS, _CREATE_TOPICS, _SASL_AUTHENTICATE))
_MOST_TOPICS = 100_000
_LONGEST = 256  # characters of a name


def learn(exchange: Exchange, topic_ids: dict[Any, str]) -> None:
    """Take from an exchange what it says of its connection and of topics."""
    asked = exchange.asked
    if asked is None or (asked.key not in _TELLING and not asked.is_token):
        return
    if asked.is_token:
        if exchange.answer is not None:
            _logged_in(exchange.connection, asked.frame.data)
    elif asked.key in (_METADATA, _CREATE_TOPICS):
        _learn_topics(exchange.response, topic_ids)
    elif exchange.request is not None:
        _learn_client(exchange, asked.key)


def _learn_topics(response: Any, topic_ids: dict[Any, str]) -> None:
    for topic in () if response is None else response.topics or ():
        if topic.name and topic.topic_id.int and len(topic_ids) < _MOST_TOPICS:
            topic_ids[topic.topic_id] = topic.name


def _learn_client(exchange: Exchange, key: int | None) -> None:
    request: Any = exchange.request
    response: Any = exchange.response
    connection = exchange.connection
    if key == _API_VERSIONS and request.client_software_name:
        connection.software_name = request.client_software_name[:_LONGEST]
        connection.software_version = request.client_software_version[:_LONGEST]
    elif key == _SASL_HANDSHAKE:
        connection.mechanism = request.mechanism[:_LONGEST]
    elif key == _SASL_AUTHENTICATE and response is not None and not response.error_code:
        _logged_in(connection, request.auth_bytes)


def _logged_in(connection: Connection, token: bytes) -> None:
    connection.principal = connection.principal or user_of(connection.mechanism, token)


def user_of(mechanism: str | None, token: bytes) -> str | None:
    """The user in a first SASL token: RFC 4616 for PLAIN, RFC 5802 for SCRAM."""
    text = bytes(token[: 4 * _LONGEST]).decode(errors="replace")
    parts = text.split("\0")
    if mechanism in (None, "PLAIN") and len(parts) == 3:
        return f"User:{parts[1][:_LONGEST]}"
    if (mechanism or "").startswith("SCRAM"):
        names = [part[2:] for part in text.split(",") if part.startswith("n=")]
        return f"User:{names[0].replace('=2C', ',').replace('=3D', '=')[:_LONGEST]}" if names else None
    return None
