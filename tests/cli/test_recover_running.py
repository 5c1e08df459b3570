"""`kraft recover verify` and `fence` beside an old quorum and a recovered one that run."""

from __future__ import annotations

import asyncio
import json
import re

import pytest
from click.testing import CliRunner

from kraft_core.cli.main import kraft
from kraft_core.controller.service import Controller
from kraft_core.node.configuration import NodeConfiguration
from kraft_core.node.node import RaftNode
from kraft_core.operations.recovery.applying import RecoverySnapshot, make_directory
from kraft_core.raft.consensus.values import Endpoint, OffsetAndEpoch, ReplicaKey, VersionRange
from kraft_core.raft.consensus.voters import Voter, VoterSet
from kraft_core.raft.storage.meta_properties import MetaProperties, encode_id
from tests.controller.content import feature, value_of
from tests.node.cluster import (
    CLUSTER_ID,
    directory_id,
    format_node,
    properties_of,
    run,
    voters_at,
)
from tests.operations.recovered import S_EPOCH, S_OFFSET, plan_text
from tests.support.ports import free_ports
from tests.support.waiting import wait_until_async

LEVEL = value_of(feature("metadata.version", 30))
NEW_ID = 4


async def invoke(*arguments):
    done = await asyncio.to_thread(CliRunner().invoke, kraft, ["recover", *map(str, arguments)])
    return done.exit_code, done.output


async def outcome(*arguments):
    code, output = await invoke(*arguments, "--json")
    return code, json.loads(output)


class World:
    """Old voters 1, 2 and 3, of which 1 is lost, and node 4, recovered from a snapshot."""

    def __init__(self, root):
        self.root = root
        self.ports = free_ports(4)
        self.nodes = {}
        endpoint = Endpoint("CONTROLLER", "127.0.0.1", self.ports[NEW_ID - 1])
        key = ReplicaKey(NEW_ID, directory_id(NEW_ID))
        voters = VoterSet.of([Voter(key, (endpoint,), VersionRange(0, 1))])
        point = OffsetAndEpoch(S_OFFSET, S_EPOCH)
        make_directory(
            str(root / f"node-{NEW_ID}"),
            MetaProperties(NEW_ID, CLUSTER_ID, directory_id(NEW_ID)),
            RecoverySnapshot(point, 1, voters, [LEVEL], 1, 1),
        )
        for each in (1, 2, 3):
            format_node(root, each, voters_at(self.ports[:3]), [LEVEL])
        self.plan = root / "plan.json"
        voter = {
            "node_id": NEW_ID,
            "directory_id": encode_id(directory_id(NEW_ID)),
            "endpoints": [{"name": "CONTROLLER", "host": "127.0.0.1", "port": endpoint.port}],
        }
        self.plan.write_text(
            plan_text(cluster_id=CLUSTER_ID, voters=[voter], brokers=[], partitions=0, topic_ids={})
        )

    def address(self, node_id):
        return f"127.0.0.1:{self.ports[node_id - 1]}"

    async def start(self, *ids):
        for each in ids:
            controller = Controller()
            # an old controller knows the addresses of the old quorum alone
            ports = self.ports if each == NEW_ID else self.ports[:3]
            configuration = NodeConfiguration.of(properties_of(each, ports, self.root))
            self.nodes[each] = RaftNode(configuration, controller, controller)
            await self.nodes[each].start()

    async def leading(self, *ids):
        await wait_until_async(lambda: any(self.nodes[each].is_leading for each in ids), "a leader")

    async def end(self):
        for node in self.nodes.values():
            node.shut_down()
            node.shut_down()
        for node in self.nodes.values():
            await node.wait_closed()


def told(tmp_path, story):
    async def whole():
        world = World(tmp_path)
        try:
            await story(world)
        finally:
            await world.end()

    run(whole())


def test_old_voters_are_found_fenced_and_become_observers(tmp_path):
    async def story(world):
        await world.start(2, 3, NEW_ID)
        await world.leading(2, 3)
        await world.leading(NEW_ID)
        olds = [world.address(2), world.address(3)]
        await wait_until_async(
            lambda: world.nodes[NEW_ID].replica.applied.offset > S_OFFSET, "a high watermark"
        )

        code, found = await outcome("verify", world.plan, *olds)
        kinds = [each["kind"] for each in found["problems"]]
        assert (code, kinds) == (2, ["split-brain", "old-node", "old-node"])

        options = [word for each in olds for word in ("--old", each)]
        code, output = await invoke("fence", world.plan, *options)
        assert code == 1
        assert f"{olds[0]} is node 2 of the old quorum, in epoch" in output
        assert "Destroy the directory of an old voter if you can." in output
        assert {world.nodes[each].leader_and_epoch.epoch < S_EPOCH for each in (2, 3)} == {True}

        code, found = await outcome("fence", world.plan, *options, "--send")
        assert code == 0
        assert {each["state"] for each in found["nodes"]} <= {"fenced", "follows"}

        def are_observers():
            return all(
                world.nodes[each].replica.applied.offset > S_OFFSET
                and world.nodes[each].leader_and_epoch.leader_id == NEW_ID
                and world.nodes[each].core.voters.ids == (NEW_ID,)
                for each in (2, 3)
            )

        await wait_until_async(are_observers, "both follow with the snapshot")
        code, output = await invoke("verify", world.plan, *olds)
        assert output.startswith(f"Cluster {CLUSTER_ID} is as planned: node {NEW_ID} leads")
        assert code == 0
        code, found = await outcome("fence", world.plan, *options, "--send")
        assert (code, [each["state"] for each in found["nodes"]]) == (0, ["follows"] * 2)

    told(tmp_path, story)


def test_fence_without_the_recovered_leader_sends_nothing(tmp_path):
    async def story(world):
        await world.start(2, 3)
        await world.leading(2, 3)
        code, output = await invoke("fence", world.plan, "--old", world.address(2), "--send")
        assert code == 1
        assert "no leader of the recovered quorum answers" in output
        code, output = await invoke(
            *("fence", world.plan, "--old", world.address(2), "--send"),
            *("--bootstrap-controller", world.address(3)),
        )
        assert code == 1
        assert "it is the leader of the old quorum" in output

    told(tmp_path, story)


def test_absent_old_node_is_said_and_no_error(tmp_path):
    async def story(world):
        await world.start(NEW_ID)
        await world.leading(NEW_ID)
        await wait_until_async(
            lambda: world.nodes[NEW_ID].replica.applied.offset > S_OFFSET, "a high watermark"
        )
        code, found = await outcome("fence", world.plan, "--old", world.address(2), "--send")
        assert (code, found["nodes"][0]["state"]) == (0, "absent")
        # the leader itself is no old node
        code, found = await outcome("fence", world.plan, "--old", world.address(NEW_ID))
        assert found["nodes"][0]["state"] in {"follows", "refused"}

    told(tmp_path, story)


def test_survey_of_processes_and_directories(tmp_path):
    async def story(world):
        await world.start(2)
        words = ("--peer", world.address(2), "--peer", world.address(3))
        code, output = await invoke("survey", *words)
        assert code == 2
        assert output.startswith(
            "No leader answers. Missing voters: 1 and 3. No process at these addresses reports"
            " their state, and no directory of them was given."
        )
        assert f"  {world.address(2)}: node 2, epoch" in output
        assert f"  {world.address(3)}: connection refused" in output

        code, found = await outcome("survey", tmp_path / "node-3", *words)
        assert (code, found["living"]["advice"], found["hasMajority"]) == (0, "start", False)
        assert found["living"]["text"].startswith("A majority of the voters is available: start 3,")

        await world.start(3)
        await world.leading(2, 3)
        code, found = await outcome("survey", *words)
        assert (code, found["living"]["advice"]) == (0, "leader")

        await wait_until_async(
            lambda: all(world.nodes[each].replica.applied.offset > 2 for each in (2, 3)), "records"
        )
        code, found = await outcome("survey", tmp_path / "node-2", "--broker", world.address(2))
        (process,) = found["living"]["processes"]
        offset = process["highWatermark"]
        assert offset > 2
        assert found["certain"]["source"] == f"high watermark {offset} of node 2"
        _, output = await invoke("survey", "--broker", world.address(2))
        (printed,) = re.findall(r"for a plan: --high-watermark 2=(\d+)", output)
        assert int(printed) >= offset

    told(tmp_path, story)


@pytest.mark.parametrize(
    ("content", "arguments", "message"),
    [
        (None, ["--old", "h:1"], "plan.json: No such file or directory."),
        ("{}", ["--old", "h:1"], "not a plan of kraft recover plan"),
        (plan_text(), ["--old", "h"], "Error: "),
        (plan_text(), ["--old", "x@h:1"], "Error: "),
        (plan_text(), ["--old", "99999999999@h:1"], "Error: "),
        (plan_text(), [], "Missing option '--old'"),
    ],
)
def test_invalid_arguments_are_reported_in_one_line(tmp_path, content, arguments, message):
    path = tmp_path / "plan.json"
    if content is not None:
        path.write_text(content)
    done = CliRunner().invoke(kraft, ["recover", "fence", str(path), *arguments])
    assert done.exit_code in {1, 2}
    assert message in done.output
