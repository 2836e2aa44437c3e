"""The language of faults: what goes wrong with requests and connections, on purpose, and the same again with its seed.

A rule says which requests it is about, how often, and what happens (`FaultRule`). `Faults` holds rules and decides;
whoever has the connections does what it says. `kafkawire.testing.broker` is such a host: `broker.fail("Produce", ...)`.
"""

from __future__ import annotations

from kafkawire.testing.faults.engine import Call, Fault, Faults, Reply, Strike
from kafkawire.testing.faults.rule import FaultRule, InvalidFault

__all__ = ["Call", "Fault", "FaultRule", "Faults", "InvalidFault", "Reply", "Strike"]
