"""The stage: what nodes say is put where the acts look for it."""

from __future__ import annotations

import asyncio
import io
import json

import pytest

from kraft_core.demo.acts import Stage, those
from kraft_core.demo.processes import DemoError, Fate
from kraft_core.demo.screens import JsonScreen
from tests.demo.pretended import state


@pytest.fixture
def stage(tmp_path):
    return Stage(tmp_path, JsonScreen(io.StringIO()), 0.0)


def hear(stage, node_id, **message):
    stage.quorum._hear(stage.member(node_id), message)


def test_those():
    assert [those((1,)), those((1, 2)), those((1, 2, 3))] == ["1", "1 and 2", "1, 2 and 3"]


def test_the_nodes_know_each_other_and_three_of_them_begin(stage):
    plans = [member.plan for member in stage.quorum.members.values()]
    assert [plan.node_id for plan in plans] == [1, 2, 3, 4]
    assert len(set(plans[0].ports.values())) == 4
    assert [bool(plan.first_voters) for plan in plans] == [True, True, True, False]


def test_what_nodes_say(stage):
    hear(stage, 2, message="note", kind="snapshot-written", detail="snapshot=7@1 size=99")
    hear(stage, 1, message="report", ranges=[[1, 5]], faults=0)
    assert stage.notes == {(2, "snapshot-written"): [{"snapshot": "7@1", "size": "99"}]}
    assert stage.reports == {1: ([(1, 5)], 0)}


def test_what_is_told_and_the_news_of_nodes(tmp_path):
    out = io.StringIO()
    stage = Stage(tmp_path, JsonScreen(out), 0.0)
    stage.news(3, "was late")
    stage.say("start", "It begins.", voters=(1, 2))
    asyncio.run(stage.pause(1000.0))
    told = json.loads(out.getvalue())
    assert (told["text"], told["voters"], told["nodes"][2]["news"]) == (
        "It begins.",
        [1, 2],
        "was late",
    )


def test_the_leader_that_is_waited_for(stage):
    async def story():
        for node_id, epoch in ((1, 4), (2, 5)):
            member = stage.member(node_id)
            member.fate, member.state = Fate.RUNNING, state("leader", epoch, leads=True)
        assert (await stage.leader()).node_id == 2
        waiting = asyncio.ensure_future(stage.leader(after_epoch=5))
        await asyncio.sleep(0)
        stage.member(1).state = state("leader", 6, leads=True)
        hear(stage, 1, message="state")
        assert (await waiting).node_id == 1

    asyncio.run(story())


def test_a_change_that_is_refused_ends_the_demo(stage):
    async def story():
        member = stage.member(1)
        member.fate, member.state = Fate.RUNNING, state("leader", 1, leads=True)
        changing = asyncio.ensure_future(stage.change_voters("remove", (1, 2), node_id=3))
        await asyncio.sleep(0)
        hear(stage, 1, message="changed", error="There is no such voter.")
        with pytest.raises(DemoError, match="no such voter"):
            await changing

    asyncio.run(story())
