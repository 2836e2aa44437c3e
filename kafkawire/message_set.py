"""Which message is which: classes by what a frame says of itself, an API key and a version.

Every package of generated messages has one set, `PROTOCOL`; kafkawire's own is `kafkawire.messages.PROTOCOL`. Whatever
reads frames takes a set as `messages`. Sets are laid over each other: in `PROTOCOL | mine` the messages of `mine` count
wherever it has the API and the version, and those of `PROTOCOL` everywhere else.

A class is imported when it is first asked for, so a set of 300 messages costs no more than its names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal, TypeVar, overload

from kafkawire.errors import UnsupportedVersion
from kafkawire.message import Message, Request, Response, unsupported

if TYPE_CHECKING:
    F = TypeVar("F", bound=Callable[..., object])

    def cache(function: F) -> F:
        """That of `functools`; mypy takes a class for unhashable where its objects are."""
        return function
else:
    from functools import cache

__all__ = ["MessageSet", "load_messages", "request_header_version", "response_header_version"]

_CONTROLLED_SHUTDOWN = 7
_API_VERSIONS = 18
_PLACE = {"request": 2, "response": 3}  # of the class's name in what a set keeps of an API


@cache
def request_header_version(cls: type[Request], version: int) -> int:
    """The version of the header before a request: 2 in flexible versions (KIP-482), else 1.

    ControlledShutdown 0 is older than client ids and has header 0. Raises `UnsupportedVersion`.
    """
    if version not in cls.VERSIONS:
        raise unsupported(cls, version)
    if version == 0 and cls.API_KEY == _CONTROLLED_SHUTDOWN:
        return 0
    return 2 if version in cls.FLEXIBLE_VERSIONS else 1


@cache
def response_header_version(cls: type[Response], version: int) -> int:
    """The version of the header before a response: 1 in flexible versions, else 0.

    ApiVersions has header 0 in every version, so that a client can read the response before it knows what the broker
    speaks (KIP-511). Raises `UnsupportedVersion`.
    """
    if version not in cls.VERSIONS:
        raise unsupported(cls, version)
    return 1 if version in cls.FLEXIBLE_VERSIONS and cls.API_KEY != _API_VERSIONS else 0


class MessageSet:
    """Messages by API key and version, and those in Kafka's own topics by their number.

    `package` is the import name of generated messages. `apis`: API key -> name of the API, of its request's class and
    of its response's; `records`: (topic, part, number) -> name of a class. `key in messages` says whether it has an
    API, and iteration gives the keys.
    """

    __slots__ = ("_apis", "_packages", "_records", "_requests", "_responses", "_versions")

    def __init__(
        self,
        package: str,
        *,
        apis: Mapping[int, tuple[str, str | None, str | None]],
        records: Mapping[tuple[str, str, int], str],
    ) -> None:
        self._fill(
            (package,),
            {key: ((package, *names),) for key, names in apis.items()},
            {key: ((package, name),) for key, name in records.items()},
        )

    def _fill(
        self,
        packages: tuple[str, ...],
        apis: dict[int, tuple[tuple[str, str, str | None, str | None], ...]],
        records: dict[tuple[str, str, int], tuple[tuple[str, str], ...]],
    ) -> None:
        # Each value has what comes first in front.
        self._packages, self._apis, self._records = packages, apis, records
        # What was looked up before. None of them can outgrow the versions that there are: what is not there raises.
        self._requests: dict[tuple[int, int], tuple[type[Request], int]] = {}
        self._responses: dict[tuple[int | type[Request], int], tuple[type[Response], int]] = {}
        self._versions: dict[int | type[Request], tuple[int, ...]] = {}

    def __or__(self, later: MessageSet) -> MessageSet:
        """Both sets together; where both have a version of an API, that of the later one counts."""
        made = object.__new__(MessageSet)
        packages = tuple(dict.fromkeys(later._packages + self._packages))
        made._fill(packages, _over(later._apis, self._apis), _over(later._records, self._records))
        return made

    def only(self, api_keys: Iterable[int]) -> MessageSet:
        """What the set has of these APIs, and no others."""
        made = object.__new__(MessageSet)
        made._fill(self._packages, {key: self._apis[key] for key in api_keys if key in self._apis}, self._records)
        return made

    def __contains__(self, api_key: object) -> bool:
        return api_key in self._apis

    def __iter__(self) -> Iterator[int]:
        return iter(sorted(self._apis))

    def __len__(self) -> int:
        return len(self._apis)

    def __repr__(self) -> str:
        return f"<MessageSet of {' over '.join(self._packages)}: {len(self)} APIs>"

    def require(self, api_keys: Iterable[int]) -> None:
        """Raise `UnsupportedVersion` if the set lacks one of these APIs."""
        missing = {*api_keys}.difference(self._apis)
        if missing:
            raise UnsupportedVersion(f"no API has the key {min(missing)}")

    @property
    def names(self) -> list[str]:
        """The names of all messages, those without an API key included."""
        return sorted({name for package in self._packages for name in import_module(package).__all__} - {"PROTOCOL"})

    def api_name(self, api_key: int) -> str:
        """The name of an API as a constant: `LIST_OFFSETS`. Raises `UnsupportedVersion` for a key that it lacks."""
        self.require((api_key,))
        return self._apis[api_key][0][1]

    @overload
    def message_class(self, api_key: int, kind: Literal["request"], version: int | None = None) -> type[Request]: ...
    @overload
    def message_class(self, api_key: int, kind: Literal["response"], version: int | None = None) -> type[Response]: ...
    @overload
    def message_class(
        self, api_key: int, kind: Literal["request", "response"], version: int | None = None
    ) -> type[Request | Response]: ...
    def message_class(
        self, api_key: int, kind: Literal["request", "response"], version: int | None = None
    ) -> type[Request | Response]:
        """The class of a request or response, by API key (a number or an `ApiKey`): the newest, or that of a version.

        Raises `UnsupportedVersion` for a key or version that the set does not have.
        """
        classes = []
        for cls in self._classes(api_key, kind):
            if version is None or version in cls.VERSIONS:
                return cls
            classes.append(cls)
        if not classes:
            raise UnsupportedVersion(f"{self.api_name(api_key)} ({api_key}) has no {kind}")
        raise _unsupported(classes, version)

    def request_classes(self, api_key: int) -> list[type[Request]]:
        """All classes of an API's request, those that count first in front."""
        return [*self._classes(api_key, "request")]

    def request(self, api_key: int, version: int) -> tuple[type[Request], int]:
        """The class of a request, and the version of the header before it. Raises as `message_class` does."""
        try:
            return self._requests[api_key, version]
        except KeyError:
            cls = self.message_class(api_key, "request", version)
        found = self._requests[api_key, version] = cls, request_header_version(cls, version)
        return found

    def response(self, api_key: int, version: int) -> tuple[type[Response], int]:
        """The class of a response, and the version of the header before it. Raises as `message_class` does."""
        try:
            return self._responses[api_key, version]
        except KeyError:
            cls = self.message_class(api_key, "response", version)
        found = self._responses[api_key, version] = cls, response_header_version(cls, version)
        return found

    def response_to(self, request: type[Request], version: int) -> tuple[type[Response], int]:
        """What `response` gives, for a request of that class: from its own package, where that has the response.

        Whoever made a request from one package can so read the response, whatever is laid over that package.
        """
        try:
            return self._responses[request, version]
        except KeyError:
            cls = self._own_response(request, version) or self.message_class(request.API_KEY, "response", version)
        found = self._responses[request, version] = cls, response_header_version(cls, version)
        return found

    def versions(self, request: int | type[Request]) -> tuple[int, ...]:
        """The versions in which an API can be used, lowest first: stable ones of which there are request and response.

        Of an API given by its key, or of the class of a request: what that class has. Raises `UnsupportedVersion` for a
        key that the set lacks.
        """
        try:
            return self._versions[request]
        except KeyError:
            found = self._versions[request] = tuple(sorted(self._usable(request)))
            return found

    def record_class(
        self, topic: str, part: Literal["key", "value", "record"], number: int, version: int | None = None
    ) -> type[Message] | None:
        """The class of what lies in Kafka's own topics, or `None` for a number that no release had.

        `topic` is `group` (`__consumer_offsets`), `transaction`, `share`, `metadata` or `storage`; `number` is the type
        that stands before a key, or the API key in the frame of a metadata record. Of several classes the one that has
        the `version` is given, else the newest.
        """
        classes = [_load(*found) for found in self._records.get((topic, part, number), ())]
        return next((cls for cls in classes if version in cls.VERSIONS), classes[0] if classes else None)

    def named(self, name: str, version: int | None = None) -> type[Message]:
        """The class of that name that has the version, else the newest. Raises `UnsupportedVersion` if it has none."""
        packages = [package for package in self._packages if name in import_module(package).__all__]
        classes = [_load(package, name) for package in packages if name != "PROTOCOL"]
        if not classes:
            raise UnsupportedVersion(f"no message is called {name}")
        return next((cls for cls in classes if version in cls.VERSIONS), classes[0])

    def _classes(self, api_key: int, kind: Literal["request", "response"]) -> Iterator[type[Any]]:
        """The classes of an API, those that count first in front."""
        place = _PLACE[kind]
        for api in self._apis.get(api_key, ()):
            if (name := api[place]) is not None:
                yield _load(api[0], name)

    def _own_response(self, request: type[Request], version: int) -> type[Response] | None:
        """The response that lies beside a request in its package, if that has the version."""
        for package, _, of_request, of_response in self._apis.get(request.API_KEY, ()):
            if of_request is None or of_response is None or _load(package, of_request) is not request:
                continue
            cls: type[Response] = _load(package, of_response)  # type: ignore[assignment]
            return cls if version in cls.VERSIONS else None
        return None

    def _usable(self, request: int | type[Request]) -> Iterator[int]:
        api_key = request if isinstance(request, int) else request.API_KEY
        self.require((api_key,))
        requests = [*self._classes(api_key, "request")] if isinstance(request, int) else [request]
        readable = {version for cls in self._classes(api_key, "response") for version in cls.VERSIONS}
        offered = {version: cls for cls in reversed(requests) for version in cls.VERSIONS}
        return (v for v, cls in offered.items() if v <= cls.LATEST_STABLE_VERSION and v in readable)


def load_messages(name: str) -> MessageSet:
    """The set of a package of generated messages, by its import name. Raises `ImportError` if there is none.

    Several names are separated by commas; what comes later counts first.
    """
    first, *others = [_set_of(word.strip()) for word in name.split(",")]
    for other in others:
        first |= other
    return first


def _set_of(package: str) -> MessageSet:
    found = getattr(import_module(package), "PROTOCOL", None)
    if not isinstance(found, MessageSet):
        raise ImportError(f"{package} is no package of generated messages: it has no PROTOCOL", name=package)
    return found


def _over(later: dict[Any, tuple[Any, ...]], earlier: dict[Any, tuple[Any, ...]]) -> dict[Any, tuple[Any, ...]]:
    return earlier | {key: found + earlier.get(key, ()) for key, found in later.items()}


def _load(package: str, name: str) -> type[Message]:
    cls: type[Message] = getattr(import_module(package), name)
    return cls


def _unsupported(classes: list[type[Any]], version: object) -> UnsupportedVersion:
    """The error for a version that none of the classes has."""
    ranges = sorted({(cls.VERSIONS.start, cls.VERSIONS.stop - 1) for cls in classes})
    if len(ranges) == 1:
        return unsupported(classes[0], version)
    listed = " and ".join(f"{low} to {high}" for low, high in ranges)
    return UnsupportedVersion(f"{classes[0].__name__} has no version {version!r}; it has {listed}")
