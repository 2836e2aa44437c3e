"""Tables over all messages: the lazy index, API keys, error codes, what each release speaks."""

from __future__ import annotations

from collections.abc import Iterator, Sized
from contextlib import contextmanager

from .model import MessageSpec
from .names import api_name, record_topic, snake
from .rules import RECORD_PARTS
from .writer import WIDTH, Writer

_BY = "by kafkawire's codegen."
RUNTIME = 3
"""The interface of kafkawire that generated code is written for, `kafkawire.runtime.RUNTIME` there."""


def index_module(specs: dict[str, MessageSpec]) -> str:
    """`__init__.py` of the messages: names that load their module on first touch, and the set of them all."""
    names = sorted(specs)
    lines = [f"# Generated {_BY}", '"""Every message, loaded on first touch."""', ""]
    lines += ["from __future__ import annotations", "", "from importlib import import_module", ""]
    lines += ["from kafkawire.runtime import require_runtime", "", f"require_runtime({RUNTIME}, __name__)"]
    lines += ["", "TYPE_CHECKING = bool()  # noqa: UP018 - jedi passes over what stands below a plain False"]
    lines += ["if TYPE_CHECKING:", "    from typing import Any", ""]
    lines.append("    from ._protocol import PROTOCOL as PROTOCOL")
    for name in sorted(names, key=snake):
        lines += [f"    {line}" for line in _reexport(name)]
    lines += ["", "_HOME = {", '    "PROTOCOL": "_protocol",']
    lines += [*(f'    "{name}": "{snake(name)}",' for name in names), "}", ""]
    lines += ["__all__ = [", *(f'    "{name}",' for name in ["PROTOCOL", *names]), "]", "", _GETATTR]
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
    return sorted(__all__)
"""


def _reexport(name: str) -> list[str]:
    """An import that type checkers take as public."""
    line = f"from .{snake(name)} import {name} as {name}"
    if len(line) + 4 <= WIDTH:
        return [line]
    return [f"from .{snake(name)} import (", f"    {name} as {name},", ")"]


def protocol_module(specs: dict[str, MessageSpec]) -> str:
    """`_protocol.py`: the set of the messages."""
    out = Writer()
    out.line(f"# Generated {_BY}")
    out.line('"""Which message goes with which key, as a set that whatever reads frames can take."""')
    out.line()
    out.line("from __future__ import annotations")
    out.line()
    out.line("from kafkawire.message_set import MessageSet")
    out.line()
    with out.block("PROTOCOL = MessageSet("):
        out.line('__name__.removesuffix("._protocol"),')
        with _table(out, "apis", apis := _apis(specs)):
            for key, names in apis.items():
                _row(out, str(key), names)
        with _table(out, "records", records := sorted(_records(specs).items())):
            for (folder, kind, key), name in records:
                out.line(f'("{folder}", "{kind}", {key}): "{name}",')
    out.line(")")
    return out.text()


@contextmanager
def _table(out: Writer, name: str, rows: Sized) -> Iterator[None]:
    """An argument that is a dictionary, whose rows are added within the `with`."""
    if not rows:
        out.line(f"{name}={{}},")
        yield
        return
    with out.block(f"{name}={{"):
        yield
    out.line("},")


def _row(out: Writer, key: str, values: list[str]) -> None:
    """A tuple under its key, one value a line where it is too long."""
    text = f"{key}: ({', '.join(values)}),"
    if out.fits(text):
        out.line(text)
        return
    with out.block(f"{key}: ("):
        for value in values:
            out.line(f"{value},")
    out.line("),")


def _apis(specs: dict[str, MessageSpec]) -> dict[int, list[str]]:
    """API key -> what the set keeps of an API: its name, and those of its request and response, each as text."""
    keyed = {(s.api_key, s.kind): s.name for s in specs.values() if s.kind in ("request", "response")}
    apis = {}
    for key in sorted({key for key, _ in keyed if key is not None}):
        request, response = keyed.get((key, "request")), keyed.get((key, "response"))
        names = api_name(request or response or ""), request, response
        apis[key] = [f'"{name}"' if name else "None" for name in names]
    return apis


def _records(specs: dict[str, MessageSpec]) -> dict[tuple[str, str, int], str]:
    """Topic, part and number of each record in Kafka's own topics -> its name."""
    return {
        (record_topic(spec.source), RECORD_PARTS[spec.kind], spec.api_key): spec.name
        for spec in specs.values()
        if spec.kind in RECORD_PARTS and spec.api_key is not None and "/" in spec.source
    }


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
