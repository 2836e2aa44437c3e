"""`python -m tests.integration`: the client's tests against Apache Kafka and our broker, and where results differ.

Every broker is started afresh with plain, TLS, SASL and SASL over TLS listeners. The tests are those of
`tests/client/test_real_*.py`; each says here on which broker it passed.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Mapping
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from xml.etree import ElementTree

from tests.integration.brokers import OURS, environment_of, start
from tests.integration.certificates import Certificates, make_certificates
from tests.integration.proxied import by_proxy

BROKERS = (OURS, "4.3.1", "4.4.0", "3.9.2")
_ROOT = Path(__file__).resolve().parents[2]
Outcomes = dict[str, str]
"""Test -> passed, failed, or skipped with the reason."""


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.integration", description=__doc__)
    parser.add_argument("--broker", choices=BROKERS, action="append", help="only against this one")
    parser.add_argument("--through-proxy", action="store_true", help="with `kafkawire proxy` before each listener")
    parser.add_argument("--json", action="store_true", help="the outcome of every test as JSON")
    parser.add_argument("pytest", nargs="*", help="options for pytest, after --")
    args = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("terminated"))  # and not without stopping the brokers
    with tempfile.TemporaryDirectory(prefix="integration-") as directory:
        certificates = make_certificates(Path(directory))
        found = {name: _run(name, certificates, args.pytest, args.through_proxy) for name in args.broker or BROKERS}
    print(json.dumps(found, indent=2) if args.json else _table(found))
    return 1 if any(outcome == "failed" for outcomes in found.values() for outcome in outcomes.values()) else 0


def _run(name: str, certificates: Certificates, options: list[str], through_proxy: bool) -> Outcomes:
    """One broker's outcomes."""
    report = certificates.authority.with_name(f"{name}.xml")
    way = partial(by_proxy, certificates=certificates) if through_proxy else nullcontext
    with start(name, certificates) as port, way(environment_of(port, certificates)) as environment:
        print(f"--- {name}", file=sys.stderr)
        tests = sorted(map(str, (_ROOT / "tests" / "client").glob("test_real_*.py")))
        options = ["-q", "-p", "no:cacheprovider", f"--junit-xml={report}", *options]
        _pytest([*options, *tests], os.environ | environment)
    return _outcomes(report)


def _pytest(arguments: list[str], environment: Mapping[str, str]) -> None:
    """Run it in a group of processes of its own: one that is interrupted leaves none of its tools behind."""
    command = [sys.executable, "-m", "pytest", *arguments]
    with subprocess.Popen(command, env=environment, cwd=_ROOT, stdout=2, start_new_session=True) as process:
        try:
            process.wait()
        except BaseException:
            os.killpg(process.pid, signal.SIGKILL)
            raise


def _outcomes(report: Path) -> Outcomes:
    cases = ElementTree.parse(report).getroot().iter("testcase")
    return {f"{case.get('classname', '').split('.')[-1]}::{case.get('name')}": _outcome(case) for case in cases}


def _outcome(case: ElementTree.Element) -> str:
    skipped = case.find("skipped")
    if skipped is not None:
        return f"skipped: {skipped.get('message')}"
    return "passed" if case.find("failure") is None and case.find("error") is None else "failed"


def _table(found: dict[str, Outcomes]) -> str:
    """Counts, and every test that did not pass everywhere."""
    lines = []
    for name, outcomes in found.items():
        counts = Counter(outcome.split(":")[0] for outcome in outcomes.values())
        lines.append(f"{name:>10}  " + ", ".join(f"{count} {what}" for what, count in sorted(counts.items())))
    for test in sorted({test for outcomes in found.values() for test in outcomes}):
        results = {name: outcomes.get(test, "not run") for name, outcomes in found.items()}
        if set(results.values()) != {"passed"}:
            lines.append(f"{test}\n" + "\n".join(f"    {name:>10}  {result}" for name, result in results.items()))
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
