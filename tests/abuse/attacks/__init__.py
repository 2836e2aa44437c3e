"""The attacks, by name."""

from tests.abuse.attacks import connecting, fetching, grouping, listing, managing, pipelining, producing
from tests.abuse.attacks.registry import Attack

__all__ = ["ATTACKS", "Attack"]

_MODULES = (pipelining, listing, managing, grouping, producing, fetching, connecting)
_ALL = sorted((attack for module in _MODULES for attack in module.ALL), key=lambda attack: attack.litters)
ATTACKS: dict[str, Attack] = {attack.name: attack for attack in _ALL}
