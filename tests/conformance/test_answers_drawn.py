"""Drawn requests, asked of Kafka 4.3.1 and of ours side by side: the same answers."""

from __future__ import annotations

import asyncio

import pytest

from tests.answers.differential import LAYOUTS, differences
from tests.answers.record import RELEASE

SEED, COUNT = 20261122, 400
"""More: `python -m tests.answers.differential`."""

pytestmark = [
    pytest.mark.kafka,
    pytest.mark.timeout(600),
    pytest.mark.interop(
        "answers", only=RELEASE, elsewhere=f"kraft answers peers of every release as {RELEASE} does"
    ),
]


@pytest.mark.parametrize("state", LAYOUTS)
def test_drawn_requests_are_answered_alike(tmp_path, state, release):
    assert release == RELEASE
    assert asyncio.run(differences(SEED, COUNT, state, tmp_path)) == []
