from __future__ import annotations

import threading

import pytest
import zstandard

from kafkawire.compression.zstd import compress, decompress
from kafkawire.errors import CorruptBatch, DecompressionTooLarge

DATA = bytes(i * i % 251 for i in range(300_000))


def streamed(data: bytes) -> bytes:
    """A frame without its content size, as Java writes them."""
    packer = zstandard.ZstdCompressor().compressobj()
    return packer.compress(data) + packer.flush()


def test_frames_with_and_without_their_size() -> None:
    assert zstandard.frame_content_size(streamed(DATA)) == -1
    assert decompress(streamed(DATA), len(DATA), 2) == DATA
    assert decompress(compress(DATA, None, 2), len(DATA), 2) == DATA
    assert decompress(streamed(DATA) + compress(b"more", None, 2), len(DATA) + 4, 2) == DATA + b"more"


def test_the_budget_counts_all_frames_together() -> None:
    frames = compress(DATA, None, 2) + streamed(DATA)
    assert decompress(frames, 2 * len(DATA), 2) == 2 * DATA
    with pytest.raises(DecompressionTooLarge, match="expands past"):
        decompress(frames, 2 * len(DATA) - 1, 2)
    with pytest.raises(DecompressionTooLarge, match=f"claims {len(DATA)} bytes where 9 are allowed"):
        decompress(frames, 9, 2)


def test_a_cut_frame_is_corrupt() -> None:
    packed = compress(DATA, None, 2)
    with pytest.raises(CorruptBatch, match="zstd data ends after"):
        decompress(packed[:-100], len(DATA), 2)
    with pytest.raises(CorruptBatch, match="zstd"):
        decompress(packed[:2000] + b"\xff" * 400 + packed[2400:], len(DATA), 2)


def test_threads_do_not_share_compressors() -> None:
    results: list[bool] = []

    def work(seed: int) -> None:
        data = bytes((i * seed) % 251 for i in range(50_000))
        results.append(all(decompress(compress(data, None, 2), 50_000, 2) == data for _ in range(50)))

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(1, 5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [True] * 4


def test_many_levels_keep_few_compressors() -> None:
    for level in range(1, 20):
        assert decompress(compress(DATA, level, 2), len(DATA), 2) == DATA
