"""What there is to one broker: the share session, the request that is open, and the acknowledgements that wait."""

from __future__ import annotations

import asyncio

from kafkawire.client.share.acknowledgements import Acknowledgements
from kafkawire.client.share.session import PartitionId, ShareSession

__all__ = ["Due", "Link"]

Due = dict[PartitionId, Acknowledgements]


class Link:
    """One broker. There is one request at a time, as each counts in the session."""

    __slots__ = ("fetches", "in_flight", "node_id", "outbox", "pauses", "session", "task")

    def __init__(self, node_id: int, session: ShareSession) -> None:
        self.node_id = node_id
        self.session = session
        self.outbox: Due = {}
        self.task: asyncio.Task[None] | None = None
        self.fetches = False
        """Whether the open request asks for records."""
        self.in_flight = False
        """Whether it carries acknowledgements."""
        self.pauses = False
        """Whether acknowledgements wait before they are tried again."""

    @property
    def renews(self) -> bool:
        """Whether a lock waits to be renewed. That goes without a fetch: a broker takes it alone."""
        return any(each.renews for each in self.outbox.values())

    def post(self, partition: PartitionId, acknowledgements: Acknowledgements) -> None:
        """Have acknowledgements wait for the next request."""
        if partition in self.outbox:
            self.outbox[partition].merge(acknowledgements)
        else:
            self.outbox[partition] = acknowledgements

    def take(self) -> Due:
        """What waits, all of it."""
        taken, self.outbox = self.outbox, {}
        return taken
