"""Rules out of files and descriptions. Whatever is wrong with them is said at once, each thing with its place.

JSON is always read. YAML needs PyYAML, which kafkawire does not ask for: a few rules are as well written as JSON.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from kafkawire.testing.faults.rule import FaultRule, InvalidFault
from kafkawire.testing.faults.values import nearest

__all__ = ["read_rules", "rules_of"]

_KNOWN = ("rules", "seed")


def rules_of(description: Mapping[str, Any] | Sequence[Any]) -> tuple[list[FaultRule], int]:
    """The rules and the seed in `{"seed": 7, "rules": [...]}`, or in the list alone. Raises `InvalidFault` with all."""
    problems: list[str] = []
    rules: list[FaultRule] = []
    whole = description if isinstance(description, Mapping) else {"rules": description}
    problems += [f"{name}: not known here{nearest(str(name), _KNOWN)}" for name in whole if name not in _KNOWN]
    listed, seed = whole.get("rules", ()), whole.get("seed", 0)
    if not isinstance(seed, int) or isinstance(seed, bool):
        problems.append(f"seed: {seed!r} is no integer")
        seed = 0
    if isinstance(listed, str | Mapping) or not isinstance(listed, Iterable):
        problems.append("rules: must be a list")
        listed = ()
    for number, rule in enumerate(listed):
        try:
            rules.append(_rule(rule))
        except InvalidFault as exc:
            sign = "." if isinstance(rule, Mapping) else ": "
            problems += [f"rules[{number}]{sign}{problem}" for problem in exc.problems]
    if problems:
        raise InvalidFault(problems)
    return rules, seed


def _rule(rule: Any) -> FaultRule:
    if isinstance(rule, FaultRule):
        return rule
    if not isinstance(rule, Mapping):
        raise InvalidFault([f"{rule!r} is no mapping"])
    return FaultRule.from_mapping(rule)


def read_rules(path: str | os.PathLike[str]) -> tuple[list[FaultRule], int]:
    """The rules and the seed in a file of JSON, or of YAML where PyYAML is installed: `.yaml` or `.yml`.

    Raises `InvalidFault` with all that is wrong, and `OSError`.
    """
    text = Path(path).read_text(encoding="utf-8")
    try:
        found = _from_yaml(text) if str(path).endswith((".yaml", ".yml")) else json.loads(text)
        if not isinstance(found, Mapping | list):
            raise InvalidFault(["neither a mapping nor a list of rules"])
        return rules_of(found)
    except json.JSONDecodeError as exc:
        raise InvalidFault([f"{path}: {exc}"]) from exc
    except InvalidFault as exc:
        raise InvalidFault([f"{path}: {problem}" for problem in exc.problems]) from exc


def _from_yaml(text: str) -> Any:
    try:
        import yaml  # type: ignore[import-untyped,unused-ignore]
    except ImportError as exc:
        raise InvalidFault(["YAML is read with PyYAML: `pip install pyyaml`, or write the rules as JSON"]) from exc
    try:
        return yaml.safe_load(text)
    except yaml.YAMLError as exc:
        raise InvalidFault([" ".join(str(exc).split())]) from exc
