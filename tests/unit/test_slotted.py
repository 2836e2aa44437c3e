"""Our light dataclasses are dataclasses to whoever asks, and cost nothing until then."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import pickle
import subprocess
import sys
import typing

import pytest

from kafkawire.limits import DEFAULT_LIMITS, Limits
from kafkawire.messages import FetchRequest, MetadataRequest
from kafkawire.messages.fetch_request import FetchTopic
from kafkawire.messages.metadata_request import MetadataRequestTopic
from kafkawire.slotted import field, field_names, frozen, slotted


@slotted
class Pair:
    """Two values."""

    left: int = 1
    right: list[int] = field(default_factory=list)


@frozen
class Point:
    """Two numbers."""

    x: int = 0
    y: int = 0


def test_init_takes_names() -> None:
    assert (Pair(left=2).left, Pair(right=[3]).right, Pair().left) == (2, [3], 1)
    with pytest.raises(TypeError, match=r"Pair\.__init__\(\) takes 1 positional argument but 2 were given"):
        Pair(2)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="unexpected keyword argument 'middle'"):
        Pair(middle=1)  # type: ignore[call-arg]


def test_init_of_a_frozen_one_takes_positions_too() -> None:
    assert Point(1, y=2) == Point(1, 2)


def test_factories_make_a_new_default_each_time() -> None:
    assert Pair().right == []
    assert Pair().right is not Pair().right


def test_there_are_slots_and_no_dict() -> None:
    assert Pair.__slots__ == ("left", "right")  # type: ignore[attr-defined]
    with pytest.raises(AttributeError):
        Pair().middle = 1  # type: ignore[attr-defined]


def test_dataclasses_takes_them_for_its_own() -> None:
    request = FetchRequest(max_wait_ms=5, topics=[FetchTopic(topic="t")])
    assert dataclasses.is_dataclass(FetchRequest)
    assert [f.name for f in dataclasses.fields(FetchTopic)] == ["topic", "topic_id", "partitions", "unknown_tags"]
    assert dataclasses.replace(request, max_wait_ms=6).topics == request.topics
    assert dataclasses.asdict(MetadataRequest(topics=[MetadataRequestTopic(name="t")]))["topics"][0]["name"] == "t"
    assert dataclasses.fields(Pair)[1].default_factory is list


def test_the_signature_and_the_hints_are_those_of_the_fields() -> None:
    assert str(inspect.signature(Point)) == "(x: 'int' = 0, y: 'int' = 0) -> None"
    assert str(inspect.signature(Pair)) == "(*, left: 'int' = 1, right: 'list[int]' = <factory>) -> None"
    assert (Pair.__init__.__module__, Pair.__init__.__qualname__) == (__name__, "Pair.__init__")
    assert typing.get_type_hints(MetadataRequest)["topics"] == list[MetadataRequestTopic] | None


def test_objects_can_be_copied_and_pickled() -> None:
    request = MetadataRequest(topics=[MetadataRequestTopic(name="t")])
    assert copy.deepcopy(request) == request == pickle.loads(pickle.dumps(request))
    assert copy.copy(request).topics is request.topics
    assert pickle.loads(pickle.dumps(DEFAULT_LIMITS)) == DEFAULT_LIMITS


def test_fields_are_listed_in_order() -> None:
    assert field_names(Pair) == field_names(Pair()) == ("left", "right")
    assert field_names(Point) == ("x", "y")
    assert Pair.__match_args__ == ()


def test_match_statements_see_the_fields_of_frozen_ones_in_order() -> None:
    match Point(1, 2):
        case Point(1, y):
            assert y == 2
        case _:
            pytest.fail("no match")


def test_a_class_can_be_derived_and_its_init_is_its_own() -> None:
    class Named(Pair):
        def __init__(self, name: str) -> None:
            super().__init__(left=7)
            self.name = name

    assert (Named("n").left, Named("n").name) == (7, "n")
    assert Pair(left=1).left == 1


def test_frozen_ones_compare_hash_and_refuse_change() -> None:
    assert Point(1, 2) == Point(1, 2) != Point(2, 1)
    assert {Point(1, 2): "here"}[Point(1, 2)] == "here"
    assert repr(Point(1)) == "Point(x=1, y=0)"
    assert dataclasses.replace(Point(1, 2), y=3) == Point(1, 3)
    with pytest.raises(AttributeError, match="Limits cannot be changed"):
        DEFAULT_LIMITS.max_objects = 1  # type: ignore[misc]
    with pytest.raises(AttributeError, match="cannot be changed"):
        del Limits().max_objects


def test_a_frozen_dataclass_can_be_derived_from_a_frozen_one() -> None:
    @dataclasses.dataclass(frozen=True)
    class Point3(Point):
        z: int = 0

    assert Point3(1, 2, 3) == Point3(z=3, y=2, x=1)
    with pytest.raises(TypeError, match="cannot inherit non-frozen dataclass from a frozen one"):
        dataclasses.dataclass(type("Loose", (Point,), {}))


def test_decoding_needs_neither_dataclasses_nor_typing() -> None:
    code = (
        "import sys; from kafkawire.messages import HeartbeatResponse as H; H.decode(bytes(7), 4);"
        "print(sorted({'dataclasses', 'inspect', 'typing'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", f"import sys; sys.path[:0] = {sys.path!r}; {code}"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "[]\n"
