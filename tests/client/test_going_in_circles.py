"""What a broker says again and again is asked for with growing pauses, and warned of once a second."""

from __future__ import annotations

from typing import Any

import pytest

from kafkawire import ApiKey
from kafkawire.messages import fetch_response
from kafkawire.rate_limited_log import RateLimitedLogger
from tests.client.scripted import Log
from tests.client.scripted_fetch import FetchCluster
from tests.client.test_consumer import consumer, fill, read
from tests.client.virtual_time import run

SECONDS = 60
PAUSE = 1.0  # retry_backoff_max_ms
ASKS = 2 * (3 + 5 + SECONDS / (PAUSE * 0.8))
"""At most: some at once, some while the pauses grow, then one a pause, which may be a fifth shorter; and as many again
where a leader and a replica are asked in turn."""


class Circles(FetchCluster):
    """`say` changes the answer for each partition, while `stuck`."""

    stuck = True

    def __init__(self, say: Any) -> None:
        super().__init__({"t": 1, "u": 1}, brokers=2)
        self._say = say
        fill(self, "t", 0, 10)

    def _read_part(self, node: int, name: str, log: Log, part: Any, rack: str, left: int, *, first: bool) -> Any:
        data = super()._read_part(node, name, log, part, rack, left, first=first)
        if self.stuck and name == "t":
            data.records = b""
            self._say(self, node, log, data)
        return data


def say_code(code: int) -> Any:
    def say(cluster: Circles, node: int, log: Log, data: Any) -> None:
        data.error_code = code

    return say


def say_other_leader(cluster: Circles, node: int, log: Log, data: Any) -> None:
    """Each names the other one, under ever newer epochs."""
    data.error_code = 6
    log.leader, log.leader_epoch = 3 - node, log.leader_epoch + 1
    data.current_leader = fetch_response.LeaderIdAndEpoch(leader_id=log.leader, leader_epoch=log.leader_epoch)


def say_replica(cluster: Circles, node: int, log: Log, data: Any) -> None:
    data.error_code, data.preferred_read_replica = 0, 3 - node


def say_other_log(cluster: Circles, node: int, log: Log, data: Any) -> None:
    data.error_code, data.diverging_epoch = 0, fetch_response.EpochEndOffset(epoch=0, end_offset=0)


TROUBLE = {
    "OFFSET_OUT_OF_RANGE": say_code(1),
    "NOT_LEADER_OR_FOLLOWER": say_code(6),
    "UNKNOWN_SERVER_ERROR": say_code(-1),
    "UNKNOWN_TOPIC_ID": say_code(100),
    "OFFSET_NOT_AVAILABLE": say_code(78),
    "another leader": say_other_leader,
    "another replica": say_replica,
    "another log": say_other_log,
}


@pytest.mark.parametrize("trouble", TROUBLE)
def test_one_answer_again_and_again_is_not_asked_for_at_full_speed(trouble: str) -> None:
    async def main() -> None:
        cluster = Circles(TROUBLE[trouble])
        async with consumer(cluster, topics=["t"], auto_offset_reset="earliest", client_rack="b") as c:
            assert await c.fetch(timeout=SECONDS) == []
            for api in (ApiKey.FETCH, ApiKey.LIST_OFFSETS, ApiKey.METADATA):
                assert len(cluster.seen(api)) <= ASKS, api
            assert len(cluster.seen(ApiKey.FETCH)) > SECONDS / (PAUSE * 1.2)
            cluster.stuck = False
            assert sum(map(len, (await read(c, 10)).values())) == 10

    run(main())


def test_the_other_partitions_are_read_meanwhile() -> None:
    async def main() -> None:
        cluster = Circles(say_code(1))
        async with consumer(cluster, topics=["t", "u"], auto_offset_reset="earliest") as c:
            await c.fetch(timeout=5)
            for _ in range(10):
                fill(cluster, "u", 0, 1)
                (chunk,) = await c.fetch(timeout=1)
                assert chunk.topic == "u"

    run(main())


def test_a_warning_is_written_once_a_second_and_counted(caplog: pytest.LogCaptureFixture) -> None:
    now = 100.0
    limited = RateLimitedLogger("kafkawire.client.group", lambda: now)
    for second in range(3):
        now = 100.0 + second
        for count in range(1000):
            limited.warning("group %s: again %d", "g", count)
        limited.warning("another: %s", "kind")
    assert [record.getMessage() for record in caplog.records] == [
        "group g: again 0",
        "another: kind",
        "group g: again 999 (the last of 999 more like it)",
        "group g: again 0",
        "another: kind",
        "group g: again 999 (the last of 999 more like it)",
        "group g: again 0",
        "another: kind",
    ]
