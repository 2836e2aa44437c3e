"""Stand between clients and a cluster, and change what passes.

```python
class Log(Filter):
    def on_request(self, ctx, header, request):
        print(ctx.client_address, header.client_id, request)

async with Proxy([VirtualCluster("broker:9092", listen="127.0.0.1:19092")], [Log()]):
    ...
```

Names load on first touch.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.lazy import lazily

if TYPE_CHECKING:
    from kafkawire.proxy.addresses import rewrite_addresses as rewrite_addresses
    from kafkawire.proxy.chain import Chain as Chain
    from kafkawire.proxy.cluster import VirtualCluster as VirtualCluster
    from kafkawire.proxy.context import Connection as Connection
    from kafkawire.proxy.context import Context as Context
    from kafkawire.proxy.exchange import Exchange as Exchange
    from kafkawire.proxy.filters import CLOSE as CLOSE
    from kafkawire.proxy.filters import DROP as DROP
    from kafkawire.proxy.filters import Filter as Filter
    from kafkawire.proxy.filters import Hook as Hook
    from kafkawire.proxy.filters import Result as Result
    from kafkawire.proxy.filters import versions as versions
    from kafkawire.proxy.link import Link as Link
    from kafkawire.proxy.loading import load_filter as load_filter
    from kafkawire.proxy.records import PassingBatch as PassingBatch
    from kafkawire.proxy.server import Proxy as Proxy
    from kafkawire.proxy.session import Session as Session

__all__ = [
    "CLOSE",
    "DROP",
    "Chain",
    "Connection",
    "Context",
    "Exchange",
    "Filter",
    "Hook",
    "Link",
    "PassingBatch",
    "Proxy",
    "Result",
    "Session",
    "VirtualCluster",
    "load_filter",
    "rewrite_addresses",
    "versions",
]

_HOME = {
    "CLOSE": ".filters",
    "Chain": ".chain",
    "Connection": ".context",
    "Context": ".context",
    "DROP": ".filters",
    "Exchange": ".exchange",
    "Filter": ".filters",
    "Hook": ".filters",
    "Link": ".link",
    "PassingBatch": ".records",
    "Proxy": ".server",
    "Result": ".filters",
    "Session": ".session",
    "VirtualCluster": ".cluster",
    "load_filter": ".loading",
    "rewrite_addresses": ".addresses",
    "versions": ".filters",
}

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazily(__name__, _HOME)
