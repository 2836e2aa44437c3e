from __future__ import annotations

import pytest

from kafkawire.broker.log.topic_names import check_topic_name, topic_name_fault
from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaError


@pytest.mark.parametrize("name", ["t", "A.b_c-9", "__consumer_offsets", "...", "x" * 249])
def test_names_that_a_topic_may_have(name: str) -> None:
    assert topic_name_fault(name) is None
    check_topic_name(name)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("", "the empty string is not allowed"),
        (".", "'.' is not allowed"),
        ("..", "'..' is not allowed"),
        ("x" * 250, "is longer than the max allowed length 249"),
        ("b@d", "'b@d' contains one or more characters other than ASCII"),
        ("schön", "contains one or more characters"),
        ("a\n", "contains one or more characters"),
    ],
)
def test_names_that_no_topic_may_have(name: str, said: str) -> None:
    with pytest.raises(KafkaError, match="Topic name is invalid: ") as caught:
        check_topic_name(name)
    assert caught.value.code == ErrorCode.INVALID_TOPIC_EXCEPTION
    assert said in str(caught.value)
