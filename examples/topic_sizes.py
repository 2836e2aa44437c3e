"""Which keys take how much room in a log: batches read as columns, so that no record becomes an object.

python examples/topic_sizes.py /var/lib/kafka/my-topic-0/*.log
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from kafkawire.records import read_batches


def sizes_by_key(segments: Iterable[bytes]) -> Counter[bytes]:
    """Bytes of all values by key. Control batches and records without a key are left out."""
    sizes: Counter[bytes] = Counter()
    for data in segments:
        for batch in read_batches(data):
            if batch.is_control:
                continue
            columns = batch.columns()
            for index, length in enumerate(columns.value_lengths):
                key = columns.key(index)
                if key is not None:
                    sizes[key] += max(int(length), 0)
    return sizes


def main() -> int:
    if len(sys.argv) < 2:
        print(f"usage: {sys.argv[0]} SEGMENT.log ...", file=sys.stderr)
        return 2
    for key, size in sizes_by_key(Path(name).read_bytes() for name in sys.argv[1:]).most_common(20):
        print(f"{size:>12}  {key.decode(errors='backslashreplace')}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
