from __future__ import annotations

import dataclasses

import pytest

from kraft_core.client.settings import Settings
from kraft_wire.limits import FRAME_BYTES_MAX


def test_settings_cannot_be_changed_and_share_no_randomness():
    first, second = Settings(), Settings()
    assert first.random is not second.random
    with pytest.raises(dataclasses.FrozenInstanceError):
        first.api_timeout_s = 1


def test_default_piece_and_fetch_sizes_fit_into_a_frame():
    settings = Settings()
    assert settings.snapshot_piece_bytes < settings.frame_bytes_max == FRAME_BYTES_MAX
    assert settings.fetch_bytes_max < settings.frame_bytes_max
    assert settings.max_wait_ms / 1000 < settings.request_timeout_s
