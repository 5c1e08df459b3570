"""`kraft quorum` with running controllers: replace, move, grow, shrink and swap voters."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from kraft_core.cli import quorum as quorum_command
from kraft_core.cli.main import kraft
from kraft_core.operations.plans.applying import Event, apply
from kraft_core.operations.plans.plan_files import from_json
from kraft_core.raft.storage.disk_files import DiskFolder
from kraft_core.raft.storage.errors import DamagedFileError
from kraft_core.raft.storage.formatting import format_directory
from kraft_core.raft.storage.meta_properties import MetaProperties, encode_id
from tests.controller.content import value_of
from tests.controller.running import BOOTSTRAP, Controllers
from tests.node.cluster import CLUSTER_ID, directory_id, format_node, run, voters_at
from tests.support.ports import free_ports
from tests.support.waiting import wait_until_async

pytestmark = [pytest.mark.node, pytest.mark.timeout(180)]


class Changing(Controllers):
    """Controllers of which the first `voters` are voters."""

    def __init__(self, root, count, voters, **more):
        self.root = root
        self.ports = free_ports(count)
        self.more = {"metadata.max.idle.interval.ms": "20", **more}
        self.nodes, self.controllers = {}, {}
        values = [value_of(each) for each in BOOTSTRAP]
        first = voters_at(self.ports, voters)
        for node_id in range(1, count + 1):
            is_first = node_id <= voters
            format_node(root, node_id, first if is_first else None, values if is_first else ())

    @property
    def bootstrap(self):
        return ",".join(f"127.0.0.1:{port}" for port in self.ports)

    async def kraft(self, *arguments):
        """The exit code and the output of `kraft quorum`."""
        command = ["quorum", "--bootstrap-controller", self.bootstrap, *arguments]
        done = await asyncio.to_thread(CliRunner().invoke, kraft, command)
        if done.exception is not None and not isinstance(done.exception, SystemExit):
            raise done.exception
        return done.exit_code, done.output

    async def until_known(self, *node_ids, tolerance=None):
        """Until a plan has nothing to wait for; with `tolerance` so many failures are survived."""
        ids = ",".join(map(str, node_ids))
        for _ in range(200):
            code, out = await self.kraft("plan", "--voters", ids, "--json")
            if code == 0:
                made = json.loads(out)
                if made["ready"] and tolerance in {None, made["seen"]["tolerance"]}:
                    return made
            await asyncio.sleep(0.05)
        raise AssertionError(out)

    async def plan(self, *arguments):
        path = str(self.root / "plan.json")
        code, out = await self.kraft("plan", *arguments, "--output", path)
        assert code == 0, out
        return path

    async def voters(self):
        active = await self.active()
        return set(self.nodes[active].voters.ids)

    async def change(self, *arguments):
        path = await self.plan(*arguments)
        code, out = await self.kraft("apply", path, "--wait", "--timeout", "60")
        assert code == 0, out
        return out

    async def close(self, node_id):
        node = self.nodes.pop(node_id)
        del self.controllers[node_id]
        node.shut_down()
        node.shut_down()
        with contextlib.suppress(DamagedFileError):
            await node.wait_closed()


@pytest.mark.parametrize(
    ("first", "wanted"),
    [(3, (1, 2, 3, 4, 5)), (5, (1, 2, 3)), (3, (4, 5, 6))],
    ids=["grow", "shrink", "swap"],
)
def test_the_voters_become_those_of_the_plan(tmp_path, first, wanted):
    async def story():
        async with Changing(tmp_path, max(first, *wanted), first) as quorum:
            await quorum.active()
            await quorum.until_known(*wanted)
            ids = ",".join(map(str, wanted))
            out = await quorum.change("--voters", ids)
            assert f"The voters are {', '.join(map(str, wanted))}." in out
            assert await quorum.voters() == set(wanted)
            code, out = await quorum.kraft("plan", "--voters", ids)
            assert code == 0
            assert "Nothing needs to be done." in out

    run(story())


def test_a_voter_is_replaced_and_moved(tmp_path):
    async def story():
        async with Changing(tmp_path, 5, 3) as quorum:
            active = await quorum.active()
            await quorum.until_known(1, 2, 3, 4, 5)
            lost = 1 + active % 3
            await quorum.close(lost)
            await quorum.change("replace", str(lost), "--with", "4")
            assert await quorum.voters() == {1, 2, 3, 4} - {lost}
            # the leader is moved: its vote goes to node 5
            active = await quorum.active()
            out = await quorum.change("move", str(active), "--to", f"127.0.0.1:{quorum.ports[4]}")
            assert f"remove node {active}" in out
            assert await quorum.voters() == {1, 2, 3, 4, 5} - {lost, active}

    run(story())


def test_an_empty_disk_is_a_level_voter_after_one_command(tmp_path):
    async def story():
        async with Changing(tmp_path, 3, 3) as quorum:
            active = await quorum.active()
            lost = 1 + active % 3
            code, out = await quorum.kraft("plan", "replace", str(lost))
            assert code == 1
            assert f"Node {lost} does not fetch from the leader with a new directory" in out
            await quorum.close(lost)
            folder = tmp_path / f"node-{lost}"
            shutil.rmtree(folder)
            folder.mkdir()
            new = bytes([0x22] * 15 + [lost])
            meta = MetaProperties(lost, CLUSTER_ID, new)
            format_directory(DiskFolder(folder), meta, wall_ms=1)
            await quorum.start(lost)

            async def planned():
                return await quorum.kraft("plan", "replace", str(lost), "--json")

            # its old directory counts as live until it has not fetched for ten seconds
            for _ in range(100):
                code, out = await planned()
                if code == 0:
                    break
                await asyncio.sleep(0.3)
            steps = json.loads(out)["steps"]
            assert [(each["action"], each["directory_id"]) for each in steps] == [
                ("remove", encode_id(directory_id(lost))),
                ("add", encode_id(new)),
            ]
            await quorum.change("replace", str(lost))
            assert await quorum.voters() == {1, 2, 3}
            leader = quorum.nodes[await quorum.active()]
            assert leader.voters.get(lost).key.directory_id == new

    run(story())


PAGE = Path(__file__).parents[2] / "docs" / "operations.md"
TRANSCRIPT = re.compile(
    r"<!-- transcript: begin -->\n```\n(.*?)```\n<!-- transcript: end -->", re.DOTALL
)


def test_the_page_shows_what_the_commands_print(tmp_path):
    """The addresses, ids and epoch of the page stand for those of the nodes."""
    (shown,) = TRANSCRIPT.findall(PAGE.read_text(encoding="utf-8"))
    commands = [line[2:] for line in shown.splitlines() if line.startswith("$ ")]
    assert len(commands) == 2

    async def story():
        async with Changing(tmp_path, 4, 3) as quorum:
            await quorum.active()
            await quorum.until_known(1, 2, 3, 4)
            await quorum.close(3)
            # it counts as live while it has fetched a moment ago
            await quorum.until_known(1, 2, 3, 4, tolerance=0)
            path = str(tmp_path / "plan.json")
            printed = ""
            for line in commands:
                words = [path if word == "plan.json" else word for word in line.split()]
                code, out = await quorum.kraft(*words[2:])
                assert code == 0, out
                printed += f"$ {line}\n{out}"
            for node_id, port in enumerate(quorum.ports, 1):
                printed = printed.replace(f"127.0.0.1:{port}", f"c{node_id}:9093")
                printed = printed.replace(encode_id(directory_id(node_id)), f"DIRECTORY_{node_id}")
            printed = printed.replace(path, "plan.json").replace(CLUSTER_ID, "CLUSTER_ID")
            printed = re.sub(r"node \d leads epoch \d+", "node 1 leads epoch 5", printed)
            # notes about waiting depend on the speed of the machine
            printed = re.sub(r"^.*waiting: .*\n", "", printed, flags=re.MULTILINE)
            assert printed == shown

    run(story())


class _AnswerLostError(Exception):
    pass


def test_a_run_that_ends_at_any_place_is_run_again(tmp_path):
    """At each event of the progress, and after each request before its answer is used."""

    async def story():
        async with Changing(tmp_path, 6, 3) as quorum:
            await quorum.active()
            await quorum.until_known(1, 2, 3, 4, 5, 6)
            path = await quorum.plan("--voters", "4,5,6")
            made = from_json((tmp_path / "plan.json").read_text())
            target = quorum_command.Target(quorum.bootstrap, None)

            def interrupted(place):
                operator = quorum_command._Operator(target, made)
                if place % 2:
                    change = operator.change

                    def lose(*arguments):
                        change(*arguments)
                        raise _AnswerLostError

                    operator.change = lose
                events = []
                try:
                    for progress in apply(made, operator, wait_s=60):
                        events.append(progress.event)
                        if progress.event is Event.CHANGED and place % 2 == 0:
                            break
                except _AnswerLostError:
                    pass
                return events

            for place in range(20):
                events = await asyncio.to_thread(interrupted, place)
                assert Event.STOPPED not in events
                if events[-1] is Event.FINISHED:
                    break
            assert place >= 4
            code, out = await quorum.kraft("apply", path, "--json")
            assert code == 0
            assert json.loads(out.splitlines()[-1])["event"] == "finished"
            await wait_until_async(
                lambda: all(set(each.voters.ids) == {4, 5, 6} for each in quorum.nodes.values()),
                "all nodes have the voters of the plan",
            )

    run(story())


def test_plan_reports_refusals_at_running_nodes(tmp_path):
    async def story():
        more = {"controller.quorum.auto.join.enable": "true", "kraft.controller": "active"}
        async with Changing(tmp_path, 3, 3, **more) as quorum:
            active = await quorum.active()
            for node in quorum.nodes.values():
                end = quorum.nodes[active].core.log.end_offset
                await node.until(lambda node=node, end=end: node.replica.applied.offset >= end)
            code, out = await quorum.kraft("plan", "--voters", "1,2")
            assert code == 1
            assert "ERROR would-rejoin: Node 3 has controller.quorum.auto.join.enable=true" in out
            code, out = await quorum.kraft("plan", "--voters", "1,2,9")
            assert code == 1
            assert "ERROR candidate-missing: Node 9 does not fetch from the leader" in out
            assert not (tmp_path / "plan.json").exists()

    run(story())
