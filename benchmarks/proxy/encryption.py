"""What encryption in a proxy costs: megabytes a second of processor time, of records of 1 KB.

    python -m benchmarks.proxy.encryption [ROUNDS]

The filter alone, from a decoded message to a changed one: read, encrypt or decrypt, written anew with its checksum.
"""

from __future__ import annotations

import asyncio
import os
import sys
from statistics import median
from time import process_time
from typing import Any

from kafkawire.messages import FetchResponse, ProduceRequest
from kafkawire.messages.fetch_response import FetchableTopicResponse, PartitionData
from kafkawire.messages.produce_request import PartitionProduceData, TopicProduceData
from kafkawire.proxy.context import Connection, Context
from kafkawire.proxy.shipped.encrypt import Encrypt
from kafkawire.proxy.shipped.keys import DataKey
from kafkawire.proxy.testing import FilterTest
from kafkawire.records import write_batch

COUNT, SIZE = 1000, 1000


class Keys:
    """A key for each topic."""

    def __init__(self) -> None:
        self._made: dict[str, bytes] = {}

    async def new_key(self, topic: str) -> DataKey:  # noqa: ARG002 - as a provider is asked
        """Made at random."""
        key = DataKey(f"key {len(self._made)}", os.urandom(32))
        self._made[key.id] = key.secret
        return key

    async def find_key(self, topic: str, key_id: str) -> bytes:  # noqa: ARG002 - as a provider is asked
        """Remembered."""
        return self._made[key_id]


async def once(one: Encrypt, ctx: Context, codec: str | None) -> tuple[float, float]:
    """Processor time to encrypt and to decrypt a batch, half of which can be compressed."""
    value = SIZE // 2
    rows = [(n, 1_700_000_000_000 + n, b"key%d" % n, os.urandom(value) + bytes(value), ()) for n in range(COUNT)]
    part = PartitionProduceData(index=0, records=write_batch(rows, compression=codec))
    request = ProduceRequest(topic_data=[TopicProduceData(name="t", partition_data=[part])])
    began = process_time()
    await one.on_produce_request(ctx, None, request)
    encrypted = process_time()
    fetched = PartitionData(partition_index=0, records=part.records)
    response = FetchResponse(responses=[FetchableTopicResponse(topic="t", partitions=[fetched])])
    again = process_time()
    await one.on_fetch_response(ctx, None, response)
    ended = process_time()
    if fetched.error_code:
        raise RuntimeError(f"not decrypted: {fetched.error_code}")
    return encrypted - began, ended - again


async def main(rounds: int) -> None:
    """Print a line for each codec."""
    one = Encrypt("t", Keys())
    never: Any = None
    ctx = Context(Connection(FilterTest(), never), 0, 12, 1, b"")
    for codec in (None, "lz4", "zstd"):
        times = [await once(one, ctx, codec) for _ in range(rounds)]
        rates = [COUNT * SIZE / median(side) / 1e6 for side in zip(*times, strict=True)]
        print(f"{codec or 'none':5} encrypt {rates[0]:4.0f} MB/s  decrypt {rates[1]:4.0f} MB/s")


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]) if len(sys.argv) > 1 else 25))
