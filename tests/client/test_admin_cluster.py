"""What administrative calls about a cluster and its clients put on the wire, and what they make of answers."""

from __future__ import annotations

import asyncio
from typing import Any
from uuid import UUID

import pytest

from kafkawire import ApiKey, messages
from kafkawire.client.admin import (
    ANY_NAME,
    AdminError,
    ClientQuota,
    FeatureUpdate,
    SomeFailed,
)
from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaError, UnsupportedVersion
from kafkawire.messages import (
    alter_client_quotas_response,
    describe_client_quotas_response,
)
from tests.client.admin_script import Script, run


class TestQuotas:
    def test_set_and_remove(self) -> None:
        def answer(request: Any) -> Any:
            entry, entity = alter_client_quotas_response.EntryData, alter_client_quotas_response.EntityData
            return messages.AlterClientQuotasResponse(
                entries=[
                    entry(entity=[entity(entity_type=e.entity_type, entity_name=e.entity_name) for e in r.entity])
                    for r in request.entries
                ]
            )

        async def main() -> None:
            script = Script()
            script.on(ApiKey.ALTER_CLIENT_QUOTAS, answer)
            change = ClientQuota(
                {"user": "a", "client-id": None}, {"producer_byte_rate": 1e6, "request_percentage": None}
            )
            async with script.admin() as admin:
                await admin.alter_client_quotas([change], validate_only=True)
            (request,) = script.asked(ApiKey.ALTER_CLIENT_QUOTAS)
            (entry,) = request.entries
            assert [(e.entity_type, e.entity_name) for e in entry.entity] == [("client-id", None), ("user", "a")]
            assert [(op.key, op.value, op.remove) for op in entry.ops] == [
                ("producer_byte_rate", 1e6, False),
                ("request_percentage", 0.0, True),
            ]
            assert request.validate_only

        run(main())

    def test_filters(self) -> None:
        async def main() -> None:
            script = Script()
            m = describe_client_quotas_response
            entry = m.EntryData(
                entity=[m.EntityData(entity_type="user", entity_name=None)],
                values=[m.ValueData(key="producer_byte_rate", value=5.0)],
            )
            script.on(
                ApiKey.DESCRIBE_CLIENT_QUOTAS,
                messages.DescribeClientQuotasResponse(entries=[entry]),
                messages.DescribeClientQuotasResponse(entries=None),
            )
            async with script.admin() as admin:
                found = await admin.describe_client_quotas(
                    {"user": None, "client-id": ANY_NAME, "ip": "::1"}, strict=True
                )
                assert found == [ClientQuota({"user": None}, {"producer_byte_rate": 5.0})]
                assert await admin.describe_client_quotas() == []
            asked = script.asked(ApiKey.DESCRIBE_CLIENT_QUOTAS)[0]
            assert [(c.entity_type, c.match_type, c.match) for c in asked.components] == [
                ("user", 1, None),
                ("client-id", 2, None),
                ("ip", 0, "::1"),
            ]
            assert asked.strict

        run(main())


class TestCluster:
    def test_features_are_updated_together(self) -> None:
        async def main() -> None:
            script = Script()
            script.on(
                ApiKey.UPDATE_FEATURES,
                messages.UpdateFeaturesResponse(),
                messages.UpdateFeaturesResponse(error_code=95, error_message="both or none"),
            )
            async with script.admin() as admin:
                await admin.update_features({"a": 2, "b": FeatureUpdate(1, "safe_downgrade")})
                with pytest.raises(SomeFailed, match="both or none") as caught:
                    await admin.update_features({"a": 2, "b": 3})
            assert [*caught.value.errors] == ["a", "b"]
            updates = script.asked(ApiKey.UPDATE_FEATURES)[0].feature_updates
            assert [(u.feature, u.max_version_level, u.upgrade_type) for u in updates] == [("a", 2, 1), ("b", 1, 2)]

        run(main())

    def test_features_that_the_wrong_controller_was_asked_for_are_asked_for_again(self) -> None:
        async def main() -> None:
            script = Script()
            script.on(
                ApiKey.UPDATE_FEATURES,
                messages.UpdateFeaturesResponse(error_code=ErrorCode.NOT_CONTROLLER),
                messages.UpdateFeaturesResponse(),
            )
            async with script.admin() as admin:
                await admin.update_features({"a": 2})
            assert len(script.asked(ApiKey.UPDATE_FEATURES)) == 2

        run(main())

    def test_version_0_knows_downgrades_only(self) -> None:
        async def main() -> None:
            script = Script(update_features=0)
            script.on(ApiKey.UPDATE_FEATURES, messages.UpdateFeaturesResponse())
            async with script.admin() as admin:
                await admin.update_features({"a": FeatureUpdate(1, "unsafe_downgrade")})
                with pytest.raises(UnsupportedVersion, match="needs 1-"):
                    await admin.update_features({"a": 1}, validate_only=True)
            (update,) = script.asked(ApiKey.UPDATE_FEATURES)[0].feature_updates
            assert update.allow_downgrade

        run(main())

    def test_a_quorum_that_the_answer_does_not_have(self) -> None:
        async def main() -> None:
            script = Script()
            script.on(ApiKey.DESCRIBE_QUORUM, messages.DescribeQuorumResponse())
            async with script.admin() as admin:
                with pytest.raises(AdminError, match="__cluster_metadata"):
                    await admin.describe_quorum()

        run(main())

    def test_voters(self) -> None:
        async def main() -> None:
            script = Script()
            script.on(ApiKey.ADD_RAFT_VOTER, messages.AddRaftVoterResponse())
            script.on(ApiKey.REMOVE_RAFT_VOTER, messages.RemoveRaftVoterResponse(error_code=127, error_message="who?"))
            async with script.admin() as admin:
                await admin.add_raft_voter(3, UUID(int=9), {"CONTROLLER": ("h", 9093)})
                with pytest.raises(AdminError, match=r"VOTER_NOT_FOUND \(127\): could not remove voter 3: who\?"):
                    await admin.remove_raft_voter(3, UUID(int=9))
            (asked,) = script.asked(ApiKey.ADD_RAFT_VOTER)
            assert (asked.voter_id, asked.voter_directory_id) == (3, UUID(int=9))
            assert [(end.name, end.host, end.port) for end in asked.listeners] == [("CONTROLLER", "h", 9093)]

        run(main())

    def test_before_kafka_2_8_the_cluster_is_told_by_metadata(self) -> None:
        async def main() -> None:
            script = Script(brokers=2)
            async with script.admin() as admin:
                cluster = await admin.describe_cluster()
                assert [(b.node_id, b.host, b.port) for b in cluster.brokers] == [(1, "b1", 9092), (2, "b2", 9092)]
                assert cluster.controller_id == 1
                with pytest.raises(UnsupportedVersion):
                    await admin.describe_cluster(include_fenced_brokers=True)
                assert (await admin.api_versions())[2][ApiKey.METADATA] == (0, 13)

        run(main())


class TestTelemetry:
    def test_the_instance_id_is_asked_for_once(self) -> None:
        async def main() -> None:
            script = Script()
            answer = messages.GetTelemetrySubscriptionsResponse(client_instance_id=UUID(int=7))
            script.on(ApiKey.GET_TELEMETRY_SUBSCRIPTIONS, answer)
            async with script.admin() as admin:
                assert await admin.client_instance_id() == UUID(int=7)
                assert await admin.client_instance_id() == UUID(int=7)
            (asked,) = script.asked(ApiKey.GET_TELEMETRY_SUBSCRIPTIONS)
            assert asked.client_instance_id == UUID(int=0)

        run(main())

    def test_a_broker_that_takes_no_metrics_says_so(self) -> None:
        async def main() -> None:
            async with Script().admin() as admin:
                with pytest.raises(UnsupportedVersion, match="GET_TELEMETRY_SUBSCRIPTIONS"):
                    await admin.client_instance_id(timeout=5)

        run(main())

    def test_it_is_waited_for_no_longer_than_that(self) -> None:
        async def main() -> None:
            script = Script()
            script.on(ApiKey.GET_TELEMETRY_SUBSCRIPTIONS, messages.GetTelemetrySubscriptionsResponse(error_code=41))
            async with script.admin() as admin:
                before = asyncio.get_running_loop().time()
                with pytest.raises(KafkaError):
                    await admin.client_instance_id(timeout=2)
                assert 2 <= asyncio.get_running_loop().time() - before < 4

        run(main())
