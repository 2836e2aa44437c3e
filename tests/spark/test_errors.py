from __future__ import annotations

from kafkawire.spark.errors import cause_of

NESTED = """[PYTHON_DATA_SOURCE_ERROR] Failed: Traceback (most recent call last):
  File "reader.py", line 1, in read
kafkawire.errors.CorruptBatch: batch at position 0: the CRC-32C is 1

The above exception was the direct cause of the following exception:

Traceback (most recent call last):
kafkawire.errors.CorruptBatch: flights-0, offset 7: batch at position 0: the CRC-32C is 1

\tat org.apache.spark.Somewhere.run(Somewhere.scala:1)
"""


def test_the_last_error_of_ours_is_the_cause() -> None:
    expected = "flights-0, offset 7: batch at position 0: the CRC-32C is 1"
    assert cause_of(RuntimeError(NESTED)) == expected


def test_another_error_is_its_first_line() -> None:
    assert cause_of(RuntimeError("[TABLE_NOT_FOUND] no table\n\tat org.apache")) == "[TABLE_NOT_FOUND] no table"
