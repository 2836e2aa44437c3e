"""What every message class and every struct in it owes to Python: constructor, patterns, help, copies and pickles."""

from __future__ import annotations

import copy
import dataclasses
import importlib
import inspect
import pickle
import pydoc
import sys
import typing
from random import Random
from types import ModuleType
from typing import Any

import pytest

from kafkawire import messages
from kafkawire.message import Message, Request, Response, Struct
from kafkawire.messages import FetchRequest, FetchResponse
from kafkawire.messages.fetch_request import FetchPartition, FetchTopic
from kafkawire.messages.fetch_response import FetchableTopicResponse, PartitionData
from kafkawire.slotted import field_names
from tests import reference
from tests.property.strategies import Maker
from tests.reference import schemas
from tests.vectors import message_class

NAMES = sorted(schemas())


def module_of(name: str) -> ModuleType:
    return importlib.import_module(message_class(name).__module__)


def help_of(thing: Any) -> str:
    """What `help` shows."""
    return pydoc.plain(pydoc.render_doc(thing))


def classes_of(name: str) -> list[type[Struct]]:
    """A message class and its structs."""
    found = [value for value in vars(module_of(name)).values() if isinstance(value, type) and issubclass(value, Struct)]
    return [cls for cls in found if cls not in (Struct, Message, Request, Response)]


@pytest.mark.parametrize("name", NAMES)
def test_constructors_take_keywords_only(name: str) -> None:
    for cls in classes_of(name):
        parameters = inspect.signature(cls).parameters
        assert {parameter.kind for parameter in parameters.values()} == {inspect.Parameter.KEYWORD_ONLY}
        assert [*parameters] == [field.name for field in dataclasses.fields(cls)]  # type: ignore[arg-type]
        assert all(field.kw_only for field in dataclasses.fields(cls))  # type: ignore[arg-type]
        with pytest.raises(TypeError, match=rf"{cls.__name__}\.__init__\(\) takes 1 positional argument but 2 were"):
            cls(None)  # type: ignore[call-arg]


def test_a_field_that_kafka_inserted_cannot_be_hit_by_accident() -> None:
    with pytest.raises(TypeError, match="positional"):
        FetchTopic("t", [FetchPartition(partition=3)])  # type: ignore[call-arg, arg-type]


def test_patterns_name_fields() -> None:
    match FetchTopic(topic="t"):
        case FetchTopic(topic="t", partitions=[]):
            pass
        case _:
            pytest.fail("no match")


def by_position(topic: FetchTopic) -> None:
    match topic:
        case FetchTopic("t"):  # type: ignore[misc]
            pass


def test_patterns_by_position_are_refused() -> None:
    with pytest.raises(TypeError, match="accepts 0 positional sub-patterns"):
        by_position(FetchTopic())


@pytest.mark.parametrize("name", NAMES)
def test_help_and_inspect_work_on_classes_objects_and_modules(name: str) -> None:
    assert message_class(name).__name__ in help_of(module_of(name))
    for cls in classes_of(name):
        assert f"class {cls.__name__}(" in help_of(cls)
        assert {field.name for field in dataclasses.fields(cls)} <= {  # type: ignore[arg-type]
            member for member, _ in inspect.getmembers(cls())
        }


@pytest.mark.parametrize("cls", [Struct, Message, Request, Response])
def test_help_and_inspect_work_on_the_bases(cls: type[Any]) -> None:
    assert cls.__name__ in help_of(cls)
    assert ("encode" in dict(inspect.getmembers(cls))) == issubclass(cls, Message)
    assert not hasattr(cls, "_codec")


def test_help_of_all_messages_lists_them() -> None:
    assert "FetchRequest" in help_of(messages)


@pytest.mark.parametrize("name", NAMES)
def test_structs_are_beside_their_message_which_names_them(name: str) -> None:
    *structs, root = classes_of(name)
    assert root is message_class(name)
    assert len(structs) == len(schemas()[name].structs)
    listed = " ".join((root.__doc__ or "").split()).partition(" Its structs, in this module: ")[2]
    assert set(listed.rstrip(".").split(", ")) - {""} == {struct.__name__ for struct in structs}


@pytest.mark.parametrize("name", NAMES)
def test_fields_that_may_be_views_say_so(name: str) -> None:
    schema, *classes = schemas()[name], *classes_of(name)
    specs = [*schema.structs.values(), schema.root]
    for spec in specs:
        (cls,) = (cls for cls in classes if cls.__name__ == spec.name)
        hints = typing.get_type_hints(cls)
        for field, attribute in zip(spec.fields, field_names(cls), strict=False):
            if field.type in ("bytes", "records"):
                is_view = field.type == "records" or field.zero_copy
                assert (memoryview in typing.get_args(hints[attribute])) == is_view, (cls, attribute)


class Derived(FetchRequest):
    """A message class of a user, who keeps something beside the fields."""

    def __init__(self, note: str) -> None:
        super().__init__(max_bytes=7)
        self.note = note


def test_a_derived_class_uses_the_codec_of_the_generated_one() -> None:
    assert Derived("n").encode(11) == FetchRequest(max_bytes=7).encode(11)
    assert "class Derived(" in help_of(Derived)


def test_what_a_derived_class_adds_is_copied_and_pickled() -> None:
    for made in duplicates(Derived("n")):
        assert (type(made), made.note, made.max_bytes) == (Derived, "n", 7)


def duplicates(obj: Any) -> list[Any]:
    """The object, come out of copies and pickles; protocols 0 and 1 take it apart one way, all later ones another."""
    pickled = [pickle.loads(pickle.dumps(obj, protocol)) for protocol in (0, pickle.HIGHEST_PROTOCOL)]
    return [*pickled, copy.copy(obj), copy.deepcopy(obj)]


def replaced(obj: Any, **changes: Any) -> Any:
    """By `copy.replace` where Python has it."""
    by_copy: Any = getattr(copy, "replace", None)
    one = dataclasses.replace(obj, **changes)
    assert (sys.version_info >= (3, 13)) == (by_copy is not None)
    assert by_copy is None or by_copy(obj, **changes) == one
    assert type(obj).__replace__(obj, **changes) == one
    return one


@pytest.mark.parametrize("name", NAMES)
def test_all_can_be_copied_pickled_and_replaced(name: str) -> None:
    schema, cls = schemas()[name], message_class(name)
    version = schema.versions.stop - 1
    tree = Maker(schema, version, Random(name), elements=10).tree()
    data = reference.build(schema.root, cls, tree).encode(version)
    message = cls.decode(data, version, zero_copy=True)
    for made in [*duplicates(message), replaced(message)]:
        assert made == message
        assert made.encode(version) == data
    for struct in classes_of(name):
        assert replaced(struct(), unknown_tags={9: b""}).unknown_tags == {9: b""}
        assert all(type(made) is struct and made == struct() for made in duplicates(struct()))


def fetched() -> PartitionData:
    part = PartitionData(partition_index=3, records=b"of a batch")
    response = FetchResponse(responses=[FetchableTopicResponse(topic="t", partitions=[part])])
    return FetchResponse.decode(response.encode(12), 12, zero_copy=True).responses[0].partitions[0]


def test_views_stay_views_in_a_copy_and_become_bytes_elsewhere() -> None:
    part = fetched()
    assert isinstance(part.records, memoryview)
    assert copy.copy(part).records is part.records
    assert dataclasses.replace(part, partition_index=4).records is part.records
    for made in (copy.deepcopy(part), pickle.loads(pickle.dumps(part))):
        assert type(made.records) is bytes
        assert made == part


def test_a_copy_can_be_changed_alone() -> None:
    part = fetched()
    other = copy.copy(part)
    other.records = None
    assert part.records == b"of a batch"
