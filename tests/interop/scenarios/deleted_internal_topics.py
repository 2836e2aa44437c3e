"""The brokers' own topics, deleted. The last scenario of all, because others need what is in them."""

from __future__ import annotations

from kafkawire.messages import DeleteTopicsRequest
from kafkawire.messages.delete_topics_request import DeleteTopicState
from tests.internal_topics import INTERNAL_TOPICS
from tests.interop.session import Session


def internal_topics_deleted(s: Session) -> None:
    """Those that are topics can be."""
    for name in INTERNAL_TOPICS:
        s.ask(f"deleted, {name}", DeleteTopicsRequest(topics=[DeleteTopicState(name=name)], timeout_ms=5000))


SCENARIOS = (internal_topics_deleted,)
