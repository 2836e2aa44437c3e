"""Records in Produce and Fetch: in the format that the version on the other side has, as brokers convert them.

Produce and Fetch carry format 0 in versions 0 and 1, format 1 up to Produce 2 and Fetch 3, and format 2 since. A reader
of a format reads the older ones as well, so nothing is done about what an old broker tells a new client.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kafkawire.api_key import ApiKey
from kafkawire.compression import ZSTD
from kafkawire.error_code import ErrorCode
from kafkawire.errors import DecodeError, KafkaError, UnsupportedCodec
from kafkawire.limits import DEFAULT_LIMITS, Limits
from kafkawire.records import LegacyBatch, RecordBatch, convert, read_batches, write_batch
from kafkawire.varint import BytesLike

__all__ = ["fetched", "format_of", "produced"]

_FORMAT_1_SINCE, _PRODUCE_FORMAT_2_SINCE, _FETCH_FORMAT_2_SINCE = 2, 3, 4
_PRODUCE_ZSTD_SINCE, _FETCH_ZSTD_SINCE = 7, 10
_NO_PRODUCER = -1


def format_of(api_key: int, version: int) -> int:
    """The newest record format that a version of Produce or Fetch has."""
    if version < _FORMAT_1_SINCE:
        return 0
    since = _PRODUCE_FORMAT_2_SINCE if api_key == ApiKey.PRODUCE else _FETCH_FORMAT_2_SINCE
    return 1 if version < since else 2


def produced(data: BytesLike, client: int, broker: int, limits: Limits = DEFAULT_LIMITS) -> BytesLike:
    """What a broker of that version is sent for what a producer has sent. Raises `KafkaError` as a broker answers."""
    before, after = format_of(ApiKey.PRODUCE, client), format_of(ApiKey.PRODUCE, broker)
    may_be_new_codec = client >= _PRODUCE_ZSTD_SINCE > broker
    if before == after and not may_be_new_codec:
        return data
    try:
        batches = list(read_batches(data, limits=limits))
        if any(batch.codec == ZSTD for batch in batches) and broker < _PRODUCE_ZSTD_SINCE:
            raise KafkaError(ErrorCode.UNSUPPORTED_COMPRESSION_TYPE, "the broker is too old for zstd")
        if before == after:
            return data
        if after == 2:
            return _as_one_batch(batches) if batches else data
        _check_is_plain(batches)
        return convert(data, after, limits=limits)
    except DecodeError as exc:
        raise KafkaError(ErrorCode.CORRUPT_MESSAGE, str(exc)) from exc


def _as_one_batch(batches: list[LegacyBatch | RecordBatch]) -> bytes:
    """One batch, as brokers that know format 2 want it, with offsets from 0 on."""
    if not all(batch.is_valid for batch in batches):
        raise KafkaError(ErrorCode.CORRUPT_MESSAGE, "the checksum of a message does not fit")
    records = [record for batch in batches for record in batch]
    codec = next((batch.codec for batch in reversed(batches) if batch.codec), 0)
    return write_batch([(n, r.timestamp, r.key, r.value, ()) for n, r in enumerate(records)], compression=codec)


def _check_is_plain(batches: list[LegacyBatch | RecordBatch]) -> None:
    """Refuse what an old format cannot hold: a producer would believe that it is kept."""
    for batch in batches:
        if isinstance(batch, RecordBatch) and (
            batch.producer_id != _NO_PRODUCER or any(record.headers for record in batch)
        ):
            raise KafkaError(ErrorCode.UNSUPPORTED_FOR_MESSAGE_FORMAT, "no headers and no idempotence with this broker")


def fetched(partition: Any, client: int, broker: int, offset: int, limits: Limits = DEFAULT_LIMITS) -> None:
    """Give a partition of a response records that a consumer of that version reads; it has asked for `offset` on."""
    wanted = format_of(ApiKey.FETCH, client)
    is_too_new = wanted < format_of(ApiKey.FETCH, broker)
    if not partition.records or not (is_too_new or client < _FETCH_ZSTD_SINCE <= broker):
        return
    try:
        if client < _FETCH_ZSTD_SINCE and any(codec == ZSTD for codec in _codecs(partition.records, limits)):
            raise UnsupportedCodec("zstd came with Fetch 10")
        if is_too_new:
            partition.records = convert(partition.records, wanted, first_offset=offset, limits=limits)
            partition.last_stable_offset = -1
    except UnsupportedCodec:
        partition.error_code = int(ErrorCode.UNSUPPORTED_COMPRESSION_TYPE)
        partition.high_watermark = partition.last_stable_offset = partition.log_start_offset = -1
        partition.records, partition.aborted_transactions = b"", None


def _codecs(data: BytesLike, limits: Limits) -> Iterator[int]:
    return (batch.codec for batch in read_batches(data, limits=limits))
