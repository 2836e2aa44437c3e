"""Which header a request or response carries. The two exceptions of the protocol live here and nowhere else."""

from __future__ import annotations

from functools import cache
from typing import Literal

from kafkawire.catalog import message_class
from kafkawire.message import unsupported
from kafkawire.messages import RequestHeader, ResponseHeader

_CONTROLLED_SHUTDOWN = 7
_API_VERSIONS = 18


@cache
def request_header_version(api_key: int, version: int) -> int:
    """The version of the request header: 2 in flexible versions (KIP-482), else 1.

    ControlledShutdown 0 is older than client ids and has header 0. Raises `UnsupportedVersion`.
    """
    if api_key == _CONTROLLED_SHUTDOWN and version == 0:
        return 0
    return 2 if _is_flexible(api_key, version, "request") else 1


@cache
def response_header_version(api_key: int, version: int) -> int:
    """The version of the response header: 1 in flexible versions, else 0.

    ApiVersions has header 0 in every version, so that a client can read the answer before it knows what the broker
    speaks (KIP-511). Raises `UnsupportedVersion`.
    """
    return 1 if _is_flexible(api_key, version, "response") and api_key != _API_VERSIONS else 0


def _is_flexible(api_key: int, version: int, kind: Literal["request", "response"]) -> bool:
    cls = message_class(api_key, kind)
    if version not in cls.VERSIONS:
        raise unsupported(cls, version)
    return version in cls.FLEXIBLE_VERSIONS


__all__ = ["RequestHeader", "ResponseHeader", "request_header_version", "response_header_version"]
