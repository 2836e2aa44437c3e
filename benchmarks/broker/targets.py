"""What the broker promises. The only place that says so; a run is judged by it."""

from __future__ import annotations

from benchmarks.broker.brokers import KAFKA
from benchmarks.rounds import Target

TARGETS = (
    Target("ready, in process, first", 50, unit="ms"),
    Target("ready, in process, later", 50, unit="ms"),
    Target("ready, as a command", 400, unit="ms"),
    Target("pytest fixture, later test", 150, unit="ms"),
    Target("produce *B", 0.7, peer=KAFKA, at_least=True),
    Target("produce *B, 16 KB batches", 0.7, peer=KAFKA, at_least=True),
    Target("consume *B", 0.7, peer=KAFKA, at_least=True),
    Target("acks=1 at 1,000/s, p99", 1, peer=KAFKA),
    Target("memory after * MB", 80, unit="MB"),
    Target("memory after 1,000 MB, read back", 80, unit="MB"),
    Target("memory, growth from 250 to 1,000 MB", 8, unit="MB"),
    Target("1,000 idle connections, produce with over without", 0.9, at_least=True),
    Target("5,000 partitions, held", 5000, unit="partitions", at_least=True),
)
PEERS = (KAFKA,)
