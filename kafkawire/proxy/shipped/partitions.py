"""What filters of records have in common: which topics they are for, and what becomes of partitions that they refuse.

A partition of a Produce request that is refused is taken out of it; the broker gets the rest, and the client one
response that tells of both. What was fetched for a partition ends before the batch that may not go on.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterable
from typing import Any
from uuid import UUID

from kafkawire.error_code import ErrorCode
from kafkawire.errors import DecodeError, EncodeError, KafkaWireError, UnsupportedCodec
from kafkawire.limits import DEFAULT_LIMITS
from kafkawire.message import Message
from kafkawire.messages import FetchResponse, ProduceRequest, ProduceResponse, ShareFetchResponse
from kafkawire.messages.produce_response import (
    BatchIndexAndErrorMessage,
    PartitionProduceResponse,
    TopicProduceResponse,
)
from kafkawire.protocol.frames import expects_response
from kafkawire.protocol.named import merged
from kafkawire.proxy.context import Context
from kafkawire.proxy.filters import CLOSE, Filter, Result
from kafkawire.proxy.records import PassingBatch, PassingPartition
from kafkawire.rate_limited_log import RateLimitedLogger

__all__ = ["BadRecords", "Refusals", "Topics", "change_fetched", "change_written", "texts"]

_LOG = RateLimitedLogger("kafkawire.proxy.filters")
_MOST_TEXT = 300
_MOST_RECORDS = 100
_TOO_LARGE = "the records of this request are too large, once they are rewritten"
_MOST_BYTES = DEFAULT_LIMITS.max_frame_size
"""Of what is rewritten in one message: what was compressed may be so no more, as after encryption."""
_MOST_STRANGE = 3  # topic ids of one message that the broker does not know
_BROKEN = (DecodeError, EncodeError, UnsupportedCodec)  # also what can be read, but not written anew
_NO_NAME = "nobody knows a topic of that id"


class BadRecords(KafkaWireError):
    """Records that may not go on. `records`: their places in the batch, and what is wrong with each.

    The text is for logs: it says nothing of what keys and values hold.
    """

    def __init__(self, text: str, records: Iterable[tuple[int, str]] = ()) -> None:
        super().__init__(text)
        self.records = list(records)


class _TooLarge(Exception):
    """A message has become too large."""


def texts(value: str | Iterable[str]) -> list[str]:
    """The parts of an option that is a list, or a text with `;` between them."""
    parts = value.split(";") if isinstance(value, str) else value
    return [part.strip() for part in parts if part.strip()]


class Topics:
    """The topics that a filter is for: those whose whole name matches a regular expression. Raises `ValueError`."""

    def __init__(self, pattern: str) -> None:
        try:
            self._matches = re.compile(pattern).fullmatch
        except re.error as exc:
            raise ValueError(f"topics: {pattern!r} is no regular expression: {exc}") from exc

    def __contains__(self, name: str) -> bool:
        return self._matches(name) is not None

    async def among(self, ctx: Context, message: Message) -> list[tuple[PassingPartition, str | None]]:
        """The partitions of a message that hold records of such topics, and of topics whose name cannot be found.

        The name of a topic of the latter kind is None: whoever must let nothing past refuses those.
        """
        found: list[tuple[PassingPartition, str | None]] = []
        strange: set[UUID] = set()
        for partition in ctx.partitions(message):
            if partition.data:
                name = partition.topic or await self._name(ctx, partition.topic_id, strange)
                if name is None or name in self:
                    found.append((partition, name))
        return found

    @staticmethod
    async def _name(ctx: Context, topic_id: UUID, strange: set[UUID]) -> str | None:
        """The name of a topic. Nobody is asked for more, once too many ids of a message were made up."""
        if topic_id in strange or len(strange) >= _MOST_STRANGE:
            return ctx.connection.surroundings.topic_names.get(topic_id)
        name = await ctx.topic_name(topic_id)
        if name is None:
            strange.add(topic_id)
        return name


class Refusals:
    """The partitions of one Produce request that a filter refuses: it calls `go_on`, and `told` at the response."""

    def __init__(self, ctx: Context, request: ProduceRequest) -> None:
        self._ctx, self._request = ctx, request
        self._response = ProduceResponse()
        self._topics: dict[tuple[str, UUID], TopicProduceResponse] = {}
        self._refused: dict[int, Any] = {}  # the structs by their identity

    def add(
        self,
        partition: PassingPartition,
        error_code: int,
        message: str,
        record_errors: Iterable[tuple[int, str]] = (),
        *,
        topic: str | None = None,
    ) -> None:
        """Refuse a partition; `record_errors` say which records are at fault, by their place in the batch.

        `topic` is the name for the log, where the message has an id.
        """
        errors = [
            BatchIndexAndErrorMessage(batch_index=index, batch_index_error_message=text[:_MOST_TEXT])
            for index, text in [*record_errors][:_MOST_RECORDS]
        ]
        failed = PartitionProduceResponse(
            index=partition.partition,
            error_code=error_code,
            base_offset=-1,
            record_errors=errors,
            error_message=message[:_MOST_TEXT],
        )
        self._topic(partition).partition_responses.append(failed)
        self._refused[id(partition.struct)] = partition.struct
        name, client = topic or partition.topic or partition.topic_id, self._ctx.client_id
        _LOG.warning("%s-%d: a batch of client %r is refused: %s", name, partition.partition, client, message)

    def _topic(self, partition: PassingPartition) -> TopicProduceResponse:
        key = partition.topic, partition.topic_id
        if key not in self._topics:
            self._topics[key] = TopicProduceResponse(name=partition.topic, topic_id=partition.topic_id)
            self._response.responses.append(self._topics[key])
        return self._topics[key]

    def go_on(self, owner: Filter, *, is_changed: bool = False) -> Result:
        """What the hook of the request returns. `is_changed`: whether what is left of the request is not as it was."""
        if not self._refused:
            return self._request if is_changed else None
        for topic in self._request.topic_data:
            topic.partition_data = [one for one in topic.partition_data if id(one) not in self._refused]
        self._request.topic_data = [topic for topic in self._request.topic_data if topic.partition_data]
        if self._request.topic_data:
            self._ctx.exchange[owner] = self._response
            return self._request
        return self._response if expects_response(self._request) else CLOSE  # with acks=0 nothing else tells of it

    @staticmethod
    def told(owner: Filter, ctx: Context, response: ProduceResponse) -> ProduceResponse | None:
        """What the hook of the response returns: what the broker says, and what was refused."""
        refused: ProduceResponse | None = ctx.exchange.pop(owner, None)
        return None if refused is None else merged(response, refused, ctx.version)


Change = Callable[[str, PassingBatch], Awaitable[None]]
"""Looks at a batch of a topic, and may rewrite it. Raises `BadRecords`, or what reading and writing records does."""


async def change_written(
    owner: Filter, topics: Topics, ctx: Context, request: ProduceRequest, change: Change, *, rewrites: bool = True
) -> Result:
    """Let `change` look at each batch on its way to the log; where it fails the partition is refused.

    Where it `rewrites`, nothing else gets past: not what stands behind the last batch, say.
    """
    refusals = Refusals(ctx, request)
    found = await topics.among(ctx, request)
    size = 0
    for partition, topic in found:
        if topic is None:
            refusals.add(partition, ErrorCode.UNKNOWN_TOPIC_ID, _NO_NAME)
            continue
        passed = []
        try:
            for batch in partition:
                await change(topic, batch)
                size += len(batch.data or b"")
                if size > _MOST_BYTES:
                    raise _TooLarge
                passed.append(batch)
        except _TooLarge:
            refusals.add(partition, ErrorCode.MESSAGE_TOO_LARGE, _TOO_LARGE, topic=topic)
            size -= sum(len(one.data or b"") for one in [*passed, batch])
            partition.data = b""
        except _BROKEN as exc:
            refusals.add(partition, ErrorCode.CORRUPT_MESSAGE, str(exc), topic=topic)
        except BadRecords as exc:
            refusals.add(partition, ErrorCode.INVALID_RECORD, str(exc), exc.records, topic=topic)
        else:
            if rewrites:
                partition.data = b"".join(_bytes_of(batch) for batch in passed)
    return refusals.go_on(owner, is_changed=rewrites and bool(found))


async def change_fetched(
    topics: Topics, ctx: Context, response: FetchResponse | ShareFetchResponse, change: Change
) -> Result:
    """Let `change` look at each batch on its way to a reader; what comes before one where it fails goes on."""
    found = await topics.among(ctx, response)
    size = 0
    for partition, topic in found:
        if topic is None:
            _cut(partition, [], 0, ErrorCode.UNKNOWN_TOPIC_ID, _NO_NAME)
            continue
        passed: list[bytes] = []
        offset = 0
        try:
            for batch in partition:
                offset = batch.batch.base_offset
                await change(topic, batch)
                if size and size + len(batch.data or b"") > _MOST_BYTES:
                    raise _TooLarge
                size += len(batch.data or b"")
                passed.append(_bytes_of(batch))
        except _TooLarge:
            _cut(partition, passed, offset, 0, "")  # the client comes again for the rest
        except (BadRecords, *_BROKEN) as exc:
            _LOG.error("%s-%d, batch at offset %d: cannot be read: %s", topic, partition.partition, offset, exc)
            _cut(partition, passed, offset, ErrorCode.CORRUPT_MESSAGE, str(exc))
    return response if found else None


def _bytes_of(batch: PassingBatch) -> bytes:
    return batch.batch.data if batch.data is None else batch.data


def _cut(partition: PassingPartition, passed: list[bytes], offset: int, error_code: int, message: str) -> None:
    """Let only these batches of what was fetched go on, as what begins at `offset` cannot; without any it is an error.

    A consumer gets what can be read, and the error when it comes to the rest. Of a share fetch only what goes on stays
    acquired; the lock on the rest runs out.
    """
    struct = partition.struct
    partition.data = b"".join(passed)
    acquired = getattr(struct, "acquired_records", None)
    if acquired:
        struct.acquired_records = kept = [one for one in acquired if one.first_offset < offset]
        for one in kept:
            one.last_offset = min(one.last_offset, offset - 1)
    if not passed:
        struct.error_code = error_code
        if message and hasattr(struct, "error_message"):
            struct.error_message = message[:_MOST_TEXT]
