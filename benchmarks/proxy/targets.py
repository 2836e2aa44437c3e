"""What the proxy promises. The only place that says so; a run is judged by it."""

from __future__ import annotations

from benchmarks.proxy.proxies import DIRECT, KROXYLICIOUS, PUMP, TENANT
from benchmarks.rounds import OURS, Target

TARGETS = (
    Target("small request, processor time", 1.25, peer=PUMP),
    Target("small request, added p50", 1.5, peer=PUMP),
    Target("Metadata of *, processor time", 1.6, peer=OURS, names=(TENANT,)),
    Target("produce 1 KB", 0.8, peer=DIRECT, at_least=True),
    Target("consume 1 KB", 0.8, peer=DIRECT, at_least=True),
    Target("* 1 KB, processor time of the proxy", 1, peer=KROXYLICIOUS),
    Target("memory for each further idle connection", 20, unit="KB"),
    Target("memory with 1,000 idle connections", 60, unit="MB"),
)
PEERS = (PUMP, KROXYLICIOUS)
