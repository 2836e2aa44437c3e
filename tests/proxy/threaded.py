"""A proxy in a thread of its own, for clients that block."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager

from kafkawire.proxy import Filter, Proxy, VirtualCluster


@contextmanager
def proxy(upstream: str, *filters: Filter) -> Iterator[str]:
    """Run one, and give HOST:PORT where its clients begin."""
    ready: Future[str] = Future()
    stop, loop = asyncio.Event(), asyncio.new_event_loop()

    async def main() -> None:
        try:
            async with Proxy([VirtualCluster(upstream)], filters, drain_timeout=1) as running:
                ready.set_result(running.bootstrap_servers)
                await stop.wait()
        except BaseException as exc:
            if not ready.done():
                ready.set_exception(exc)
            raise

    def work() -> None:
        with asyncio.Runner(loop_factory=lambda: loop) as runner:
            runner.run(main())

    thread = threading.Thread(target=work, name="kafkawire-proxy", daemon=True)
    thread.start()
    try:
        yield ready.result(10)
    finally:
        loop.call_soon_threadsafe(stop.set)
        thread.join(10)
