"""Ids of one cluster in the words of another, and responses side by side."""

from __future__ import annotations

from base64 import b64decode, b64encode
from typing import Any

import pytest

from kafkawire.capture.translate import HiddenSecret, Translator
from kafkawire.capture.volatile import BETWEEN_BROKERS, IDENTITY, KINDS, TIMING, VOLATILE
from kafkawire.messages import PROTOCOL
from kafkawire.records import read_batches, write_batch
from kafkawire.spec import StructSpec, spec_of

JOIN = {"groupId": "g", "memberId": ""}
JOINED = {"errorCode": 0, "generationId": 3, "leader": "a-1", "memberId": "a-1", "members": [{"memberId": "a-1"}]}
ZERO, ONE, TWO = "AAAAAAAAAAAAAAAAAAAAAA", "T1tsO_8PTlinRnUhxKaSLg", "u29XUjlxRDiyTIxWZswV2Q"


def _differ(translator: Translator, asked: Any, was: Any, now: Any, connection: int = 1) -> list[tuple[str, Any, Any]]:
    return [each[:3] for each in translator.differences(asked, was, now, connection)]


def test_a_member_and_its_generation_are_those_of_now() -> None:
    translator = Translator()
    now = {"errorCode": 0, "generationId": 1, "leader": "b-2", "memberId": "b-2", "members": [{"memberId": "b-2"}]}
    assert _differ(translator, JOIN, JOINED, now) == []
    beat = {"groupId": "g", "generationId": 3, "memberId": "a-1"}
    assert translator.request(beat, 1) == {"groupId": "g", "generationId": 1, "memberId": "b-2"}
    assert translator.request({**beat, "groupId": "other"}, 1)["generationId"] == 3


def test_what_does_not_fit_what_was_learned_differs_and_counts_from_then_on() -> None:
    translator = Translator()
    now = {**JOINED, "memberId": "b", "leader": "b", "members": [{"memberId": "b"}]}
    assert _differ(translator, JOIN, JOINED, now) == []
    assert _differ(translator, JOIN, {"memberId": "a-1"}, {"memberId": "c"}) == [("memberId", "a-1", "c")]
    assert translator.request({"memberId": "a-1"}, 1)["memberId"] == "c"


def test_topics_are_found_by_name_and_asked_by_their_id_of_now() -> None:
    translator = Translator()
    was, now = ({"topics": [{"name": name, "topicId": each} for name, each in pairs]} for pairs in (
        [("t", ONE), ("u", TWO)], [("u", ONE), ("t", TWO)]
    ))  # fmt: skip
    assert _differ(translator, {}, was, now) == []
    assert translator.request({"topics": [{"topicId": ONE}, {"topicId": TWO}, {"topicId": ZERO}]}, 1) == {
        "topics": [{"topicId": TWO}, {"topicId": ONE}, {"topicId": ZERO}]
    }


def test_offsets_move_with_the_first_that_was_written() -> None:
    translator = Translator()
    produce = {"name": "t", "partitionResponses": [{"index": 0, "baseOffset": 100}, {"index": 1, "baseOffset": 5}]}
    now = {"name": "t", "partitionResponses": [{"index": 0, "baseOffset": 7}, {"index": 1, "baseOffset": 5}]}
    assert _differ(translator, {}, {"responses": [produce]}, {"responses": [now]}) == []
    fetch = {"topics": [{"topic": "t", "partitions": [{"partition": 0, "fetchOffset": 102}]}]}
    assert translator.request(fetch, 1)["topics"][0]["partitions"][0]["fetchOffset"] == 9
    produce["partitionResponses"][0]["baseOffset"], now["partitionResponses"][0]["baseOffset"] = 110, 18  # type: ignore[index]
    assert _differ(translator, {}, {"responses": [produce]}, {"responses": [now]}) == [
        ("responses[t].partitionResponses[0].baseOffset", 110, 18)
    ]


def test_batches_are_of_the_producer_of_now() -> None:
    translator = Translator()
    assert _differ(translator, {}, {"producerId": 7, "producerEpoch": 0}, {"producerId": 42, "producerEpoch": 3}) == []
    rows: Any = [(0, 1_000, b"k", b"v", ())]
    data = write_batch(rows, producer_id=7, producer_epoch=0, base_sequence=5) + write_batch(rows)
    sent = b64decode(translator.request({"records": b64encode(data).decode()}, 1)["records"])
    first, second = read_batches(sent)
    assert (first.producer_id, first.producer_epoch, first.base_sequence) == (42, 3, 5)
    assert second.producer_id == -1
    assert [record.value for record in first] == [b"v"]


def test_sessions_belong_to_their_connection() -> None:
    translator = Translator()
    for connection, number in ((1, 77), (2, 88)):
        assert _differ(translator, {}, {"sessionId": 5}, {"sessionId": number}, connection) == []
    assert [translator.request({"sessionId": 5}, number)["sessionId"] for number in (1, 2, 3)] == [77, 88, 5]
    assert translator.request({"sessionId": 0}, 1)["sessionId"] == 0


def test_volatile_fields_are_left_out_unless_all_are_wanted() -> None:
    was: dict[str, Any] = dict.fromkeys(VOLATILE, 1)
    now: dict[str, Any] = dict.fromkeys(VOLATILE, 2)
    assert _differ(Translator(), {}, was, now) == []
    assert len(_differ(Translator(is_strict=True), {}, was, now)) == len(VOLATILE)
    assert _differ(Translator(ignored=frozenset({"x"})), {}, {"x": 1, "y": 1}, {"x": 2, "y": 2}) == [("y", 1, 2)]


def test_the_tables_name_fields_that_clients_meet() -> None:
    found: set[str] = set()
    for key in PROTOCOL:
        classes = [PROTOCOL.message_class(key, "request"), PROTOCOL.message_class(key, "response")]
        if classes[0].__name__.removesuffix("Request") not in BETWEEN_BROKERS:
            found |= {name for cls in classes for name in _names(spec_of(cls).root)}
    identity = {part for name in IDENTITY for part in ([name] if isinstance(name, str) else name)}
    assert {*VOLATILE, *KINDS, *TIMING, *identity} <= found


def test_records_are_compared_by_offset() -> None:
    def said(*values: bytes) -> dict[str, Any]:
        rows: Any = [(n, 1_000, b"k", value, ()) for n, value in enumerate(values)]
        return {"records": b64encode(write_batch(rows)).decode() if values else ""}

    translator = Translator()
    assert _differ(translator, {}, said(b"a", b"b"), said(b"a", b"b", b"c")) == []
    ((path, was, now),) = _differ(translator, {}, said(b"a", b"b"), said(b"a", b"x"))
    assert path == "records[offset 1]"
    assert "b'b'" in was
    assert "b'x'" in now
    (gone,) = translator.differences({}, said(b"a"), said(), 1)
    assert gone == ("records", "1 records", "0 records", True)


def test_a_secret_that_was_hidden_is_not_sent() -> None:
    with pytest.raises(HiddenSecret):
        Translator().request({"saltedPassword": b64encode(b"*" * 32).decode()}, 1)


def test_every_id_field_of_a_released_request_is_in_the_table_or_known_not_to_be() -> None:
    """A next release's fields are not forgotten: whoever adds one decides whether it is translated."""
    words = ("Id", "Epoch", "Offset")
    found = set()
    for key in PROTOCOL:
        cls = PROTOCOL.message_class(key, "request")
        if cls.__name__.removesuffix("Request") not in BETWEEN_BROKERS:
            found |= {name for name in _names(spec_of(cls).root) if name.endswith(words)}
    assert found - KINDS.keys() == DECIDED


DECIDED = {
    *(
        "groupId",
        "transactionalId",
        "v3AndBelowTransactionalId",
        "groupInstanceId",
        "instanceId",
        "rackId",
        "clusterId",
    ),  # what people call things
    *("replicaId", "replicaDirectoryId", "replicaEpoch"),  # of brokers
    *("processId", "subtopologyId"),  # made by the client
    *("sessionEpoch", "shareSessionEpoch", "topologyEpoch", "endpointInformationEpoch"),  # counted by the client
}


def _names(struct: StructSpec) -> set[str]:
    found = set()
    for field in struct.fields:
        found.add(field.json_name)
        if field.struct is not None:
            found |= _names(field.struct)
    return found
