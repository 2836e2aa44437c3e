from __future__ import annotations

import dataclasses

import pytest

from kafkawire.limits import DEFAULT_LIMITS, MIB, Limits


def test_the_defaults_are_the_documented_ones() -> None:
    assert dataclasses.asdict(DEFAULT_LIMITS) == {
        "max_frame_size": 100 * MIB,
        "max_objects": 1_000_000,
        "max_tagged_fields": 10_000,
        "max_decompressed_size": 128 * MIB,
        "max_records_per_batch": 2_000_000,
        "max_headers_per_record": 1_000_000,
        "max_in_flight": 1_000,
        "max_sasl_message_size": 512 * 1024,
    }
    assert Limits() == DEFAULT_LIMITS


def test_limits_cannot_be_changed_once_made() -> None:
    with pytest.raises(AttributeError, match="cannot be changed"):
        DEFAULT_LIMITS.max_objects = 1  # type: ignore[misc]


def test_an_unknown_limit_is_an_error() -> None:
    with pytest.raises(TypeError):
        Limits(max_object=1)  # type: ignore[call-arg]
