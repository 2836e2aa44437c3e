"""How fast the tools are, beside those of others: `python -m benchmarks.tools [MIB [CAPTURE]]`.

Captures are decoded beside tshark (`benchmarks.capture`), and segments of so many MiB verified beside kafka-dump-log
(`benchmarks.logs`), which needs Apache Kafka: without it only the first is measured, and it is said.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from benchmarks import capture, logs
from tests.reliability import dump

_MIB = 300


def main() -> None:
    """Measure and print both."""
    mib, file = int(sys.argv[1]) if len(sys.argv) > 1 else _MIB, sys.argv[2] if len(sys.argv) > 2 else None
    print("captures" if shutil.which("tshark") else "captures (tshark is not installed)")
    capture.main(None if file is None else Path(file))
    print("\nlog files")
    if dump.find() is None:
        print("not measured: there is no kafka-dump-log, see KAFKA_DUMP_LOG in tests/reliability/dump.py")
        return
    logs.main([str(mib)])


if __name__ == "__main__":
    main()
