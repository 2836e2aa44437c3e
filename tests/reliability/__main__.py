"""`python -m tests.reliability [--rounds N] [--seed N] [--client NAME] [--json]`: many rounds of kill -9."""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from tests.ports import free_ports
from tests.reliability.dump import Dump, find
from tests.reliability.ledger import Broken
from tests.reliability.ondisk import Disagreement
from tests.reliability.process import BrokerFailed, BrokerProcess
from tests.reliability.producing import ConfluentWriter, OwnWriter, Writer
from tests.reliability.rounds import Run

CLIENTS: dict[str, Callable[[str, Any], Writer]] = {
    "kafkawire": OwnWriter,
    "confluent": ConfluentWriter,
    "confluent-plain": partial(ConfluentWriter, is_idempotent=False),
}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.reliability", description=__doc__)
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--seed", type=int, default=None, help="the same choices again; the moments differ")
    parser.add_argument("--client", choices=CLIENTS, default="kafkawire", help="whose producer writes")
    parser.add_argument("--json", action="store_true", help="the result as one line of JSON")
    parser.add_argument("--no-dump", action="store_true", help="leave out Apache Kafka's own look at the files")
    args = parser.parse_args()
    seed = random.SystemRandom().randrange(10**6) if args.seed is None else args.seed
    directory = Path(tempfile.mkdtemp(prefix="kafkawire-reliability-"))
    began = time.monotonic()
    try:
        result = asyncio.run(_run(args, seed, directory))
    except (Broken, Disagreement, BrokerFailed) as exc:
        print(f"\nseed {seed}, files kept in {directory}: {type(exc).__name__}: {exc}", file=sys.stderr)
        return 1
    shutil.rmtree(directory)
    _report({"seed": seed, "client": args.client, "seconds": round(time.monotonic() - began)} | result, args.json)
    return 0


async def _run(args: argparse.Namespace, seed: int, directory: Path) -> dict[str, Any]:
    port = free_ports()
    broker = BrokerProcess(directory / "data", port)
    command = None if args.no_dump else find()
    dump = Dump(command) if command else None
    make = partial(CLIENTS[args.client], broker.address)
    run = Run(directory / "data", broker, make, seed, dump=dump, tell=_tell)
    return (await run.run(args.rounds))._asdict()


def _tell(text: str) -> None:
    print(f"\r\033[K{text}", end="" if sys.stderr.isatty() else "\n", file=sys.stderr, flush=True)


def _report(result: dict[str, Any], as_json: bool) -> None:
    if as_json:
        print(json.dumps(result))
        return
    print()
    for name, value in result.items():
        print(f"{name.replace('_', ' '):>14}: {dict(value) if isinstance(value, dict) else value}")


if __name__ == "__main__":
    sys.exit(main())
