"""The state of one transactional id, and the steps that lead from one state to the next (KIP-98, KIP-890).

A `Transaction` never changes. Each step makes a new one, which the coordinator writes down before it counts:

    EMPTY -> ONGOING -> PREPARE_COMMIT -> COMPLETE_COMMIT
                     -> PREPARE_ABORT  -> COMPLETE_ABORT

The complete states are as good as EMPTY for what comes next. In a prepared state the end is decided, and markers are
written to the partitions. Whoever is told to end a transaction in the way of KIP-890 gets a new epoch with it, so that
nothing that comes late can slip into the next transaction; after the last epoch comes a new producer id.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import IntEnum

from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaError

__all__ = ["NO_PRODUCER", "TRANSACTION_V2", "Producer", "State", "TopicPartition", "Transaction", "is_last_epoch"]

TRANSACTION_V2 = 2
"""The `transaction.version` in which every end brings a new epoch; that of older clients is 0."""
TopicPartition = tuple[str, int]
"""Topic and partition."""
Producer = tuple[int, int]
"""Producer id and epoch."""
NO_PRODUCER: Producer = (-1, -1)
_LAST_EPOCH, _FENCING_EPOCH = 2**15 - 2, 2**15 - 1  # the highest is kept for who takes over
_NONE = -1


class State(IntEnum):
    """Where a transaction stands: the numbers are those on disk."""

    EMPTY = 0
    ONGOING = 1
    PREPARE_COMMIT = 2
    PREPARE_ABORT = 3
    COMPLETE_COMMIT = 4
    COMPLETE_ABORT = 5
    DEAD = 6
    PREPARE_EPOCH_FENCE = 7

    @property
    def label(self) -> str:
        """What admin tools call it: `CompleteCommit`."""
        return "".join(word.capitalize() for word in self.name.split("_"))

    @property
    def is_prepared(self) -> bool:
        """Whether the end is decided and markers are being written."""
        return self in (State.PREPARE_COMMIT, State.PREPARE_ABORT)


def is_last_epoch(epoch: int) -> bool:
    """Whether a producer with that epoch gets a new id before a new epoch."""
    return epoch >= _LAST_EPOCH


@dataclass(frozen=True, slots=True)
class Transaction:
    """What is known of a transactional id. Times are in ms."""

    producer_id: int
    producer_epoch: int = _NONE
    timeout_ms: int = 0
    state: State = State.EMPTY
    partitions: frozenset[TopicPartition] = frozenset()
    start_ms: int = _NONE
    update_ms: int = _NONE
    previous_producer_id: int = _NONE
    """The one before the last step."""
    next_producer_id: int = _NONE
    """The one that the producer goes on with, while the markers of the old one are written."""
    last_producer_epoch: int = _NONE
    """The epoch before the last change of it, if nobody else took over then. It is not on disk."""
    client_version: int = 0
    """The `transaction.version` that the producer has shown to speak."""

    @property
    def producer(self) -> Producer:
        """Producer id and epoch."""
        return self.producer_id, self.producer_epoch

    @property
    def needs_new_id(self) -> bool:
        """Whether there is no epoch left."""
        return is_last_epoch(self.producer_epoch)

    def gets_new_id(self, expected_epoch: int | None) -> bool:
        """Whether there is none left for a producer that begins: a new one, or that with this or the last epoch."""
        return self.needs_new_id and expected_epoch in (None, self.producer_epoch, self.last_producer_epoch)

    def allows_init(self, expected: Producer) -> bool:
        """Whether a producer that comes with an id is the one that was here before."""
        producer_id, epoch = expected
        if self.producer_epoch == _NONE or producer_id == self.producer_id:
            return True
        return producer_id == self.previous_producer_id and is_last_epoch(epoch)

    def with_next_epoch(self, timeout_ms: int, expected_epoch: int | None, now_ms: int) -> Transaction:
        """A producer begins, with the next epoch; one whose response was lost gets the same again.

        Raises `KafkaError` PRODUCER_FENCED for an epoch that is not that of the last producer.
        """
        epoch, last = self.producer_epoch + 1, _NONE
        if expected_epoch is not None:
            if self.producer_epoch in (_NONE, expected_epoch):
                last = self.producer_epoch
            elif expected_epoch == self.last_producer_epoch:
                epoch, last = self.producer_epoch, self.last_producer_epoch
            else:
                raise KafkaError(ErrorCode.PRODUCER_FENCED, f"epoch {expected_epoch}, it is {self.producer_epoch}")
        return self._begun(self.producer_id, epoch, last, timeout_ms, now_ms)

    def with_new_id(self, producer_id: int, timeout_ms: int, now_ms: int, *, is_known: bool) -> Transaction:
        """A producer begins with a new id. `is_known`: it is the one that was here before."""
        return self._begun(producer_id, 0, self.producer_epoch if is_known else _NONE, timeout_ms, now_ms)

    def with_partitions(self, partitions: frozenset[TopicPartition], client_version: int, now_ms: int) -> Transaction:
        """Partitions join; the first of them begin a transaction."""
        return replace(
            self,
            state=State.ONGOING,
            partitions=self.partitions | partitions,
            start_ms=self.start_ms if self.state is State.ONGOING else now_ms,
            update_ms=now_ms,
            previous_producer_id=self.producer_id,
            next_producer_id=_NONE,
            client_version=client_version,
        )

    def prepared(self, state: State, client_version: int, now_ms: int, *, next_producer_id: int = _NONE) -> Transaction:
        """The end is decided. One that has not begun may be aborted too, and begins and ends at once."""
        is_new_epoch = client_version >= TRANSACTION_V2
        return replace(
            self,
            state=state,
            producer_epoch=min(self.producer_epoch + is_new_epoch, _FENCING_EPOCH),
            last_producer_epoch=self.producer_epoch if is_new_epoch else self.last_producer_epoch,
            start_ms=self.start_ms if self.state is State.ONGOING else now_ms,
            update_ms=now_ms,
            previous_producer_id=self.producer_id,
            next_producer_id=next_producer_id,
            client_version=client_version,
        )

    def waiting_for(self, partitions: Iterable[TopicPartition]) -> Transaction:
        """All markers are written but those of these partitions."""
        return replace(self, partitions=frozenset(partitions))

    def completed(self, now_ms: int) -> Transaction:
        """All markers are written."""
        is_commit = self.state is State.PREPARE_COMMIT
        has_new_id = self.next_producer_id != _NONE
        return replace(
            self,
            state=State.COMPLETE_COMMIT if is_commit else State.COMPLETE_ABORT,
            producer_id=self.next_producer_id if has_new_id else self.producer_id,
            producer_epoch=0 if has_new_id else self.producer_epoch,
            partitions=frozenset(),
            update_ms=now_ms,
            previous_producer_id=self.producer_id,
            next_producer_id=_NONE,
        )

    def is_too_late(self, now_ms: int) -> bool:
        """Whether it is open for longer than it may be."""
        return self.state is State.ONGOING and self.start_ms + self.timeout_ms < now_ms

    def is_unused_since(self, before_ms: int) -> bool:
        """Whether nothing has happened since, and nothing goes on."""
        is_idle = self.state in (State.EMPTY, State.COMPLETE_COMMIT, State.COMPLETE_ABORT)
        return is_idle and self.update_ms <= before_ms

    def _begun(self, producer_id: int, epoch: int, last_epoch: int, timeout_ms: int, now_ms: int) -> Transaction:
        return replace(
            self,
            state=State.EMPTY,
            producer_id=producer_id,
            producer_epoch=epoch,
            last_producer_epoch=last_epoch,
            timeout_ms=timeout_ms,
            partitions=frozenset(),
            start_ms=_NONE,
            update_ms=now_ms,
            previous_producer_id=self.producer_id,
            next_producer_id=_NONE,
        )
