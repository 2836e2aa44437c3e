"""Whether a transaction may be ended: who may do it, in which state, and what is a request sent twice.

Producers of transaction version 2 (KIP-890) get a new epoch with every end. So an epoch tells which end is meant: the
current one that of the transaction that is open, or of none; the one before that of the last, which is a request whose
response was lost. Older producers keep their epoch, so a second commit may be meant for either, and is taken for the
last.
"""

from __future__ import annotations

from kafkawire.broker.transactions.state import TRANSACTION_V2, Producer, State, Transaction, is_last_epoch
from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaError

__all__ = ["must_end"]

_COMMITS = (State.PREPARE_COMMIT, State.COMPLETE_COMMIT)
_COMPLETE = (State.COMPLETE_COMMIT, State.COMPLETE_ABORT)


def must_end(current: Transaction, producer: Producer, *, is_commit: bool, client_version: int) -> bool:
    """True if it is to be ended now, False if that has been done. Raises `KafkaError`."""
    is_v2 = client_version >= TRANSACTION_V2
    is_again = is_v2 and _is_again(current, producer)
    if current.producer_id != producer[0] and not (is_again and current.producer_epoch == 0):
        raise KafkaError(ErrorCode.INVALID_PRODUCER_ID_MAPPING, f"it is producer {current.producer_id}")
    if not is_again and (current.producer_epoch != producer[1] or (is_v2 and current.state.is_prepared)):
        raise KafkaError(ErrorCode.PRODUCER_FENCED, f"it has epoch {current.producer_epoch}, not {producer[1]}")
    if current.state is State.ONGOING:
        return True
    if is_v2 and not is_again:
        if is_commit:
            raise _wrong_state(current)
        return True
    if current.state is State.EMPTY or (current.state in _COMMITS) != is_commit:
        raise _wrong_state(current)
    if current.state.is_prepared:
        raise KafkaError(ErrorCode.CONCURRENT_TRANSACTIONS, "its end is under way")
    return False


def _is_again(current: Transaction, producer: Producer) -> bool:
    """Whether a producer of transaction version 2 ends the transaction that it has ended before."""
    producer_id, epoch = producer
    if current.state in (State.EMPTY, State.ONGOING):
        return False
    if current.producer_id == producer_id and current.producer_epoch == epoch + 1:
        return True
    has_new_id = current.previous_producer_id == producer_id and current.producer_epoch == 0
    return current.state in _COMPLETE and has_new_id and is_last_epoch(epoch)


def _wrong_state(current: Transaction) -> KafkaError:
    return KafkaError(ErrorCode.INVALID_TXN_STATE, f"it is {current.state.label}")
