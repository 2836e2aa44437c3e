"""A broker as a process of its own, always on the same directory and port."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from contextlib import suppress
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
COMMAND = "import sys; from kafkawire.cli import main; sys.exit(main())"
OPTIONS = {
    "group.initial.rebalance.delay.ms": "0",
    "log.cleaner.backoff.ms": "20",
    "log.cleaner.min.cleanable.ratio": "0.05",
    "log.flush.offset.checkpoint.interval.ms": "150",
    "log.index.interval.bytes": "400",
    "log.retention.check.interval.ms": "300",
    "offsets.topic.num.partitions": "3",
    "offsets.topic.segment.bytes": "8000",
}


class BrokerFailed(Exception):
    """The broker said or did what it must not."""


class BrokerProcess:
    """Starts, kills and stops it. What it logs is looked through at each end."""

    def __init__(self, directory: Path, port: int, **options: str) -> None:
        self.directory = directory
        self.port = port
        self._options = {**OPTIONS, **options}
        self._log = directory.parent / "broker.log"
        self._process: asyncio.subprocess.Process | None = None
        self.recoveries = 0

    @property
    def address(self) -> str:
        """Where clients find it."""
        return f"127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        """The process."""
        assert self._process is not None
        return self._process.pid

    async def spawn(self, *, deadly: int = 0, seed: int = 0) -> None:
        """Start it, and do not wait. `deadly`: the file operation at which it kills itself."""
        settings = [f"{key}={value}" for key, value in self._options.items()]
        if deadly:
            place = [str(self.port), str(self.directory), str(deadly), str(seed)]
            argv = ["-m", "tests.reliability.dying_broker", *place, *settings]
        else:
            chosen = [word for setting in settings for word in ("--set", setting)]
            argv = ["-c", COMMAND, "broker", "--listen", self.address, "--data-dir", str(self.directory), *chosen]
        with self._log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                *argv,
                stdout=asyncio.subprocess.PIPE,
                stderr=log,
                cwd=ROOT,
                env={**os.environ, "PYTHONPATH": str(ROOT)},
            )

    async def ready(self, seconds: float = 90.0) -> bool:
        """Wait until it listens; False if it died before that."""
        assert self._process is not None
        assert self._process.stdout is not None
        async with asyncio.timeout(seconds):
            return b"listening on" in await self._process.stdout.readline()

    async def start(self) -> None:
        """Start it and wait until it listens."""
        await self.spawn()
        if not await self.ready():
            raise BrokerFailed(f"the broker did not start: {self.log()[-2000:]}")

    async def kill(self) -> None:
        """kill -9."""
        await self._end(signal.SIGKILL)

    async def stop(self) -> None:
        """A clean stop. Raises `BrokerFailed` if it ends with anything but 0."""
        code = await self._end(signal.SIGTERM)
        if code != 0:
            raise BrokerFailed(f"a clean stop ended with {code}: {self.log()[-2000:]}")

    def ask_to_stop(self) -> None:
        """SIGTERM, without waiting."""
        self._send(signal.SIGTERM)

    async def died(self, seconds: float) -> bool:
        """Whether it ends by itself within some seconds."""
        assert self._process is not None
        try:
            async with asyncio.timeout(seconds):
                await self._process.wait()
        except TimeoutError:
            return False
        return True

    def log(self) -> str:
        """What it has logged since the last look."""
        return self._log.read_text() if self._log.exists() else ""

    def check_log(self) -> None:
        """Raises `BrokerFailed` if it has logged an error; recovery says what it does as warnings."""
        text = self.log()
        self.recoveries += text.count("cut ")
        self._log.write_text("")
        bad = [line for line in text.splitlines() if " ERROR " in line or "Traceback" in line or "Exception" in line]
        if bad:
            raise BrokerFailed("the broker logged: " + text[-4000:])

    async def _end(self, number: signal.Signals) -> int:
        assert self._process is not None
        self._send(number)
        async with asyncio.timeout(30):
            return await self._process.wait()

    def _send(self, number: signal.Signals) -> None:
        assert self._process is not None
        if self._process.returncode is None:
            with suppress(ProcessLookupError):
                os.kill(self._process.pid, number)  # Popen's own way would reap it behind asyncio's back
