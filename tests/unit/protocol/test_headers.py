from __future__ import annotations

from collections.abc import Callable

import pytest

from kafkawire import ApiKey, UnsupportedVersion
from kafkawire.protocol.headers import request_header_version, response_header_version
from tests.reference import schemas


@pytest.mark.parametrize(
    ("api", "version", "request_header", "response_header"),
    [
        (ApiKey.METADATA, 8, 1, 0),
        (ApiKey.METADATA, 9, 2, 1),
        (ApiKey.CONTROLLED_SHUTDOWN, 0, 0, 0),
        (ApiKey.CONTROLLED_SHUTDOWN, 1, 1, 0),
        (ApiKey.CONTROLLED_SHUTDOWN, 3, 2, 1),
        (ApiKey.API_VERSIONS, 0, 1, 0),
        (ApiKey.API_VERSIONS, 3, 2, 0),
        (ApiKey.API_VERSIONS, 4, 2, 0),
        (ApiKey.SASL_HANDSHAKE, 1, 1, 0),
        (ApiKey.OFFSET_DELETE, 0, 1, 0),
    ],
)
def test_header_versions(api: ApiKey, version: int, request_header: int, response_header: int) -> None:
    assert request_header_version(api, version) == request_header
    assert response_header_version(api, version) == response_header


def test_all_but_the_two_exceptions_follow_from_flexible_versions() -> None:
    for schema in schemas().values():
        for version in schema.versions if schema.kind in ("request", "response") else ():
            assert schema.api_key is not None
            flexible = version in schema.flexible
            if schema.kind == "request" and (schema.api_key, version) != (7, 0):
                assert request_header_version(schema.api_key, version) == (2 if flexible else 1)
            if schema.kind == "response" and schema.api_key != 18:
                assert response_header_version(schema.api_key, version) == (1 if flexible else 0)


@pytest.mark.parametrize("function", [request_header_version, response_header_version])
def test_what_never_was_has_no_header(function: Callable[[int, int], int]) -> None:
    with pytest.raises(UnsupportedVersion, match="no API has the key 9999"):
        function(9999, 0)
    with pytest.raises(UnsupportedVersion, match=r"^Metadata\w+ has no version 99; it has 0 to 13$"):
        function(ApiKey.METADATA, 99)
