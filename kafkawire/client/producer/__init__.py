"""Writing: `Producer`, and what it gives for a record."""

from kafkawire.client.producer.delivery import Delivery, RecordMetadata
from kafkawire.client.producer.producer import Producer

__all__ = ["Delivery", "Producer", "RecordMetadata"]
