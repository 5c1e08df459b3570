"""Defaults are those of Kafka's MetadataLogConfig."""

from __future__ import annotations

import pytest

from kraft_core.raft.storage.settings import StorageSettings


def test_defaults_equal_kafkas():
    settings = StorageSettings()
    assert settings.segment_bytes == 1024**3
    assert settings.segment_ms == settings.retention_ms == 7 * 24 * 3600 * 1000
    assert settings.retention_bytes == 100 * 1024**2
    assert settings.delete_delay_ms == 60_000


def test_a_segment_may_be_as_large_as_an_index_reaches():
    assert StorageSettings(segment_bytes=(1 << 31) - 1).segment_bytes == (1 << 31) - 1


@pytest.mark.parametrize("size", [0, -1, 1 << 31])
def test_segments_are_no_larger_than_an_index_reaches(size):
    with pytest.raises(ValueError, match="segments of"):
        StorageSettings(segment_bytes=size)
