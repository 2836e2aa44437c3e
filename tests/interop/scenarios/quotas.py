"""Quotas: set, found by filters, taken back, and what is refused."""

from __future__ import annotations

from kafkawire.messages import (
    AlterClientQuotasRequest,
    CreatePartitionsRequest,
    CreateTopicsRequest,
    DescribeClientQuotasRequest,
)
from kafkawire.messages.alter_client_quotas_request import EntityData, EntryData, OpData
from kafkawire.messages.create_partitions_request import CreatePartitionsTopic
from kafkawire.messages.create_topics_request import CreatableTopic
from kafkawire.messages.describe_client_quotas_request import ComponentData
from tests.interop.session import Session

EXACT, DEFAULT, SPECIFIED = 0, 1, 2
USER, CLIENT, IP = "user", "client-id", "ip"
PRODUCE, FETCH, SHARE = "producer_byte_rate", "consumer_byte_rate", "request_percentage"
CONNECTIONS, CHANGES = "connection_creation_rate", "controller_mutation_rate"


def change(*entity: tuple[str, str | None], **ops: float | None) -> EntryData:
    """Quotas of one entity; None takes one back."""
    parts = [EntityData(entity_type=kind, entity_name=name) for kind, name in entity]
    return EntryData(
        entity=parts, ops=[OpData(key=key, value=value or 0.0, remove=value is None) for key, value in ops.items()]
    )


def _find(s: Session, step: str, *components: tuple[str, int, str | None], strict: bool = False) -> None:
    s.ask_all(
        step,
        DescribeClientQuotasRequest(
            components=[ComponentData(entity_type=kind, match_type=how, match=name) for kind, how, name in components],
            strict=strict,
        ),
    )


ENTRIES = [
    change((USER, "u1"), **{PRODUCE: 1e9, FETCH: 2e9}),
    change((USER, "u1"), (CLIENT, "c1"), **{SHARE: 2000.5}),
    change((USER, None), **{PRODUCE: 3e9}),
    change((CLIENT, None), **{PRODUCE: 4e9}),
    change((CLIENT, "c1"), (USER, None), **{FETCH: 5e9}),
]


def quotas(s: Session) -> None:
    """The way of some quotas."""
    _find(s, "none yet")
    s.ask("only to validate", AlterClientQuotasRequest(entries=ENTRIES, validate_only=True))
    for version in s.versions(AlterClientQuotasRequest.API_KEY):
        s.ask("set", AlterClientQuotasRequest(entries=ENTRIES), version)
    s.until("", DescribeClientQuotasRequest(), lambda found: len(found.entries or ()) == len(ENTRIES))
    for strict in (False, True):
        word = "strict" if strict else "lax"
        _find(s, f"{word}: all", strict=strict)
        _find(s, f"{word}: a user", (USER, EXACT, "u1"), strict=strict)
        _find(s, f"{word}: the default user", (USER, DEFAULT, None), strict=strict)
        _find(s, f"{word}: any user", (USER, SPECIFIED, None), strict=strict)
        _find(s, f"{word}: a user with any client", (USER, EXACT, "u1"), (CLIENT, SPECIFIED, None), strict=strict)
        _find(s, f"{word}: an address", (IP, EXACT, "10.0.0.1"), strict=strict)
    _find(s, "no type", ("", EXACT, "x"))
    _find(s, "an unknown type", ("group", EXACT, "x"))
    _find(s, "a type twice", (USER, EXACT, "x"), (USER, SPECIFIED, None))
    _find(s, "an address and a user", (IP, EXACT, "x"), (USER, EXACT, "x"))
    _find(s, "exact without a name", (USER, EXACT, None))
    _find(s, "default with a name", (USER, DEFAULT, "x"))
    _find(s, "specified with a name", (USER, SPECIFIED, "x"))
    _find(s, "an unknown match", (USER, 9, None))
    for step, entry in {
        "no entity": change(**{PRODUCE: 1.0}),
        "an unknown type": change(("group", "x"), **{PRODUCE: 1.0}),
        "an empty name": change((USER, ""), **{PRODUCE: 1.0}),
        "an address and a user": change((IP, "10.0.0.1"), (USER, "x"), **{PRODUCE: 1.0}),
        "a rate of an address": change((IP, "10.0.0.1"), **{PRODUCE: 1.0}),
        "connections of an address": change((IP, "10.0.0.1"), **{CONNECTIONS: 1e6}),
        "half a connection": change((IP, None), **{CONNECTIONS: 0.5}),
        "too many connections": change((IP, None), **{CONNECTIONS: 3e9}),
        "connections of a user": change((USER, "x"), **{CONNECTIONS: 5.0}),
        "no address": change((IP, "999.1.1.1"), **{CONNECTIONS: 5.0}),
        "no address, taken back": change((IP, "999.1.1.1"), **{CONNECTIONS: None}),
        "address taken back": change((IP, "10.0.0.1"), **{CONNECTIONS: None}),
        "changes of an address": change((IP, "10.0.0.1"), **{CHANGES: 5.0}),
        "no changes at all": change((USER, "x"), **{CHANGES: 0.0}),
        "an unknown key": change((USER, "x"), speed=1.0),
        "zero": change((USER, "x"), **{PRODUCE: 0.0}),
        "below zero": change((USER, "x"), **{SHARE: -1.0}),
        "a fraction": change((USER, "x"), **{PRODUCE: 1.5}),
        "too large": change((USER, "x"), **{PRODUCE: 1e19}),
        "a good and a bad one": change((USER, "x"), **{FETCH: 1e9, PRODUCE: 0.0}),
        "nothing to take back": change((USER, "x"), **{PRODUCE: None}),
        "no changes": change((USER, "x")),
    }.items():
        s.ask(step, AlterClientQuotasRequest(entries=[entry]))
    twice = EntryData(
        entity=[EntityData(entity_type=USER, entity_name="x")],
        ops=[OpData(key=PRODUCE, value=1e9), OpData(key=PRODUCE, value=2e9)],
    )
    s.ask("a key twice", AlterClientQuotasRequest(entries=[twice]))
    s.ask("good and bad", AlterClientQuotasRequest(entries=[ENTRIES[0], change((USER, ""))]))
    back = [
        EntryData(entity=entry.entity, ops=[OpData(key=op.key, value=0.0, remove=True) for op in entry.ops])
        for entry in ENTRIES
    ]
    s.ask("take back", AlterClientQuotasRequest(entries=back))
    s.until("", DescribeClientQuotasRequest(), lambda found: not found.entries)
    _find(s, "none any more")


def mutations(s: Session) -> None:
    """Partitions made, added and removed by a client with a quota of one a second, eleven of them at once."""
    s.create_topic("mutated", 3)
    s.ask("set", AlterClientQuotasRequest(entries=[change((CLIENT, "interop"), **{CHANGES: 1.0})]))
    s.until("", DescribeClientQuotasRequest(), lambda found: bool(found.entries))
    s.ask(
        "within the quota",
        CreateTopicsRequest(
            topics=[CreatableTopic(name="mutated-1", num_partitions=12, replication_factor=1)], timeout_ms=10_000
        ),
        7,
    )
    for request, version in (
        (
            CreateTopicsRequest(
                topics=[CreatableTopic(name="mutated-2", num_partitions=9, replication_factor=1)], timeout_ms=10_000
            ),
            7,
        ),
        (
            CreateTopicsRequest(
                topics=[CreatableTopic(name="mutated-1", num_partitions=9, replication_factor=1)], timeout_ms=10_000
            ),
            7,
        ),
        (
            CreatePartitionsRequest(
                topics=[CreatePartitionsTopic(name="mutated", count=5, assignments=None)], timeout_ms=10_000
            ),
            2,
        ),
        (
            CreatePartitionsRequest(
                topics=[CreatePartitionsTopic(name="mutated", count=6, assignments=None)], timeout_ms=10_000
            ),
            3,
        ),
    ):
        s.ask("over the quota", request, version, on=f"{request.API_KEY}-{version}")
    s.ask("taken back", AlterClientQuotasRequest(entries=[change((CLIENT, "interop"), **{CHANGES: None})]))
    s.until("", DescribeClientQuotasRequest(), lambda found: not found.entries)


SCENARIOS = (quotas, mutations)
