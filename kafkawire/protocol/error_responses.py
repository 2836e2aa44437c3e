"""What says that a request failed, for whoever serves or passes on requests that it knows nothing else about."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.error_code import ErrorCode

if TYPE_CHECKING:
    from kafkawire.message import Response
    from kafkawire.message_set import MessageSet

__all__ = ["unknown_server_error"]


def unknown_server_error(messages: MessageSet, api_key: int, version: int) -> Response | None:
    """What says so with UNKNOWN_SERVER_ERROR, where the response of that version has one place for an error.

    Many have; None for others. Raises `UnsupportedVersion` for a response that `messages` lack.
    """
    cls = messages.message_class(api_key, "response", version)
    has_place = any(field.attr == "error_code" and version in field.versions for field in cls.spec().root.fields)
    return cls(error_code=int(ErrorCode.UNKNOWN_SERVER_ERROR)) if has_place else None  # type: ignore[call-arg]
