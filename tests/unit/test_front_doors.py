"""What a package exports: it loads, `dir` shows it and nothing else, and whatever a constructor takes is among it."""

from __future__ import annotations

import importlib
import inspect
import re
from types import ModuleType

import pytest

PACKAGES = ("kafkawire", "kafkawire.protocol", "kafkawire.transport", "kafkawire.broker", "kafkawire.client")
_OF_PYTHON = {
    *("AbstractEventLoop", "Any", "AsyncIterator", "Awaitable", "BaseException", "Callable", "Collection", "Exception"),
    *(
        "False",
        "Future",
        "Iterable",
        "Literal",
        "Mapping",
        "None",
        "Path",
        "Protocol",
        "SSLContext",
        "Self",
        "Sequence",
    ),
    *("True", "UUID", "Unpack"),
}
_VARIABLES = {"K", "K_co", "K_contra", "T", "V", "V_co", "V_contra"}
# Objects of these are handed out, not made by users.
_HANDED_OUT = {
    *(
        "ColumnBatch",
        "ConsumerHealth",
        "Context",
        "Delivery",
        "Features",
        "PartitionRecords",
        "Session",
        "StandardAuthorizer",
    )
}


@pytest.mark.parametrize(
    "package", [*PACKAGES, "kafkawire.messages", "kafkawire.records", "kafkawire.testing", "kafkawire.codegen"]
)
def test_every_name_loads_and_dir_shows_nothing_else(package: str) -> None:
    module = importlib.import_module(package)
    assert all(getattr(module, name) is not None for name in module.__all__)
    assert dir(module) == sorted(module.__all__)


def test_a_name_that_is_not_there_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match=r"'kafkawire\.protocol' has no attribute 'nothing'"):
        importlib.import_module("kafkawire.protocol").nothing  # noqa: B018


@pytest.mark.parametrize("package", PACKAGES[1:])
def test_what_constructors_take_is_exported(package: str) -> None:
    module = importlib.import_module(package)
    known = {*module.__all__, *_OF_PYTHON, *_VARIABLES}
    known.update(*(importlib.import_module(below).__all__ for below in PACKAGES[:2]))
    taken = {(owner, name) for owner in {*module.__all__} - _HANDED_OUT for name in _taken_by(module, owner)}
    assert {f"{owner}: {name}" for owner, name in taken if name not in known} == set()


def _taken_by(module: ModuleType, name: str) -> set[str]:
    """The names of classes in the annotations of a class's constructor."""
    thing = getattr(module, name)
    if not inspect.isclass(thing) or issubclass(thing, BaseException) or not inspect.isfunction(thing.__init__):
        return set()
    annotations = " ".join(map(str, thing.__init__.__annotations__.values()))
    return set(re.findall(r"\b[A-Z]\w+", re.sub(r"'[^']*'", "", annotations)))
