"""One request that reaches the broker in another version than the client's, and the response to it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from copy import copy
from typing import TYPE_CHECKING, Any
from uuid import UUID

from kafkawire.api_key import ApiKey
from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaError
from kafkawire.message import Request, Response
from kafkawire.message_set import MessageSet
from kafkawire.protocol.error_responses import error_response
from kafkawire.proxy.shipped.transcode_fields import TopicPlace, fit_request, fit_response, map_codes, topic_places
from kafkawire.proxy.shipped.transcode_records import fetched, produced
from kafkawire.proxy.shipped.transcode_shapes import SHAPES, check_values
from kafkawire.wire import ZERO_UUID

if TYPE_CHECKING:
    from kafkawire.proxy.context import Context
    from kafkawire.spec import FieldSpec

__all__ = ["Crossing"]

_IDS = object()  # the key of what a connection knows of topics that brokers know by id
_OFFSET_FETCH_GROUPS = 8
_MEMBER_ID_REQUIRED_SINCE = 4
_STALE_IDS = {int(ErrorCode.UNKNOWN_TOPIC_ID), int(ErrorCode.INCONSISTENT_TOPIC_ID)}


class Crossing:
    """From `ctx.version` to the version `broker`, and back."""

    def __init__(self, ctx: Context, messages: MessageSet, broker: int) -> None:
        self._ctx, self._messages = ctx, messages
        self._client, self._broker = ctx.version, broker
        self._shapes = SHAPES.get(ctx.api_key, ())
        self._asked: Any = None  # what the client wants, in the newest shape
        self._parts: list[Any] = []  # what the broker is asked, each in the newest shape
        self._aside: list[Response] = []  # answers to what the broker is not asked
        self._ids: dict[str, UUID] = {}
        self._offsets: dict[tuple[str, UUID, int], int] = {}

    # -------------------------------------------------------------------------------------------------------- requests

    async def to_broker(self, request: Any) -> list[Request]:
        """The requests that the broker gets, mostly one. Raises `KafkaError` for what cannot be said to it."""
        for shape in self._shapes:
            if self._client < shape.since:
                request = shape.request_up(request)
        check_values(request, self._broker)
        await self._name_topics(request)
        if request.API_KEY == ApiKey.PRODUCE:
            self._convert_produced(request)
        elif request.API_KEY == ApiKey.FETCH:
            self._remember_offsets(request)
        self._asked, self._parts = request, [request]
        for shape in self._shapes:
            if self._broker < shape.since:
                self._parts = [part for whole in self._parts for part in shape.split(whole)]
        return [self._down(copy(part)) for part in self._parts]

    def _down(self, request: Any) -> Request:
        for shape in reversed(self._shapes):
            if self._broker < shape.since:
                request = shape.request_down(request)
        fit_request(request, self._broker, was=self._client)
        found: Request = request
        return found

    def _convert_produced(self, request: Any) -> None:
        for topic in request.topic_data:
            for partition in list(topic.partition_data):
                try:
                    if partition.records:
                        partition.records = produced(partition.records, self._client, self._broker)
                except KafkaError as exc:
                    failed = copy(topic)
                    failed.partition_data = [partition]
                    self._put_aside(request, request, "topic_data", [failed], exc.code)
                    topic.partition_data = [one for one in topic.partition_data if one is not partition]

    def _remember_offsets(self, request: Any) -> None:
        for topic in request.topics:
            for partition in topic.partitions:
                self._offsets[topic.topic, topic.topic_id, partition.partition] = partition.fetch_offset

    # ---------------------------------------------------------------------------------------------------------- topics

    async def _name_topics(self, request: Any) -> None:
        """Call topics what the broker knows them by: by their names, or by their ids."""
        for place in topic_places(type(request)):
            finds = self._found_by(place)
            if finds is None:
                continue
            if request.API_KEY == ApiKey.FETCH and place.topics.field.attr == "topics":
                _leave_session(request)
            code = ErrorCode.UNKNOWN_TOPIC_ID if self._client in place.topic_id.versions else _NO_TOPIC
            await self._name_topics_at(request, place, finds, code)

    def _found_by(self, place: TopicPlace) -> Callable[[Any, FieldSpec], Awaitable[bool]] | None:
        client_has_id, broker_has_id = (one in place.topic_id.versions for one in (self._client, self._broker))
        if client_has_id and not broker_has_id:
            return self._finds_name
        is_by_id = broker_has_id and self._broker not in place.name.versions
        return self._finds_id if is_by_id and not client_has_id else None

    async def _name_topics_at(
        self, request: Any, place: TopicPlace, finds: Callable[[Any, FieldSpec], Awaitable[bool]], code: int
    ) -> None:
        attr = place.topics.field.attr
        for holder in list(place.topics.holders(request)):
            known: list[Any] = []
            unknown: list[Any] = []
            for topic in getattr(holder, attr) or ():
                (known if await finds(topic, place.name) else unknown).append(topic)
            if unknown:
                self._put_aside(request, holder, attr, unknown, code)
                setattr(holder, attr, known)

    async def _finds_name(self, topic: Any, field: FieldSpec) -> bool:
        if topic.topic_id == ZERO_UUID:
            return True
        name = getattr(topic, field.attr) or await self._ctx.topic_name(topic.topic_id)
        if name is None:
            return False
        self._ids[name] = topic.topic_id
        setattr(topic, field.attr, name)
        return True

    async def _finds_id(self, topic: Any, field: FieldSpec) -> bool:
        known: dict[str, UUID] = self._ctx.connection.state.setdefault(_IDS, {})
        name = getattr(topic, field.attr)
        if name not in known:
            found = await self._ctx.topic_id(name)
            if found is None:
                return False
            known[name] = found
        self._ids[name] = topic.topic_id = known[name]
        return True

    def _put_aside(self, request: Any, holder: Any, attr: str, topics: list[Any], code: int) -> None:
        """Answer for some topics without the broker. Raises `KafkaError` where nobody waits for an answer."""
        part = copy(holder)
        setattr(part, attr, topics)
        if holder is not request:
            group, part = part, copy(request)
            part.groups = [group]
        version = self._client
        if request.API_KEY == ApiKey.OFFSET_FETCH:
            version = max(version, _OFFSET_FETCH_GROUPS)  # that of the newest shape, where it goes by the same names
        answer = error_response(part, version, code, messages=self._messages, at=_is_topic)
        if answer is None:
            raise KafkaError(code)
        self._aside.append(answer)

    # ------------------------------------------------------------------------------------------------------- responses

    async def to_client(self, responses: list[Any]) -> Response:
        """What the client is told, for the responses to all that the broker was asked."""
        found = [await self._tried_again(response) for response in responses]
        for shape in self._shapes:
            if self._broker < shape.since:
                found = [shape.response_up(part, one) for part, one in zip(self._parts, found, strict=True)]
        response = found[0] if len(found) == 1 else self._joined(found)
        self._name_topics_back(response)
        if response.API_KEY == ApiKey.FETCH:
            self._convert_fetched(response)
        for answer in self._aside:
            _merge(response, answer)
        for shape in reversed(self._shapes):
            if self._client < shape.since:
                response = shape.response_down(response)
        if map_codes(response, self._client) & _STALE_IDS:
            self._ctx.connection.state.pop(_IDS, None)
        fit_response(response, self._client, was=self._broker)
        result: Response = response
        return result

    def _joined(self, responses: list[Any]) -> Any:
        splits = [shape for shape in self._shapes if self._broker < shape.since and shape.splits]
        return splits[-1].join(self._asked, responses)

    async def _tried_again(self, response: Any) -> Any:
        """Joining a group takes two requests since version 4: the first one brings a member id."""
        is_new = self._broker >= _MEMBER_ID_REQUIRED_SINCE > self._client
        if response.API_KEY != ApiKey.JOIN_GROUP or not is_new or response.error_code != ErrorCode.MEMBER_ID_REQUIRED:
            return response
        again = copy(self._parts[0])
        again.member_id = response.member_id
        return await self._ctx.send(self._down(again), version=self._broker)

    def _name_topics_back(self, response: Any) -> None:
        """Call topics what the client knows them by."""
        names = {topic_id: name for name, topic_id in self._ids.items()}
        for place in topic_places(type(response)) if names else ():
            for holder in place.topics.holders(response):
                for topic in getattr(holder, place.topics.field.attr) or ():
                    name = getattr(topic, place.name.attr)
                    if topic.topic_id == ZERO_UUID:
                        topic.topic_id = self._ids.get(name or "", ZERO_UUID)
                    elif not name:
                        setattr(topic, place.name.attr, names.get(topic.topic_id, ""))

    def _convert_fetched(self, response: Any) -> None:
        for topic in response.responses:
            for partition in topic.partitions:
                offset = self._offset_of(topic, partition.partition_index)
                fetched(partition, self._client, self._broker, offset)

    def _offset_of(self, topic: Any, partition: int) -> int:
        for name, topic_id in ((topic.topic, topic.topic_id), (topic.topic, ZERO_UUID), ("", topic.topic_id)):
            if (name, topic_id, partition) in self._offsets:
                return self._offsets[name, topic_id, partition]
        return 0


_NO_TOPIC = ErrorCode.UNKNOWN_TOPIC_OR_PARTITION


def _leave_session(request: Any) -> None:
    """A session would name topics that only one of both sides can; without one each request names them all."""
    if request.session_id:
        raise KafkaError(ErrorCode.FETCH_SESSION_ID_NOT_FOUND)
    request.session_epoch, request.forgotten_topics_data = -1, []


def _is_topic(field: FieldSpec) -> bool:
    return field.entity_type == "topicName" or field.attr == "topic_id"


def _merge(response: Any, other: Any) -> None:
    """Put what another response says of topics into this one; those of the same group to each other."""
    for field in type(response).spec().root.fields:
        if field.struct is None or not field.is_array:
            continue
        here = getattr(response, field.attr)
        for item in getattr(other, field.attr) or ():
            group_id = getattr(item, "group_id", None)
            same = next((one for one in here if group_id is not None and one.group_id == group_id), None)
            if same is None:
                here.append(item)
            else:
                same.topics.extend(item.topics)
