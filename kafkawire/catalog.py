"""Kafka's own messages by number: what kafkawire's set of messages knows."""

from __future__ import annotations

from kafkawire.messages import PROTOCOL

__all__ = ["message_class", "record_class"]

message_class = PROTOCOL.message_class
record_class = PROTOCOL.record_class
