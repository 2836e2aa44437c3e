"""Consuming as a member of a share group (KIP-932): records are handed out and acknowledged one by one."""

from __future__ import annotations

from kafkawire.client.share.acknowledgements import AcknowledgeType
from kafkawire.client.share.consumer import ShareConsumer
from kafkawire.client.share.records import ShareRecord

__all__ = ["AcknowledgeType", "ShareConsumer", "ShareRecord"]
