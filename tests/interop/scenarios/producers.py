"""InitProducerId and DescribeProducers."""

from __future__ import annotations

from kafkawire.messages import DescribeProducersRequest, InitProducerIdRequest
from kafkawire.messages.describe_producers_request import TopicRequest
from tests.interop.requests import T0, batch, produce
from tests.interop.session import Session


def init_producer_id(s: Session) -> None:
    """Ids of producers without transactions."""
    for version in s.versions(InitProducerIdRequest.API_KEY):
        asking = InitProducerIdRequest(transactional_id=None, transaction_timeout_ms=60_000)
        first = s.until("a new one", asking, lambda answer: not answer.error_code, version)
        s.ask("another", InitProducerIdRequest(transactional_id=None, transaction_timeout_ms=60_000), version)
        if version >= 3:
            known = {"producer_id": first.producer_id, "producer_epoch": first.producer_epoch}
            s.ask(
                "a known one",
                InitProducerIdRequest(transactional_id=None, transaction_timeout_ms=60_000, **known),
                version,
            )
            s.ask(
                "an id without an epoch",
                InitProducerIdRequest(transactional_id=None, transaction_timeout_ms=60_000, producer_id=5),
                version,
            )
            s.ask(
                "an epoch without an id",
                InitProducerIdRequest(transactional_id=None, transaction_timeout_ms=60_000, producer_epoch=5),
                version,
            )
        s.ask(
            "an empty transactional id",
            InitProducerIdRequest(transactional_id="", transaction_timeout_ms=60_000),
            version,
        )


def describe_producers(s: Session) -> None:
    """Who wrote to a partition of late."""
    topic = "authored", s.create_topic("authored", 2)
    for producer, epoch, sequence in ((500, 0, 0), (500, 0, 1), (501, 3, 0)):
        data = batch(b"a", producer_id=producer, producer_epoch=epoch, base_sequence=sequence, timestamp=T0 + sequence)
        s.ask("produced", produce(9, topic, data), 9)
    ask = DescribeProducersRequest
    s.ask_all("two partitions", ask(topics=[TopicRequest(name="authored", partition_indexes=[0, 1])]))
    s.ask_all(
        "what is not there",
        ask(
            topics=[
                TopicRequest(name="authored", partition_indexes=[7]),
                TopicRequest(name="not-there", partition_indexes=[0]),
                TopicRequest(name="a b", partition_indexes=[0]),
            ]
        ),
    )
    s.ask_all("nothing", ask(topics=[]))


SCENARIOS = (init_producer_id, describe_producers)
