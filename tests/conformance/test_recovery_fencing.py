"""`kraft recover fence` and `verify`: old voters of Kafka beside a recovered quorum of Kafka."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.conformance.ours import ask_quorum, kraft
from tests.conformance.quorum import Quorum
from tests.conformance.test_recovery_facts import (
    has_snapshot,
    image_of,
    is_observer,
    recover_alone,
)
from tests.operations.recovered import plan_text
from tests.support.ports import free_ports
from tests.support.waiting import wait_until

if TYPE_CHECKING:
    from pathlib import Path

    from kraft_core.raft.consensus.values import OffsetAndEpoch

pytestmark = [pytest.mark.kafka, pytest.mark.nightly, pytest.mark.timeout(900)]


class Recovered:
    """Three old voters, of which the first has a new directory and address and leads alone."""

    def __init__(self, quorum: Quorum, root: Path) -> None:
        self.quorum = quorum
        self.leader, *self.olds = quorum.controllers
        self.snapshot_id = self._recover()
        self.plan = root / "plan.json"
        self.plan.write_text(self._plan())

    def _recover(self) -> OffsetAndEpoch:
        self.quorum.start()
        self.quorum.leader()
        wait_until(lambda: image_of(self.leader).metadata_version, "the first voter has the log")
        self.quorum.kill()
        (port,) = free_ports(1)
        snapshot_id = recover_alone(self.leader, port, self.quorum.cluster_id)
        self.leader.start()
        wait_until(lambda: ask_quorum(self.leader.endpoint), "the recovered controller leads")
        return snapshot_id

    def _plan(self) -> str:
        host, _, port = self.leader.endpoint.rpartition(":")
        endpoint = {"name": "CONTROLLER", "host": host, "port": int(port)}
        voter = {
            "node_id": self.leader.node_id,
            "directory_id": self.leader.directory_id,
            "endpoints": [endpoint],
        }
        return plan_text(
            cluster_id=self.quorum.cluster_id,
            snapshot={"offset": self.snapshot_id.offset, "epoch": self.snapshot_id.epoch},
            voters=[voter],
            brokers=[],
            partitions=0,
            topic_ids={},
        )

    def start_old(self) -> None:
        """Start both old voters, which elect one of them."""
        for each in self.olds:
            each.launch()
        for each in self.olds:
            each.wait_until_started()
        wait_until(lambda: ask_quorum(*(each.endpoint for each in self.olds)), "an old leader")

    def verify(self) -> tuple[int, list[str]]:
        done = kraft(
            "recover", "verify", self.plan, *(each.endpoint for each in self.olds), "--json"
        )
        return done.returncode, [each["kind"] for each in json.loads(done.stdout)["problems"]]

    def fence(self, *arguments: str) -> tuple[int, list[dict[str, object]]]:
        options = [
            word for each in self.olds for word in ("--old", f"{each.node_id}@{each.endpoint}")
        ]
        done = kraft("recover", "fence", self.plan, *options, "--json", *arguments)
        return done.returncode, json.loads(done.stdout)["nodes"]


@pytest.mark.parametrize("version", ["3.9.2", "4.3.1"])
def test_old_voters_follow_and_download_the_snapshot(version, tmp_path):
    with Quorum(version, 3, tmp_path) as quorum:
        world = Recovered(quorum, tmp_path)
        assert world.verify() == (0, [])
        world.start_old()
        code, kinds = world.verify()
        assert code == 2
        assert set(kinds) == {"split-brain", "old-node"}
        code, nodes = world.fence()
        assert (code, {each["state"] for each in nodes}) == (1, {"can-be-fenced"})
        code, nodes = world.fence("--send")
        assert code == 0, nodes
        for each in world.olds:
            wait_until(has_snapshot(each, world.snapshot_id), "an old voter has S")
            wait_until(lambda each=each: is_observer(world.leader, each), "it is an observer")
            assert each.is_running
        wait_until(lambda: world.fence()[0] == 0, "nobody is in the old quorum")
        code, kinds = world.verify()
        assert (code, set(kinds) - {"unknown-node"}) == (int(bool(kinds)), set())


def test_old_voter_that_joins_by_itself_is_refused_until_that_is_accepted(tmp_path):
    auto_join = ("controller.quorum.auto.join.enable=true",)
    with Quorum("4.3.1", 3, tmp_path, auto_join) as quorum:
        world = Recovered(quorum, tmp_path)
        world.start_old()
        code, nodes = world.fence("--send")
        assert code == 1
        assert {each["reason"] for each in nodes} == {"auto-join"}
        code, nodes = world.fence("--send", "--accept-auto-join")
        assert code == 0, nodes

        def voters():
            described = ask_quorum(world.leader.endpoint)
            entries = [] if described is None else described.partition.current_voters
            return sorted(each.replica_id for each in entries)

        wait_until(lambda: voters() == [1, 2, 3], "they add themselves", 180)
        assert world.verify() == (1, ["voters"])
