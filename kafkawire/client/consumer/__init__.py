"""Reading: `Consumer`, and what it hands out."""

from kafkawire.client.consumer.consumer import Consumer
from kafkawire.client.consumer.record import ConsumerRecord, PartitionRecords

__all__ = ["Consumer", "ConsumerRecord", "PartitionRecords"]
