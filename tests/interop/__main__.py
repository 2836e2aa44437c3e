"""Run the scenarios against Apache Kafka and against our broker, and report what differs."""

from __future__ import annotations

import argparse
import gzip
import json
import os
import sys
import time
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import asdict
from pathlib import Path

from kafkawire.api_key import ApiKey
from tests.interop.brokers import Address, apache_kafka, kafkawire, names_of, parse_address
from tests.interop.compare import ORDER, Comparison, compare
from tests.interop.coverage import only_old, uncovered
from tests.interop.differences import OLD_RULES, RULES, UNSERVED
from tests.interop.scenarios import SCENARIOS, play
from tests.interop.session import Exchange, Session, Versions, served_by

REMOVED = "3.9.2"
"""The last release line that serves the versions which 4.0 removed."""


def main(arguments: Sequence[str] | None = None) -> int:
    """0 if the two agree but for the rules, else 1."""
    args = _parser().parse_args(arguments)
    with kafkawire() as address:
        ours = served_by(address)
        theirs, their_versions = _theirs(args, ours)
        both = _both(their_versions, ours)
        answers = _play(address, both, args)
    result = compare(theirs, answers, OLD_RULES if args.version == REMOVED else RULES)
    gaps = [] if args.only else uncovered(_asked(args, both), answers)
    stale = (
        []
        if args.only or args.version == REMOVED
        else [rule for rule in RULES if rule.kind != ORDER and not rule.step and not result.used[rule]]
    )
    _report(args, result, gaps, their_versions, ours)
    if stale:
        print(f"{len(stale)} rules were not needed:", *(f"  {rule.api} {rule.path}" for rule in stale), sep="\n")
    return 1 if result.mismatches or gaps else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.interop", description=__doc__)
    parser.add_argument(
        "--kafka",
        metavar="HOST:PORT",
        default=os.environ.get("KAFKAWIRE_TEST_BROKER"),
        help="a broker that runs already; it should be empty",
    )
    parser.add_argument(
        "--version",
        default="4.3.1",
        help="which Apache Kafka is started; 3.9.2 is asked for the versions that 4.0 removed",
    )
    parser.add_argument("--only", metavar="NAME", action="append", help="run only this scenario; may be repeated")
    parser.add_argument("--record", metavar="FILE", type=Path, help="keep Apache Kafka's answers in a file")
    parser.add_argument("--recorded", metavar="FILE", type=Path, help="compare with answers that were kept")
    parser.add_argument("--json", action="store_true", help="report as JSON")
    return parser


def _both(theirs: Versions, ours: Versions) -> dict[int, range]:
    both = {
        key: range(max(theirs[key][0], ours[key][0]), min(theirs[key][-1], ours[key][-1]) + 1)
        for key in theirs
        if key in ours
    }
    # Apache Kafka 4 says that it serves Produce from version 0 on, for the sake of old clients that look for it, but
    # hangs up on versions 0 to 2 (KIP-896).
    if theirs[ApiKey.FETCH][0]:
        both[ApiKey.PRODUCE] = range(3, both[ApiKey.PRODUCE].stop)
    return both


def _asked(args: argparse.Namespace, both: Versions) -> Versions:
    return only_old(both) if args.version == REMOVED else both


def _theirs(args: argparse.Namespace, ours: Versions) -> tuple[list[Exchange], Versions]:
    if args.recorded:
        kept = json.loads(gzip.decompress(args.recorded.read_bytes()))
        versions: Versions = {int(key): range(*limits) for key, limits in kept["versions"].items()}
        return [Exchange(*entry) for entry in kept["exchanges"] if not args.only or entry[0] in args.only], versions
    with _kafka(args) as address:
        versions = served_by(address)
        exchanges = _play(address, _both(versions, ours), args)
    if args.record:
        entries = [list(asdict(exchange).values()) for exchange in exchanges]
        limits = {key: [r.start, r.stop] for key, r in versions.items()}
        args.record.write_bytes(gzip.compress(json.dumps({"versions": limits, "exchanges": entries}).encode(), mtime=0))
    return exchanges, versions


def _kafka(args: argparse.Namespace) -> AbstractContextManager[Address]:
    return nullcontext(parse_address(args.kafka)) if args.kafka else apache_kafka(args.version)


def _play(address: Address, both: Versions, args: argparse.Namespace) -> list[Exchange]:
    names = names_of(address)
    session = Session(address, _asked(args, both), both, names)
    for name, scenario in SCENARIOS.items():
        if (not args.only or name in args.only) and (args.version != REMOVED or scenario.old):
            begun = time.monotonic()
            play(session, name, scenario)
            print(f"{address[0]}:{address[1]} {name}: {time.monotonic() - begun:.1f} s", file=sys.stderr)
    session.close()
    return [Exchange(e.scenario, e.step, e.api, e.version, names.put_into(e.answer)) for e in session.exchanges]


def _report(args: argparse.Namespace, result: Comparison, gaps: list[str], theirs: Versions, ours: Versions) -> None:
    unserved = sorted(set(theirs) - set(ours) - set(UNSERVED))
    if args.json:
        rules = [{**asdict(rule), "used": count} for rule, count in result.used.items()]
        found = {"compared": result.compared, "mismatches": [asdict(m) for m in result.mismatches], "rules": rules}
        json.dump({**found, "uncovered": gaps, "unserved": unserved}, sys.stdout, indent=1)
        return
    for mismatch in result.mismatches:
        print(f"{mismatch.place}\n  {mismatch.path}\n    theirs {mismatch.theirs!r}\n    ours   {mismatch.ours!r}")
    print(f"{result.compared} answers compared, {len(result.mismatches)} mismatches")
    print("differences that are right:")
    for rule, count in result.used.items():
        if count:
            print(f"  {rule.api} {rule.path}: {rule.why} ({count} times)")
    for title, lines in (
        ("never asked", gaps),
        ("APIs that only Apache Kafka serves", [ApiKey(key).name for key in unserved]),
    ):
        if lines:
            print(f"{title}:", *lines, sep="\n  ")


if __name__ == "__main__":
    sys.exit(main())
