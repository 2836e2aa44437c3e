"""The pieces of a request and its response."""

from __future__ import annotations

import struct
from collections.abc import Iterator

from kafkawire.annotate.sections import Section, request_section, response_section
from kafkawire.capture.exchange import Exchange
from kafkawire.capture.frames import Frame
from kafkawire.message_set import MessageSet
from kafkawire.messages import PROTOCOL

__all__ = ["exchange_sections"]


def exchange_sections(
    exchange: Exchange, messages: MessageSet = PROTOCOL, *, show_secrets: bool = False
) -> Iterator[Section]:
    """A section for the request and one for the response, as far as they are there; each begins with its size."""
    key, version = exchange.api_key, exchange.response_version
    if exchange.asked is not None:
        data = _framed(exchange.asked.frame)
        section = Section(data) if exchange.is_token else request_section(data, True, messages, show_secrets)
        section.rest_is_secret = section.rest_is_secret or (exchange.is_token and not show_secrets)
        section.title = "request"
        yield section
    if exchange.answer is not None:
        data = _framed(exchange.answer)
        if key is None or version is None:
            section = Section(data)
        else:
            section = response_section(data, key, version, True, messages, show_secrets)
        section.title = "response"
        yield section


def _framed(frame: Frame) -> bytes:
    return struct.pack(">i", frame.size) + bytes(frame.data)
