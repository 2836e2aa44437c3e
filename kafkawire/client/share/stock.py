"""Records that are locked for us and wait for the application to ask."""

from __future__ import annotations

from collections import deque

from kafkawire.client.share.record import ShareRecord
from kafkawire.errors import KafkaWireError

__all__ = ["Parcel", "Stock"]


class Parcel:
    """What one answer held of one partition: records, and behind them what was wrong with others."""

    __slots__ = ("errors", "index", "node_id", "records")

    def __init__(self, node_id: int, records: list[ShareRecord], errors: list[KafkaWireError]) -> None:
        self.node_id = node_id
        self.records = records
        self.errors = errors
        self.index = 0


class Stock:
    """Parcels in the order in which they came."""

    def __init__(self) -> None:
        self._parcels: deque[Parcel] = deque()

    def __bool__(self) -> bool:
        return bool(self._parcels)

    def put(self, parcel: Parcel) -> None:
        """Keep a parcel, unless it is empty."""
        if parcel.records or parcel.errors:
            self._parcels.append(parcel)

    def take(self, limit: int) -> list[tuple[int, list[ShareRecord]]]:
        """Up to `limit` records, each list with the broker that has locked it.

        Raises the error whose turn it is, once, when no records come before it.
        """
        out: list[tuple[int, list[ShareRecord]]] = []
        while self._parcels and limit > 0:
            parcel = self._parcels[0]
            part = parcel.records[parcel.index : parcel.index + limit]
            if part:
                out.append((parcel.node_id, part))
                parcel.index += len(part)
                limit -= len(part)
            if parcel.index == len(parcel.records) and not self._finish(parcel, raises=not out):
                break
        return out

    def _finish(self, parcel: Parcel, *, raises: bool) -> bool:
        """Done with a parcel's records: raise its next error, or put it away; false if an error has to wait."""
        if not parcel.errors:
            self._parcels.popleft()
            return True
        if not raises:
            return False
        error = parcel.errors.pop(0)
        if not parcel.errors:
            self._parcels.popleft()
        raise error
