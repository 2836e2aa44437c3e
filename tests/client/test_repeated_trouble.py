"""A batch that failed twice is not written twice, however many were under way behind it.

A broker remembers the last five batches of a producer. So whatever stands behind a batch of which nobody knows whether
it is written has to wait until that is known.
"""

from __future__ import annotations

import asyncio

import pytest

from kafkawire.client import Producer
from kafkawire.proxy import Proxy, VirtualCluster
from kafkawire.testing import broker
from kafkawire.testing.fault_filter import FaultFilter
from kafkawire.testing.faults import Faults


@pytest.mark.parametrize("failed", [1, 2, 3])
def test_what_is_written_and_said_to_have_failed_and_then_is_refused_is_there_once(failed: int) -> None:
    """So many are written and said to have failed; the last of them is refused when it comes again."""
    faults = Faults()

    async def main(target: str) -> None:
        async with (
            Proxy([VirtualCluster(target)], [FaultFilter(faults)], drain_timeout=1) as proxy,
            Producer(proxy.bootstrap_servers, batch_size=100, retry_backoff_ms=1) as producer,
        ):
            await producer.send("t", b"before", partition=0)  # from now on five are under way
            faults.fail("Produce", error="REQUEST_TIMED_OUT", carried_out=True, times=failed, delay=0.3)
            faults.fail("Produce", error="NOT_ENOUGH_REPLICAS", times=1, skip=4 + failed, delay=0.3)
            for number in range(12):
                producer.send("t", b"%d" % number, key=bytes(80), partition=0)
            await producer.flush()

    with broker(topics={"t": 1}) as kafka:
        asyncio.run(asyncio.wait_for(main(kafka.bootstrap_servers), 30))
        assert [fault.count for fault in faults] == [failed, 1]
        assert [record.value for record in kafka.records("t")] == [b"before", *(b"%d" % n for n in range(12))]
