"""Directories of a run, as files: what is in them is what the nodes had."""

from __future__ import annotations

from kraft_core.simulation.directories import leave_directories
from kraft_core.simulation.schedule import Step
from kraft_core.simulation.simulator import Simulator
from kraft_core.storage.disk_files import DiskFolder
from kraft_core.storage.log_directory import LogDirectory
from kraft_wire.records import iter_batches


def test_ours_opens_what_a_run_leaves(tmp_path):
    simulator = Simulator(2, "default", schedule=(Step(3000, "crash", 1), Step(9000, "restart", 1)))
    assert simulator.run().failure is None
    cluster = simulator.cluster
    names = leave_directories(cluster, DiskFolder(tmp_path))
    assert names == [f"node-{node_id}" for node_id in cluster.nodes]
    for node in cluster.nodes.values():
        directory = LogDirectory.open(DiskFolder(tmp_path / f"node-{node.node_id}"))
        log = directory.log
        assert node.flushed_end <= log.end_offset <= node.log.end_offset
        content = log.read(log.start_offset, log.end_offset, 1 << 30)
        found = [batch.last_offset for batch in iter_batches(content)]
        entries = node.log.between(log.start_offset, log.end_offset)
        assert found == [entry.last_offset for entry in entries]
        assert directory.election.read().epoch == node.stored_election.epoch
        directory.close()


def test_an_armed_fault_does_not_strike_the_copy(tmp_path):
    simulator = Simulator(2, "calm")
    simulator.run()
    for node in simulator.cluster.nodes.values():
        node.disk.end_in = 0
        node.disk.arm()
    assert leave_directories(simulator.cluster, DiskFolder(tmp_path))
