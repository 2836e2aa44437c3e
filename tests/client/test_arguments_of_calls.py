"""What a call takes is what its annotations say; a string is no list of names. All calls of `Admin` are walked."""

from __future__ import annotations

import inspect
import types
import typing
from collections.abc import Callable, Coroutine, Iterable, Mapping
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest

from kafkawire.client import Consumer, Producer, ShareConsumer, TopicPartition
from kafkawire.client.admin import (
    AclFilter,
    Admin,
    ClientQuota,
    ConfigChange,
    FeatureUpdate,
    NewTopic,
    OffsetSpec,
    ScramUpsertion,
)
from kafkawire.client.blocking import Admin as BlockingAdmin
from kafkawire.client.errors import InvalidOption
from kafkawire.client.fitting import checked
from kafkawire.client.runtime import AioRuntime
from kafkawire.message import Request
from kafkawire.messages import MetadataRequest
from tests.client.scripted import Cluster
from tests.client.virtual_time import run

T0 = TopicPartition("t", 0)
NOWHERE = "127.0.0.1:9"
Case = tuple[str, str, Any, Any]
"""Call, argument, annotation, a value that is none of it."""


def arguments() -> list[Case]:
    cases: list[Case] = []
    for name, call in inspect.getmembers(Admin, inspect.isfunction):
        if not name.startswith("_"):
            hints = get_type_hints(call)
            named = [each for each in inspect.signature(call).parameters if each != "self"]
            assert all(each in hints for each in named), name
            cases += [(name, each, hints[each], wrong) for each in named for wrong in misfits(hints[each])]
    return cases


def misfits(hint: Any) -> list[Any]:
    """Values that no member of the annotation is."""
    origin = get_origin(hint)
    members = get_args(hint) if origin in (typing.Union, types.UnionType) else (hint,)
    kinds = {get_origin(member) or member for member in members}
    wrong: list[Any] = [object()]
    if kinds & {Mapping}:
        wrong += ["qr", b"qr"] + ([] if Iterable in kinds else [["q", "r"]])
    if Iterable in kinds:
        wrong += ["qr", b"qr", 5, [object()]]
    if Literal in kinds:
        wrong += ["nope", 0]
    if kinds & {int, float}:
        wrong += ["5", True] if bool not in kinds else ["5"]
    if bool in kinds:
        wrong += ["yes", 1]
    if kinds == {str}:
        wrong += [5, b"t", None]
    return wrong


@pytest.mark.parametrize(("call", "argument", "hint", "wrong"), arguments())
def test_a_value_of_another_kind_is_refused_by_name(call: str, argument: str, hint: Any, wrong: Any) -> None:
    admin = Admin(NOWHERE)
    with pytest.raises(InvalidOption, match=rf"\b{argument}\b") as caught:
        drive(getattr(admin, call), **fitting(call) | {argument: wrong})
    assert isinstance(caught.value, ValueError)


def fitting(call: str) -> dict[str, Any]:
    """Something for each argument that has to be given."""
    method = getattr(Admin, call)
    hints = get_type_hints(method)
    needed = [p.name for p in inspect.signature(method).parameters.values() if p.default is p.empty]
    return {name: example(hints[name]) for name in needed if name != "self"}


def example(hint: Any) -> Any:
    origin = get_origin(hint)
    if origin is Literal:
        return get_args(hint)[0]
    if origin in (typing.Union, types.UnionType):
        return example(get_args(hint)[0])
    plain: dict[Any, Any] = {str: "t", int: 1, bytes: b"t", Iterable: [], Mapping: {}, TopicPartition: T0}
    plain[Request] = MetadataRequest(topics=None)
    return plain.get(origin or hint) if (origin or hint) in plain else hint(int=1)  # a UUID


def drive(call: Callable[..., Coroutine[Any, Any, Any] | Any], *args: Any, **kwargs: Any) -> Any:
    """Run it up to the first time that it would wait: by then all arguments have been looked at."""
    coroutine = call(*args, **kwargs)
    if not inspect.iscoroutine(coroutine):
        return coroutine
    try:
        coroutine.send(None)
    finally:
        coroutine.close()
    return None


def test_there_are_calls_to_walk() -> None:
    calls = {case[0] for case in arguments()}
    assert {"create_topics", "delete_topics", "elect_leaders", "list_groups", "fence_producers"} <= calls
    assert len(calls) > 45


@pytest.mark.parametrize(
    ("call", "args", "kwargs", "message"),
    [
        ("delete_topics", ("qr",), {}, "topics must be a list or the like, .* not 'qr'"),
        ("describe_topics", (b"qr",), {}, "topics must be a list or the like, .* not b'qr'"),
        ("delete_groups", (["g", 5],), {}, r"group_ids\[1\] must be of type str, not 5"),
        ("elect_leaders", ("nope",), {}, "election_type must be one of 'preferred', 'unclean', not 'nope'"),
        ("elect_leaders", ("preferred", "t"), {}, "partitions must be"),
        ("elect_leaders", ("preferred", ["t0"]), {}, r"partitions\[0\]"),
        ("list_offsets", ({T0: -1},), {"isolation_level": "nope"}, "isolation_level must be one of"),
        ("list_offsets", ({T0: "latest"},), {}, r"partitions\[.*\] must be of type int, not 'latest'"),
        ("list_offsets", ({T0: -17},), {}, r"partitions\[.*\] must be a timestamp of 0 or more or an OffsetSpec"),
        ("list_groups", (), {"types": ["nope"]}, r"types\[0\] must be one of 'classic'.* not 'nope'"),
        ("list_groups", (), {"states": ["nope"]}, r"states\[0\] must be one of .*'Stable', not 'nope'"),
        ("list_transactions", (), {"states": ["nope"]}, r"states\[0\] must be one of .*'Ongoing'.* not 'nope'"),
        (
            "alter_configs",
            ({("topic", "q"): {"x": ConfigChange("nope", "1")}},),  # type: ignore[arg-type]
            {},
            r"changes\[.*\]\['x'\].operation must be one of 'set', .* not 'nope'",
        ),
        ("alter_configs", ({"qr": {"x": "1"}},), {}, r"a key of changes\[?"),
        ("describe_configs", (["nope"],), {}, r"resources\[0\]"),
        ("describe_configs", ([("nope", "q")],), {}, "no kind of resource is called 'nope'"),
        ("create_topics", ({"q": "3"},), {}, r"topics\['q'\] must be of type int or of type NewTopic, not '3'"),
        ("create_topics", ({"q": NewTopic(assignments={0: "12"})},), {}, r"topics\['q'\].assignments\[0\]"),  # type: ignore[dict-item]
        ("update_features", ({"f": FeatureUpdate(1, "nope")},), {}, r"features\['f'\].upgrade_type must be one of"),  # type: ignore[arg-type]
        ("alter_client_quotas", ([ClientQuota({"user": "a"}, {"x": "1"})],), {}, r"quotas\[0\].values\['x'\]"),  # type: ignore[dict-item]
        ("alter_partition_reassignments", ({T0: "12"},), {}, "reassignments"),
        ("describe_acls", (AclFilter(5),), {}, "matching.resource_type must be of type str, not 5"),  # type: ignore[arg-type]
        ("delete_share_group_offsets", ({"g": "qr"},), {}, r"topics\['g'\] must be a list or the like"),
        ("list_group_offsets", ({"g": "t0"},), {}, r"groups\['g'\] must be a list or the like, .* not 't0'"),
        ("list_share_group_offsets", ({"g": [5]},), {}, r"groups\['g'\]\[0\] must be of type TopicPartition, not 5"),
    ],
)
def test_what_is_wrong_is_said(call: str, args: Any, kwargs: Any, message: str) -> None:
    with pytest.raises(InvalidOption, match=message):
        drive(getattr(Admin(NOWHERE), call), *args, **kwargs)
    with pytest.raises(InvalidOption, match=message):
        getattr(BlockingAdmin(NOWHERE), call)(*args, **kwargs)


def test_a_password_is_not_shown() -> None:
    with pytest.raises(InvalidOption, match=r"changes\[0\].password must be of type str, not bytes"):
        drive(Admin(NOWHERE).alter_user_scram_credentials, [ScramUpsertion("alice", b"secret")])  # type: ignore[arg-type]


def test_what_fits_goes_through() -> None:
    @checked
    def take(
        names: Iterable[str], parts: Mapping[TopicPartition, int], many: Mapping[str, Iterable[tuple[str, int]]]
    ) -> Any:
        return list(names), list(names), parts, [(key, list(items), list(items)) for key, items in many.items()]

    given = take((name for name in ("q", "r")), {("t", 0): OffsetSpec.LATEST}, {"g": iter([("t", 1)])})  # type: ignore[dict-item]
    assert given == (["q", "r"], ["q", "r"], {("t", 0): -1}, [("g", [("t", 1)], [("t", 1)])])


CONSUMER: list[tuple[str, tuple[Any, ...]]] = [
    ("assign", ("t",)),
    ("assign", (["t0"],)),
    ("assign", ([("t", "0")],)),
    ("seek", ("t0", 5)),
    ("seek", (T0, "5")),
    ("seek", (T0, True)),
    ("seek_to_beginning", ("t",)),
    ("seek_to_end", ([5],)),
    ("seek_to_time", ("2026-01-01",)),
    ("pause", ("t",)),
    ("resume", ("t",)),
    ("partitions", (5,)),
    ("offsets_for_times", ({"t0": 5},)),
    ("beginning_offsets", ("t",)),
    ("end_offsets", ("t",)),
    ("leader_epochs", ("t",)),
    ("commit", ({T0: "5"},)),
    ("commit", ("t",)),
    ("committed", ("t",)),
]


@pytest.mark.parametrize(("call", "args"), CONSUMER)
def test_calls_of_a_consumer_say_what_is_wrong(call: str, args: Any) -> None:
    with pytest.raises(InvalidOption, match=" must be "):
        drive(getattr(Consumer(NOWHERE, group_id="g"), call), *args)


@pytest.mark.parametrize(
    "options",
    [{"topics": "t"}, {"topics": b"t"}, {"topics": [5]}, {"topic_pattern": 5}, {"group_id": 5}, {"topics": 5}],
)
def test_a_consumer_refuses_what_is_no_list_of_names(options: dict[str, Any]) -> None:
    with pytest.raises(InvalidOption, match=next(iter(options))):
        Consumer(NOWHERE, **options)


@pytest.mark.parametrize("topics", ["t", b"t", [5], 5])
def test_so_does_a_share_consumer(topics: Any) -> None:
    with pytest.raises(InvalidOption, match="topics"):
        ShareConsumer(NOWHERE, group_id="g", topics=topics)


@pytest.mark.parametrize("servers", [5, b"a:1", [b"a:1"], None])
@pytest.mark.parametrize("kind", [Admin, Consumer, Producer])
def test_addresses_are_strings(kind: Any, servers: Any) -> None:
    with pytest.raises(InvalidOption, match="bootstrap_servers"):
        kind(servers)


@pytest.mark.parametrize(
    ("topic", "options", "named"),
    [
        (5, {}, "topic"),
        (b"t", {}, "topic"),
        ("t", {"partition": "0"}, "partition"),
        ("t", {"timestamp_ms": "5"}, "timestamp_ms"),
        ("t", {"timestamp_ms": 1.5}, "timestamp_ms"),
        ("t", {"headers": "ab"}, "headers"),
        ("t", {"headers": [("a", "b")]}, r"headers\[0\]\[1\]"),
        ("t", {"headers": [(5, b"b")]}, r"headers\[0\]\[0\]"),
    ],
)
def test_a_record_that_is_none_is_refused_and_the_next_one_goes_out(topic: Any, options: Any, named: str) -> None:
    async def main() -> None:
        cluster = Cluster({"t": 1})
        async with Producer("b1:9092", runtime=AioRuntime(cluster.network.dial)) as producer:
            with pytest.raises(InvalidOption, match=named):
                producer.send(topic, b"x", **options)
            assert (await producer.send("t", b"x")).offset == 0

    run(main())
