"""Log every request that passes. Run it: python examples/proxy_log_requests.py BROKER:PORT [LISTEN:PORT]"""

import asyncio
import sys

from kafkawire.message import Request
from kafkawire.messages import RequestHeader
from kafkawire.proxy import Context, Filter, Proxy, VirtualCluster


class Log(Filter):
    def on_request(self, ctx: Context, header: RequestHeader, request: Request | None) -> None:
        print(f"{ctx.client_address[0]} {header.client_id}: v{ctx.version} {request or ctx.api_key}", flush=True)


async def main(upstream: str, listen: str = "127.0.0.1:19092") -> None:
    async with Proxy([VirtualCluster(upstream, listen=listen)], [Log()]) as proxy:
        print(f"listening on {proxy.bootstrap_servers}", flush=True)
        await asyncio.Event().wait()


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    asyncio.run(main(*sys.argv[1:]))
