"""How an attack is written: a function that makes it ready on a broker, with a sentence that says what it sends."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tests.abuse.sending import Attacking
from tests.abuse.stage import Stage

Prepare = Callable[[Stage], Attacking]


@dataclass(frozen=True)
class Attack:
    """One attack."""

    name: str
    what: str
    prepare: Prepare
    litters: bool
    """Whether it leaves much behind. Such attacks come last, for Apache Kafka is not started anew for each."""
    more: bool
    """Whether it is much like another, and left out unless it is asked for."""


class Collection(list[Attack]):
    """The attacks of a module, in their order."""

    def attack(self, *, litters: bool = False, more: bool = False) -> Callable[[Prepare], Prepare]:
        """Add a function; its name is the attack's, its docstring says what the attack does."""

        def add(prepare: Prepare) -> Prepare:
            assert prepare.__doc__
            self.append(Attack(prepare.__name__.replace("_", "-"), prepare.__doc__, prepare, litters, more))
            return prepare

        return add
