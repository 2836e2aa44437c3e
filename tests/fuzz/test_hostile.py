"""Bad bytes are refused by what they say, before anything is done about it."""

from __future__ import annotations

import hashlib
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable

import pytest

import kafkawire
from kafkawire import DecodeError, InvalidLength, LimitExceeded, Truncated, explain_decode
from kafkawire.limits import Limits
from kafkawire.messages import DeleteTopicsRequest, MetadataResponse, RequestHeader
from kafkawire.messages.metadata_response import MetadataResponseBroker
from tests import corpus
from tests.agreement import assert_agreement
from tests.fuzz.hostile import CASES, FRAMES, Case, many_tags
from tests.vectors import message_class

_OVERHEAD = 400_000  # bytes that an error with its traceback and a loaded spec may take


def peak_of(action: Callable[[], object]) -> int:
    """The most bytes that were allocated at one time."""
    tracemalloc.start()
    try:
        action()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_error_names_message_path_and_offset(case: Case) -> None:
    case.check(case.data())


@pytest.mark.parametrize("case", CASES, ids=str)
def test_next_to_nothing_is_allocated(case: Case) -> None:
    data = case.data()
    case.check(data)  # loads codec and spec
    assert peak_of(lambda: case.check(data)) < _OVERHEAD


@pytest.mark.parametrize("case", [case for case in CASES if len(case.data()) < 1000], ids=str)
def test_the_tracer_says_the_same(case: Case) -> None:
    assert assert_agreement(message_class(case.message), case.data(), case.version, case.limits) is None


@pytest.mark.parametrize(("frame", "text"), FRAMES)
def test_a_frame_of_a_wrong_size_is_refused(frame: bytes, text: str) -> None:
    with pytest.raises(DecodeError) as caught:
        kafkawire.decode_request(frame)
    assert text in str(caught.value)
    assert type(caught.value) in (InvalidLength, Truncated)


def test_all_of_it_in_three_gibibytes() -> None:
    command = [sys.executable, "-m", "tests.fuzz.hostile"]
    done = subprocess.run(command, cwd=corpus.ROOT, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    assert done.stdout.strip() == str(len(CASES))


def refuse(data: bytes) -> None:
    with pytest.raises(LimitExceeded):
        RequestHeader.decode(data, 2)


def test_ten_million_tags_are_refused_in_less_time_than_it_takes_to_hash_them() -> None:
    data = many_tags()
    assert len(data) > 20_000_000
    refuse(bytes(10) + b"\x80\xad\xe2\x04")  # loads codec and spec
    ours = min(_seconds(lambda: refuse(data)) for _ in range(3))
    assert ours < min(_seconds(lambda: hashlib.sha256(data).digest()) for _ in range(3))


@pytest.mark.slow
def test_ten_million_tags_are_refused_in_a_tenth_of_a_second() -> None:
    data = many_tags()
    assert _seconds(lambda: refuse(data)) < 0.1


def _seconds(action: Callable[[], object]) -> float:
    start = time.process_time()
    action()
    return time.process_time() - start


def test_as_many_tags_as_are_allowed_are_kept() -> None:
    tags = dict.fromkeys(range(10000), b"")
    data = RequestHeader(
        request_api_key=1, request_api_version=2, correlation_id=3, client_id="c", unknown_tags=tags
    ).encode(2)
    assert RequestHeader.decode(data, 2).unknown_tags == tags
    with pytest.raises(LimitExceeded, match="10000 tagged fields; 9999 is the most at offset 11"):
        RequestHeader.decode(data, 2, limits=Limits(max_tagged_fields=9_999))


def test_tags_of_many_structs_cost_no_more_than_a_fixed_multiple_of_their_bytes() -> None:
    tags = dict.fromkeys(range(10000), b"")
    one = MetadataResponseBroker(node_id=1, host="h", port=1, unknown_tags=tags)
    data = MetadataResponse(brokers=[one] * 4).encode(12)
    MetadataResponse.decode(MetadataResponse().encode(12), 12)
    assert peak_of(lambda: MetadataResponse.decode(data, 12)) < 50 * len(data)


def test_the_objects_of_a_message_stay_within_the_budget() -> None:
    data = b"\x0b" + b"\x01" * 10 + bytes(5)
    assert DeleteTopicsRequest.decode(data, 4, limits=Limits(max_objects=10)).topic_names == [""] * 10
    with pytest.raises(LimitExceeded):
        DeleteTopicsRequest.decode(data, 4, limits=Limits(max_objects=9))


def test_an_error_at_the_end_of_a_long_message_is_explained_in_bounded_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(explain_decode, "_MAX_STEPS", 10_000)
    count = 50_000
    data = (count + 1).to_bytes(4, "big") + b"\x00\x00" * count + b"\x00\x01\xff" + bytes(4)

    def refuse_text() -> None:
        with pytest.raises(DecodeError, match=r"^DeleteTopicsRequest v0: "):
            DeleteTopicsRequest.decode(data, 0)

    assert peak_of(refuse_text) < 10_000_000
