"""Tables over all messages: the lazy index, API keys, error codes, what each release speaks."""

from __future__ import annotations

from .model import MessageSpec
from .names import api_name, snake
from .writer import WIDTH

_BY = "by kafkawire's codegen."
RUNTIME = 1
"""The interface of kafkawire that generated code is written for, `kafkawire.runtime.RUNTIME` there."""


def index_module(specs: dict[str, MessageSpec]) -> str:
    """`__init__.py` of the messages: names that load their module on first touch."""
    names = sorted(specs)
    lines = [f"# Generated {_BY}", '"""Every message, loaded on first touch."""', ""]
    lines += ["from __future__ import annotations", "", "from importlib import import_module", ""]
    lines += ["from kafkawire.runtime import require_runtime", "", f"require_runtime({RUNTIME}, __name__)"]
    lines += ["", "TYPE_CHECKING = False", "if TYPE_CHECKING:", "    from typing import Any", ""]
    for name in sorted(names, key=snake):
        lines += [f"    {line}" for line in _reexport(name)]
    lines += ["", "_HOME = {", *(f'    "{name}": "{snake(name)}",' for name in names), "}", ""]
    lines += ["__all__ = [", *(f'    "{name}",' for name in names), "]", "", _GETATTR]
    return "\n".join(lines)


_GETATTR = """
def __getattr__(name: str) -> Any:
    try:
        module = import_module(f"{__name__}.{_HOME[name]}")
    except KeyError:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}") from None
    value = globals()[name] = getattr(module, name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
"""


def _reexport(name: str) -> list[str]:
    """An import that type checkers take as public."""
    line = f"from .{snake(name)} import {name} as {name}"
    if len(line) + 4 <= WIDTH:
        return [line]
    return [f"from .{snake(name)} import (", f"    {name} as {name},", ")"]


def registry_module(specs: dict[str, MessageSpec]) -> str:
    """`_registry.py`: which message goes with which key."""
    lines = [f"# Generated {_BY}", '"""Which message goes with which key, by name."""', ""]
    lines += ["from __future__ import annotations", ""]
    for kind in ("request", "response"):
        keyed = {s.api_key: s.name for s in specs.values() if s.kind == kind and s.api_key is not None}
        lines += [f"{kind.upper()}S: dict[int, str] = {{"]
        lines += [f'    {key}: "{keyed[key]}",' for key in sorted(keyed)]
        lines += ["}", ""]
    lines += ["RECORDS: dict[tuple[str, str, int], str] = {"]
    for folder, kind, key, name in sorted(_records(specs)):
        lines.append(f'    ("{folder}", "{kind}", {key}): "{name}",')
    lines += ["}", '"""By topic area, part (`key`, `value` or `record`) and the number that stands before it."""', ""]
    return "\n".join(lines)


def _records(specs: dict[str, MessageSpec]) -> list[tuple[str, str, int, str]]:
    parts = {"coordinator-key": "key", "coordinator-value": "value", "metadata": "record"}
    return [
        (spec.source.split("/")[0].removeprefix("records-"), parts[spec.kind], spec.api_key, spec.name)
        for spec in specs.values()
        if spec.kind in parts and spec.api_key is not None
    ]


def api_key_module(specs: dict[str, MessageSpec]) -> str:
    """`api_key.py`."""
    requests = sorted((s.api_key or 0, api_name(s.name)) for s in specs.values() if s.kind == "request")
    lines = [f"# Generated {_BY}", '"""API keys."""', "", "from __future__ import annotations", ""]
    lines += ["from enum import IntEnum", "", "", "class ApiKey(IntEnum):"]
    lines += ['    """The number that says which API a request calls."""', ""]
    return "\n".join([*lines, *(f"    {name} = {key}" for key, name in requests), ""])


def error_code_module(errors: dict[str, list[object]]) -> str:
    """`error_code.py`."""
    codes = sorted((int(code), str(name), bool(retriable)) for code, (name, retriable) in errors.items())
    lines = [f"# Generated {_BY}", _ERROR_CODE_HEAD]
    lines += [f"    {name} = {code}" for code, name, _ in codes]
    lines += [_ERROR_CODE_METHODS, "", "_RETRIABLE = frozenset("]
    retriable = [code for code, _, again in codes if again]
    return "\n".join([*lines, "    {", *(f"        {code}," for code in retriable), "    }", ")", ""])


_ERROR_CODE_HEAD = '''"""Error codes."""

from __future__ import annotations

from enum import IntEnum


class ErrorCode(IntEnum):
    """What a response says went wrong; 0 is nothing."""
'''

_ERROR_CODE_METHODS = '''
    @property
    def retriable(self) -> bool:
        """Whether the same request may succeed when it is sent again."""
        return self.value in _RETRIABLE

    @classmethod
    def of(cls, code: int) -> ErrorCode:
        """The code of that number. A number that no release knew yet is a value too, named `UNKNOWN_<n>`."""
        known = cls._value2member_map_.get(code)
        if isinstance(known, cls):
            return known
        unknown = int.__new__(cls, code)
        unknown._name_ = f"UNKNOWN_{code}"
        unknown._value_ = code
        return unknown
'''


def releases_module(releases: dict[str, dict[str, list[object]]]) -> str:
    """`releases.py`: release -> API key -> lowest version, highest version, whether the highest is unstable."""
    lines = [f"# Generated {_BY}", '"""What the brokers of each release speak."""', ""]
    lines += ["from __future__ import annotations", "", "RELEASES: dict[str, dict[int, tuple[int, int, bool]]] = {"]
    for release, apis in releases.items():
        lines.append(f'    "{release}": {{')
        for key in sorted(apis, key=int):
            low, high, unstable = apis[key]
            lines.append(f"        {key}: ({low}, {high}, {unstable}),")
        lines.append("    },")
    lines += ["}", '"""Release -> API key -> lowest version, highest, whether the highest is unstable."""', ""]
    return "\n".join(lines)
