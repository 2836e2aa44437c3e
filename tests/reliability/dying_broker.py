"""`python -m tests.reliability.dying_broker PORT DIR DEADLY SEED [KEY=VALUE ...]`: a broker on `DyingFiles`.

It says when it is ready as `kafkawire broker` does, and stops cleanly at SIGTERM if it comes to that.
"""

from __future__ import annotations

import asyncio
import signal
import sys

from kafkawire.broker import Broker, BrokerConfig
from tests.reliability.dying_files import DyingFiles, Fate


async def serve(port: str, directory: str, deadly: str, seed: str, *options: str) -> None:
    chosen = {"listeners": f"127.0.0.1:{port}", "log.dirs": directory}
    chosen |= dict(option.split("=", 1) for option in options)
    stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
    files = DyingFiles(Fate(int(deadly), int(seed)))
    async with Broker(BrokerConfig.from_options(chosen), files=files) as broker:
        print(f"kafkawire broker listening on {broker.bootstrap_servers}", flush=True)
        await stop.wait()


if __name__ == "__main__":
    asyncio.run(serve(*sys.argv[1:]))
