"""The one loop that makes attempts: what may pass is tried again, with growing pauses, until the call's time is up."""

from __future__ import annotations

import logging
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from typing import TypeVar

from kafkawire.client.errors import BrokersUnavailable, TimedOut
from kafkawire.client.options import ClientOptions
from kafkawire.client.retry import Backoff, Deadline, call_until, may_pass, within
from kafkawire.client.runtime import Runtime
from kafkawire.errors import KafkaError, KafkaWireError

__all__ = ["Attempts"]

log = logging.getLogger("kafkawire.client.metadata")
T = TypeVar("T")


class Attempts(ABC):
    """Makes attempts, and asks for fresh metadata between them."""

    options: ClientOptions
    runtime: Runtime

    @abstractmethod
    async def refresh(self) -> None:
        """Ask for metadata once."""

    async def retrying(
        self, attempt: Callable[[], Awaitable[T]], what: str, timeout: float | None = None, *, refresh: bool = True
    ) -> T:
        """Repeat `attempt` while it fails in a way that may pass, with growing pauses and fresh metadata.

        Gives up after `timeout` seconds (default: `default_api_timeout_ms`) with the last error if that says it all, or
        with `TimedOut`. `refresh`: whether new metadata can help an attempt that does not ask for it itself.
        """
        seconds = self.options.default_api_timeout_ms / 1000 if timeout is None else timeout
        deadline = Deadline(self.runtime.now, within(seconds))
        backoff = self.backoff()
        while True:
            try:
                with call_until(deadline):
                    return await attempt()
            except KafkaWireError as exc:
                if not may_pass(exc):
                    raise
                delay = min(backoff.next_delay(), deadline.remaining)  # the last attempt is made when the time is up
                if deadline.passed:
                    raise _give_up(exc, what, seconds) from exc
                log.debug("%s: %s; next attempt in %.3f s", what, exc, delay)
            await self.runtime.sleep(delay)
            if refresh:
                with call_until(deadline):
                    await self._refresh_quietly()

    def backoff(self) -> Backoff:
        """A new sequence of pauses as the options say."""
        options = self.options
        return Backoff(options.retry_backoff_ms / 1000, options.retry_backoff_max_ms / 1000, self.runtime.chance)

    async def _refresh_quietly(self) -> None:
        try:
            await self.refresh()
        except KafkaWireError as exc:
            if not may_pass(exc):
                raise
            log.debug("metadata cannot be refreshed now: %s", exc)  # the attempt that follows says what is wrong


def _give_up(error: KafkaWireError, what: str, seconds: float) -> KafkaWireError:
    if isinstance(error, KafkaError):
        return error
    if isinstance(error, BrokersUnavailable):
        return BrokersUnavailable(f"could not {what} within {seconds:g} s: {error}")
    return TimedOut(f"could not {what} within {seconds:g} s: {error}")
