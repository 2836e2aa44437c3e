"""All transactions of a broker: kept in memory by their transactional ids, and written through to disk.

On a single node this broker coordinates every transactional id, and every marker goes into a log of its own. So the end
of a transaction is one step: it is decided and written down, the markers are written, and that is written down too.
Where the disk refuses in between, the decision holds; the rest is made up for by the next request for that name, in
`look_after`, or at the next start. Who asks meanwhile is told CONCURRENT_TRANSACTIONS, as with Apache Kafka.

Everything here raises `KafkaError` with the code that Apache Kafka answers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from kafkawire.broker.config.broker import BrokerConfig
from kafkawire.broker.loop.clock import Clock
from kafkawire.broker.metadata.controller import ProducerIds
from kafkawire.broker.transactions.ending import must_end
from kafkawire.broker.transactions.markers import MarkerWriter
from kafkawire.broker.transactions.state import (
    NO_PRODUCER,
    TRANSACTION_V2,
    Producer,
    State,
    TopicPartition,
    Transaction,
)
from kafkawire.broker.transactions.store import TransactionStore
from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaError
from kafkawire.rate_limited_log import RateLimitedLogger

__all__ = ["Transactions"]

_LOG = RateLimitedLogger("kafkawire.broker.transactions")


class Transactions:
    """The transactions by their transactional ids. `config` tells the options in force."""

    def __init__(
        self,
        config: Callable[[], BrokerConfig],
        clock: Clock,
        store: TransactionStore,
        producer_ids: ProducerIds,
        markers: MarkerWriter,
    ) -> None:
        self._config = config
        self._clock = clock
        self._store = store
        self.topic = store.topic
        """`__transaction_state`, in which they are kept."""
        self._producer_ids = producer_ids
        self._markers = markers
        self._transactions: dict[str, Transaction] = {}

    def __iter__(self) -> Iterator[tuple[str, Transaction]]:
        return iter(list(self._transactions.items()))

    def get(self, name: str) -> Transaction | None:
        """How a transactional id stands, if it is known."""
        return self._transactions.get(name)

    def load(self) -> None:
        """Take over what `__transaction_state` says, and do what was decided before the stop and not done."""
        self._transactions = dict(self._store.replay())
        for name, transaction in self:
            if transaction.state.is_prepared:
                _LOG.info("transaction %s was decided before the stop: %s", name, transaction.state.label)
                self._try_to_complete(name)

    def init_producer(self, name: str, timeout_ms: int, expected: Producer | None = None) -> Producer:
        """A producer begins. An open transaction of that name is aborted, and the producer has to come again.

        `expected` is what the producer was told before, if it goes on after an error.
        """
        if not name:
            raise KafkaError(ErrorCode.INVALID_REQUEST, "the transactional id is empty")
        if not 0 < timeout_ms <= self._config().transaction_max_timeout_ms:
            raise KafkaError(ErrorCode.INVALID_TRANSACTION_TIMEOUT, f"{timeout_ms} ms")
        current = self._settled(name) or Transaction(self._new_id())
        if expected is not None and not current.allows_init(expected):
            raise KafkaError(ErrorCode.PRODUCER_FENCED, f"it is producer {current.producer}, not {expected}")
        self._refuse_prepared(current)
        if current.state is State.ONGOING:
            self._abort(name, current)
            raise KafkaError(ErrorCode.CONCURRENT_TRANSACTIONS, "an open transaction was aborted")
        epoch = expected[1] if expected else None
        if current.gets_new_id(epoch):
            begun = current.with_new_id(self._new_id(), timeout_ms, self._now(), is_known=expected is not None)
        else:
            begun = current.with_next_epoch(timeout_ms, epoch, self._now())
        self._save(name, begun)
        return begun.producer

    def add_partitions(
        self, name: str, producer: Producer, partitions: frozenset[TopicPartition], client_version: int = 0
    ) -> None:
        """Let partitions be part of the producer's transaction; the first ones begin it."""
        current = self._of(name, producer)
        self._refuse_prepared(current)
        if current.state is not State.ONGOING or not partitions <= current.partitions:
            self._save(name, current.with_partitions(partitions, client_version, self._now()))

    def verify(self, name: str, producer: Producer, partitions: frozenset[TopicPartition]) -> frozenset[TopicPartition]:
        """The partitions, of those given, that are part of the producer's transaction."""
        current = self._of(name, producer)
        self._refuse_prepared(current)
        return current.partitions & partitions

    def end(self, name: str, producer: Producer, *, is_commit: bool, client_version: int = 0) -> Producer:
        """Commit or abort. Returns what the producer goes on with: in the way of today a new epoch, else the same."""
        if not name:
            raise KafkaError(ErrorCode.INVALID_REQUEST, "the transactional id is empty")
        current = self._settled(name)
        if current is None:
            raise KafkaError(ErrorCode.INVALID_PRODUCER_ID_MAPPING, f"{name} is not known")
        if not must_end(current, producer, is_commit=is_commit, client_version=client_version):
            return current.producer  # it is done already, and the response was lost
        state = State.PREPARE_COMMIT if is_commit else State.PREPARE_ABORT
        needs_id = client_version >= TRANSACTION_V2 and current.needs_new_id
        next_id = self._new_id() if needs_id else NO_PRODUCER[0]
        prepared = current.prepared(state, client_version, self._now(), next_producer_id=next_id)
        self._save(name, prepared)
        self._try_to_complete(name)
        return (next_id, 0) if needs_id else prepared.producer

    def look_after(self) -> None:
        """Abort transactions that take too long, and do what could not be done before."""
        for name, transaction in self:
            try:
                if transaction.is_too_late(self._now()):
                    _LOG.info("transaction %s is open for more than %d ms: aborting", name, transaction.timeout_ms)
                    self._abort(name, transaction)
                elif transaction.state.is_prepared:
                    self._try_to_complete(name)
            except KafkaError as exc:  # the disk may have room again next time
                _LOG.error("transaction %s cannot be aborted now: %s", name, exc)

    def forget_unused(self) -> None:
        """Forget the transactional ids that nobody has used for `transactional.id.expiration.ms`."""
        before_ms = self._now() - self._config().transactional_id_expiration_ms
        for name, transaction in self:
            if transaction.is_unused_since(before_ms):
                try:
                    self._save(name, None)
                except KafkaError as exc:
                    _LOG.error("transactional id %s cannot be forgotten now: %s", name, exc)
                    return

    def _of(self, name: str, producer: Producer) -> Transaction:
        if not name:
            raise KafkaError(ErrorCode.INVALID_REQUEST, "the transactional id is empty")
        current = self._settled(name)
        if current is None or current.producer_id != producer[0]:
            raise KafkaError(ErrorCode.INVALID_PRODUCER_ID_MAPPING, f"{name} is not that of producer {producer[0]}")
        if current.producer_epoch != producer[1]:
            raise KafkaError(ErrorCode.PRODUCER_FENCED, f"{name} has epoch {current.producer_epoch}, not {producer[1]}")
        return current

    def _settled(self, name: str) -> Transaction | None:
        """How a name stands, after what was left undone has been done if that is possible now."""
        current = self._transactions.get(name)
        if current is not None and current.state.is_prepared:
            self._try_to_complete(name)
        return self._transactions.get(name)

    def _refuse_prepared(self, transaction: Transaction) -> None:
        if transaction.state.is_prepared:
            raise KafkaError(ErrorCode.CONCURRENT_TRANSACTIONS, "the transaction before is being ended")

    def _abort(self, name: str, transaction: Transaction) -> None:
        """Abort for the producer, which is fenced by the new epoch."""
        self._save(name, transaction.prepared(State.PREPARE_ABORT, TRANSACTION_V2, self._now()))
        self._try_to_complete(name)

    def _try_to_complete(self, name: str) -> None:
        try:
            self._complete(name, self._transactions[name])
        except (OSError, KafkaError) as exc:
            _LOG.error("transaction %s cannot be ended now: %s", name, exc)

    def _complete(self, name: str, prepared: Transaction) -> None:
        epoch = self._store.coordinator_epoch(name)
        is_commit = prepared.state is State.PREPARE_COMMIT
        left = sorted(prepared.partitions, reverse=True)
        try:
            while left:
                self._markers.write(left[-1], prepared.producer, epoch, is_commit=is_commit)
                left.pop()
        finally:  # what is tried again and again must not grow the logs that have their marker
            self._transactions[name] = prepared.waiting_for(left)
        self._save(name, prepared.completed(self._now()))

    def _save(self, name: str, transaction: Transaction | None) -> None:
        try:
            self._store.write(name, transaction)
            if transaction is not None and self._markers.must_outlive_power(transaction.partitions):
                self._store.flush(name)  # else a loss of power leaves records that nobody decides about
        except OSError as exc:
            _LOG.error("transaction %s cannot be kept: %s", name, exc)
            raise KafkaError(ErrorCode.COORDINATOR_NOT_AVAILABLE, str(exc)) from exc
        except KafkaError as exc:
            _LOG.error("transaction %s cannot be kept: %s", name, exc)
            raise KafkaError(ErrorCode.UNKNOWN_SERVER_ERROR, str(exc)) from exc
        if transaction is None:
            del self._transactions[name]
        else:
            self._transactions[name] = transaction

    def _new_id(self) -> int:
        try:
            return self._producer_ids.new(self._now())
        except OSError as exc:
            _LOG.error("producer ids cannot be given out: %s", exc)
            raise KafkaError(ErrorCode.COORDINATOR_NOT_AVAILABLE, str(exc)) from exc

    def _now(self) -> int:
        return self._clock.time_ms()
