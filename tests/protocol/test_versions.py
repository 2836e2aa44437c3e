from __future__ import annotations

import pytest

from kafkawire import ApiKey
from kafkawire.errors import UnsupportedVersion
from kafkawire.messages import PROTOCOL, ApiVersionsResponse
from kafkawire.messages.api_versions_response import ApiVersion
from kafkawire.protocol.versions import ApiVersions


def test_the_highest_common_version_is_chosen() -> None:
    assert ApiVersions({3: (0, 9)}).choose(ApiKey.METADATA) == 9
    assert ApiVersions({3: (0, 99)}).choose(ApiKey.METADATA) == PROTOCOL.versions(ApiKey.METADATA)[-1]


def test_bounds_of_the_caller_hold() -> None:
    versions = ApiVersions({1: (4, 17)})
    assert versions.choose(ApiKey.FETCH, at_most=12) == 12
    assert versions.choose(ApiKey.FETCH, at_most=0 + 4, at_least=4) == 4
    with pytest.raises(UnsupportedVersion, match=r"FETCH \(1\).*offers 4-17.*needs 0-3"):
        versions.choose(ApiKey.FETCH, at_most=3)
    with pytest.raises(UnsupportedVersion):
        versions.choose(ApiKey.FETCH, at_least=18)


def test_no_common_version_names_both_ranges() -> None:
    with pytest.raises(UnsupportedVersion, match=r"METADATA \(3\): the broker offers 90-99, we speak 0-"):
        ApiVersions({3: (90, 99)}).choose(ApiKey.METADATA)


def test_an_api_that_the_broker_lacks_is_named() -> None:
    assert ApiKey.METADATA not in ApiVersions({})
    with pytest.raises(UnsupportedVersion, match=r"METADATA \(3\): the broker does not offer it"):
        ApiVersions({}).choose(ApiKey.METADATA)


def test_unstable_versions_are_not_ours() -> None:
    # Apache Kafka 4.4 calls InitProducerId 6 unstable.
    assert PROTOCOL.versions(ApiKey.INIT_PRODUCER_ID)[-1] == 5


def test_ranges_are_read_from_an_answer() -> None:
    response = ApiVersionsResponse(api_keys=[ApiVersion(api_key=0, min_version=3, max_version=13)])
    assert ApiVersions.from_response(response).ranges == {0: (3, 13)}
