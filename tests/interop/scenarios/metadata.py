"""Metadata."""

from __future__ import annotations

from uuid import UUID

from kafkawire.messages import MetadataRequest
from kafkawire.messages.metadata_request import MetadataRequestTopic
from tests.interop.scenarios.topics import BAD_NAMES
from tests.interop.session import Session

NOBODY = UUID("01234567-89ab-cdef-0123-456789abcdef")


def metadata(s: Session) -> None:
    """All topics, none, some, unknown ones."""
    s.create_topic("described", 2)
    s.ask_all("all", lambda version: MetadataRequest(topics=None if version else []))
    s.ask_all("none", lambda version: MetadataRequest(topics=[]))
    s.ask_all("one", _about("described"))
    s.ask_all("one twice", _about("described", "described"))
    s.ask_all("unknown", lambda version: _about("not-there", create=version < 4) if version >= 4 else None)
    s.ask_all("bad names", lambda version: _about(*BAD_NAMES, create=False) if version >= 4 else None)
    s.ask("bad names, to be made", _about(*BAD_NAMES))
    s.ask("internal topics are not made by asking", _about("__share_group_state", create=False))


def metadata_creates(s: Session) -> None:
    """A topic that is asked for is made, if the client wants that."""
    for version in (0, 1, 4, 12):
        name = f"asked-for-{version}"
        s.ask("not there yet", _about(name), version)
        s.await_topic(name)
        s.ask("there now", _about(name), version)
    s.ask("not wanted", _about("not-wanted", create=False))
    s.ask("a name that collides", _about("described.x", "described_x"))


def metadata_by_id(s: Session) -> None:
    """From version 10 on."""
    topic_id = s.create_topic("found-by-id")
    by_id = [MetadataRequestTopic(topic_id=topic_id, name=None)]
    for version in (12, 13):
        s.ask("by id", MetadataRequest(topics=by_id), version)
        s.ask("by an unknown id", MetadataRequest(topics=[MetadataRequestTopic(topic_id=NOBODY, name=None)]), version)
        s.ask("by neither", MetadataRequest(topics=[MetadataRequestTopic(name=None)]), version)
        s.ask("by both", MetadataRequest(topics=[MetadataRequestTopic(topic_id=topic_id, name="found-by-id")]), version)
        s.ask(
            "by the wrong name and id",
            MetadataRequest(topics=[MetadataRequestTopic(topic_id=NOBODY, name="found-by-id")]),
            version,
        )
        s.ask("by id and by name", MetadataRequest(topics=[*by_id, MetadataRequestTopic(name="described")]), version)
    for version in (10, 11):
        s.ask(
            "by id, too early",
            MetadataRequest(topics=[MetadataRequestTopic(topic_id=topic_id, name="found-by-id")]),
            version,
        )


def authorized_operations(s: Session) -> None:
    """What the client may do."""
    s.ask_all(
        "of topics",
        lambda v: MetadataRequest(topics=_about("described").topics, include_topic_authorized_operations=True),
    )
    s.ask_all("of the cluster", lambda v: MetadataRequest(topics=[], include_cluster_authorized_operations=True))


def _about(*names: str, create: bool = True) -> MetadataRequest:
    return MetadataRequest(topics=[MetadataRequestTopic(name=name) for name in names], allow_auto_topic_creation=create)


SCENARIOS = (metadata, metadata_creates, metadata_by_id, authorized_operations)
