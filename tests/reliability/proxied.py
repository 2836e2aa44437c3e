"""`python -m tests.reliability.proxied`: producers write through a proxy while it, or the broker behind it, is killed.

In each round five idempotent producers, one a codec, write through `kafkawire proxy`. Then the broker or the proxy gets
kill -9, or both at once; a broker that was killed may come back at another port, with its data. The producers, which
have not been told, carry on. Once all is acknowledged, the broker is asked, past the proxy: every record is there once,
at its offset, in its producer's order.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from random import Random
from typing import NamedTuple

from kafkawire.client import Admin, NewTopic
from tests.ports import free_ports
from tests.reliability.asking import Line, read_all
from tests.reliability.ledger import Broken, Ledger
from tests.reliability.process import COMMAND, ROOT, BrokerFailed, BrokerProcess
from tests.reliability.producing import ConfluentWriter, Load, OwnWriter, Writer

CLIENTS = {"kafkawire": OwnWriter, "confluent": ConfluentWriter}
ENDS = ("broker", "broker, which moves", "proxy", "proxy", "both")
PARTITIONS = 3
ROUNDS_OF_A_TOPIC = 10


class ProxyProcess:
    """A proxy as a process of its own, always on the same ports: one to begin at, one that stands for broker 1."""

    def __init__(self, log: Path, port: int, upstream: str) -> None:
        self.address = f"127.0.0.1:{port}"
        self._log = log
        places = ["--listen", self.address, "--broker-ports", str(port + 1), "--first-broker", "1"]
        self._argv = ["-c", COMMAND, "proxy", "--upstream", upstream, "--log-level", "ERROR", *places]
        self._process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        """Start it and wait until it listens."""
        with self._log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                *self._argv,
                stdout=asyncio.subprocess.PIPE,
                stderr=log,
                cwd=ROOT,
                env={**os.environ, "PYTHONPATH": str(ROOT)},
            )
        assert self._process.stdout is not None
        async with asyncio.timeout(90):
            if b"listening on" not in await self._process.stdout.readline():
                raise BrokerFailed(f"the proxy did not start: {self._log.read_text()[-2000:]}")

    async def end(self, number: signal.Signals = signal.SIGKILL) -> int:
        """kill -9, or a clean stop; returns the exit code."""
        assert self._process is not None
        with suppress(ProcessLookupError):
            os.kill(self._process.pid, number)
        async with asyncio.timeout(60):
            return await self._process.wait()

    def check_log(self) -> None:
        """Raises `BrokerFailed` if it has logged an error."""
        text = self._log.read_text()
        if text:
            raise BrokerFailed(f"the proxy logged: {text[-4000:]}")


class Result(NamedTuple):
    """What a run has seen."""

    rounds: int
    deaths: Counter[str]
    acknowledged: int
    given_up: Counter[str]


class Run:
    """A number of rounds from a seed, in a directory."""

    def __init__(self, directory: Path, client: Callable[[str, str], Writer], seed: int) -> None:
        first = free_ports(4)
        self._ports = first, first + 1
        self._broker = BrokerProcess(directory / "data", first)
        upstream = ",".join(f"127.0.0.1:{port}" for port in self._ports)
        self._proxy = ProxyProcess(directory / "proxy.log", first + 2, upstream)
        self._make = partial(client, self._proxy.address)
        self._random = Random(seed)
        self._deaths: Counter[str] = Counter()
        self._given_up: Counter[str] = Counter()
        self._acknowledged = 0

    async def run(self, rounds: int, tell: Callable[[str], object] = lambda _: None) -> Result:
        """Raises `Broken` or `BrokerFailed` at the first thing that is wrong."""
        await self._broker.start()
        try:
            await self._proxy.start()
            for done in range(0, rounds, ROUNDS_OF_A_TOPIC):
                await self._with_one_topic(f"t-{done}", min(ROUNDS_OF_A_TOPIC, rounds - done), tell)
            if code := await self._proxy.end(signal.SIGTERM):
                raise BrokerFailed(f"the proxy ended with {code}")
            await self._broker.stop()
        finally:
            for end in (self._proxy.end, self._broker.kill):
                with suppress(AssertionError):
                    await end()
        return Result(sum(self._deaths.values()), self._deaths, self._acknowledged, self._given_up)

    async def _with_one_topic(self, topic: str, rounds: int, tell: Callable[[str], object]) -> None:
        ledger = Ledger()
        async with Admin(self._proxy.address) as admin:
            await admin.create_topics({topic: NewTopic(PARTITIONS)})
        load = Load(self._make, ledger, [(topic, number) for number in range(PARTITIONS)], self._random)
        await load.start()
        for _ in range(rounds):
            whom = self._random.choice(ENDS)
            self._deaths[whom] += 1
            load.flow()
            await asyncio.sleep(self._random.uniform(0.1, 0.6))  # some load, for some time
            await self._kill(whom)
            await load.settle()
            await self._check(ledger, is_settled=not load.failures)
            tell(f"{whom}: {ledger.acknowledged()} records of {topic} so far, given up: {dict(load.failures)}")
        await load.close()
        self._acknowledged += ledger.acknowledged()
        self._given_up += load.failures

    async def _kill(self, whom: str) -> None:
        """Kill one or both under load, and start what was killed."""
        if whom != "proxy":
            await self._broker.kill()
        if whom in ("proxy", "both"):
            await self._proxy.end()
        if whom == "broker, which moves":
            self._broker.port = sum(self._ports) - self._broker.port
        if whom != "proxy":
            await self._broker.start()
        if whom in ("proxy", "both"):
            await self._proxy.start()

    async def _check(self, ledger: Ledger, *, is_settled: bool) -> None:
        line = Line(self._broker.port)
        for place in ledger.partitions:
            ledger.check(place, await read_all(line, place), settled=is_settled)
        await line.close()
        self._broker.check_log()
        self._proxy.check_log()


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.reliability.proxied", description=__doc__)
    parser.add_argument("--rounds", type=int, default=50)
    parser.add_argument("--seed", type=int, default=None, help="the same choices again; the moments differ")
    parser.add_argument("--client", choices=CLIENTS, default="kafkawire", help="whose producer writes")
    args = parser.parse_args()
    seed = random.SystemRandom().randrange(10**6) if args.seed is None else args.seed
    directory = Path(tempfile.mkdtemp(prefix="kafkawire-proxied-"))
    began = time.monotonic()
    try:
        result = asyncio.run(Run(directory, CLIENTS[args.client], seed).run(args.rounds, print))
    except (Broken, BrokerFailed) as exc:
        print(f"seed {seed}, files kept in {directory}: {type(exc).__name__}: {exc}", file=sys.stderr)
        return 1
    shutil.rmtree(directory)
    took = round(time.monotonic() - began)
    print(json.dumps({"seed": seed, "client": args.client, "seconds": took} | result._asdict()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
