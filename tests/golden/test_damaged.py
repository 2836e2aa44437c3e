"""Damaged bytes: the verdict of Apache Kafka 4.4.0, and how far it read."""

from __future__ import annotations

from typing import Any

import pytest

from kafkawire import DecodeError, TrailingBytes
from tests import corpus
from tests.vectors import message_class

STRICTER: frozenset[tuple[str, int, str, str]] = frozenset()
"""(message, version, damage, hex) of what Kafka reads and we refuse on purpose, such as text that is not UTF-8. None of
the damaged vectors is of that kind."""

LINES = list(corpus.json_lines(corpus.path("vectors", "damaged.jsonl.gz")))
DAMAGES = sorted({line["damage"] for line in LINES})


def of(damage: str) -> list[dict[str, Any]]:
    return [line for line in LINES if line["damage"] == damage]


def key(line: dict[str, Any]) -> tuple[str, int, str, str]:
    return line["message"], line["version"], line["damage"], line["hex"]


@pytest.mark.parametrize("damage", DAMAGES)
def test_the_verdict_is_kafkas(damage: str) -> None:
    ours, theirs = {}, {}
    for line in of(damage):
        try:
            message_class(line["message"]).decode_prefix(bytes.fromhex(line["hex"]), line["version"])
        except DecodeError as exc:
            ours[key(line)] = "error"
            assert str(exc).startswith(f"{line['message']} v{line['version']}"), line
            assert " at offset " in str(exc), line
        else:
            ours[key(line)] = "ok"
        theirs[key(line)] = "error" if key(line) in STRICTER else line["result"]
    assert ours == theirs


@pytest.mark.parametrize("damage", DAMAGES)
def test_as_many_bytes_are_consumed_and_written_again(damage: str) -> None:
    for line in of(damage):
        if line["result"] == "error" or key(line) in STRICTER:
            continue
        cls, data, version = message_class(line["message"]), bytes.fromhex(line["hex"]), line["version"]
        message, consumed = cls.decode_prefix(data, version)
        assert consumed == line["consumed"], line
        assert message.encode(version) == data[:consumed], line
        if damage == "long":
            assert consumed < len(data)
            with pytest.raises(TrailingBytes, match=f"{len(data) - consumed} bytes left over at offset {consumed}"):
                cls.decode(data, version)
        else:
            assert cls.decode(data, version) == message


def test_a_whole_message_is_never_laxer_than_a_prefix() -> None:
    for line in LINES:
        cls, data = message_class(line["message"]), bytes.fromhex(line["hex"])
        if line["result"] == "error":
            with pytest.raises(DecodeError):
                cls.decode(data, line["version"])


def test_the_list_of_what_we_refuse_is_up_to_date() -> None:
    assert {key(line) for line in LINES} >= STRICTER
    assert len(LINES) == 2038
