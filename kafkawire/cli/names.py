"""From what people type to what is meant: APIs, messages, releases."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import TypeVar

from kafkawire.cli.errors import UsageError
from kafkawire.message import Message

__all__ = ["api_key", "api_name", "check_version", "message_named", "release"]

V = TypeVar("V")


def api_key(text: str) -> int:
    """The key of an API given as `metadata`, `Metadata`, `METADATA`, `MetadataRequest` or `3`."""
    from kafkawire.messages import _registry

    if text.isdecimal():
        if int(text) in _registry.REQUESTS:
            return int(text)
        raise UsageError(f"no API has the key {text}; `kafkawire apis` lists them")
    names = {plain(name).removesuffix("request"): key for key, name in _registry.REQUESTS.items()}
    wanted = plain(text)
    for ending in ("", "request", "response"):
        if wanted.removesuffix(ending) in names:
            return names[wanted.removesuffix(ending)]
    shown = {plain(name).removesuffix("request"): name.removesuffix("Request") for name in _registry.REQUESTS.values()}
    raise UsageError(f"no API is called {text!r}{_near(wanted, shown)}; `kafkawire apis` lists them")


def api_name(key: int) -> str:
    """The name of an API as messages have it: `Metadata`."""
    from kafkawire.messages import _registry

    return _registry.REQUESTS[key].removesuffix("Request")


def message_named(text: str) -> type[Message]:
    """The message class of that name; case and underscores do not matter."""
    from kafkawire import messages

    classes = {plain(name): name for name in messages.__all__}
    name = classes.get(plain(text))
    if name is None:
        raise UsageError(f"no message is called {text!r}{_near(plain(text), classes)}")
    found: type[Message] = getattr(messages, name)
    return found


def check_version(cls: type[Message], version: int) -> None:
    """Refuse a version that the message never had."""
    if version not in cls.VERSIONS:
        low, high = cls.VERSIONS.start, cls.VERSIONS.stop - 1
        raise UsageError(f"{cls.__name__} has no version {version}; --version can be {low} to {high}")


def release(text: str, known: Iterable[str]) -> str:
    """The newest release that `text` names: `3.9` is `3.9.2`, `4` the last of 4.x."""
    wanted = _parts(text)
    known = list(known)
    fitting = [name for name in known if wanted and _parts(name)[: len(wanted)] == wanted]
    if not fitting:
        minors = sorted({_parts(name)[:-1] for name in known})
        listed = ", ".join(".".join(map(str, parts)) for parts in minors)
        raise UsageError(f"no Kafka release {text} is known; known are {listed}")
    return max(fitting, key=_parts)


def _parts(text: str) -> tuple[int, ...]:
    words = text.split(".")
    return tuple(map(int, words)) if all(word.isdecimal() for word in words) else ()


def plain(name: str) -> str:
    """A name without case and underscores."""
    return name.replace("_", "").replace("-", "").lower()


def _near(wanted: str, known: Mapping[str, V]) -> str:
    near = [str(known[name]) for name in get_close_matches(wanted, known, n=3)]
    return f"; is it {' or '.join(near)}?" if near else ""
