"""What administrative calls about transactions put on the wire, and what they make of answers."""

from __future__ import annotations

import pytest

from kafkawire import ApiKey, messages
from kafkawire.client.admin import (
    AdminError,
)
from kafkawire.client.metadata import TopicPartition as TP  # noqa: N817
from kafkawire.errors import UnsupportedVersion
from kafkawire.messages import (
    describe_transactions_response,
    list_transactions_response,
    write_txn_markers_response,
)
from tests.client.admin_script import Script, run


class TestTransactions:
    def test_list(self) -> None:
        async def main() -> None:
            script = Script(brokers=2)
            state = list_transactions_response.TransactionState(
                transactional_id="etl", producer_id=5, transaction_state="Ongoing"
            )
            script.on(
                ApiKey.LIST_TRANSACTIONS,
                messages.ListTransactionsResponse(transaction_states=[state]),
                messages.ListTransactionsResponse(),
            )
            async with script.admin() as admin:
                found = await admin.list_transactions(
                    states=["Ongoing"], producer_ids=[5], longer_than_ms=10, pattern="e.*"
                )
            assert [(t.transactional_id, t.producer_id, t.state, t.coordinator) for t in found] == [
                ("etl", 5, "Ongoing", 1)
            ]
            asked = script.asked(ApiKey.LIST_TRANSACTIONS)[0]
            assert (asked.state_filters, list(asked.producer_id_filters)) == (["Ongoing"], [5])
            assert (asked.duration_filter, asked.transactional_id_pattern) == (10, "e.*")

        run(main())

    def test_filters_that_an_old_broker_does_not_know(self) -> None:
        async def main() -> None:
            script = Script(list_transactions=0)
            script.on(ApiKey.LIST_TRANSACTIONS, messages.ListTransactionsResponse())
            async with script.admin() as admin:
                assert await admin.list_transactions(states=["Ongoing"]) == []
                for options in ({"longer_than_ms": 1}, {"pattern": "x"}):
                    with pytest.raises(UnsupportedVersion):
                        await admin.list_transactions(**options)

        run(main())

    def test_describe_asks_the_transactions_coordinator(self) -> None:
        async def main() -> None:
            script = Script(brokers=2)
            m = describe_transactions_response
            state = m.TransactionState(
                error_code=0,
                transactional_id="etl",
                transaction_state="Ongoing",
                transaction_timeout_ms=60_000,
                transaction_start_time_ms=17,
                producer_id=5,
                producer_epoch=2,
                topics=[m.TopicData(topic="t", partitions=[0, 3])],
            )
            script.on(ApiKey.DESCRIBE_TRANSACTIONS, messages.DescribeTransactionsResponse(transaction_states=[state]))
            async with script.admin() as admin:
                found = (await admin.describe_transactions(["etl"]))["etl"]
            assert found.partitions == (TP("t", 0), TP("t", 3))
            assert (found.state, found.producer_id, found.producer_epoch, found.start_time_ms) == ("Ongoing", 5, 2, 17)
            assert script.asked(ApiKey.FIND_COORDINATOR)[0].key_type == 1
            assert script.nodes_asked(ApiKey.DESCRIBE_TRANSACTIONS) == [2]

        run(main())

    def test_fencing_waits_for_the_transaction_to_end(self) -> None:
        async def main() -> None:
            script = Script()
            script.on(
                ApiKey.INIT_PRODUCER_ID,
                messages.InitProducerIdResponse(error_code=51),
                messages.InitProducerIdResponse(producer_id=7, producer_epoch=3),
            )
            async with script.admin(request_timeout_ms=9_000) as admin:
                fenced = await admin.fence_producers(["etl"])
            assert (fenced["etl"].producer_id, fenced["etl"].producer_epoch) == (7, 3)
            asked = script.asked(ApiKey.INIT_PRODUCER_ID)
            assert [(r.transactional_id, r.transaction_timeout_ms, r.producer_id) for r in asked] == [
                ("etl", 9_000, -1)
            ] * 2

        run(main())

    def test_an_abort_is_a_marker_for_the_leader(self) -> None:
        async def main() -> None:
            script = Script({"t": 2}, brokers=2)
            m = write_txn_markers_response
            done = m.WritableTxnMarkerResult(
                producer_id=5,
                topics=[
                    m.WritableTxnMarkerTopicResult(
                        name="t", partitions=[m.WritableTxnMarkerPartitionResult(partition_index=1)]
                    )
                ],
            )
            script.on(ApiKey.WRITE_TXN_MARKERS, messages.WriteTxnMarkersResponse(markers=[done]))
            async with script.admin() as admin:
                await admin.abort_transaction(TP("t", 1), 5, 2, coordinator_epoch=4)
            (marker,) = script.asked(ApiKey.WRITE_TXN_MARKERS)[0].markers
            assert (marker.producer_id, marker.producer_epoch, marker.coordinator_epoch) == (5, 2, 4)
            assert marker.transaction_result is False
            assert [(t.name, list(t.partition_indexes)) for t in marker.topics] == [("t", [1])]
            assert script.nodes_asked(ApiKey.WRITE_TXN_MARKERS) == [2]

        run(main())

    def test_what_one_id_has_open_is_ended_by_its_coordinator(self) -> None:
        async def main() -> None:
            script = Script(brokers=2)
            answer = messages.InitProducerIdResponse(producer_id=5, producer_epoch=3)
            script.on(ApiKey.INIT_PRODUCER_ID, answer, messages.InitProducerIdResponse(error_code=53))
            async with script.admin() as admin:
                await admin.force_terminate_transaction("etl")
                with pytest.raises(AdminError, match=r"TRANSACTIONAL_ID_AUTHORIZATION_FAILED.*'etl'"):
                    await admin.force_terminate_transaction("etl")
            assert script.asked(ApiKey.INIT_PRODUCER_ID)[0].transactional_id == "etl"
            assert script.nodes_asked(ApiKey.INIT_PRODUCER_ID)[0] == 2

        run(main())
