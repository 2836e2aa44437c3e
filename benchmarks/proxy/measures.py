"""The measures. Each takes a session and adds rows to its results."""

from __future__ import annotations

import socket
import struct
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks import rounds
from benchmarks.broker.process import Broker, greet
from benchmarks.broker.session import Client
from benchmarks.conversation import ProcessFailed
from benchmarks.proxy.proxies import DIRECT, PREFIX, PUMP, TENANT
from benchmarks.rounds import OURS, turns
from kafkawire.messages import HeartbeatRequest, MetadataRequest
from kafkawire.messages.metadata_request import MetadataRequestTopic
from kafkawire.protocol import encode_request

REQUESTS = 3000
RECORDS = 100_000
IDLE = 1000
TOPICS = 10
_BEAT = HeartbeatRequest(group_id="g" * 20, member_id="m" * 40)
_REQUEST = encode_request(_BEAT, version=4, correlation_id=1, client_id="bench")
_SIZE = struct.Struct(">i")


@dataclass(kw_only=True)
class Session(rounds.Session):
    """One run of the benchmark; all proxies are up, and those that wait for their turn are idle."""

    proxies: list[Broker]
    client: Client

    @property
    def unfiltered(self) -> list[Broker]:
        """Those that change nothing."""
        return [proxy for proxy in self.proxies if proxy.name != TENANT]


def cpu(proxy: Broker) -> float:
    """Processor seconds of a process so far, all its threads; 0 without one. Finer than the clock ticks of `stat`."""
    if proxy.pid is None:
        return 0.0
    threads = Path(f"/proc/{proxy.pid}/task").glob("*/schedstat")
    return sum(int(one.read_text().split()[0]) for one in threads) / 1e9


def requests(session: Session) -> None:
    """One small request after the other: processor time and latency."""
    with ExitStack() as stack:
        lines = {proxy.name: stack.enter_context(greet(proxy.address)) for proxy in session.unfiltered}
        for line in lines.values():
            line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            _ping(line, session.amount(REQUESTS) * 5)  # so that Java has compiled what it runs
        direct = 0.0
        for proxy in turns(session.unfiltered, session.rounds * 3):
            count = session.amount(REQUESTS)
            before = cpu(proxy)
            took = _ping(lines[proxy.name], count) * 1e6
            used = (cpu(proxy) - before) / count * 1e6
            session.results.row("small request, p50", "µs").add(proxy.name, took)
            if proxy.name == DIRECT:
                direct = took
                continue
            session.results.row("small request, processor time", "µs").add(proxy.name, used)
            if direct:
                session.results.row("small request, added p50", "µs").add(proxy.name, max(took - direct, 0.1))


def _ping(line: socket.socket, count: int) -> float:
    """Seconds that the middle one of so many requests took."""
    times = []
    for _ in range(count):
        begin = time.perf_counter()
        line.sendall(_REQUEST)
        data = line.recv(65536)
        times.append(time.perf_counter() - begin)
        if len(data) != _SIZE.size + _SIZE.unpack_from(data)[0]:
            raise ProcessFailed("an answer came in pieces, or none")
    return median(times)


def metadata(session: Session) -> None:
    """What it costs to have other names than the cluster: Metadata of ten topics, with the filter and without."""
    proxies = [proxy for proxy in session.proxies if proxy.name in (OURS, TENANT)]
    names = [session.topic() for _ in range(TOPICS)]
    for name in names:
        session.client.do("create", session.proxies[0], topic=PREFIX + name, partitions=1)
    frames = {OURS: _metadata([PREFIX + name for name in names]), TENANT: _metadata(names)}
    with ExitStack() as stack:
        lines = {proxy.name: stack.enter_context(greet(proxy.address)) for proxy in proxies}
        for proxy in turns(proxies, session.rounds * 5):
            count = session.amount(REQUESTS) // 3
            before = cpu(proxy)
            for _ in range(count):
                lines[proxy.name].sendall(frames[proxy.name])
                _whole(lines[proxy.name])
            used = (cpu(proxy) - before) / count * 1e6
            session.results.row(f"Metadata of {TOPICS} topics, processor time", "µs").add(proxy.name, used)


def _metadata(names: list[str]) -> bytes:
    topics = [MetadataRequestTopic(name=name) for name in names]
    return encode_request(MetadataRequest(topics=topics), version=12, correlation_id=1, client_id="bench")


def _whole(line: socket.socket) -> None:
    """Read a response."""
    data = line.recv(65536)
    while len(data) < _SIZE.size + _SIZE.unpack_from(data)[0]:
        more = line.recv(65536)
        if not more:
            raise ProcessFailed("an answer ended early")
        data += more


def traffic(session: Session) -> None:
    """Throughput of 1 KB records, and what it costs the proxy."""
    topic = session.topic()
    session.client.do("create", session.proxies[0], topic=topic, partitions=1)
    count = session.amount(RECORDS)
    for proxy in session.unfiltered:
        session.client.do("produce", proxy, topic=topic, load=1000, count=count, options={})
    for do, more in (("produce", {"load": 1000}), ("consume", {})):

        def work(proxy: Broker, do: str = do, more: dict[str, Any] = more) -> None:
            before = cpu(proxy)
            answer = session.client.do(do, proxy, topic=topic, count=count, options={}, **more)
            used = cpu(proxy) - before
            session.results.row(f"{do} 1 KB", "records/s").add(proxy.name, count / answer["wall"])
            if proxy.pid is not None:
                row = session.results.row(f"{do} 1 KB, processor time of the proxy", "s per million")
                row.add(proxy.name, used / count * 1e6)

        session.turns(session.unfiltered, f"{do} 1 KB", work)


def idle(session: Session) -> None:
    """Memory of connections that have asked one question each and are silent from then on."""
    for proxy in session.unfiltered:
        if proxy.pid is None or proxy.name == PUMP:
            continue
        with ExitStack() as stack:
            for _ in range(IDLE):  # the first thousand makes room that stays
                stack.enter_context(greet(proxy.address))
            half = proxy.memory() or 0
            session.results.row(f"memory with {IDLE:,} idle connections", "MB").add(proxy.name, half)
            for _ in range(IDLE):
                stack.enter_context(greet(proxy.address))
            each = ((proxy.memory() or 0) - half) / IDLE * 1000
            session.results.row("memory for each further idle connection", "KB").add(proxy.name, each)


MEASURES: dict[str, Callable[[Session], None]] = {
    function.__name__: function for function in (idle, requests, metadata, traffic)
}
