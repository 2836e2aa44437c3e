"""What the client promises. The only place that says so; a run is judged by it."""

from __future__ import annotations

from benchmarks.client.libraries import AIOKAFKA, COLUMNS, CONFLUENT
from benchmarks.rounds import OURS, Target

TARGETS = (
    Target("produce *", 0.5, peer=AIOKAFKA),
    Target("produce *", 1.2, peer=CONFLUENT),
    Target("consume *", 1, peer=AIOKAFKA),
    Target("consume *", 1.2, peer=CONFLUENT, names=(COLUMNS,)),
    Target("awaited send, p99", 1, peer=AIOKAFKA),
    Target("10,000 partitions, ready", 0.5, unit="s"),
    Target("memory, stalled broker, * over buffer_memory", 3, unit="times", names=(OURS,)),
    Target("memory, slow application, over prefetch_max_bytes", 1.5, unit="times", names=(OURS,)),
)
PEERS = (AIOKAFKA, CONFLUENT)
