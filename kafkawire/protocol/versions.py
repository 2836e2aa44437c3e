"""Which version of an API two sides use: the highest that both speak.

What a broker speaks comes out of its ApiVersions response, what we speak out of a set of messages. Versions that
Apache Kafka calls unstable stay out on our side, so a released broker never gets a request whose layout may yet change.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.errors import UnsupportedVersion
from kafkawire.message_set import MessageSet
from kafkawire.messages import PROTOCOL

if TYPE_CHECKING:
    from kafkawire.message import Request
    from kafkawire.messages import ApiVersionsResponse

__all__ = ["ApiVersions", "api_name"]


def api_name(api_key: int, messages: MessageSet = PROTOCOL) -> str:
    """The name for messages to humans: `FETCH (1)`, or the bare number."""
    return f"{messages.api_name(api_key)} ({api_key})" if api_key in messages else f"API {api_key}"


class ApiVersions:
    """What one broker speaks: API key -> (lowest version, highest version).

    `features` are those that the cluster has agreed on, with their level (KIP-584): `{"transaction.version": 2}`.
    `messages` are those that we speak.
    """

    __slots__ = ("_messages", "features", "ranges")

    def __init__(
        self,
        ranges: dict[int, tuple[int, int]],
        features: dict[str, int] | None = None,
        messages: MessageSet = PROTOCOL,
    ) -> None:
        self.ranges = ranges
        self.features = features or {}
        self._messages = messages

    @classmethod
    def from_response(cls, response: ApiVersionsResponse, messages: MessageSet = PROTOCOL) -> ApiVersions:
        """Read the list out of a response, whatever its version."""
        features = {feature.name: feature.max_version_level for feature in response.finalized_features}
        return cls({api.api_key: (api.min_version, api.max_version) for api in response.api_keys}, features, messages)

    def __contains__(self, api_key: int) -> bool:
        return api_key in self.ranges

    def __repr__(self) -> str:
        return f"ApiVersions({self.ranges!r})"

    def choose(self, request: int | type[Request], at_most: int | None = None, at_least: int = 0) -> int:
        """The highest version that both sides speak, within the bounds a caller needs for what it wants to say.

        `request` is an API key, or the class of the request that is to be sent, for a version that this class has.
        Raises `UnsupportedVersion`, naming both ranges, if there is none.
        """
        ours = self._messages.versions(request)
        api_key = request if isinstance(request, int) else request.API_KEY
        low, high = self.ranges.get(api_key, (0, -1))
        low, high = max(low, at_least), high if at_most is None else min(high, at_most)
        for version in reversed(ours):
            if version <= high:
                if version < low:
                    break
                return version
        raise UnsupportedVersion(self._nothing_in_common(api_key, ours, at_most, at_least))

    def _nothing_in_common(self, api_key: int, ours: tuple[int, ...], at_most: int | None, at_least: int) -> str:
        theirs = "the broker does not offer it"
        if api_key in self.ranges:
            low, high = self.ranges[api_key]
            theirs = f"the broker offers {low}-{high}"
        needed = (
            f", and the request needs {at_least}-{'' if at_most is None else at_most}" if at_most or at_least else ""
        )
        spoken = f"{ours[0]}-{ours[-1]}" if ours else "none"
        return f"no common version of {api_name(api_key, self._messages)}: {theirs}, we speak {spoken}{needed}"
