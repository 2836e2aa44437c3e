"""The filter language, on exchanges of a real capture."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kafkawire import capture
from kafkawire.capture.exchange import api_name_in
from kafkawire.capture.query import QueryError, parse_filter
from kafkawire.messages import PROTOCOL
from tests.corpus import has_full_corpus, path

pytestmark = pytest.mark.skipif(not has_full_corpus(), reason="its captures are in the full corpus")

TXN = path("captures", "txn-java.pcapng")
FOUND = list(capture.read(TXN)) if TXN.exists() else []
SASL = list(capture.read(path("captures", "sasl-java.pcapng")))


def fitting(text: str) -> list[capture.Exchange]:
    test = parse_filter(text)
    return [each for each in FOUND if test(each)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("api==Fetch", lambda e: e.api == "Fetch"),
        ("api = fetch", lambda e: e.api == "Fetch"),
        ("API!='Fetch'", lambda e: e.api != "Fetch"),
        ("api in (Fetch, PRODUCE)", lambda e: e.api in ("Fetch", "Produce")),
        ("not api in (Fetch)", lambda e: e.api != "Fetch"),
        ("latency_ms > 5", lambda e: e.latency_ms is not None and e.latency_ms > 5),
        ("latency-ms<=5 and version>=4", lambda e: (e.latency_ms or 0) <= 5 and e.version >= 4 and e.answer),
        ("api~^add && connection != 1", lambda e: e.api.startswith("Add") and e.connection.number != 1),
        ("api==Fetch or (api==Produce and !answered)", lambda e: e.api == "Fetch"),
        ("error != none", lambda e: e.error_codes),
        ("topic == none", lambda e: not e.topics),
        ('topic~"^[^_].*"', lambda e: any(not name.startswith("_") for name in e.topics)),
        ("request.transactional_id~.", lambda e: getattr(e.request, "transactional_id", None)),
        ("request.transactionalId~.", lambda e: getattr(e.request, "transactional_id", None)),
        ("answered", lambda e: e.answer is not None),
        ("retry==true", lambda e: e.retry_of is not None),
        ("group in (none)", lambda e: not e.groups),
        ("latency_ms in (none, 0)", lambda e: e.latency_ms is None),
        ("request.topics[].name==none and api==Metadata", lambda e: e.api == "Metadata" and not e.request.topics),
    ],
)
def test_filters(text: str, expected: Callable[[capture.Exchange], object]) -> None:
    found = fitting(text)
    assert found == [each for each in FOUND if expected(each)]
    assert found or "none" in text or "retry" in text or "answered)" in text


def test_a_time_of_day_may_be_as_exact_as_the_list_shows_it() -> None:
    third = FOUND[2].time
    shown = third.strftime("%H:%M:%S.%f")
    assert fitting(f"time=={shown}") == [each for each in FOUND if each.time == third]
    assert fitting(f"time>={shown}") == [each for each in FOUND if each.time >= third]


def test_times_are_compared_whole_or_as_times_of_day() -> None:
    middle = FOUND[len(FOUND) // 2].time
    later = [each for each in FOUND if each.time > middle]
    assert fitting(f"time>{middle.isoformat()}") == later
    assert fitting(f"time>{middle.strftime('%H:%M:%S')}") == [
        each for each in FOUND if each.time.strftime("%H%M%S") > middle.strftime("%H%M%S")
    ]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("apy==Fetch", "there is no column 'apy'; did you mean api? (at character 1"),
        ("latency_ms>50 and topik~x", "there is no column 'topik'; did you mean topic? (at character 19"),
        ("api==Metadta", "there is no API 'Metadta'; did you mean Metadata? (at character 6"),
        ("api in (Fetch, xyzzy)", "there is no API 'xyzzy'; Fetch is one (at character 16"),
        ("zzzz==1", "there is no column 'zzzz'; there are number, time, "),
        ("latency_ms>fast", "latency_ms is a number, 'fast' is none (at character 12"),
        ("time>noon", "time is a time as 2026-05-01T12:00"),
        ("retry==perhaps", "retry is true or false, not 'perhaps'"),
        ("api", "api needs an operator and a value behind it, as in api==x"),
        ("api==", "it ends where a value to compare api with should follow"),
        ("", "it ends where a column should follow"),
        ("(api==Fetch", "')' is missing at the end"),
        ("api==Fetch)", "')' is too much"),
        ("api==Fetch Produce", "'Produce' is too much"),
        ("topic~'('", "'(' is no regular expression: "),
        ("api=='Fetch", '"\'Fetch" cannot be understood'),
        ("(" * 60, "too many brackets"),
        ("number==1 and " * 1000, "14000 characters are too many; there may be 10000"),
        ("api==)", "')' stands where a value to compare api with should follow (at character 6"),
        ("(api==)", "')' stands where a value to compare api with should follow (at character 7"),
        ("api== ==", "'==' stands where a value"),
        ("api~~x", "'~' stands where a value"),
        ("api==and", "'and' stands where a value to compare api with should follow; in quotes it would be one"),
        ("api in ()", "')' stands where a value should follow (at character 9"),
        ("api in (Fetch,)", "')' stands where a value should follow (at character 15"),
        ("api==Fetch and ()", "')' stands where a column should follow (at character 17"),
        ("or", "'or' stands where a column should follow (at character 1"),
        ("latency_ms>none", "none goes with == and != only (at character 12"),
        ("latency_ms==nan", "latency_ms is a number, 'nan' is none (at"),
        ("topic~'[[:alpha:]]'", "'[[:alpha:]]' is no regular expression: possible nested set at position 1 (at"),
        ("ver==3", "there is no column 'ver'; did you mean version? (at"),
        ("request.topcis.name==x", "no request has a field 'topcis.name'; did you mean topics.name? (at character 1"),
        ("request.topics.nmae==x", "no request has a field 'topics.nmae'; did you mean topics.name? (at character 1"),
        ("response.__class__~.", "no response has a field '__class__'"),
        ("request.acks.x==1", "no request has a field 'acks.x'"),
        ("request..x==1", "no request has a field '.x'"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(text: str, says: str) -> None:
    with pytest.raises(QueryError) as raised:
        parse_filter(text)
    assert says in str(raised.value)


def test_a_long_word_is_cut_where_it_is_said() -> None:
    with pytest.raises(QueryError) as raised:
        parse_filter(f"api==Fetch and {'x' * 9000}==1")
    assert len(str(raised.value)) < 1_000


def test_the_messages_that_are_read_say_which_fields_there_are() -> None:
    parse_filter("request.acks==1", messages=PROTOCOL.only([0]))
    with pytest.raises(QueryError, match="no request has a field 'acks'"):
        parse_filter("request.acks==1", messages=PROTOCOL.only([3]))


def test_every_api_is_known_by_its_name() -> None:
    for key in PROTOCOL:
        assert not fitting(f"api=={api_name_in(PROTOCOL, key)} and number<0")


def test_principal_and_software_of_connections() -> None:
    test = parse_filter("principal=='User:alice' and software~apache-kafka-java")
    assert [each for each in SASL if test(each)]
