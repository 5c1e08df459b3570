"""The end of a performance: what is said last, and what it depends on."""

from __future__ import annotations

import asyncio
import io
import json
from types import SimpleNamespace

import pytest

from kraft_core.demo import acts
from kraft_core.demo.ledger import Verdict
from kraft_core.demo.processes import DemoError
from kraft_core.demo.screens import JsonScreen
from tests.demo.pretended import state


def perform(monkeypatch, verdict):
    roots = []

    async def played(stage):
        roots.append(stage.member(1).plan.folder.parent)
        assert roots[0].is_dir()
        await asyncio.sleep(0)
        if isinstance(verdict, Exception):
            raise verdict
        return verdict

    monkeypatch.setattr(acts, "perform", played)
    out = io.StringIO()
    try:
        assert acts.perform_on(JsonScreen(out), 0) is verdict
    finally:
        assert not roots[0].exists()
    return [json.loads(line) for line in out.getvalue().splitlines()]


def test_the_verdict_is_the_last_line(monkeypatch):
    events = perform(monkeypatch, Verdict(10, 4, 3, ()))
    assert [event["event"] for event in events] == ["doubtful", "verdict"]
    assert events[-1]["good"]


def test_a_loss_is_told(monkeypatch):
    (event,) = perform(monkeypatch, Verdict(10, 4, 0, ("node 2 lacks 3",)))
    assert not event["good"]
    assert event["text"] == "The promise was broken: node 2 lacks 3."


def test_nothing_is_left_where_it_fails(monkeypatch):
    with pytest.raises(DemoError):
        perform(monkeypatch, DemoError("no"))


def pretended_member(node_id, states, **more):
    return SimpleNamespace(node_id=node_id, states=states, state=state(**more))


def test_all_nodes_are_level_once_new_reports_of_all_agree():
    counts = {1: 3, 2: 5}
    level = [pretended_member(1, 4, log_end=20), pretended_member(2, 6, log_end=20)]
    assert acts._shared_end(level, counts) == 20
    behind = [level[0], pretended_member(2, 6, log_end=20, applied=19)]
    assert acts._shared_end(behind, counts) is None
    assert acts._shared_end(level, {1: 3, 2: 6}) is None  # node 2 has said nothing new
