"""Who a producer is to the brokers: the id and epoch that, with sequence numbers, let them drop repeats (KIP-98).

Each batch of a partition carries the number of its first record. A broker takes a batch only if it follows the last
one, and answers a repeat as it did the first time; so a retry after a lost response writes nothing twice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, cast

from kafkawire.api_key import ApiKey
from kafkawire.client.cluster import Cluster
from kafkawire.errors import KafkaError

if TYPE_CHECKING:
    from kafkawire.messages import InitProducerIdResponse

__all__ = ["NOBODY", "Identity", "fetch_identity"]

_LAST_EPOCH = 2**15 - 2
_NO_TIMEOUT = 2**31 - 1  # there is no transaction that could time out


class Identity(NamedTuple):
    """Producer id and epoch, both -1 for a producer without."""

    producer_id: int
    epoch: int

    @property
    def successor(self) -> Identity | None:
        """The producer in its next epoch, which it may begin by itself (KIP-360); None after the last one."""
        return Identity(self.producer_id, self.epoch + 1) if self.epoch < _LAST_EPOCH else None


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
