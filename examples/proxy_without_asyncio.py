"""The core of a proxy with a socket loop of its own: everything passes, and each request's API is printed.

Run it: python examples/proxy_without_asyncio.py BROKER_HOST BROKER_PORT LISTEN_PORT

It serves one client at a time, and rewrites no addresses: clients have to reach the brokers by themselves as well, as
they do where the broker's advertised listener leads here.
"""

import select
import socket
import sys

from kafkawire.errors import RemoteProtocolError
from kafkawire.messages import PROTOCOL
from kafkawire.proxy import Session


class AllRequests:
    def __contains__(self, api_key: object) -> bool:
        return True


def step(session: Session, client: socket.socket, broker: socket.socket) -> bool:
    """Wait for bytes of either side, and pass them on; whether both are still there."""
    sides = [client] * (not session.client_is_paused) + [broker] * (not session.broker_is_paused)
    for side in select.select(sides, [], [])[0]:
        data = side.recv(65536)
        if not data:
            return False
        (session.receive_from_client if side is client else session.receive_from_broker)(data)
    while (exchange := session.next_request()) is not None:
        name = PROTOCOL.api_name(exchange.api_key) if exchange.api_key in PROTOCOL else str(exchange.api_key)
        print(f"{name} v{exchange.version}", flush=True)
        session.forward(exchange)
    while session.next_response() is not None:  # nobody looks at responses, so there is none to decide on
        pass
    broker.sendall(b"".join(session.data_to_broker()))
    client.sendall(b"".join(session.data_to_client()))
    return True


def main(broker_host: str, broker_port: str, listen_port: str) -> None:
    with socket.create_server(("127.0.0.1", int(listen_port))) as listening:
        print(f"listening on 127.0.0.1:{listening.getsockname()[1]}", flush=True)
        while True:
            client, _ = listening.accept()
            with client, socket.create_connection((broker_host, int(broker_port))) as broker:
                session = Session(requests=AllRequests())
                try:
                    while step(session, client, broker):
                        pass
                except (RemoteProtocolError, OSError) as exc:
                    print(f"the connection ends: {exc}", flush=True)


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    main(*sys.argv[1:])
