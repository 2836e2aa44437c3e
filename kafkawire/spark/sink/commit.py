"""What tasks tell the driver, and what the driver makes of it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass

from pyspark.sql.datasource import WriterCommitMessage

from kafkawire.spark.sink.execution import abandon, conclude, decide, sweep
from kafkawire.spark.sink.ledger import Ledger
from kafkawire.spark.sink.names import Names, OpenTransaction
from kafkawire.spark.sink.options import SinkOptions

__all__ = ["Prepared", "Written", "abort_batch", "commit_batch"]

log = logging.getLogger("kafkawire.spark")


@dataclass
class Written(WriterCommitMessage):
    """At least once: all records of the task are acknowledged."""

    records: int


@dataclass
class Prepared(WriterCommitMessage):
    """Exactly once: all records of the task are acknowledged, in a transaction that is open."""

    execution: str
    query: str
    batch: int
    records: int = 0
    transaction: OpenTransaction | None = None
    """None if there were no records, or if the batch had been decided before."""


Messages = Sequence[WriterCommitMessage | None]


def commit_batch(options: SinkOptions, messages: Messages) -> None:
    """End the transactions that tasks have left open, all or none. Raises `TransactionLost` or `Superseded`."""
    prepared = [message for message in messages if isinstance(message, Prepared)]
    if prepared:
        asyncio.run(_commit(options, prepared))


async def _commit(options: SinkOptions, prepared: Sequence[Prepared]) -> None:
    first = prepared[0]
    transactions = [message.transaction for message in prepared if message.transaction is not None]
    async with Ledger(options, Names(options.transactional_id_prefix, first.query)) as ledger:
        if transactions:
            state = await decide(ledger, first.execution, first.batch, len(prepared), transactions)
        else:  # no records, or all of it was decided by an earlier execution
            state = await ledger.read(stable=True)
        if state.batch == first.batch:
            await conclude(ledger, first.execution, state)
        else:
            await sweep(ledger, first.execution)
    log.info("batch %d of query %s is committed: %d transactions", first.batch, first.query, len(transactions))


def abort_batch(options: SinkOptions, messages: Messages) -> None:
    """Abort the transactions that tasks have left open; what nobody knows of is aborted by the next execution."""
    prepared = [message for message in messages if isinstance(message, Prepared)]
    if prepared:
        asyncio.run(_abort(options, prepared))


async def _abort(options: SinkOptions, prepared: Sequence[Prepared]) -> None:
    first = prepared[0]
    transactions = [message.transaction for message in prepared if message.transaction is not None]
    async with Ledger(options, Names(options.transactional_id_prefix, first.query)) as ledger:
        await abandon(ledger, first.execution, first.batch, transactions)
