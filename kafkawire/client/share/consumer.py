"""The share consumer under asyncio.

    async with ShareConsumer("127.0.0.1:9092", group_id="workers", topics=["jobs"]) as consumer:
        async for record in consumer:
            ...

The members of a share group are given records of the same partitions, each record to one of them, which has it locked
for some time. What is accepted or rejected in that time is done with; what is released, or not acknowledged, is given
out again. See KIP-932.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from types import TracebackType
from typing import Any, Generic, Self, Unpack

from kafkawire.api_key import ApiKey
from kafkawire.client.cluster import Cluster
from kafkawire.client.errors import AcknowledgeFailed, ClientClosed, InvalidOption, NotAcknowledged, NotHeld
from kafkawire.client.fitting import check
from kafkawire.client.metadata import TopicPartition
from kafkawire.client.options import make_options
from kafkawire.client.runtime import AioRuntime, Runtime
from kafkawire.client.serializing import DESERIALIZERS, Deserializer, make_deserializers
from kafkawire.client.share.acknowledgements import Acknowledgements, AcknowledgeType
from kafkawire.client.share.acquirer import Acquirer
from kafkawire.client.share.holdings import Holdings
from kafkawire.client.share.membership import ShareGroup
from kafkawire.client.share.options import ShareArguments, ShareOptions
from kafkawire.client.share.records import ShareRecord
from kafkawire.errors import KafkaWireError
from kafkawire.typevars import K_co, V_co

__all__ = ["OnAcknowledged", "ShareConsumer"]

log = logging.getLogger("kafkawire.client")

OnAcknowledged = Callable[[TopicPartition, list[int], KafkaWireError | None], None]
"""Told of offsets whose acknowledgements the broker has taken, or has not, and why."""

_SEND_AFTER = 1.0  # seconds that an acknowledgement waits at most while `async for` is busy with records it has


class ShareConsumer(Generic[K_co, V_co]):
    """A member of a share group. Options: `ShareOptions`; `group_id` and `topics` have to be given. For one task.

    With `share_acknowledgement_mode="implicit"` a record is accepted when the application comes back for more, or calls
    `commit`. With "explicit" it says so itself, for each record, before it asks for more.

    `on_acknowledged` is called with partition, offsets and None or an error when a broker has answered. Without it a
    failure that no `commit` waits for is only logged; the records are delivered again in any case.

    Keys and values are bytes, or what `key_deserializer` and `value_deserializer` make of them: plain functions, which
    are not asked about None. A record that they cannot deal with is released, and told of by `DeserializationFailed`.
    """

    def __init__(
        self,
        bootstrap_servers: str | Sequence[str],
        *,
        topics: Iterable[str],
        on_acknowledged: OnAcknowledged | None = None,
        key_deserializer: Deserializer[K_co] | None = None,
        value_deserializer: Deserializer[V_co] | None = None,
        runtime: Runtime | None = None,
        **options: Unpack[ShareArguments],
    ) -> None:
        self.options = make_options(ShareOptions, options, DESERIALIZERS)
        group_id, names = _checked(self.options.group_id, topics)
        create = self.options.allow_auto_create_topics
        self._cluster = Cluster(
            bootstrap_servers, self.options, runtime or AioRuntime(), auto_create=create, owner="ShareConsumer"
        )
        self._cluster.topics.update(names)
        self._wake = asyncio.Event()
        self._holdings = Holdings()
        self._group = ShareGroup(self._cluster, self.options, group_id, names, self._assigned)
        identity = group_id, self._group.member_id
        deserializers = make_deserializers(key_deserializer, value_deserializer)
        self._acquirer = Acquirer(self._cluster, self.options, identity, self._wake.set, self._responded, deserializers)
        self._on_acknowledged = on_acknowledged
        self._failures: dict[TopicPartition, KafkaWireError] | None = None
        self._send_at = 0.0
        self._open = False

    # --- life ---------------------------------------------------------------------------------------------------

    async def start(self) -> None:
        """Find the cluster, and begin to join the group. Raises `BrokersUnavailable`."""
        try:
            await self._cluster.start()
        except BaseException:
            self._cluster.close()
            raise
        self._open = True
        self._group.start()

    async def close(self) -> None:
        """Send acknowledgements, give back what is not acknowledged, leave the group, close the connections.

        Records of the last call that reads count as not acknowledged, as in Kafka's own consumer: `commit` before.
        """
        if not self._open:
            return
        self._open = False
        try:
            self._send()
            await self._acquirer.close()
            await self._group.leave()
        finally:
            await self._cluster.hang_up()

    def metrics(self) -> dict[str, int | float]:
        """What has been counted so far, by name: see `kafkawire.client.metrics`."""
        counted = self._cluster.metrics
        return {
            **dict(self._cluster.counted()),
            **dict(counted.latency("share_fetch", ApiKey.SHARE_FETCH)),
            **dict(counted.latency("share_acknowledge", ApiKey.SHARE_ACKNOWLEDGE)),
            **dict(counted.latency("heartbeat", ApiKey.SHARE_GROUP_HEARTBEAT)),
            "assigned_partitions": len(self.assignment),
        }

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    # --- reading ------------------------------------------------------------------------------------------------

    async def fetch(self, max_records: int | None = None, timeout: float | None = 1.0) -> list[ShareRecord[K_co, V_co]]:
        """Wait until there are records, or `timeout` seconds have passed (None: as long as it takes).

        Returns up to `max_records` (default: `max_poll_records`), or none. Their locks last for
        `acquisition_lock_timeout_ms`. Records whose lock was renewed come again, and nothing else until they are
        acknowledged otherwise. Raises `NotAcknowledged`, `KafkaError`, what is wrong with a batch, whose records have
        then been rejected, or once for each such record `DeserializationFailed`.
        """
        limit = self.options.max_poll_records if max_records is None else max_records
        if limit < 1:
            raise InvalidOption(f"max_records must be 1 or more, not {max_records}")
        self._come_back(at_once=True)
        return await self._read(limit, limit, None if timeout is None else self._now() + timeout)

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> ShareRecord[K_co, V_co]:
        """The next record, as soon as there is one."""
        self._come_back(at_once=not self._acquirer.buffer)
        (record,) = await self._read(1, self.options.max_poll_records, None)
        return record

    async def _read(self, most: int, limit: int, deadline: float | None) -> list[ShareRecord[Any, Any]]:
        """Hand out up to `most` records, after asking the brokers for `limit` if there are none here."""
        with self._alive():
            while True:
                self._raise_if_broken()
                records = self._hand_out(most)
                if records:
                    return records
                self._acquirer.want(0 if self._holdings.is_renewing else limit)
                if not await self._wait(deadline):
                    return []

    def _hand_out(self, most: int) -> list[ShareRecord[Any, Any]]:
        if self._holdings.is_renewing:
            return self._holdings.take_renewed(most)
        out: list[ShareRecord[Any, Any]] = []
        for node_id, records in self._acquirer.buffer.take(most):
            self._holdings.add(records, node_id)
            out += records
        return out

    @contextmanager
    def _alive(self) -> Iterator[None]:
        """Waiting for records is no idleness of the application; and records are asked for only as long as it does."""
        self._group.waiting = True
        try:
            yield
        finally:
            self._group.waiting = False
            self._group.polled()
            self._acquirer.want(0)

    async def _wait(self, deadline: float | None) -> bool:
        """Wait for news; False once the time is up."""
        self._wake.clear()
        try:
            async with asyncio.timeout_at(deadline):
                await self._wake.wait()
        except TimeoutError:
            return False
        return True

    # --- acknowledging ------------------------------------------------------------------------------------------

    def acknowledge(self, record: ShareRecord[Any, Any], kind: str = "accept") -> None:
        """Say what became of a record: "accept", "release", "reject", or "renew" to keep its lock for longer.

        It is sent with the next call that reads, or commits. Raises `NotHeld` for a record that was not handed out, or
        whose acknowledgement is sent already, and `InvalidOption` unless acknowledgements are explicit.
        """
        self._check_open()
        if self.options.share_acknowledgement_mode != "explicit":
            raise InvalidOption("records are acknowledged implicitly: set share_acknowledgement_mode='explicit'")
        if not self._holdings.acknowledge(record, AcknowledgeType.of(kind)):
            raise NotHeld(f"{record.tp} offset {record.offset} is not held by this consumer")

    async def commit(self) -> None:
        """Send acknowledgements, and wait until the brokers have answered. Raises `AcknowledgeFailed`.

        With implicit acknowledgement all records handed out are accepted.
        """
        self._check_open()
        self._group.polled()
        self._accept_implicitly()
        failures: dict[TopicPartition, KafkaWireError] = {}
        self._failures = failures
        try:
            self._send()
            while self._acquirer.is_acknowledging:
                self._raise_if_broken()
                await self._wait(None)
        finally:
            self._failures = None
        if failures:
            raise AcknowledgeFailed(failures)

    @property
    def acquisition_lock_timeout_ms(self) -> int | None:
        """How long records stay locked for this consumer, as the brokers say; None before the first answer."""
        return self._acquirer.lock_timeout_ms

    @property
    def assignment(self) -> list[TopicPartition]:
        """The partitions whose records this member is given now."""
        names = self._cluster.metadata.names
        assigned = self._group.assignment.items()
        return [TopicPartition(names[topic], index) for topic, some in assigned if topic in names for index in some]

    def _come_back(self, *, at_once: bool) -> None:
        """The application is back: send what it has acknowledged, now or when it is time."""
        self._check_open()
        self._group.polled()
        self._accept_implicitly()
        if at_once or self._now() >= self._send_at:
            self._send()
        if at_once and self._holdings.has_open:
            raise NotAcknowledged("a record that was handed out has not been acknowledged")

    def _accept_implicitly(self) -> None:
        if self.options.share_acknowledgement_mode == "implicit":
            self._holdings.accept_all()

    def _send(self) -> None:
        self._send_at = self._now() + _SEND_AFTER
        for destination, types in self._holdings.take().items():
            self._acquirer.post(destination, types)
        self._acquirer.kick()

    def _responded(self, tp: TopicPartition, acknowledgements: Acknowledgements, error: KafkaWireError | None) -> None:
        """A broker has answered, or never will."""
        types = acknowledgements.types
        self._holdings.responded(tp, types, failed=error is not None)
        if error is not None:
            log.log(
                logging.WARNING if self._on_acknowledged is None else logging.INFO,
                "acknowledgements of %s failed: %s",
                tp,
                error,
            )
            if self._failures is not None and types:
                self._failures[tp] = error
        if self._on_acknowledged is not None and types:
            self._on_acknowledged(tp, sorted(types), error)

    # --- inside -------------------------------------------------------------------------------------------------

    def _assigned(self) -> None:
        self._acquirer.assign(self._group.assignment)
        self._wake.set()

    def _raise_if_broken(self) -> None:
        error = self._acquirer.error or self._group.error
        if error is not None:
            raise error

    def _check_open(self) -> None:
        if not self._open:
            raise ClientClosed("the consumer is not running")

    def _now(self) -> float:
        return self._cluster.runtime.now()


def _checked(group_id: str | None, topics: Iterable[str]) -> tuple[str, tuple[str, ...]]:
    if not group_id:
        raise InvalidOption("a share consumer needs a group_id")
    names = tuple(check("topics", topics, Iterable[str]))
    if not names or not all(names):
        raise InvalidOption("a share consumer needs topics, and their names")
    return group_id, names
