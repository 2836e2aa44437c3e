from __future__ import annotations

import asyncio

import pytest

from kafkawire import ApiKey
from kafkawire.client.connection import ConnectionBase, Deadlines
from kafkawire.errors import UnsupportedVersion
from kafkawire.messages import FetchRequest, ProduceRequest
from kafkawire.protocol.versions import ApiVersions
from kafkawire.transport.traffic import Traffic
from tests.client.virtual_time import run


def test_each_request_has_its_own_time_whatever_the_order() -> None:
    async def main() -> None:
        loop = asyncio.get_running_loop()
        began, passed = loop.time(), []
        deadlines = Deadlines(loop.time, lambda api, timeout: passed.append((api, timeout, loop.time() - began)))
        answered = deadlines.add(1, 1.0, began)
        late = deadlines.add(2, 10.0, began)
        first = deadlines.add(3, 2.0, began)
        deadlines.remove(answered)
        await asyncio.sleep(5)
        assert passed == [(3, 2.0, 2.0)]
        deadlines.remove(first)
        deadlines.add(4, 1.0, loop.time())
        deadlines.remove(late)
        await asyncio.sleep(20)
        assert passed == [(3, 2.0, 2.0), (4, 1.0, 6.0)]

    run(main())


def test_nothing_comes_after_the_end() -> None:
    async def main() -> None:
        loop = asyncio.get_running_loop()
        deadlines = Deadlines(loop.time, lambda api, timeout: pytest_fail())
        deadlines.add(1, 1.0, loop.time())
        deadlines.stop()
        await asyncio.sleep(5)

    def pytest_fail() -> None:
        raise AssertionError("called after the end")

    run(main())


class _Stream:
    peer = "b1:9092"
    traffic = Traffic()


def test_a_version_is_chosen_within_the_bounds_each_time_they_differ() -> None:
    connection = ConnectionBase(_Stream(), ApiVersions({ApiKey.PRODUCE: (3, 11)}), lambda: 0.0)
    for _ in range(2):
        assert connection.choose_version(ProduceRequest) == 11
        assert connection.choose_version(ProduceRequest, 7) == 7
        assert connection.choose_version(ProduceRequest, None, 11) == 11
        with pytest.raises(UnsupportedVersion, match=r"offers 3-11, .* needs 12-"):
            connection.choose_version(ProduceRequest, None, 12)
        with pytest.raises(UnsupportedVersion, match="does not offer it"):
            connection.choose_version(FetchRequest)
