"""Error codes at a place of one's choice; where Apache Kafka puts them is in `tests/golden/test_error_responses.py`."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

from kafkawire.messages import FetchResponse, HeartbeatResponse, OffsetDeleteRequest, OffsetDeleteResponse
from kafkawire.messages.fetch_response import FetchableTopicResponse, PartitionData
from kafkawire.messages.offset_delete_request import OffsetDeleteRequestPartition, OffsetDeleteRequestTopic
from kafkawire.protocol.error_responses import error_instead, error_response, has_error_places
from kafkawire.spec import FieldSpec


def is_topic(field: FieldSpec) -> bool:
    return field.attr in ("name", "topic", "topic_id")


@pytest.mark.parametrize("at", [None, is_topic])
def test_a_code_stands_at_the_top_or_at_the_topics(at: Any) -> None:
    parts = [OffsetDeleteRequestPartition(partition_index=3)]
    request = OffsetDeleteRequest(group_id="g", topics=[OffsetDeleteRequestTopic(name="t", partitions=parts)])
    response: Any = error_response(request, 0, 86, at=at)
    assert response.error_code == (86 if at is None else 0)
    found = [(topic.name, [p.error_code for p in topic.partitions]) for topic in response.topics]
    assert found == ([] if at is None else [("t", [86])])


def test_what_a_response_says_of_topics_is_replaced_by_a_code() -> None:
    part = PartitionData(partition_index=1, high_watermark=5, records=b"r")
    told = FetchResponse(session_id=4, responses=[FetchableTopicResponse(topic="t", partitions=[part])])
    failed = PartitionData(partition_index=1, error_code=6, high_watermark=-1, records=b"")
    assert error_instead(told, 12, 6, at=is_topic) == FetchResponse(
        session_id=4, responses=[FetchableTopicResponse(topic="t", partitions=[failed])]
    )


def test_whether_there_is_a_place() -> None:
    assert has_error_places(HeartbeatResponse, 4)
    assert not has_error_places(HeartbeatResponse, 4, at=is_topic)
    assert has_error_places(OffsetDeleteResponse, 0, at=is_topic)
    assert error_instead(HeartbeatResponse(), 4, 16, at=is_topic) is None


def test_the_public_name_is_the_function_whatever_was_imported_before() -> None:
    code = "import kafkawire.broker; from kafkawire.protocol import error_response; assert callable(error_response)"
    subprocess.run([sys.executable, "-c", code], check=True)
