"""`kafkawire capture replay`: ask a broker what was asked when a capture was recorded, and compare what it says.

Each recorded connection gets one of its own, and requests go out in the recorded order: one is sent once all responses
are here that were there before it was sent. What the requests have of the other cluster's own (ids, sessions ...) is
translated (`kafkawire.capture.translate`).
"""

from __future__ import annotations

import argparse
import asyncio
import heapq
import re
import sys
from collections import Counter, OrderedDict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from kafkawire.api_key import ApiKey
from kafkawire.capture.exchange import Exchange, errors_in
from kafkawire.capture.translate import FieldDifference, HiddenSecret, Translator
from kafkawire.capture.volatile import BETWEEN_BROKERS, NOT_YET
from kafkawire.cli import output
from kafkawire.cli.patience import Patience
from kafkawire.client.connection import AioConnection, Connection
from kafkawire.client.options import ClientOptions, bootstrap_addresses, make_options
from kafkawire.client.runtime import AioRuntime
from kafkawire.client.security import Security, security_of
from kafkawire.errors import KafkaWireError
from kafkawire.jsonform import from_json, to_json
from kafkawire.limits import MIB
from kafkawire.messages import MetadataRequest, MetadataResponse, ProduceResponse
from kafkawire.protocol.frames import expects_response
from kafkawire.transport.errors import TransportError

if TYPE_CHECKING:
    from kafkawire.capture.recorder import Recorder
    from kafkawire.message import Request, Response

__all__ = ["Replay", "in_request_order"]

_LOGINS = frozenset((ApiKey.SASL_HANDSHAKE, ApiKey.SASL_AUTHENTICATE))
_WINDOW_NS = 60_000_000_000  # how much later than others an exchange may have ended, and still be sent in its turn
_WINDOW_BYTES, _WINDOW = 64 * MIB, 10_000
_MOST_OPEN = 500  # connections, and requests without a response
_MOST_SHOWN = 100  # differences of one response
_MOST_KINDS = 10_000
_LONGEST = 100  # characters of a value
_INDEX = re.compile(r"\[[^]]*\]")
_CONNECT_S = 10.0
_RETRY_S = 0.05
_UNKNOWN = "UNKNOWN_TOPIC_OR_PARTITION"
_MOST_QUEUED = 256 * MIB  # may wait to be written down: twice the largest response and more
_MADE_S = 3.0  # after which a topic that was made is known to all of a cluster


def in_request_order(exchanges: Iterable[Exchange]) -> Iterator[Exchange]:
    """Exchanges by the time of their request, not of their end. What is held meanwhile is bounded."""
    waiting: list[tuple[int, int, Exchange]] = []
    held, latest = 0, 0
    for each in exchanges:
        if each.asked is None:
            continue
        latest = max(latest, each.response_time_ns or each.time_ns)
        heapq.heappush(waiting, (each.time_ns, each.number, each))
        held += _size(each)
        while len(waiting) > _WINDOW or held > _WINDOW_BYTES or waiting[0][0] < latest - _WINDOW_NS:
            first = heapq.heappop(waiting)[2]
            held -= _size(first)
            yield first
            if not waiting:
                break
    while waiting:
        yield heapq.heappop(waiting)[2]


def _size(exchange: Exchange) -> int:
    return (exchange.request_size or 0) + (exchange.response_size or 0)


class _NotSent(KafkaWireError):
    """A request that is not asked again, and why."""


@dataclass(slots=True)
class _Broker:
    """A connection that stands for a recorded one; requests on it go out one after the other."""

    connection: Connection
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    open: int = 0


class Replay:
    """Sends recorded requests, and tells what differs."""

    def __init__(
        self, args: argparse.Namespace, servers: str, options: dict[str, Any], recorder: Recorder | None
    ) -> None:
        self._args, self._bootstrap, self._recorder = args, bootstrap_addresses(servers)[0], recorder
        self._options = make_options(ClientOptions, options)
        self._security: Security = security_of(self._options)
        self._runtime = AioRuntime()
        self._timeout: float = args.timeout / 1000
        self._translator = Translator(self._node, is_strict=args.all, ignored=frozenset(args.ignore))
        self._addresses: dict[int, tuple[str, int]] = {}  # of the brokers of now
        self._recorded: dict[tuple[str, int], int] = {}  # whose address was whose, when it was recorded
        self._brokers: OrderedDict[int, _Broker] = OrderedDict()
        self._tasks: dict[asyncio.Task[None], int] = {}  # to when the response was there that is waited for
        self.sent = self.compared = 0
        self.not_sent: Counter[str] = Counter()
        self.differing: set[int] = set()
        self.timing: set[int] = set()
        self.kinds = Kinds()

    async def run(self, exchanges: Iterable[Exchange]) -> None:
        """Send everything. Raises `TransportError` or `AuthenticationFailed` if there is no broker, or none for us."""
        with Patience(f"{self._bootstrap[0]}:{self._bootstrap[1]}", {"default_api_timeout_ms": _CONNECT_S * 1000}):
            await self._learn_brokers()
        clock, first = asyncio.get_running_loop().time, None
        began = clock()
        try:
            for each in in_request_order(exchanges):
                if self._args.pace == "recorded":
                    first = each.time_ns if first is None else first
                    await asyncio.sleep(began + (each.time_ns - first) / 1e9 - clock())
                await self._catch_up(each.time_ns)
                await self._ask(each)
            await self._catch_up(None)
        finally:
            for broker in self._brokers.values():
                broker.connection.close()
            for task in self._tasks:
                task.cancel()
            await self._runtime.wait_closed()

    async def _catch_up(self, time_ns: int | None) -> None:
        """Wait for the responses that were there at that time, when it was recorded; for all if it is None."""
        while True:
            due = [task for task, there in self._tasks.items() if time_ns is None or there <= time_ns]
            if not due and len(self._tasks) < _MOST_OPEN:
                return
            await asyncio.wait(due or self._tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in [task for task in self._tasks if task.done()]:
                del self._tasks[task]
                task.result()

    async def _ask(self, exchange: Exchange) -> None:
        try:
            asked = self._recorded_request(exchange)
            broker = await self._broker_of(exchange)
            request, version = self._request_now(exchange, asked, broker)
        except _NotSent as exc:
            self.not_sent[str(exc)] += 1
            return
        self.sent += 1
        broker.open += 1
        work = self._exchange(exchange, asked, broker, request, version)
        task = asyncio.get_running_loop().create_task(work)
        never = exchange.response_time_ns is None
        self._tasks[task] = exchange.time_ns if never else exchange.response_time_ns or 0
        await asyncio.sleep(0)  # so that requests of one connection leave in their order

    def _recorded_request(self, exchange: Exchange) -> dict[str, Any]:
        """The request as it was, in JSON form. Raises `_NotSent`."""
        if exchange.is_token or exchange.api_key in _LOGINS:
            raise _NotSent("login: there is one of its own")
        request = exchange.request
        if request is None:
            raise _NotSent(f"{exchange.api or f'API {exchange.api_key}'} v{exchange.version} cannot be read")
        if NOT_YET.intersection(exchange.error_codes):
            raise _NotSent(f"{exchange.api}: {exchange.error_codes[0]} when it was recorded, so it was asked again")
        if exchange.api in BETWEEN_BROKERS or _replica(request) >= 0:
            raise _NotSent(f"{exchange.api}: between brokers")
        return to_json(request, exchange.version or 0)

    def _request_now(self, exchange: Exchange, asked: dict[str, Any], broker: _Broker) -> tuple[Request, int]:
        assert exchange.request is not None
        version = exchange.version or 0
        low, high = broker.connection.versions.ranges.get(exchange.request.API_KEY, (0, -1))
        if not low <= version <= high:
            self.differing.add(exchange.number)
            raise _NotSent(f"{exchange.api} v{version}: the broker does not speak it")
        try:
            now = self._translator.request(asked, exchange.connection.number)
            return from_json(type(exchange.request), now, version), version
        except HiddenSecret as exc:
            raise _NotSent(f"{exchange.api}: {exc}") from exc

    async def _exchange(
        self, exchange: Exchange, asked: dict[str, Any], broker: _Broker, request: Request, version: int
    ) -> None:
        try:
            if not expects_response(request):
                await broker.connection.send_unanswered(request, version, self._timeout)
                return
            response = await self._answer(broker.connection, request, version, exchange.error_codes)
        except TransportError as exc:
            if exchange.answer is not None:
                self._tell(exchange, [FieldDifference("response", "a response", f"none: {exc}")])
            return
        finally:
            broker.open -= 1
        self._compare(exchange, asked, response)

    async def _answer(
        self, connection: Connection, request: Request, version: int, recorded: Collection[str]
    ) -> Response:
        """The response; where it says only that it is too early, the one to the same question a little later."""
        clock = asyncio.get_running_loop().time
        began = clock()
        while True:
            response = await connection.request(request, version, self._timeout)
            found = {*errors_in(response)}
            if found & NOT_YET and request.API_KEY != ApiKey.PRODUCE:
                limit = self._timeout
            elif _UNKNOWN in found.difference(recorded) and not _wrote(response):
                limit = min(self._timeout, _MADE_S)
            else:
                return response
            if clock() - began > limit:
                return response
            await asyncio.sleep(_RETRY_S)

    def _compare(self, exchange: Exchange, asked: dict[str, Any], response: Response) -> None:
        if exchange.response is None:
            return
        self.compared += 1
        self._learn_recorded(exchange.response)
        version = exchange.response_version or 0
        was, now = to_json(exchange.response, version), to_json(response, exchange.version or 0)
        self._tell(exchange, self._translator.differences(asked, was, now, exchange.connection.number))

    def _tell(self, exchange: Exchange, found: Iterable[FieldDifference]) -> None:
        lines = list(found)
        for each in lines:
            (self.timing if each.is_timing else self.differing).add(exchange.number)
        if self._args.summary:
            for each in lines:
                self.kinds.add(exchange, each)
            return
        for each in lines[:_MOST_SHOWN]:
            row = {"number": exchange.number, "api": exchange.api, "version": exchange.version, "path": each.path}
            if self._args.json:
                output.print_json_line(row | {"was": each.was, "now": each.now, "timing": each.is_timing})
        if lines and not self._args.json:
            print(f"#{exchange.number}: {exchange.api} v{exchange.version}")
            for each in lines[:_MOST_SHOWN]:
                timing = " (timing)" if each.is_timing else ""
                print(f"  {each.path}: {_short(each.was)} / {_short(each.now)}{timing}")

    # --------------------------------------------------------------------------------------------------------- brokers

    async def _learn_brokers(self) -> None:
        connection = await self._connect(self._bootstrap, None)
        try:
            request = MetadataRequest(topics=[])
            response = await connection.request(
                request, connection.choose_version(MetadataRequest, at_least=1), _CONNECT_S
            )
        finally:
            connection.close()
        assert isinstance(response, MetadataResponse)
        self._addresses = {each.node_id: (each.host, each.port) for each in response.brokers}

    def _learn_recorded(self, response: Response) -> None:
        if isinstance(response, MetadataResponse):
            for each in response.brokers:
                self._recorded[each.host, each.port] = each.node_id

    def _node(self, recorded: int) -> int:
        """The broker that stands for a recorded one: of the same id, else the first."""
        return recorded if recorded in self._addresses or not self._addresses else min(self._addresses)

    async def _broker_of(self, exchange: Exchange) -> _Broker:
        number = exchange.connection.number
        found = self._brokers.get(number)
        if found is None or found.connection.closed:
            server = exchange.connection.server.address
            node = self._recorded.get((str(server[0]), server[1]))
            address = self._bootstrap if node is None else self._addresses.get(self._node(node), self._bootstrap)
            found = self._brokers[number] = _Broker(await self._connect(address, exchange.client_id))
        self._brokers.move_to_end(number)
        for idle in [key for key, each in self._brokers.items() if not each.open][: len(self._brokers) - _MOST_OPEN]:
            self._brokers.pop(idle).connection.close()
        return found

    async def _connect(self, address: tuple[str, int], client_id: str | None) -> Connection:
        name = "kafkawire-replay" if client_id is None else client_id
        connection = await self._runtime.connect(*address, name, _CONNECT_S, self._security, recorder=self._recorder)
        assert isinstance(connection, AioConnection)
        return connection


class Kinds:
    """Differences of one API in one field, whatever they are about, told as one."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, str], list[Any]] = {}

    def add(self, exchange: Exchange, found: FieldDifference) -> None:
        """Count a difference; the first of its kind is kept."""
        key = exchange.api or "", _INDEX.sub("[]", found.path)
        if key in self._found:
            self._found[key][0] += 1
        elif len(self._found) < _MOST_KINDS:
            self._found[key] = [1, exchange.number, found.was, found.now, found.is_timing]

    def print(self, *, as_json: bool) -> None:
        """A line for each kind."""
        rows = [(*key, *found) for key, found in sorted(self._found.items())]
        if as_json:
            names = ("api", "path", "count", "first", "was", "now", "timing")
            for row in rows:
                output.print_json_line(dict(zip(names, row, strict=True)))
        elif rows:
            cells = [
                [api, path, str(count), f"#{first}", _short(was), _short(now) + (" (timing)" if timing else "")]
                for api, path, count, first, was, now, timing in rows
            ]
            output.print_table(["api", "field", "count", "first", "recorded", "now"], cells, numeric=(2,))


def _short(value: Any) -> str:
    text = output.printable(output.json_text(value))
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."


def _wrote(response: Response) -> bool:
    """Whether records were written, so that to ask again would write them twice."""
    if not isinstance(response, ProduceResponse):
        return False
    return any(not each.error_code for topic in response.responses for each in topic.partition_responses)


def _replica(request: Request) -> int:
    """Which broker asks; -1 for a client."""
    state = getattr(request, "replica_state", None)
    return max(int(getattr(request, "replica_id", -1)), -1 if state is None else int(state.replica_id))


def told(replay: Replay, *, as_json: bool) -> int:
    """The last line, and the exit code: 1 if anything differs that time alone does not explain."""
    replay.kinds.print(as_json=as_json)
    differ, timing = len(replay.differing), len(replay.timing - replay.differing)
    left_out = sum(replay.not_sent.values())
    for why, count in replay.not_sent.most_common():
        print(f"kafkawire: note: not sent, {count}: {why}", file=sys.stderr)
    print(
        f"{replay.sent} requests sent, {left_out} not; {replay.compared} responses compared, {differ} differ"
        + (f", {timing} in what depends on time" if timing else ""),
        file=sys.stderr,
    )
    return 1 if differ else 0


def run(args: argparse.Namespace, exchanges: Iterable[Exchange], servers: str, options: dict[str, Any]) -> int:
    """Replay, and say what differs. Raises `TransportError` or `AuthenticationFailed` if no broker can be asked.

    Where that is so half way, or Ctrl-C ends it, what was found up to then is told first.
    """
    from kafkawire.capture.recorder import Recorder
    from kafkawire.transport.aio import loop_factory

    recorder = None if args.output is None else Recorder(args.output, max_bytes=1 << 62, max_queued=_MOST_QUEUED)
    replay = None
    try:
        with asyncio.Runner(loop_factory=loop_factory()) as runner:
            replay = Replay(args, servers, options, recorder)
            runner.run(replay.run(exchanges))
    except (KafkaWireError, KeyboardInterrupt):
        if replay is not None and replay.sent:
            told(replay, as_json=args.json)
        raise
    finally:
        if recorder is not None:
            recorder.close()
    return told(replay, as_json=args.json)
