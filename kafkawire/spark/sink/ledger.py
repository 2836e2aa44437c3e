"""A query's state and transactions at the brokers: read, changed as one step, listed, ended.

The state is the offset that a group has committed, written in transactions of the query's driver id. Whoever changes
it first becomes the producer of that id, which fences everybody who was about to; then reads; then writes. So a change
is made of what was read, or not at all, by however many drivers and tasks at once.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from types import TracebackType
from typing import TYPE_CHECKING, Self, cast

from kafkawire.client.admin import Admin, AdminError, SomeFailed, TransactionDescription
from kafkawire.client.cluster import Cluster
from kafkawire.client.coordinator import Coordinator
from kafkawire.client.metadata import CoordinatorKind, GroupMetadata, TopicPartition
from kafkawire.client.options import ProducerOptions, make_options
from kafkawire.client.producer.transactions import Transactions
from kafkawire.client.runtime import AioRuntime
from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaError
from kafkawire.spark.security import common_arguments, open_arguments
from kafkawire.spark.sink.names import Names, OpenTransaction
from kafkawire.spark.sink.options import SinkOptions
from kafkawire.spark.sink.state import State, count_parts, state_of

if TYPE_CHECKING:
    from kafkawire.messages import EndTxnResponse

__all__ = ["Ledger"]

_FEATURE, _NEW_EPOCH_EACH = "transaction.version", 2
_LAST_END_OF_OLD = 4
_TIMEOUT_MS = 60_000  # of a change to the state
_AT_ONCE = 16  # transactions that are being ended
# The transaction is not the one that is open now: it was ended before, by us, by its timeout, or by a successor.
_OVER = {
    ErrorCode.INVALID_PRODUCER_EPOCH,
    ErrorCode.PRODUCER_FENCED,
    ErrorCode.INVALID_TXN_STATE,
    ErrorCode.INVALID_PRODUCER_ID_MAPPING,
    ErrorCode.TRANSACTIONAL_ID_NOT_FOUND,
}
_ONGOING = "Ongoing"


class Ledger:
    """`async with Ledger(options, names)`. All calls are safe to make from several tasks at once, and to repeat."""

    def __init__(self, options: SinkOptions, names: Names) -> None:
        self.names = names
        arguments = open_arguments(options.client)
        own = {"transactional_id": names.of_driver, "transaction_timeout_ms": _TIMEOUT_MS}
        self._options = make_options(ProducerOptions, arguments | own)
        self._cluster = Cluster(options.bootstrap_servers, self._options, AioRuntime(), auto_create=True)
        self._admin = Admin(options.bootstrap_servers, **common_arguments(arguments))
        self._tp = TopicPartition(options.state_topic, 0)

    async def __aenter__(self) -> Self:
        await self._cluster.start()
        await self._admin.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._cluster.close()
        await self._admin.close()

    # --- the state ----------------------------------------------------------------------------------------------

    async def read(self, *, stable: bool = False) -> State:
        """The state as it was written last. `stable`: wait for the end of a change that is under way."""
        head = (await self._read_texts([self.names.group()], stable))[0]
        if head is None:
            return State()
        parts = [self.names.group(part) for part in range(1, 1 + count_parts(head))]
        texts = await self._read_texts(parts, stable) if parts else []
        return state_of([head, *(text or "" for text in texts)], self.names)

    async def change(self, make: Callable[[State], State | None]) -> tuple[State, bool]:
        """Write what `make` makes of the state, or nothing if that is None.

        Returns the state as it is then, and whether it was written; what others were about to write is not any more.
        Raises `ProducerFenced` if somebody else was about to change it as well: nothing is written then.
        """
        transactions = Transactions(self._cluster, self._options, self.names.of_driver)
        await transactions.start()
        before = await self.read(stable=True)
        after = make(before)
        if after is None:
            return before, False
        await self._cluster.topic(self._tp.topic)  # may be created now, as by any producer
        transactions.begin()
        for part, text in enumerate(after.texts(self.names)):
            group = GroupMetadata(self.names.group(part))
            await transactions.add_offsets({self._tp: after.batch + 1}, group, text)
        await transactions.end(commit=True)
        return after, True

    async def _read_texts(self, groups: list[str], stable: bool) -> list[str | None]:
        found = await self._admin.list_group_offsets({group: [self._tp] for group in groups}, require_stable=stable)
        committed = [found[group].get(self._tp) for group in groups]
        return [None if one is None else one.metadata for one in committed]

    # --- transactions -------------------------------------------------------------------------------------------

    async def open_transactions(self) -> list[OpenTransaction]:
        """The open transactions of all tasks of the query, of whichever execution."""
        listed = await self._admin.list_transactions(states=[_ONGOING])
        ours = [one.transactional_id for one in listed if self.names.is_of_task(one.transactional_id)]
        described = await self.describe(ours)
        return [_as_open(one) for one in described.values() if one.state == _ONGOING]

    async def describe(self, transactional_ids: Iterable[str]) -> dict[str, TransactionDescription]:
        """What the coordinators know of transactional ids; those that they do not know are left out."""
        wanted = list(transactional_ids)
        try:
            return await self._admin.describe_transactions(wanted) if wanted else {}
        except SomeFailed as exc:
            _ensure_unknown(exc.errors.values())
            return exc.results
        except AdminError as exc:
            _ensure_unknown([exc])
            return {}

    async def end_all(self, transactions: Iterable[OpenTransaction], *, commit: bool) -> list[OpenTransaction]:
        """End transactions. Returns those that were over before, in another way than `commit` says."""
        limit = asyncio.Semaphore(_AT_ONCE)

        async def end(transaction: OpenTransaction) -> OpenTransaction | None:
            async with limit:
                return None if await self._end(transaction, commit=commit) else transaction

        ended = await asyncio.gather(*map(end, transactions))
        return [one for one in ended if one is not None]

    async def _end(self, transaction: OpenTransaction, *, commit: bool) -> bool:
        coordinator = Coordinator(self._cluster, transaction.transactional_id, CoordinatorKind.TRANSACTION)
        what = f"{'commit' if commit else 'abort'} transaction {transaction.transactional_id!r}"
        try:
            await self._cluster.retrying(lambda: _ask_to_end(coordinator, transaction, commit=commit), what)
        except KafkaError as exc:
            if exc.code in _OVER:
                return False
            raise
        return True


async def _ask_to_end(coordinator: Coordinator, transaction: OpenTransaction, *, commit: bool) -> None:
    """One attempt. A coordinator that has done the same before says yes again."""
    from kafkawire.messages import EndTxnRequest

    features = (await coordinator.connection()).versions.features
    at_most = None if features.get(_FEATURE, 0) >= _NEW_EPOCH_EACH else _LAST_END_OF_OLD
    request = EndTxnRequest(
        transactional_id=transaction.transactional_id,
        producer_id=transaction.producer_id,
        producer_epoch=transaction.epoch,
        committed=commit,
    )
    response = cast("EndTxnResponse", await coordinator.ask(request, at_most=at_most))
    coordinator.check(response.error_code, "end")


def _ensure_unknown(errors: Iterable[KafkaError]) -> None:
    """Raise the first error that says something else than that there is no such transactional id."""
    for error in errors:
        if error.code != ErrorCode.TRANSACTIONAL_ID_NOT_FOUND:
            raise error


def _as_open(described: TransactionDescription) -> OpenTransaction:
    return OpenTransaction(described.transactional_id, described.producer_id, described.producer_epoch)
