"""Attack our broker and Apache Kafka, each time beside an honest client, and say how long that client had to wait."""

from __future__ import annotations

import argparse
import json
import signal
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack, closing
from pathlib import Path

from tests.abuse.attacks import ATTACKS, Attack
from tests.abuse.brokers import ApacheKafka, Broker, OurBroker
from tests.abuse.child import ChildFailed
from tests.abuse.measuring import measure
from tests.abuse.report import as_json, progress, table
from tests.abuse.verdict import Rounds
from tests.integration.certificates import make_certificates

_EXAMPLE = """example:
  python -m tests.abuse --only fetch-900k-by-name metadata-unread --rounds 3 --json abuse.json

Times are the best of the rounds, for a machine that does other work now and then. There is no further round where
every target is met, or a stall is ten times what it may be. exit codes: 0 all targets met, 1 one was missed
"""
_BROKERS: dict[str, list[type[ApacheKafka | OurBroker]]] = {
    "ours": [OurBroker],
    "kafka": [ApacheKafka],
    "both": [ApacheKafka, OurBroker],
}


def main(arguments: Sequence[str] | None = None) -> int:
    """0 if all targets are met, else 1."""
    args = _parser().parse_args(arguments)
    if args.list:
        print(
            "\n".join(
                f"{attack.name:34}{'(--all) ' if attack.more else ''}{attack.what}" for attack in ATTACKS.values()
            )
        )
        return 0
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("terminated"))  # and not without stopping the brokers
    began, found = time.monotonic(), dict[str, Rounds]()
    with ExitStack() as stack:
        certificates = make_certificates(Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="abuse-tls-"))))
        brokers: list[Broker] = [stack.enter_context(closing(kind(certificates))) for kind in _BROKERS[args.broker]]
        for name in args.only or [attack.name for attack in ATTACKS.values() if args.all or not attack.more]:
            found[name] = _rounds(ATTACKS[name], brokers, args.rounds)
            if args.json:
                args.json.write_text(json.dumps(as_json(found), indent=1) + "\n")
    missed = [name for name, rounds in found.items() if rounds.misses()]
    print(table(found))
    print(f"\n{len(found)} attacks, {len(missed)} miss a target; {time.monotonic() - began:.0f} s")
    return 1 if missed else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m tests.abuse",
        description=__doc__,
        epilog=_EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--list", action="store_true", help="say what the attacks do, and end")
    parser.add_argument("--only", metavar="NAME", nargs="+", choices=ATTACKS, help="only these attacks")
    parser.add_argument("--all", action="store_true", help="those too that are much like another")
    parser.add_argument("--broker", choices=_BROKERS, default="both")
    parser.add_argument("--rounds", type=int, default=2, help="of each attack, at most (default 2)")
    parser.add_argument("--json", metavar="FILE", type=Path, help="all that was measured")
    return parser


def _rounds(attack: Attack, brokers: list[Broker], count: int) -> Rounds:
    rounds = Rounds()
    for _ in range(count):
        for broker in brokers:
            _one(attack, broker, rounds)
        if rounds.is_settled():
            break
    return rounds


def _one(attack: Attack, broker: Broker, rounds: Rounds) -> None:
    print(f"{attack.name} on {broker.name}: ", end="", file=sys.stderr, flush=True)
    began = time.monotonic()
    try:
        measured = measure(broker, attack)
    except ChildFailed as exc:
        rounds.failures.append(f"{broker.name}: {exc}")
        print(exc, file=sys.stderr)
        broker.restart()
        return
    (rounds.ours if isinstance(broker, OurBroker) else rounds.kafka).append(measured)
    print(f"{progress(measured)}; {time.monotonic() - began:.1f} s", file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
