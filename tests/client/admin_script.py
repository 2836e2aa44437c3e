"""A cluster in memory whose answers to administrative requests a test writes down.

`script.on(ApiKey.X, answer, ...)`: each request of that API gets the next answer, the last one for good. An answer is a
response, a function of the request that makes one, or a fault of `tests.client.scripted`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kafkawire import ApiKey
from kafkawire.client.admin import Admin
from kafkawire.client.runtime import AioRuntime
from kafkawire.message import Response
from kafkawire.messages import find_coordinator_response, metadata_response
from tests.client.scripted import Cluster
from tests.client.virtual_time import run

__all__ = ["Script", "run"]

Answer = Response | Callable[[Any], Response]


class Script(Cluster):
    """Brokers 1, 2, ... that lead partitions in turn; the last one is every coordinator, the first the controller."""

    def __init__(self, topics: dict[str, int] | None = None, brokers: int = 1, **newest: int) -> None:
        super().__init__(topics or {}, brokers, {ApiKey[name.upper()]: version for name, version in newest.items()})
        self.coordinators = {"*": self.nodes[-1]}
        self.controller = self.nodes[0]

    def on(self, api: ApiKey, *answers: Answer | int | str) -> None:
        """Answer an API this way, one answer after the other."""
        self.apis.add(api)
        left = list(answers)

        def answer(node: int, version: int, request: Any) -> Response:
            now = left.pop(0) if len(left) > 1 else left[0]
            made = now(request) if callable(now) else now
            assert isinstance(made, Response)
            return made

        setattr(self, f"_{api.name.lower()}", answer)

    def admin(self, **options: Any) -> Admin:
        return Admin("b1:9092", runtime=AioRuntime(self.network.dial), **options)

    def asked(self, api: ApiKey) -> list[Any]:
        """The requests of an API, in order."""
        return [request for _, _, _, request in self.seen(api)]

    def nodes_asked(self, api: ApiKey) -> list[int]:
        return [node for node, _, _, _ in self.seen(api)]

    def _metadata(self, node: int, version: int, request: Any) -> Response:
        response: Any = super()._metadata(node, version, request)
        response.controller_id = self.controller
        for topic in response.topics:
            for partition in topic.partitions:
                assert isinstance(partition, metadata_response.MetadataResponsePartition)
                partition.replica_nodes = partition.isr_nodes = [partition.leader_id]
        return response  # type: ignore[no-any-return]

    def _find_coordinator(self, node: int, version: int, request: Any) -> Response:
        from kafkawire.messages import FindCoordinatorResponse

        keys = request.coordinator_keys if version >= 4 else [request.key]
        nodes = {key: self.coordinators.get(key, self.coordinators["*"]) for key in keys}
        if version < 4:
            (place,) = nodes.values()
            return FindCoordinatorResponse(node_id=place, host=f"b{place}", port=9092)
        found = [
            find_coordinator_response.Coordinator(key=key, node_id=place, host=f"b{place}", port=9092)
            for key, place in nodes.items()
        ]
        return FindCoordinatorResponse(coordinators=found)
