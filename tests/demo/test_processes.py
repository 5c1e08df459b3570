"""Processes from outside: started, killed, lost."""

from __future__ import annotations

import asyncio
import re
import signal

import pytest

from kraft_core.demo.member import MemberPlan
from kraft_core.demo.processes import DemoError, Fate, Process, Quorum
from tests.demo.lone_member import WAIT_S, with_lone_member

pytestmark = [pytest.mark.node, pytest.mark.timeout(120)]


def test_one_that_is_killed_is_known_to_be(tmp_path):
    async def story(quorum, member, heard):
        assert quorum.leader is member
        assert quorum.running == [member]
        assert member.state.voters == (1,)
        await member.kill()
        assert member.fate is Fate.KILLED
        assert (quorum.leader, quorum.running) == (None, [])
        member.tell("report")  # nobody hears it

    with_lone_member(tmp_path, story)


def test_one_that_ends_by_itself_ends_the_demo(tmp_path):
    async def story(quorum, member, heard):
        waiting = asyncio.ensure_future(quorum.until(lambda: False, "never"))
        await asyncio.sleep(0)
        member._process.send_signal(signal.SIGTERM)
        with pytest.raises(DemoError, match="Node 1 ended by itself"):
            await waiting

    with_lone_member(tmp_path, story)


def test_what_it_died_of_is_told(tmp_path):
    async def story():
        quorum = Quorum(
            [MemberPlan(str(tmp_path), 1, {1: 9001}, "nobody")], lambda member, message: None
        )
        await quorum.members[1].start()
        told = re.escape("'nobody' is not a valid ID@HOST:PORT:DIRECTORY_ID")
        try:
            with pytest.raises(DemoError, match=told):
                await quorum.until(lambda: quorum.leader, "it leads")
        finally:
            await quorum.kill()

    asyncio.run(asyncio.wait_for(story(), WAIT_S))


def test_what_does_not_come_about_is_said(monkeypatch):
    monkeypatch.setattr("kraft_core.demo.processes._TIMEOUT_S", 0.01)
    quorum = Quorum([], lambda member, message: None)
    with pytest.raises(DemoError, match="waiting until it rained"):
        asyncio.run(quorum.until(lambda: False, "it rained"))


def test_one_that_was_never_started_is_told_nothing(tmp_path):
    member = Process(MemberPlan(str(tmp_path), 1, {1: 9001}, "1@h:1:x"), lambda *_: None)
    member.tell("report")
    assert member.fate is Fate.ABSENT
