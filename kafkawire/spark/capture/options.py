"""The options of `format("kafkawire.capture")`, all checked before anything is read. Names are case-insensitive."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from kafkawire.client.errors import InvalidOption
from kafkawire.message_set import MessageSet, load_messages
from kafkawire.messages import PROTOCOL
from kafkawire.spark.kafka_options import flag, number, unknown_option
from kafkawire.spark.paths import paths_of, words

__all__ = ["CaptureOptions", "parse_capture_options"]

_NAMES = ("path", "paths", "ports", "bodies", "messages")
_BY_LOWER = {name.lower(): name for name in _NAMES}


@dataclass(frozen=True, slots=True, kw_only=True)
class CaptureOptions:
    """What the options say."""

    paths: tuple[str, ...]
    ports: frozenset[int] = frozenset()
    """Of servers; what goes there is Kafka's, whatever it looks like."""
    bodies: bool = True
    """Whether requests and responses are decoded, or only their headers."""
    messages: str | None = None
    """The package of generated messages that count before Kafka's; it has to be there where tasks run."""

    def message_set(self) -> MessageSet:
        """What frames are read as. Raises `InvalidOption` if there is no such package."""
        if self.messages is None:
            return PROTOCOL
        try:
            return PROTOCOL | load_messages(self.messages)
        except ImportError as exc:
            raise InvalidOption(f"messages: {exc}") from exc


def parse_capture_options(given: Mapping[str, str]) -> CaptureOptions:
    """Raises `InvalidOption` naming the option at fault, and the nearest one that exists."""
    own: dict[str, str] = {}
    for name, text in given.items():
        if name.lower() not in _BY_LOWER:
            raise unknown_option(name, _NAMES)
        own[_BY_LOWER[name.lower()]] = text
    options = CaptureOptions(
        paths=paths_of(own),
        ports=frozenset(number("ports", word, 1) for word in words(own.get("ports", ""))),
        bodies=flag("bodies", own.get("bodies", "true")),
        messages=own.get("messages"),
    )
    options.message_set()
    return options
