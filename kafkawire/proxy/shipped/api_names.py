"""APIs as Kafka's own metrics and logs call them: `ListOffsets`."""

from __future__ import annotations

from kafkawire.message_set import MessageSet
from kafkawire.messages import PROTOCOL

__all__ = ["api_key_of", "name_of_api"]


def name_of_api(api_key: int, messages: MessageSet = PROTOCOL) -> str:
    """Its name, or its number if it is not known."""
    if api_key not in messages:
        return str(api_key)
    return "".join(word.capitalize() for word in messages.api_name(api_key).split("_"))


def api_key_of(name: str, messages: MessageSet = PROTOCOL) -> int:
    """The API of that name, however it is written. Raises `ValueError`."""
    plain = name.replace("_", "").lower()
    for key in messages:
        if messages.api_name(key).replace("_", "").lower() == plain:
            return key
    raise ValueError(f"no API is called {name!r}")
