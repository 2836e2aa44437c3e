"""Clients: `Producer`, `Consumer` and `Admin` for asyncio, blocking readers in `kafkawire.client.blocking`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.lazy import lazily

if TYPE_CHECKING:
    from kafkawire.client.admin import Admin, AdminError, NewTopic, SomeFailed
    from kafkawire.client.consumer import Consumer, ConsumerRecord
    from kafkawire.client.metadata import TopicPartition
    from kafkawire.client.producer import Delivery, Producer, RecordMetadata
    from kafkawire.client.share import ShareConsumer, ShareRecord

__all__ = [
    "Admin",
    "AdminError",
    "Consumer",
    "ConsumerRecord",
    "Delivery",
    "NewTopic",
    "Producer",
    "RecordMetadata",
    "ShareConsumer",
    "ShareRecord",
    "SomeFailed",
    "TopicPartition",
]

_HOME = {
    "Admin": "kafkawire.client.admin",
    "AdminError": "kafkawire.client.admin",
    "Consumer": "kafkawire.client.consumer",
    "ConsumerRecord": "kafkawire.client.consumer",
    "Delivery": "kafkawire.client.producer",
    "NewTopic": "kafkawire.client.admin",
    "Producer": "kafkawire.client.producer",
    "RecordMetadata": "kafkawire.client.producer",
    "ShareConsumer": "kafkawire.client.share",
    "ShareRecord": "kafkawire.client.share",
    "SomeFailed": "kafkawire.client.admin",
    "TopicPartition": "kafkawire.client.metadata",
}

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazily(__name__, _HOME)
