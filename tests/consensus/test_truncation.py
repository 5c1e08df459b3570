"""Cutting the log."""

from __future__ import annotations

import pytest

from kraft_core.consensus import effects as fx
from kraft_core.consensus.invariants import InvariantBroken
from kraft_core.consensus.truncation import cut_log
from kraft_core.consensus.values import Election
from tests.support.lone_core import LoneCore, log


def test_a_cut_begins_a_generation():
    lone = LoneCore(log=log(10, 1), election=Election(2))
    cut_log(lone.state, 6)
    assert lone.state.take_effects()[-1] == fx.TruncateLog(1, 6)
    assert not lone.state.may_claim


def test_what_is_committed_stays():
    lone = LoneCore(log=log(10, 1), election=Election(2))
    lone.state.raise_high_watermark(7)
    with pytest.raises(InvariantBroken, match="no-truncation-of-committed"):
        cut_log(lone.state, 6)
