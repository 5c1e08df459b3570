"""Directories that a simulation leaves behind: Kafka's tool reads them, a controller goes on."""

from __future__ import annotations

import contextlib
import io
import re
import shutil
import subprocess
import sys

import pytest

from kraft_core.cli.main import run
from kraft_core.sim.quorum.simulator import Simulator
from tests.conformance import kafka, quorum
from tests.conformance.quorum import Controller
from tests.support.ports import free_ports
from tests.support.waiting import wait_until

pytestmark = [pytest.mark.kafka, pytest.mark.timeout(300)]

SCENARIO = "membership"
SEEDS = range(60)


@pytest.fixture(scope="module")
def left(tmp_path_factory):
    """The directory of a sole voter whose log begins with a snapshot, by a seed that leads there.

    One node alone, since the others would have to listen where the simulation said that they do.
    """
    for seed in SEEDS:
        simulator = Simulator(seed, SCENARIO)
        assert simulator.run().failure is None
        leader = simulator.cluster.leader()
        if len(leader.core.voters) == 1 and leader.log.start_offset > 0:
            folder = tmp_path_factory.mktemp("simulated")
            options = ("--scenario", SCENARIO, "--storage", str(folder))
            with contextlib.redirect_stdout(io.StringIO()):
                assert run(["simulate", "--seed", str(seed), *options]) == 0
            return leader.node_id, folder / f"node-{leader.node_id}"
    raise AssertionError("no seed ends with a single voter and a snapshot")


def ours_and_theirs(version, folder, names):
    arguments = ("--cluster-metadata-decoder", "--files", ",".join(str(folder / n) for n in names))
    theirs = kafka.tool(version, "kafka-dump-log", *arguments)
    assert theirs.returncode == 0, theirs.stderr
    command = [sys.executable, "-m", "kraft_core.cli", "dump-log", *arguments]
    ours = subprocess.run(command, capture_output=True, text=True, check=True)
    return ours.stdout, theirs.stdout


@pytest.mark.parametrize("version", ["3.9.2", "4.3.1"])
def test_dump_log_prints_the_same_as_kafkas_tool(version, left):
    _, root = left
    folder = root / "__cluster_metadata-0"
    names = sorted(each.name for each in folder.iterdir() if each.suffix in {".log", ".checkpoint"})
    assert {name.rsplit(".", 1)[1] for name in names} == {"log", "checkpoint"}
    ours, theirs = ours_and_theirs(version, folder, names)
    assert theirs.count("CONFIG_RECORD") > 5
    if version == "3.9.2":  # prints other control records since 4.1 only
        ours = re.sub(r"LeaderChange: \{.*", "controlType: LEADER_CHANGE(2)", ours)
    assert ours == theirs


@pytest.mark.parametrize("version", ["3.9.2", "4.3.1"])
def test_kafka_opens_the_directory_of_a_simulation(version, left, tmp_path):
    node_id, root = left
    (port,) = free_ports(1)
    controller = Controller(version, node_id, port, tmp_path)
    shutil.copytree(root, controller.folder)
    controller.properties.write_text(
        quorum._PROPERTIES.format(
            node_id=node_id, port=port, bootstrap=controller.endpoint, folder=controller.folder
        )
    )
    log = controller.metadata_folder
    size = sum(each.stat().st_size for each in log.glob("*.log"))
    controller.start()
    try:
        wait_until(controller.led_epochs, "leadership")
        wait_until(
            lambda: sum(each.stat().st_size for each in log.glob("*.log")) > size + 200,
            "records of Kafka's",
        )
    finally:
        controller.stop()
