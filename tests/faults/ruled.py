"""The shipped proxy on the way to a broker, with the shipped language of faults: what goes wrong is a list of rules."""

from __future__ import annotations

import random
from collections import Counter
from types import TracebackType
from typing import Self

from kafkawire.proxy import Proxy, VirtualCluster
from kafkawire.testing.fault_filter import FaultFilter
from kafkawire.testing.faults import Fault, Faults
from kafkawire.testing.faults.rule import RuleFields

__all__ = ["RuledProxy"]

_CHANCES: dict[str, tuple[float, RuleFields]] = {  # of each request, where the factor is 1
    "cut": (0.015, {"drop": "before"}),
    "lost answer": (0.015, {"drop": "after"}),
    "half an answer": (0.01, {"cut": -1}),
    "slow request": (0.05, {"delay": 0.2}),
}
_ERRORS: dict[str, tuple[float, RuleFields]] = {  # of requests of that API
    "Produce": (0.02, {"error": "NOT_ENOUGH_REPLICAS"}),
    "AddPartitionsToTxn": (0.02, {"error": "CONCURRENT_TRANSACTIONS"}),
    "EndTxn": (0.02, {"error": "COORDINATOR_LOAD_IN_PROGRESS"}),
    "TxnOffsetCommit": (0.02, {"error": "COORDINATOR_LOAD_IN_PROGRESS"}),
}
_FAILED_AND_YET_DONE = 0.02  # of Produce requests are carried out, and said to have failed


class RuledProxy:
    """A proxy before `target` (HOST:PORT), whose faults come of `rng`; clients begin at `address`."""

    FACTORS = (1.0, 3.0, 8.0)
    """What `begin` is given in rounds."""

    def __init__(self, target: str, rng: random.Random) -> None:
        self._faults = Faults(seed=rng.getrandbits(32))
        self._rules: dict[str, Fault] = {}
        self._proxy = Proxy([VirtualCluster(target)], [FaultFilter(self._faults)], drain_timeout=1)

    async def __aenter__(self) -> Self:
        await self._proxy.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._proxy.close()

    @property
    def address(self) -> str:
        """HOST:PORT."""
        return self._proxy.bootstrap_servers

    def begin(self, factor: float) -> None:
        """Let things go wrong, so many times as often as the chances say."""
        for name, (chance, rule) in _CHANCES.items():
            self._rules[name] = self._faults.fail(**(rule | {"probability": chance * factor}))
        for api, (chance, rule) in _ERRORS.items():
            self._rules[f"{api} refused"] = self._faults.fail(api, **(rule | {"probability": chance * factor}))
        self._rules["Produce done, error told"] = self._faults.fail(
            "Produce", error="REQUEST_TIMED_OUT", carried_out=True, probability=_FAILED_AND_YET_DONE * factor
        )

    def end(self) -> None:
        """Let nothing go wrong any more."""
        self._faults.clear()

    @property
    def happened(self) -> Counter[str]:
        """What went wrong, and how often."""
        return Counter({name: rule.count for name, rule in self._rules.items()})
