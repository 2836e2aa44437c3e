"""A broker with rules of one's own: topics that begin with "private." are for one client only.

python examples/custom_authorizer.py
"""

from __future__ import annotations

import asyncio

from kafkawire.broker import Action, Broker, BrokerConfig, Client, MemoryFiles, ResourceType
from kafkawire.client import Admin, Producer
from kafkawire.errors import KafkaError


class Private:
    """Lets everybody do everything, but for the topics of `owner`."""

    def __init__(self, prefix: str, owner: str) -> None:
        self._prefix = prefix
        self._owner = owner

    def allows(self, client: Client, action: Action) -> bool:
        """Asked for each resource of each request."""
        is_private = action.resource_type is ResourceType.TOPIC and action.name.startswith(self._prefix)
        return not is_private or client.client_id == self._owner


async def main() -> list[str]:
    """Write to a private topic, as its owner and as somebody else."""
    outcomes = []
    config = BrokerConfig(listeners="127.0.0.1:0")
    async with Broker(config, files=MemoryFiles(), authorizer=Private("private.", "owner")) as broker:
        async with Admin(broker.bootstrap_servers, client_id="owner") as admin:
            await admin.create_topics({"private.notes": 1})
        for name in ("owner", "somebody"):
            producer = Producer(broker.bootstrap_servers, client_id=name, max_block_ms=1_000)
            try:
                async with producer:
                    await producer.send("private.notes", b"a note")
                outcomes.append(f"{name}: written")
            except KafkaError as exc:
                outcomes.append(f"{name}: {exc.name}")
    return outcomes


if __name__ == "__main__":
    print("\n".join(asyncio.run(main())))
