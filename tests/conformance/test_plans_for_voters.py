"""`kraft quorum` with Kafka's controllers: the leader and most voters are Java's."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from tests.conformance.mixed import (
    ROOT,
    Mixed,
    assert_nothing_fatal,
    commits_go_on,
    directory_of,
    voters_in,
)
from tests.support.waiting import wait_until

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = [
    pytest.mark.kafka,
    pytest.mark.timeout(400),
    pytest.mark.parametrize("release", ["4.3.1", pytest.param("3.9.2", marks=pytest.mark.nightly)]),
]


def kraft_quorum(cluster: Mixed, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "kraft_core.cli", "quorum"]
    command += ["--bootstrap-controller", cluster.bootstrap, *arguments]
    return subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=200
    )


def change(cluster: Mixed, path: Path, *goal: str) -> list[str]:
    """Plan, until nothing is in the way any more, and apply; return the steps."""

    def is_ready() -> bool:
        done = kraft_quorum(cluster, "plan", *goal, "--json", "--output", str(path))
        return done.returncode == 0 and json.loads(done.stdout)["ready"]

    wait_until(is_ready, f"the plan {' '.join(goal)} is possible")
    done = kraft_quorum(cluster, "apply", str(path), "--wait", "--timeout", "90")
    assert done.returncode == 0, done.stdout + done.stderr
    again = kraft_quorum(cluster, "apply", str(path))
    assert again.returncode == 0, again.stdout + again.stderr
    steps = json.loads(path.read_text())["steps"]
    return [f"{each['action']} {each['node_id']}" for each in steps]


def test_voters_of_kafka_are_replaced(tmp_path, release):
    """A Java voter by a kraft node, a lost Java disk by a new one, and the Java leader."""
    with Mixed(release, tmp_path / "nodes", (3, 1), first=(1, 2, 3)) as cluster:
        everybody = [*cluster.java, *cluster.ours]
        for each in cluster.java:
            each.launch()
        for each in cluster.ours:
            each.start()
        for each in cluster.java:
            each.wait_until_started()
        cluster.wait_for_registrations()
        leader = cluster.leading()
        other, lost = (each for each in cluster.java if each is not leader)
        path = tmp_path / "plan.json"
        steps = change(cluster, path, "replace", str(other.node_id), "--with", "11")
        assert steps == ["add 11", f"remove {other.node_id}"]

        lost.kill()
        shutil.rmtree(lost.folder)
        cluster.format([lost], "-N")
        lost.start()
        lost.wait_until_started()
        steps = change(cluster, path, "replace", str(lost.node_id))
        assert steps == [f"remove {lost.node_id}", f"add {lost.node_id}"]

        leader = cluster.leading()
        wanted = [each for each in everybody if each is not leader]
        ids = ",".join(str(each.node_id) for each in wanted)
        steps = change(cluster, path, "--voters", ids)
        assert steps[-1] == f"remove {leader.node_id}"
        keys = {each.node_id: directory_of(each) for each in wanted}
        wait_until(lambda: voters_in(wanted[0]) == keys, "they are the voters")
        commits_go_on(wanted)
        assert_nothing_fatal(*cluster.java)
