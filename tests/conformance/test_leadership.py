"""Ours as leader of Kafka's controllers, without brokers: they follow, and stay up."""

from __future__ import annotations

import re
import shutil
from typing import TYPE_CHECKING

import pytest

from tests.conformance.mixed import (
    Mixed,
    Ours,
    assert_nothing_fatal,
    commits_go_on,
)
from tests.support.waiting import wait_until

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conformance.quorum import Controller

pytestmark = [
    pytest.mark.kafka,
    pytest.mark.timeout(600),
    pytest.mark.interop("leader"),
]

SNAPSHOTS = "metadata.log.max.record.bytes.between.snapshots=2500"


def snapshots(node: Controller | Ours) -> list[str]:
    """The names of the snapshots that a node has, but for what it was formatted with."""
    folder = node.folder / "__cluster_metadata-0"
    first = f"{0:020d}-{0:010d}.checkpoint"
    return sorted(each.name for each in folder.glob("*.checkpoint") if each.name != first)


def lose_the_log(controller: Controller) -> None:
    """End it, and take all it knows but who it is."""
    controller.kill()
    shutil.rmtree(controller.metadata_folder)


def takes_a_snapshot(controller: Controller, ours: Ours) -> Path:
    """Wait until it has a snapshot of ours; where it is, after a look at its bytes."""

    def shared() -> set[str]:
        return set(snapshots(controller)) & set(snapshots(ours))

    wait_until(shared, "it takes a snapshot")
    name = max(shared())
    found = [(each.folder / "__cluster_metadata-0" / name) for each in (controller, ours)]
    assert found[0].read_bytes() == found[1].read_bytes()
    return found[1]


def dumped(cluster: Mixed, snapshot: Path) -> list[str]:
    """The kinds of the records that Kafka's tool reads in a snapshot."""
    text = cluster.tool("kafka-dump-log", "--cluster-metadata-decoder", "--files", str(snapshot))
    assert "isvalid: true" in text
    return re.findall(r'payload: {"type":"(\w+)"', text)


@pytest.mark.core
def test_two_controllers_of_kafkas_follow_through_deaths_and_snapshots(tmp_path, release):
    with Mixed(release, tmp_path, (2, 1), first=(11,), of_ours=(SNAPSHOTS,)) as cluster:
        (ours,) = cluster.ours
        first, second = cluster.java
        ours.start()
        for each in cluster.java:
            each.launch()
        for each in cluster.java:
            each.wait_until_started()
            cluster.add(each)
        commits_go_on([ours, first, second])
        cluster.wait_for_registrations()
        lose_the_log(second)
        before = set(snapshots(ours))
        commits_go_on([ours, first])
        wait_until(lambda: set(snapshots(ours)) - before, "ours writes a snapshot")
        second.start()
        kinds = dumped(cluster, takes_a_snapshot(second, ours))
        assert kinds[0] == "FEATURE_LEVEL_RECORD"
        assert kinds.count("REGISTER_CONTROLLER_RECORD") == 3
        ours.kill()
        commits_go_on([first, second])
        ours.start()
        commits_go_on([ours, first, second])
        second.kill()
        commits_go_on([ours, first])
        second.start()  # from the snapshot of ours
        commits_go_on([ours, first, second])
        assert_nothing_fatal(first, second)
        assert ours.stop() == 0
        commits_go_on([first, second])
