"""A quorum of one process, for tests of what is told to it and heard from it."""

from __future__ import annotations

import asyncio

from kraft_core.demo.member import MemberPlan
from kraft_core.demo.processes import Quorum
from kraft_core.raft.storage.meta_properties import encode_id, new_directory_id
from tests.support.ports import free_ports

WAIT_S = 90


def lone_plan(root) -> MemberPlan:
    (port,) = free_ports(1)
    voters = f"1@127.0.0.1:{port}:{encode_id(new_directory_id())}"
    return MemberPlan(str(root), 1, {1: port}, voters)


def with_lone_member(root, story) -> None:
    """Start it, have the story told with the quorum, the process and what was heard; end it."""

    async def telling():
        heard = []
        quorum = Quorum([lone_plan(root)], lambda member, message: heard.append(message))
        (member,) = quorum.members.values()
        try:
            await member.start()
            await quorum.until(lambda: quorum.leader, "it leads")
            await story(quorum, member, heard)
        finally:
            await quorum.kill()

    asyncio.run(asyncio.wait_for(telling(), WAIT_S))
