"""From what people type to what is meant: APIs, messages, releases."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import TypeVar

from kafkawire.cli.usage import UsageError
from kafkawire.message import Message, unsupported
from kafkawire.message_set import MessageSet, load_messages
from kafkawire.messages import PROTOCOL

__all__ = ["add_messages", "api_key", "api_name", "message_named", "message_set", "release"]

V = TypeVar("V")


def add_messages(parser: argparse._ActionsContainer) -> None:
    """Add the option that says which messages there are beside Kafka's."""
    about = "a package of generated messages, which count before Kafka's; several by commas, the last counts first"
    parser.add_argument("--messages", metavar="PACKAGE", help=about)


def message_set(package: str | None) -> MessageSet:
    """Kafka's messages, with those of a package over them if one is given. It may lie in the working directory."""
    if package is None:
        return PROTOCOL
    if "" not in sys.path and os.getcwd() not in sys.path:
        sys.path.append(os.getcwd())
    try:
        return PROTOCOL | load_messages(package)
    except ImportError as exc:
        raise UsageError(f"--messages {package}: {exc}") from exc


def api_key(text: str, messages: MessageSet = PROTOCOL) -> int:
    """The key of an API given as `metadata`, `Metadata`, `METADATA`, `MetadataRequest` or `3`."""
    if text.isdecimal():
        if int(text) in messages:
            return int(text)
        raise UsageError(f"no API has the key {text}; `kafkawire apis` lists them")
    keys = {plain(messages.api_name(key)): key for key in messages}
    wanted = plain(text)
    for ending in ("", "request", "response"):
        if wanted.removesuffix(ending) in keys:
            return keys[wanted.removesuffix(ending)]
    shown = {name: api_name(key, messages) for name, key in keys.items()}
    raise UsageError(f"no API is called {text!r}{_near(wanted, shown)}; `kafkawire apis` lists them")


def api_name(key: int, messages: MessageSet = PROTOCOL) -> str:
    """The name of an API as messages have it: `Metadata`."""
    return messages.message_class(key, "request").__name__.removesuffix("Request")


def message_named(text: str, version: int, messages: MessageSet = PROTOCOL) -> type[Message]:
    """The message class of that name, which has that version; case and underscores do not matter."""
    names = {plain(name): name for name in messages.names}
    name = names.get(plain(text))
    if name is None:
        raise UsageError(f"no message is called {text!r}{_near(plain(text), names)}")
    cls = messages.named(name, version)
    if version not in cls.VERSIONS:
        raise UsageError(str(unsupported(cls, version)))
    return cls


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
