"""The end of clients: connections are gone with them, and an event loop that ends before says which were open."""

from __future__ import annotations

import asyncio
import gc
import warnings
from collections.abc import Callable
from typing import Any

import pytest

from kafkawire.client import Admin, Consumer, Producer
from kafkawire.client.runtime import AioRuntime
from tests.client.scripted import Cluster
from tests.client.virtual_time import run


def warned(kind: Any, *, close: bool) -> list[str]:
    """The warnings about a client of this kind that is started, and perhaps closed."""

    async def main() -> None:
        client = kind("b1:9092", runtime=AioRuntime(Cluster({"t": 1}).network.dial), client_id="flights")
        await client.start()
        if close:
            await client.close()

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", ResourceWarning)
        run(main())
        gc.collect()
    return [str(warning.message) for warning in caught if warning.category is ResourceWarning]


@pytest.mark.parametrize("kind", [Producer, Consumer, Admin])
def test_no_connection_outlives_the_call_that_closes_a_client(kind: Any) -> None:
    async def main() -> None:
        network, streams = Cluster({"t": 1}).network, list[Any]()

        async def dial(factory: Callable[[], asyncio.Protocol], host: str, port: int) -> None:
            def noted() -> asyncio.Protocol:
                stream = factory()
                streams.append(stream)
                return stream

            await network.dial(noted, host, port)

        client = kind("b1:9092", runtime=AioRuntime(dial))
        await client.start()
        await client.close()
        assert [stream.gone.done() for stream in streams] == [True]

    run(main())


@pytest.mark.parametrize("kind", [Producer, Consumer, Admin])
def test_a_client_that_is_not_closed_is_named_in_a_warning(kind: Any) -> None:
    assert warned(kind, close=False) == [f"unclosed {kind.__name__} 'flights'"]
    assert warned(kind, close=True) == []
