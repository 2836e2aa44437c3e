"""Rename topics, and nothing else: python examples/proxy_rename_topics.py BROKER:PORT PREFIX [LISTEN:PORT]"""

import asyncio
import sys

from kafkawire.proxy import Filter, Proxy, VirtualCluster
from kafkawire.spec import paths_of


class Rename(Filter):
    strict = True  # what cannot be decoded might hold a name

    def __init__(self, prefix):
        self.prefix = prefix

    def on_request(self, ctx, header, request):
        return rename(request, lambda name: self.prefix + name)

    def on_response(self, ctx, header, response):
        return rename(response, lambda name: name.removeprefix(self.prefix))


def rename(message, change):
    for path in paths_of(type(message), "topicName"):
        for holder in path.holders(message):
            names = getattr(holder, path.field.attr)
            if names:  # a topic may have an id in place of a name
                setattr(holder, path.field.attr, [change(n) for n in names] if path.field.is_array else change(names))
    return message


async def main(upstream, prefix, listen="127.0.0.1:19092"):
    async with Proxy([VirtualCluster(upstream, listen=listen)], [Rename(prefix)]) as proxy:
        print(f"listening on {proxy.bootstrap_servers}", flush=True)
        await asyncio.Event().wait()


if __name__ == "__main__":
    sys.exit(asyncio.run(main(*sys.argv[1:])) if len(sys.argv) > 2 else __doc__)
