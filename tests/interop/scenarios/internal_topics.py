"""The brokers' own topics, in every request that takes the name or id of a topic: before they exist, and after.

The first scenarios of all, because others make such topics on their way.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from uuid import UUID

from kafkawire.api_key import ApiKey
from kafkawire.messages import FindCoordinatorRequest, MetadataRequest
from kafkawire.messages.metadata_request import MetadataRequestTopic
from tests.internal_topics import INTERNAL_TOPICS, METADATA_ID, METADATA_TOPIC, is_of_a_group, requests, topic_fields
from tests.interop.requests import create
from tests.interop.scenarios.acls import ALL, CLUSTER, CLUSTER_NAME, GROUP, TOPIC, clear, make, rule
from tests.interop.scenarios.authentication import log_in, set_password
from tests.interop.session import Session

NOBODY = UUID("01234567-89ab-cdef-0123-456789abcdef")
BOB, EVE = "sasl bob", "sasl eve"
_NAMES_ALONE = {ApiKey.DESCRIBE_ACLS, ApiKey.CREATE_ACLS, ApiKey.DELETE_ACLS}
"""A rule may be about a topic that does not exist; other scenarios are about those."""
_SHARES = {ApiKey.SHARE_GROUP_HEARTBEAT, ApiKey.SHARE_FETCH, ApiKey.SHARE_ACKNOWLEDGE}
"""They come last: what they let a broker write goes to a partition that the ids of topics decide about."""


def _ask_everything(
    s: Session, ids: Mapping[str, UUID], on: str, leaves_out: Callable[[ApiKey, int, str], bool]
) -> None:
    """Every API in every version, with every name or its id."""
    keys = [key for key in ApiKey if s.versions(key) and topic_fields(key) and key not in _NAMES_ALONE]
    for api_key, version, name in ((key, version, name) for key in keys for version in s.versions(key) for name in ids):
        if not leaves_out(api_key, version, name):
            for number, request in enumerate(requests(api_key, version, name, ids[name])):
                s.ask(f"{name}, request {number}, on {on}", request, version, on)


def _deletes_a_topic(api_key: ApiKey, name: str) -> bool:
    return name != METADATA_TOPIC and api_key == ApiKey.DELETE_TOPICS


def _makes_a_topic(api_key: ApiKey, version: int, name: str) -> bool:
    return name != METADATA_TOPIC and (api_key == ApiKey.METADATA or (api_key, version) == (ApiKey.CREATE_TOPICS, 0))


def _log_in(s: Session) -> None:
    """Bob has all rights on topics and groups and none on the cluster, eve has none at all."""
    of_nobody = rule(CLUSTER_NAME, ALL, kind=CLUSTER, principal="User:carol")
    make(s, rule("*", ALL, kind=TOPIC), rule("*", ALL, kind=GROUP), of_nobody)
    for name in ("bob", "eve"):
        set_password(s, name, "secret")
        assert log_in(s, f"sasl {name}", "SCRAM-SHA-256", name, "secret")


def _try_to_make(s: Session, on: str) -> None:
    s.ask(f"made on {on}", create((METADATA_TOPIC, 1, 1)), on=on)
    s.ask(f"made among others on {on}", create((METADATA_TOPIC, 1, 1), (f"beside-{on[-3:]}", 1, 1)), on=on)
    s.ask(f"made twice on {on}", create((METADATA_TOPIC, 1, 1), (METADATA_TOPIC, 1, 1)), on=on)
    s.ask(f"made in vain on {on}", create((METADATA_TOPIC, 0, 7), configs={"no.such": "1"}), on=on)
    named = [MetadataRequestTopic(name=name) for name in INTERNAL_TOPICS]
    s.ask(f"which are there on {on}", MetadataRequest(topics=named, allow_auto_topic_creation=False), on=on)
    s.ask(f"what there is on {on}", MetadataRequest(topics=None), on=on)


def internal_topics_before(s: Session) -> None:
    """Nobody has needed any of them yet."""
    ids = {name: METADATA_ID if name == METADATA_TOPIC else NOBODY for name in INTERNAL_TOPICS}
    _log_in(s)
    for on in ("main", BOB):
        _ask_everything(s, ids, on, lambda key, v, name: is_of_a_group(key) or _makes_a_topic(key, v, name))
        _try_to_make(s, on)
    _try_to_make(s, EVE)
    clear(s)


def _need_them_all(s: Session) -> None:
    for kind, key in enumerate(("of-internal", "of-internal", "of-internal:AAAAAAAAAAAAAAAAAAAAAQ:0")):
        request = FindCoordinatorRequest(key_type=kind, coordinator_keys=[key])
        s.until(f"needed, {kind}", request, lambda found: not found.coordinators[0].error_code)


def internal_topics_after(s: Session) -> None:
    """Each of them exists, for real."""
    _need_them_all(s)
    ids = {METADATA_TOPIC: METADATA_ID, **{name: s.await_topic(name) for name in INTERNAL_TOPICS[1:]}}
    _log_in(s)
    for on in ("main", BOB):
        _ask_everything(s, ids, on, lambda key, _, name: key in _SHARES or _deletes_a_topic(key, name))
        _try_to_make(s, on)
    for on in ("main", BOB):
        _ask_everything(s, ids, on, lambda key, _, __: key not in _SHARES)
    clear(s)


SCENARIOS = (internal_topics_before, internal_topics_after)
