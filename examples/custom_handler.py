"""A broker with handlers of its own: one wrapped, one replaced, one added.

Run it: python examples/custom_handler.py
"""

from __future__ import annotations

import asyncio
from collections import Counter

from kafkawire.api_key import ApiKey
from kafkawire.broker import Broker, BrokerConfig, Context, Handler, MemoryFiles, default_handlers, handles
from kafkawire.error_code import ErrorCode
from kafkawire.message import Response
from kafkawire.messages import (
    CreateTopicsRequest,
    CreateTopicsResponse,
    DescribeClientQuotasRequest,
    DescribeClientQuotasResponse,
    ProduceRequest,
)
from kafkawire.messages.create_topics_response import CreatableTopicResult

produced_by: Counter[str | None] = Counter()
produce = default_handlers()[ApiKey.PRODUCE]


# Wrapped: do something, then let the built-in handler answer, in the versions that it answers.
@handles(ApiKey.PRODUCE, versions=produce.versions)
async def count_producers(ctx: Context, request: ProduceRequest) -> Response | None:
    produced_by[ctx.client_id] += 1
    return await produce(ctx, request)


# Replaced: nobody makes topics here, and every client is told so.
@handles(ApiKey.CREATE_TOPICS, versions=range(2, 8))
def refuse_topics(_ctx: Context, request: CreateTopicsRequest) -> CreateTopicsResponse:
    denied = ErrorCode.POLICY_VIOLATION
    return CreateTopicsResponse(
        topics=[
            CreatableTopicResult(name=topic.name, error_code=denied, error_message="Ask Ada for a topic.", configs=[])
            for topic in request.topics
        ]
    )


# Added: an API that the broker does not serve by itself. ApiVersions tells of it from now on.
@handles(ApiKey.DESCRIBE_CLIENT_QUOTAS, versions=range(2))
def no_quotas(_ctx: Context, _request: DescribeClientQuotasRequest) -> DescribeClientQuotasResponse:
    return DescribeClientQuotasResponse(error_message=None, entries=[])


HANDLERS: list[Handler] = [count_producers, refuse_topics, no_quotas]


async def main() -> None:
    config = BrokerConfig(listeners="127.0.0.1:0", log_dirs="memory")
    async with Broker(config, handlers=HANDLERS, files=MemoryFiles()) as broker:
        print(f"listening on {broker.bootstrap_servers}, serving {len(broker.node.handlers)} APIs")


if __name__ == "__main__":
    asyncio.run(main())
