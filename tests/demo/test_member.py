"""One node of the demo as a process of its own: what it does when it is told to."""

from __future__ import annotations

import pytest

from kraft_core.demo.processes import Fate
from tests.demo.lone_member import with_lone_member

pytestmark = [pytest.mark.node, pytest.mark.timeout(120)]


def answers(heard, kind):
    return [message for message in heard if message.get("message") == kind]


def test_it_appends_in_the_epoch_it_is_told_and_reports_what_it_has(tmp_path):
    async def story(quorum, member, heard):
        epoch = member.state.epoch
        member.tell("append", epoch=epoch, first=1, count=3)
        member.tell("append", epoch=epoch + 1, first=4, count=2)
        await quorum.until(lambda: len(answers(heard, "appended")) == 2, "both are answered")
        found = {each["first"]: each["numbers"] for each in answers(heard, "appended")}
        assert found == {1: {"committed": [1, 2, 3]}, 4: {"rejected": [4, 5]}}
        member.tell("report")
        await quorum.until(lambda: answers(heard, "report"), "it reports")
        assert answers(heard, "report")[0] == {
            "message": "report",
            "ranges": [[1, 3]],
            "faults": 0,
        }

    with_lone_member(tmp_path, story)


def test_a_change_that_cannot_be_made_is_told(tmp_path):
    async def story(quorum, member, heard):
        member.tell("remove", node_id=1)
        await quorum.until(lambda: answers(heard, "changed"), "it is answered")
        assert "last voter" in answers(heard, "changed")[0]["error"]
        member.tell("remove", node_id=7)
        await quorum.until(lambda: len(answers(heard, "changed")) == 2, "it is answered")
        assert answers(heard, "changed")[1]["error"] is None

    with_lone_member(tmp_path, story)


def test_whoever_stops_it_finds_the_disk_in_order(tmp_path):
    async def story(quorum, member, heard):
        await member.stop()
        assert member.fate is Fate.ENDED
        assert member.plan.report.read_text() == ""
        await member.start()
        await quorum.until(lambda: member.is_running, "it is back")

    with_lone_member(tmp_path, story)


def test_when_the_demo_is_gone_it_ends_and_removes_what_is_left(tmp_path):
    root = tmp_path / "root"
    root.mkdir()

    async def story(quorum, member, heard):
        member._process.stdin.close()
        await member._listening
        assert not root.exists()

    with_lone_member(root, story)
