"""`python -m tests.interop.proxied`: programs of checks for other clients, directly and through `kafkawire proxy`.

Each client runs its `smoke.sh BOOTSTRAP`, which prints `PASS name`, `FAIL name why` or `SKIP name why` for each check.
It does so against Apache Kafka and against our broker, straight and by each of the ways in `WAYS`; the table that is
printed has the figures beside each other, and the checks that a way has failed and the straight way has not.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from tests import corpus
from tests.integration.brokers import OURS, environment_of, start
from tests.integration.certificates import Certificates, make_certificates
from tests.integration.proxied import proxy_before, speaks_tls

BROKERS = (OURS, "4.3.1")
CLIENTS = ("confluent-kafka", "kafka-python", "aiokafka", "kcat")
DIRECTLY = "directly"
_CHECK = re.compile(r"^(PASS|FAIL) (\S+)", re.MULTILINE)
_LONGEST = 900  # seconds for all checks of a client


class Way(NamedTuple):
    """What stands in the configuration of the proxy: filters, and whether it speaks TLS to the broker."""

    filters: str = ""
    is_tls: bool = False
    refuses: tuple[str, ...] = ()
    """Checks that cannot pass, on purpose."""


WAYS = {
    "pass-through": Way(),
    "TLS to the broker": Way(is_tls=True),
    "tenant": Way('[[filter]]\nuse = "tenant"\nprefix = "blue-"\n', refuses=("describe-quorum", "scram-admin")),
    "encryption": Way('[[filter]]\nuse = "encrypt"\ntopics = "[^_].*"\nkeys = "{directory}/keys"\n'),
}
Checks = dict[str, bool]
"""Check -> whether it passed."""


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.interop.proxied", description=__doc__)
    parser.add_argument("--broker", choices=BROKERS, action="append", help="only before this one")
    parser.add_argument("--client", action="append", help=f"only this one, of {', '.join(CLIENTS)}")
    parser.add_argument("--way", choices=(DIRECTLY, *WAYS), action="append", help="only by this way")
    parser.add_argument("--json", action="store_true", help="every check as JSON")
    args = parser.parse_args()
    found: dict[str, dict[str, dict[str, Checks]]] = {}
    with tempfile.TemporaryDirectory(prefix="proxied-") as name:
        certificates = make_certificates(Path(name))
        (Path(name) / "keys").write_text(f"2026 {b64encode(os.urandom(32)).decode()}\n")
        for broker in args.broker or BROKERS:
            with start(broker, certificates) as port:
                for way in args.way or (DIRECTLY, *WAYS):
                    with _reached(way, environment_of(port, certificates), certificates) as (plain, sasl):
                        for client in args.client or CLIENTS:
                            checks = _run(client, plain, sasl)
                            print(f"--- {broker}, {client}, {way}: {_figure(checks)}", file=sys.stderr)
                            found.setdefault(broker, {}).setdefault(client, {})[way] = checks
    print(json.dumps(found, indent=2) if args.json else _table(found))
    return (
        1 if any(_missed(ways, way) for clients in found.values() for ways in clients.values() for way in ways) else 0
    )


@contextmanager
def _reached(way: str, broker: dict[str, str], certificates: Certificates) -> Iterator[tuple[str, str]]:
    """Where clients begin, without a login and with one."""
    names = ("KAFKAWIRE_TEST_BROKER", "KAFKAWIRE_TEST_SASL_BROKER")
    if way == DIRECTLY:
        yield broker[names[0]], broker[names[1]]
        return
    if WAYS[way].is_tls:
        names = ("KAFKAWIRE_TEST_TLS_BROKER", "KAFKAWIRE_TEST_SASL_TLS_BROKER")
    lines = speaks_tls(certificates) if WAYS[way].is_tls else ""
    clusters = {name: (broker[listener], lines) for name, listener in zip(("plain", "sasl"), names, strict=True)}
    directory = certificates.authority.parent
    with proxy_before(directory, clusters, WAYS[way].filters.format(directory=directory)) as addresses:
        yield addresses["plain"], addresses["sasl"]


def _run(client: str, plain: str, sasl: str) -> Checks:
    """What a client's program says of each check."""
    programs = Path(os.environ.get("KAFKAWIRE_CLIENT_PROGRAMS") or corpus.SHARED / "tools" / "clients")
    script = programs / client / "smoke.sh"
    if not script.exists():
        sys.exit(f"no {client}/smoke.sh in {programs}: name the directory that has it in KAFKAWIRE_CLIENT_PROGRAMS")
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    said = subprocess.run(
        ["bash", script, plain],
        env=environment | {"SASL_BOOTSTRAP": sasl},
        stdout=subprocess.PIPE,
        text=True,
        timeout=_LONGEST,
        check=False,
    ).stdout
    print(said, file=sys.stderr)
    return {name: verdict == "PASS" for verdict, name in _CHECK.findall(said)}


def _figure(checks: Checks) -> str:
    return f"{sum(checks.values())}/{len(checks)}"


def _missed(ways: dict[str, Checks], way: str) -> list[str]:
    """What passed directly, and did not by this way, though it should have."""
    refused = WAYS[way].refuses if way in WAYS else ()
    passed = [name for name, has_passed in ways.get(DIRECTLY, {}).items() if has_passed]
    return [name for name in passed if not ways[way].get(name) and name not in refused]


def _table(found: dict[str, dict[str, dict[str, Checks]]]) -> str:
    """A row for each client and broker, and below it what was missed by which way."""
    columns = (DIRECTLY, *WAYS)
    lines = [f"| client | broker | {' | '.join(columns)} |", "|---" * (2 + len(columns)) + "|"]
    missed = []
    for broker, clients in found.items():
        for client, ways in clients.items():
            figures = " | ".join(_figure(ways[way]) if way in ways else "" for way in columns)
            lines.append(f"| {client} | {broker} | {figures} |")
            missed += [
                f"{client}, {broker}, {way}: {', '.join(names)}" for way in ways if (names := _missed(ways, way))
            ]
    return "\n".join([*lines, "", *missed])


if __name__ == "__main__":
    sys.exit(main())
