"""A share session: what one broker remembers of us, so that a request names only what has changed.

The epoch counts the requests of a session: 0 opens one, -1 closes it, and a broker that loses count refuses. Then, and
after a lost connection, a new session is opened; acknowledgements that were due in the old one cannot be sent any more.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping
from typing import NamedTuple
from uuid import UUID

from kafkawire.client.share.acknowledgements import Acknowledgements
from kafkawire.client.share.options import ShareOptions
from kafkawire.messages import ShareAcknowledgeRequest, ShareFetchRequest
from kafkawire.messages import share_acknowledge_request as acknowledging
from kafkawire.messages import share_fetch_request as fetching

__all__ = ["Due", "PartitionId", "ShareBroker", "ShareSession"]

_NEW, _FINAL = 0, -1
_LARGEST_EPOCH = 2**31 - 1
_RECORD_LIMIT = 1


class PartitionId(NamedTuple):
    """A partition by the id of its topic."""

    topic_id: UUID
    partition: int


Due = dict[PartitionId, Acknowledgements]
"""What a request is to acknowledge."""


class ShareSession:
    """The session with one broker. `partitions` are those that the broker knows we want."""

    def __init__(self, group_id: str, member_id: str) -> None:
        self.partitions: set[PartitionId] = set()
        self._group_id = group_id
        self._member_id = member_id
        self._epoch = _NEW

    @property
    def is_new(self) -> bool:
        """Whether the broker has none yet; then it takes no acknowledgements."""
        return self._epoch == _NEW

    def went_on(self, wanted: Collection[PartitionId] | None = None) -> None:
        """The broker has done what the last request asked for; `wanted`: the partitions that a fetch was for."""
        self._epoch = 1 if self._epoch == _LARGEST_EPOCH else self._epoch + 1
        if wanted is not None:
            self.partitions = set(wanted)

    def lost(self) -> None:
        """Open a new one next time."""
        self._epoch = _NEW
        self.partitions = set()

    def fetch(
        self,
        wanted: Collection[PartitionId],
        due: Mapping[PartitionId, Acknowledgements],
        max_records: int,
        options: ShareOptions,
    ) -> ShareFetchRequest:
        """Ask for records of the partitions, and acknowledge what is due."""
        return ShareFetchRequest(
            group_id=self._group_id,
            member_id=self._member_id,
            share_session_epoch=self._epoch,
            max_wait_ms=options.fetch_max_wait_ms,
            min_bytes=options.fetch_min_bytes,
            max_bytes=options.fetch_max_bytes,
            max_records=max_records,
            batch_size=max_records,
            share_acquire_mode=_RECORD_LIMIT if options.share_acquire_mode == "record_limit" else 0,
            topics=_topics([each for each in wanted if each not in self.partitions], due),
            forgotten_topics_data=_forgotten(self.partitions.difference(wanted)),
        )

    def acknowledge(
        self, due: Mapping[PartitionId, Acknowledgements], *, final: bool = False
    ) -> ShareAcknowledgeRequest:
        """Acknowledge alone. `final`: close the session, which gives back all that was not acknowledged."""
        batch = acknowledging.AcknowledgementBatch
        topics: dict[UUID, acknowledging.AcknowledgeTopic] = {}
        for each, acknowledgements in due.items():
            batches = [
                batch(first_offset=first, last_offset=last, acknowledge_types=[kind])
                for first, last, kind in acknowledgements.ranges()
            ]
            topic = topics.setdefault(each.topic_id, acknowledging.AcknowledgeTopic(topic_id=each.topic_id))
            topic.partitions.append(
                acknowledging.AcknowledgePartition(partition_index=each.partition, acknowledgement_batches=batches)
            )
        return ShareAcknowledgeRequest(
            group_id=self._group_id,
            member_id=self._member_id,
            share_session_epoch=_FINAL if final else self._epoch,
            is_renew_ack=any(each.renews for each in due.values()),
            topics=list(topics.values()),
        )


class ShareBroker:
    """One broker: its session, the request that is open there, and the acknowledgements that wait for the next.

    There is one request at a time, as each counts in the session.
    """

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


def _topics(new: Collection[PartitionId], due: Mapping[PartitionId, Acknowledgements]) -> list[fetching.FetchTopic]:
    topics: dict[UUID, fetching.FetchTopic] = {}
    for each in sorted({*new, *due}):
        ranges = due[each].ranges() if each in due else []
        batches = [
            fetching.AcknowledgementBatch(first_offset=first, last_offset=last, acknowledge_types=[kind])
            for first, last, kind in ranges
        ]
        partition = fetching.FetchPartition(partition_index=each.partition, acknowledgement_batches=batches)
        topics.setdefault(each.topic_id, fetching.FetchTopic(topic_id=each.topic_id)).partitions.append(partition)
    return list(topics.values())


def _forgotten(gone: Collection[PartitionId]) -> list[fetching.ForgottenTopic]:
    topics: dict[UUID, list[int]] = {}
    for each in sorted(gone):
        topics.setdefault(each.topic_id, []).append(each.partition)
    return [
        fetching.ForgottenTopic(topic_id=topic_id, partitions=partitions) for topic_id, partitions in topics.items()
    ]
