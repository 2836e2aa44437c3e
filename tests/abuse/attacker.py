"""An attack in a process of its own, made ready before the clock starts."""

from __future__ import annotations

import os
from multiprocessing.connection import Connection

from tests.abuse.attacks import ATTACKS, Attack
from tests.abuse.child import Child
from tests.abuse.sending import LONGEST, Outcome
from tests.abuse.stage import Stage

_READY_WITHIN, _BEGUN_WITHIN = 180.0, 30.0
_OVER_WITHIN = 4 * LONGEST
_LESS_URGENT = 5  # added to its niceness: it is the broker that shall keep the honest client waiting


class Attacker:
    """Makes an attack ready on a broker; each call is one more of the same. Raises `ChildFailed`."""

    def __init__(self, attack: Attack, stage: Stage) -> None:
        self._child = Child(_work, attack.name, stage)
        try:
            self.under_way: int = self._child.receive(_READY_WITHIN)
        except BaseException:
            self.end()
            raise

    def __call__(self) -> Outcome:
        """Attack, and wait for the end of it."""
        self.begin()
        outcome: Outcome = self._child.receive(_OVER_WITHIN)
        return outcome

    def begin(self) -> None:
        """Attack, and wait for no more than its beginning."""
        self._child.send("attack")
        self._child.receive(_BEGUN_WITHIN)

    def end(self) -> None:
        """Whatever it is doing, it goes."""
        self._child.end()


def _work(pipe: Connection, name: str, stage: Stage) -> None:
    os.nice(_LESS_URGENT)
    attacking = ATTACKS[name].prepare(stage)
    pipe.send(attacking.under_way)
    while True:
        pipe.recv()
        pipe.send("begun")
        pipe.send(attacking())
