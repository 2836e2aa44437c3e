"""Which features are told, and that their levels stay. Words and codes are those of Apache Kafka 4.3."""

from __future__ import annotations

from typing import Any

import pytest

from kafkawire.broker import Broker
from kafkawire.error_code import ErrorCode
from kafkawire.messages import ApiVersionsRequest, UpdateFeaturesRequest
from kafkawire.messages.update_features_request import FeatureUpdateKey
from tests.broker.test_server import run
from tests.broker.wire import Wire

UPGRADE, SAFE_DOWNGRADE, UNSAFE_DOWNGRADE = 1, 2, 3


def test_features_are_what_is_done() -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        for version in (3, 4):
            answer = await wire.ask(
                ApiVersionsRequest(client_software_name="tests", client_software_version="1"), version
            )
            supported = {f.name: (f.min_version, f.max_version) for f in answer.supported_features}
            levels = {f.name: (f.min_version_level, f.max_version_level) for f in answer.finalized_features}
            assert levels == {
                "group.version": (1, 1),
                "metadata.version": (30, 30),
                "share.version": (1, 1),
                "transaction.version": (2, 2),
            }
            # A lowest level of 0 is an error for clients before version 4 (KIP-1022).
            since_0 = {
                "group.version": (0, 1),
                "kraft.version": (0, 0),
                "share.version": (0, 1),
                "transaction.version": (0, 2),
            }
            assert supported == {**(since_0 if version == 4 else {}), "metadata.version": (7, 30)}
        before = answer.finalized_features_epoch
        broker.node.controller.create("more", 1, {}, 0)
        assert (
            await wire.ask(ApiVersionsRequest(client_software_name="tests", client_software_version="1"), 4)
        ).finalized_features_epoch > before

    run(body)


@pytest.mark.parametrize(
    ("name", "version"), [("", "1"), ("a b", "1"), ("-a", "1"), ("a", "1-"), ("ü", "1"), ("a", "")]
)
def test_a_client_that_names_itself_badly_is_told_so(name: str, version: str) -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        answer = await wire.ask(ApiVersionsRequest(client_software_name=name, client_software_version=version), 3)
        assert (answer.error_code, answer.api_keys) == (ErrorCode.INVALID_REQUEST, [])

    run(body)


@pytest.mark.parametrize(
    ("feature", "level", "upgrade_type", "said"),
    [
        ("group.version", 1, UPGRADE, None),
        ("group.version", 1, SAFE_DOWNGRADE, None),
        ("metadata.version", 30, UPGRADE, None),
        ("kraft.version", 0, UPGRADE, None),
        ("group.version", 99, UPGRADE, "99 for feature group.version. Local controller 1 only supports versions 0-1"),
        ("group.version", -1, UPGRADE, "A feature version cannot be less than 0."),
        ("no.such", 1, UPGRADE, "1 for feature no.such. Local controller 1 does not support this feature."),
        ("group.version", 0, UPGRADE, "Can't downgrade the version of this feature without"),
        ("group.version", 1, 9, "The controller does not support the given upgrade type."),
        ("metadata.version", 29, UNSAFE_DOWNGRADE, "This broker does not change its features."),
    ],
)
def test_levels_are_confirmed_and_never_changed(feature: str, level: int, upgrade_type: int, said: str | None) -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        for version in (1, 2):
            request = UpdateFeaturesRequest(
                feature_updates=[FeatureUpdateKey(feature=feature, max_version_level=level, upgrade_type=upgrade_type)]
            )
            answer: Any = await wire.ask(request, version)
            assert answer.error_code == (ErrorCode.INVALID_UPDATE_VERSION if said else ErrorCode.NONE)
            assert answer.error_message is None if said is None else said in answer.error_message
            assert [result.feature for result in answer.results] == ([feature] if version == 1 and not said else [])
        older = UpdateFeaturesRequest(feature_updates=[FeatureUpdateKey(feature="group.version", max_version_level=1)])
        assert (await wire.ask(older, 0)).error_code == 0

    run(body)
