"""Which version of an API two sides use: the highest that both speak.

What a broker speaks comes out of its ApiVersions answer, what we speak out of the generated messages. Versions that
Apache Kafka calls unstable stay out on our side, so a released broker never gets a request whose layout may yet change.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from kafkawire.api_key import ApiKey
from kafkawire.errors import UnsupportedVersion

if TYPE_CHECKING:
    from kafkawire.messages import ApiVersionsResponse

__all__ = ["ApiVersions", "api_name", "our_versions"]


@cache
def our_versions(api_key: int) -> range:
    """The stable versions of which we have the request and the response; empty if we have none."""
    from kafkawire import message_class

    request, response = message_class(api_key, "request"), message_class(api_key, "response")
    start = max(request.VERSIONS.start, response.VERSIONS.start)
    return range(start, min(request.LATEST_STABLE_VERSION + 1, response.VERSIONS.stop))


def api_name(api_key: int) -> str:
    """The name for messages to humans: `FETCH (1)`, or the bare number."""
    try:
        return f"{ApiKey(api_key).name} ({api_key})"
    except ValueError:
        return f"API {api_key}"


class ApiVersions:
    """What one broker speaks: API key -> (lowest version, highest version).

    `features` are those that the cluster has agreed on, with their level (KIP-584): `{"transaction.version": 2}`.
    """

    __slots__ = ("features", "ranges")

    def __init__(self, ranges: dict[int, tuple[int, int]], features: dict[str, int] | None = None) -> None:
        self.ranges = ranges
        self.features = features or {}

    @classmethod
    def from_response(cls, response: ApiVersionsResponse) -> ApiVersions:
        """Read the list out of an answer, whatever its version."""
        features = {feature.name: feature.max_version_level for feature in response.finalized_features}
        return cls({api.api_key: (api.min_version, api.max_version) for api in response.api_keys}, features)

    def __contains__(self, api_key: int) -> bool:
        return api_key in self.ranges

    def __repr__(self) -> str:
        return f"ApiVersions({self.ranges!r})"

    def choose(self, api_key: int, at_most: int | None = None, at_least: int = 0) -> int:
        """The highest version that both sides speak, within the bounds a caller needs for what it wants to say.

        Raises `UnsupportedVersion`, naming both ranges, if there is none.
        """
        ours = our_versions(api_key)
        low, high = self.ranges.get(api_key, (0, -1))
        version = min(high, ours.stop - 1 if at_most is None else min(at_most, ours.stop - 1))
        if version >= max(low, ours.start, at_least):
            return version
        theirs = f"the broker offers {low}-{high}" if api_key in self.ranges else "the broker does not offer it"
        needed = (
            f", and the request needs {at_least}-{'' if at_most is None else at_most}" if at_most or at_least else ""
        )
        raise UnsupportedVersion(
            f"no common version of {api_name(api_key)}: {theirs}, we speak {ours.start}-{ours.stop - 1}{needed}"
        )
