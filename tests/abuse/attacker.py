"""An attack in a process of its own, made ready before the clock starts."""

from __future__ import annotations

import os
import traceback
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any

from tests.abuse.attacks import Attack
from tests.abuse.sending import LONGEST, Outcome
from tests.abuse.stage import Stage

READY_WITHIN = 180.0
_LESS_URGENT = 5  # added to its niceness: it is the broker that shall keep the honest client waiting


class AttackFailed(Exception):
    """The attack could not be made ready, or broke."""


class Attacker:
    """Makes the attack ready on a broker; each call is one more of the same."""

    def __init__(self, attack: Attack, stage: Stage) -> None:
        spawn = get_context("spawn")
        self._pipe, theirs = spawn.Pipe()
        self._process = spawn.Process(target=_work, args=(attack.name, stage, theirs), daemon=True)
        self._process.start()
        theirs.close()
        try:
            self.under_way: int = self._receive(READY_WITHIN)
        except AttackFailed:
            self.end()
            raise

    def __call__(self) -> Outcome:
        """Attack, and wait for the end of it."""
        self.begin()
        outcome: Outcome = self._receive(4 * LONGEST)
        return outcome

    def begin(self) -> None:
        """Attack, and do not wait."""
        self._pipe.send("attack")

    def end(self) -> None:
        """Whatever it is doing, it goes."""
        self._process.kill()
        self._process.join()

    def _receive(self, seconds: float) -> Any:
        if not self._pipe.poll(seconds):
            raise AttackFailed(f"nothing heard of the attacker for {seconds:.0f} s")
        try:
            said = self._pipe.recv()
        except EOFError:
            raise AttackFailed("the attacker died") from None
        if isinstance(said, str):
            raise AttackFailed(said)
        return said


def _work(name: str, stage: Stage, pipe: Connection) -> None:
    from tests.abuse.attacks import ATTACKS

    os.nice(_LESS_URGENT)
    try:
        attacking = ATTACKS[name].prepare(stage)
        pipe.send(attacking.under_way)
        while True:
            pipe.recv()
            pipe.send(attacking())
    except (EOFError, BrokenPipeError):
        return
    except BaseException:
        pipe.send(traceback.format_exc())
        raise
