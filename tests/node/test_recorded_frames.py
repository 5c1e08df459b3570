"""A node's connections send and receive the recorded bytes.

A session that changes on purpose is recorded again by `python -m tests.node.recording`.
"""

from __future__ import annotations

import json

import pytest

from tests.node.recording import RECORDED, SESSIONS, record

pytestmark = [pytest.mark.node, pytest.mark.timeout(180)]


@pytest.mark.parametrize("name", SESSIONS)
def test_session_has_the_recorded_bytes(name):
    assert record(name) == json.loads(RECORDED.read_text())[name]


def test_every_recorded_session_is_run():
    assert list(json.loads(RECORDED.read_text())) == list(SESSIONS)
