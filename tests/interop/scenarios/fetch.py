"""Fetch: limits, sessions, epochs, and what is not there."""

from __future__ import annotations

from uuid import UUID

from kafkawire.messages import FetchRequest
from kafkawire.messages.fetch_request import FetchTopic, ForgottenTopic
from tests.interop.requests import batch, fetch, part, produce
from tests.interop.session import Session

NOBODY = UUID("01234567-89ab-cdef-0123-456789abcdef")


def _filled(s: Session, name: str, partitions: int = 2) -> tuple[str, UUID]:
    """A topic with three batches of 80 to 170 bytes in partition 0 and one in the last."""
    topic = name, s.create_topic(name, partitions)
    for values in ((b"a", b"b"), (b"c" * 100,), (b"d", b"e", b"f")):
        s.quietly(produce(13, topic, batch(*values)), 13) if 13 in s.versions(0) else s.quietly(
            produce(2, topic, batch(*values, magic=1)), 2
        )
    return topic


def fetch_versions(s: Session) -> None:
    """Every version: all, from the middle, at the end, and outside."""
    topic = _filled(s, "fetched")
    for version in s.versions(FetchRequest.API_KEY):
        for what, offset in {"all": 0, "the middle of a batch": 1, "the last batch": 3, "the end": 6}.items():
            s.ask(what, fetch(version, topic, part(offset)), version)
        for offset in (7, 1000, -1):
            s.ask(f"offset {offset}", fetch(version, topic, part(offset)), version)
        s.ask("a small limit", fetch(version, topic, part(max_bytes=10)), version)
        s.ask("a limit of one batch and a bit", fetch(version, topic, part(max_bytes=150)), version)
        s.ask("an empty partition", fetch(version, topic, part(partition=1)), version)
        s.ask("a partition that is not there", fetch(version, topic, part(partition=5)), version)
        s.ask("a topic that is not there", fetch(version, ("not-there", NOBODY), part()), version)
        s.ask("nothing", fetch(version, topic), version)
        if version >= 3:
            s.ask("a small limit for all", fetch(version, topic, part(), part(partition=1), max_bytes=1), version)
            s.ask("a limit for all", fetch(version, topic, part(), max_bytes=90), version)
        if version >= 4:
            s.ask("committed records", fetch(version, topic, part(), isolation_level=1), version)


def fetch_formats(s: Session) -> None:
    """Records of the newest format for clients that cannot read it, and without what they have no word for."""
    topic = "formats", s.create_topic("formats")
    s.quietly(produce(9, topic, batch(b"a", b"b", compression="zstd")), 9)
    for version in s.versions(FetchRequest.API_KEY):
        s.ask("zstd", fetch(version, topic, part()), version)


def fetch_waits(s: Session) -> None:
    """Until there is enough, or the time is over."""
    topic = _filled(s, "awaited")
    version = s.newest(FetchRequest.API_KEY)
    s.ask("more than there is", fetch(version, topic, part(), min_bytes=100_000, max_wait_ms=200))
    ticket = s.send(fetch(version, topic, part(6), max_wait_ms=8_000), version, "waiting")
    s.ask("what it waits for", produce(13, topic, batch(b"new")), 13)
    s.receive("it has come", ticket, "waiting")
    ticket = s.send(fetch(version, topic, part(7), part(partition=9), max_wait_ms=500), version, "waiting")
    s.receive("an error does not keep it from waiting", ticket, "waiting")


def fetch_epochs(s: Session) -> None:
    """Leader epochs that the client believes in."""
    topic = _filled(s, "epochs")
    for version in (9, 12, s.newest(FetchRequest.API_KEY)):
        for epoch in (0, 1, -1):
            s.ask(f"current leader epoch {epoch}", fetch(version, topic, part(current_leader_epoch=epoch)), version)
        if version >= 12:
            for epoch in (0, 1, 5):
                s.ask(f"last fetched epoch {epoch}", fetch(version, topic, part(3, last_fetched_epoch=epoch)), version)


def fetch_sessions(s: Session) -> None:
    """Full, incremental, forgotten, ended, and sessions that are not there."""
    topic = _filled(s, "session")
    for version in (7, 12, 13, s.newest(FetchRequest.API_KEY)):
        first = s.ask("begin", fetch(version, topic, part(), part(partition=1), session_epoch=0), version)
        number = first.session_id
        assert number
        s.names.number("sessionId", number, f"session of v{version}")
        more = {"session_id": number}
        s.ask("nothing changed", fetch(version, topic, session_epoch=1, **more), version)
        s.ask("another offset", fetch(version, topic, part(6), session_epoch=2, **more), version)
        s.ask("nothing new", fetch(version, topic, session_epoch=3, **more), version)
        s.ask("new records", fetch(version, topic, part(3), session_epoch=4, **more), version)
        forgotten = ForgottenTopic(
            topic=topic[0] if version < 13 else "", topic_id=topic[1] if version >= 13 else UUID(int=0), partitions=[0]
        )
        s.ask(
            "one forgotten", fetch(version, topic, session_epoch=5, forgotten_topics_data=[forgotten], **more), version
        )
        s.ask(
            "a partition that is not there", fetch(version, topic, part(partition=9), session_epoch=6, **more), version
        )
        s.ask("still not there", fetch(version, topic, session_epoch=7, **more), version)
        s.ask("an epoch too far", fetch(version, topic, session_epoch=99, **more), version)
        s.ask("end", fetch(version, topic, session_epoch=-1, **more), version)
        s.ask("after the end", fetch(version, topic, session_epoch=8, **more), version)
        s.ask("a session that never was", fetch(version, topic, session_id=12345, session_epoch=1), version)
        s.ask(
            "a session id at the beginning", fetch(version, topic, part(), session_id=12345, session_epoch=0), version
        )


def fetch_several(s: Session) -> None:
    """Two topics, one of them unknown, and one partition twice."""
    name, topic_id = _filled(s, "fetched-several")
    known = FetchTopic(topic=name, partitions=[part(), part(partition=1), part(3)])
    s.ask(
        "with an unknown topic",
        FetchRequest(max_wait_ms=100, topics=[known, FetchTopic(topic="not-there", partitions=[part()])]),
        12,
    )
    known, unknown = (
        FetchTopic(topic_id=topic_id, partitions=[part()]),
        FetchTopic(topic_id=NOBODY, partitions=[part()]),
    )
    s.ask("with an unknown id", FetchRequest(max_wait_ms=100, topics=[known, unknown]))


SCENARIOS = (fetch_versions, fetch_formats, fetch_waits, fetch_epochs, fetch_sessions, fetch_several)
OLD = (fetch_versions,)
