"""Encrypts the values of records on their way to the broker, and decrypts them on their way back: AES-256-GCM.

```console
$ echo "2026 $(openssl rand -base64 32)" > keys.txt
$ kafkawire proxy --upstream broker:9092 --filter "encrypt:topics=orders.*,keys=keys.txt"
```

Keys of records stay as they are, and null values null, so that partitioning and compaction work. Each topic has a data
key of its own, which is replaced after so many records, bytes or seconds. The last header of an encrypted record,
`kafkawire-encryption`, has the nonce and the id of the data key; applications do not get to see it.

A value is bound to its topic, its data key and the record's key: moved elsewhere it cannot be read. What cannot be read
is an error at the consumer (CORRUPT_MESSAGE) once it comes there, and the log says where, which key, and why.

Nonces are 96 random bits. Those of a data key may not meet: at 2**27 records, the most that one may be used for, two
of them are alike with a probability of 2**-43, whatever other processes do that got the same key from their provider,
and also after a fork or in a copy of a virtual machine, where counters would begin again.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kafkawire.messages import FetchResponse, ProduceRequest, ProduceResponse, ShareFetchResponse
from kafkawire.proxy.context import Context
from kafkawire.proxy.filters import Filter, Result, versions
from kafkawire.proxy.records import PassingBatch
from kafkawire.proxy.shipped.keys import FileKeys, KeyNotFound, KeyProvider
from kafkawire.proxy.shipped.partitions import BadRecords, Refusals, Topics, change_fetched, change_written
from kafkawire.rate_limited_log import RateLimitedLogger
from kafkawire.records import LegacyBatch, Record
from kafkawire.records.encode import Row, encode_headers

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

__all__ = ["HEADER", "Encrypt"]

_LOG = RateLimitedLogger("kafkawire.proxy.encrypt")
HEADER = "kafkawire-encryption"
_FORMAT, _NONCE = b"\1", 12
_ID_AT = len(_FORMAT) + _NONCE
_MOST_USES = 2**27
_MOST_KEYS = 10_000  # that are kept, of either kind: clients and brokers say which topics and ids there are
_PRODUCE, _FETCH = range(3, 1 << 15), range(4, 1 << 15)  # those before bring and want records without headers


class Encrypt(Filter):
    """Encrypts values of topics whose names match `topics`. `keys`: a `KeyProvider`, or the path of a file of keys.

    A topic gets a new data key after `rotate_records`, `rotate_bytes` or `rotate_seconds`. With `refuse_plain` values
    that were written past the filter cannot be read; else they pass as they are. Filters that rename topics come first.
    """

    def __init__(
        self,
        topics: str,
        keys: str | Path | KeyProvider,
        *,
        rotate_records: int = 2**26,
        rotate_bytes: int = 2**38,
        rotate_seconds: float = 86_400.0,
        refuse_plain: bool = False,
    ) -> None:
        if not 0 < rotate_records <= _MOST_USES:
            raise ValueError(f"rotate_records is from 1 to {_MOST_USES}, not {rotate_records}")
        _aes(bytes(32))  # what is not installed shows before anything begins
        self._topics = Topics(topics)
        self._keys: KeyProvider = FileKeys(keys) if isinstance(keys, str | Path) else keys
        self._limits = rotate_records, rotate_bytes, rotate_seconds
        self._refuse_plain = refuse_plain
        self._current: dict[str, _DataKey] = {}
        self._ciphers: dict[tuple[str, str], AESGCM] = {}

    # ------------------------------------------------------------------------------------------------------ to the log

    @versions(_PRODUCE)
    async def on_produce_request(self, ctx: Context, header: Any, request: ProduceRequest) -> Result:  # noqa: ARG002
        """Encrypt; what cannot be taken apart goes no further, as it might hold plain text."""

        async def encrypt(topic: str, batch: PassingBatch) -> None:
            if isinstance(batch.batch, LegacyBatch):
                raise BadRecords("records of this format have no headers, which encryption needs")
            records = batch.batch.records()
            key = await self._key_for(ctx, topic, len(records), batch.batch.size_in_bytes)
            batch.replace(key.encrypted(records))

        return await change_written(self, self._topics, ctx, request, encrypt)

    @versions(_PRODUCE)
    def on_produce_response(self, ctx: Context, header: Any, response: ProduceResponse) -> Result:  # noqa: ARG002
        """Tell of what was refused."""
        return Refusals.told(self, ctx, response)

    async def _key_for(self, ctx: Context, topic: str, records: int, size: int) -> _DataKey:
        """The data key of a topic, with so many more records to its account."""
        key = self._current.get(topic)
        if key is None or not key.has_room(ctx.now(), records, size, self._limits):
            made = await self._keys.new_key(topic)
            key = _DataKey(topic, made.id, _aes(made.secret), ctx.now())
            _keep(self._current, topic, key)
            _LOG.info("%s: values are encrypted with data key %s from now on", topic, made.id)
        key.records += records
        key.size += size
        return key

    # ---------------------------------------------------------------------------------------------------- from the log

    @versions(_FETCH)
    async def on_fetch_response(self, ctx: Context, header: Any, response: FetchResponse) -> Result:  # noqa: ARG002
        """Decrypt."""
        return await change_fetched(self._topics, ctx, response, self._decrypt)

    async def on_share_fetch_response(self, ctx: Context, header: Any, response: ShareFetchResponse) -> Result:  # noqa: ARG002
        """Decrypt."""
        return await change_fetched(self._topics, ctx, response, self._decrypt)

    async def _decrypt(self, topic: str, batch: PassingBatch) -> None:
        rows = None if batch.is_control else await self._decrypted(topic, batch)
        if rows is not None:
            batch.replace(rows)

    async def _decrypted(self, topic: str, batch: PassingBatch) -> list[Row] | None:
        """The records of a batch with their values in plain text; None if they are."""
        from cryptography.exceptions import InvalidTag

        rows: list[Row] = []
        is_changed, aad, key_id, cipher = False, b"", b"", None
        for record in batch:
            value, headers = record.value, record.headers
            if value is not None and headers and headers[-1][0] == HEADER:
                mark = headers[-1][1] or b""
                if cipher is None or mark[_ID_AT:] != key_id:
                    key_id = mark[_ID_AT:]
                    cipher = await self._cipher(topic, mark, record.offset)
                    aad = _aad(topic, key_id)
                try:
                    value = cipher.decrypt(mark[1:_ID_AT], value, aad + (record.key or b""))
                except InvalidTag:
                    raise _Unreadable(record.offset, key_id, "the key is wrong, or the value was changed") from None
                headers, is_changed = headers[:-1], True
            elif value is not None and self._refuse_plain:
                raise BadRecords(f"offset {record.offset}: the value is not encrypted")
            rows.append((record.offset, record.timestamp, record.key, value, headers))
        return rows if is_changed else None

    async def _cipher(self, topic: str, mark: bytes, offset: int) -> AESGCM:
        key_id = mark[_ID_AT:].decode("utf-8", "replace")
        cipher = self._ciphers.get((topic, key_id))
        if cipher is None:
            if not mark.startswith(_FORMAT) or len(mark) <= _ID_AT:
                raise _Unreadable(offset, mark[:1], "it is of no known format")
            try:
                cipher = _aes(await self._keys.find_key(topic, key_id))
            except KeyNotFound as exc:
                raise _Unreadable(offset, mark[_ID_AT:], str(exc)) from exc
            _keep(self._ciphers, (topic, key_id), cipher)
        return cipher


class _Unreadable(BadRecords):
    """A value that cannot be decrypted."""

    def __init__(self, offset: int, key_id: bytes, why: str) -> None:
        shown = key_id[:80].decode("utf-8", "replace")
        super().__init__(f"offset {offset}, encrypted with data key {shown!r}: {why}")


class _DataKey:
    """What encrypts the values of a topic for a while, and how much it has."""

    def __init__(self, topic: str, key_id: str, cipher: AESGCM, since: float) -> None:
        self._encrypt = cipher.encrypt
        self._id = key_id.encode()
        self._aad = _aad(topic, self._id)
        self._since = since
        self.records = 0
        self.size = 0
        empty = encode_headers([(HEADER, _FORMAT + bytes(_NONCE) + self._id)])  # as a record has it
        self._before, self._behind = empty[: -len(self._id) - _NONCE], self._id

    def has_room(self, now: float, records: int, size: int, limits: tuple[int, int, float]) -> bool:
        """Whether it may be used for so much more; a batch of more than the limit has it to itself."""
        most, most_bytes, seconds = limits
        return self.records + records <= most and self.size + size <= most_bytes and now - self._since < seconds

    def encrypted(self, records: list[Record]) -> list[Row]:
        """These records with their values encrypted."""
        random = os.urandom(_NONCE * len(records))
        encrypt, aad, before, behind = self._encrypt, self._aad, self._before, self._behind
        rows: list[Row] = []
        for at, record in zip(range(0, len(random), _NONCE), records, strict=True):
            value, key, headers = record.value, record.key, record.headers
            if value is None:
                rows.append((record.offset, record.timestamp, key, None, headers))
                continue
            nonce = random[at : at + _NONCE]
            value = encrypt(nonce, value, aad if key is None else aad + key)
            own = before + nonce + behind if not headers else [*headers, (HEADER, _FORMAT + nonce + behind)]
            rows.append((record.offset, record.timestamp, key, value, own))
        return rows


def _aad(topic: str, key_id: bytes) -> bytes:
    return topic.encode() + b"\0" + key_id + b"\0"


def _keep(kept: dict[Any, Any], name: object, value: object) -> None:
    """Remember a key, and forget the one that was there longest if there are too many."""
    kept.pop(name, None)
    if len(kept) >= _MOST_KEYS:
        del kept[next(iter(kept))]
    kept[name] = value


def _aes(secret: bytes) -> AESGCM:
    try:
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM
    except ImportError as exc:
        raise ImportError("encryption needs the package cryptography: pip install 'kafkawire[proxy]'") from exc
    return AESGCM(secret)
