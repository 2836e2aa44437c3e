"""Producer ids, none of which is given out twice."""

from __future__ import annotations

from kafkawire.broker.metadata import MetadataLog

__all__ = ["ProducerIds"]

_BLOCK = 1000


class ProducerIds:
    """The producer ids of one node. They are reserved in blocks, so most cost no write."""

    def __init__(self, metadata: MetadataLog, node_id: int) -> None:
        self.next_block = 0
        """The first id that is not reserved yet."""
        self._metadata = metadata
        self._node_id = node_id
        self._reserved = range(0)

    def new(self, now_ms: int) -> int:
        """An id that was never given out before. Raises `OSError`."""
        if not self._reserved:
            self._reserve(now_ms)
        found, self._reserved = self._reserved[0], self._reserved[1:]
        return found

    def _reserve(self, now_ms: int) -> None:
        from kafkawire.messages import ProducerIdsRecord

        block = range(self.next_block, self.next_block + _BLOCK)
        self._metadata.append([ProducerIdsRecord(broker_id=self._node_id, next_producer_id=block.stop)], now_ms)
        self._reserved, self.next_block = block, block.stop
