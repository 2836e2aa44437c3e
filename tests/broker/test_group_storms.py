"""Groups under a storm of members that come and go; see `storm`. Many more seeds were run than stay here."""

from __future__ import annotations

import pytest

from tests.broker.storm import ClassicClient, Client, ModernClient, Storm


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(
    "kinds", [(ModernClient,), (ClassicClient,), (ModernClient, ClassicClient)], ids=["consumer", "classic", "mixed"]
)
def test_no_partition_has_two_readers_and_every_group_settles(kinds: tuple[type[Client], ...], seed: int) -> None:
    storm = Storm(seed, *kinds)
    for _ in range(2):
        storm.run(150, members=12)
        storm.calm_down()
    storm.end()
