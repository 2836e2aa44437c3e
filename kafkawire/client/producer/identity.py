"""Who a producer is to the brokers: the id and epoch that, with sequence numbers, let them drop repeats (KIP-98).

Each batch of a partition carries the number of its first record. A broker takes a batch only if it follows the last
one, and answers a repeat as it did the first time; so a retry after a lost answer writes nothing twice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, cast

from kafkawire.api_key import ApiKey
from kafkawire.client.cluster import Cluster
from kafkawire.errors import KafkaError

if TYPE_CHECKING:
    from kafkawire.messages import InitProducerIdResponse

__all__ = ["NOBODY", "Identity", "fetch_identity", "next_sequence"]

_NO_TIMEOUT = 2**31 - 1  # there is no transaction that could time out


class Identity(NamedTuple):
    """Producer id and epoch, both -1 for a producer without."""

    producer_id: int
    epoch: int


NOBODY = Identity(-1, -1)


async def fetch_identity(cluster: Cluster) -> Identity | None:
    """One attempt to get a new identity, from any broker; None if the brokers do not know of such."""
    from kafkawire.messages import InitProducerIdRequest

    connection = await cluster.any_connection()
    if ApiKey.INIT_PRODUCER_ID not in connection.versions:
        return None
    request = InitProducerIdRequest(transactional_id=None, transaction_timeout_ms=_NO_TIMEOUT)
    response = cast("InitProducerIdResponse", await cluster.request_any(request))
    if response.error_code:
        raise KafkaError(response.error_code, "producer id")
    return Identity(response.producer_id, response.producer_epoch)


def next_sequence(sequence: int, count: int) -> int:
    """The number that follows `count` records from `sequence` on; after 2147483647 comes 0."""
    return (sequence + count) & 0x7FFFFFFF
