"""`python -m tests.faults [--seeds N] [--first N]`: clients through rounds of trouble, in virtual time.

With PYTHONHASHSEED=0 a round is the same again with its seed.
"""

from __future__ import annotations

import argparse
import json
import logging
import sys
from collections import Counter

from tests.faults.delivery import deliver
from tests.faults.exactly_once import transact
from tests.faults.rounds import Round, play

ROUNDS: dict[str, Round] = {"delivery": deliver, "exactly-once": transact}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__)
    parser.add_argument("--seeds", type=int, default=200, help="rounds of each kind")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--kind", choices=ROUNDS, action="append", help="only rounds of this kind")
    parser.add_argument("--json", action="store_true", help="what happened, and what was broken, as JSON")
    args = parser.parse_args()
    logging.disable(logging.ERROR)  # what goes wrong here is meant to
    seeds = range(args.first, args.first + args.seeds)
    results = {kind: _play_all(kind, seeds) for kind in args.kind or ROUNDS}
    if args.json:
        print(json.dumps({kind: {"broken": broken, **happened} for kind, (happened, broken) in results.items()}))
    else:
        for kind, (happened, broken) in results.items():
            _report(kind, len(seeds), happened, broken)
    return 1 if any(broken for _, broken in results.values()) else 0


def _play_all(kind: str, seeds: range) -> tuple[Counter[str], dict[int, str]]:
    """What happened in all rounds together, and by seed which promise was broken."""
    total: Counter[str] = Counter()
    broken: dict[int, str] = {}
    for seed in seeds:
        print(f"\r\033[K{kind} {seed}", end="" if sys.stderr.isatty() else "\n", file=sys.stderr, flush=True)
        try:
            total += play(ROUNDS[kind], seed)
        except (Exception, BaseExceptionGroup) as exc:  # noqa: BLE001 - the next seed may tell more
            broken[seed] = _first(exc)
            print(f"\n{broken[seed]}", file=sys.stderr)
    return total, broken


def _first(error: BaseException) -> str:
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return f"{type(error).__name__}: {error}"


def _report(kind: str, rounds: int, happened: Counter[str], broken: dict[int, str]) -> None:
    print(f"\n{kind}: {rounds} rounds, {len(broken)} broken promises")
    for seed, text in broken.items():
        print(f"  seed {seed}: {text}")
    for name, count in sorted(happened.items()):
        print(f"  {name:>36} {count}")


if __name__ == "__main__":
    sys.exit(main())
