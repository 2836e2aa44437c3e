"""What the tests of all four clients share."""

import pytest


@pytest.fixture
def orders(kafka_broker):
    """A broker with a topic of two partitions. Its time is `kafka_clock`, for who asks for that too."""
    kafka_broker.create_topic("orders", partitions=2)
    return kafka_broker
