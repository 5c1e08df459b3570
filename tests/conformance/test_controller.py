"""A node of ours as the active controller: over Kafka's controllers, and under Kafka's tools."""

from __future__ import annotations

import re

import pytest

from kraft_wire.messages import RegisterControllerRecord
from kraft_wire.records import RecordBatch, iter_batches
from kraft_wire.records.metadata_frame import decode_metadata_record
from tests.conformance import kafka
from tests.conformance.quorum import Controller, wait_until
from tests.conformance.test_node import CLUSTER_ID, OWN_ID, RELEASE, kraft, write_properties
from tests.node.cluster import NodeProcess
from tests.support.ports import free_ports

pytestmark = [pytest.mark.kafka, pytest.mark.timeout(300)]

DIRECTORY_ID = "a5KLvb-4S6qyvdEfWlY42w"


class Ours(NodeProcess):
    """A node of ours that is among the first voters, formatted by ours."""

    def __init__(self, root, port, voters):
        super().__init__(root, {"node.id": str(OWN_ID)})
        values = {"node.id": str(OWN_ID), "controller.quorum.election.timeout.ms": "250"}
        write_properties(self.properties, self.folder, port, **values)
        command = ("format", "-I", voters, "-t", CLUSTER_ID, "-c", self.properties)
        done = kraft("storage", *command)
        assert done.returncode == 0, done.stderr
        self.endpoint = f"127.0.0.1:{port}"

    def leads(self) -> bool:
        return "The active controller of epoch" in self.said()


def tool(ours: Ours, name: str, *arguments: str) -> str:
    """What a tool of Kafka's prints that is told of our node alone."""
    done = kafka.tool(RELEASE, name, "--bootstrap-controller", ours.endpoint, *arguments)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def finalized(described: str) -> dict[str, str]:
    return dict(re.findall(r"Feature: (\S+).*FinalizedVersionLevel: (\S+)", described))


def registered_in(log: bytes) -> set[int]:
    """The controllers that a log of a quorum without brokers has registrations of."""
    found = set()
    for batch in iter_batches(log):
        if isinstance(batch, RecordBatch) and not batch.is_control:
            for record in batch.records():
                message = decode_metadata_record(bytes(record.value)).message
                if isinstance(message, RegisterControllerRecord):
                    found.add(message.controller_id)
    return found


def test_kafkas_tools_work_on_a_controller_of_ours(tmp_path):
    (port,) = free_ports(1)
    ours = Ours(tmp_path, port, f"{OWN_ID}@127.0.0.1:{port}:{DIRECTORY_ID}")
    try:
        ours.start()
        wait_until(ours.leads, "it is active")
        levels = finalized(tool(ours, "kafka-features", "describe"))
        assert levels["metadata.version"] == "4.3-IV0"
        assert levels["kraft.version"] == "1"
        tool(ours, "kafka-features", "downgrade", "--feature", "share.version=0")
        assert finalized(tool(ours, "kafka-features", "describe"))["share.version"] == "0"
        status = tool(ours, "kafka-metadata-quorum", "describe", "--status")
        assert re.search(rf"^ClusterId: +{CLUSTER_ID}$", status, re.MULTILINE)
        assert re.search(rf"^LeaderId: +{OWN_ID}$", status, re.MULTILINE)
        assert DIRECTORY_ID in status
        assert ours.stop() == 0
    finally:
        ours.kill()


def test_ours_leads_two_controllers_of_kafkas(tmp_path):
    ports = free_ports(3)
    java = [Controller(RELEASE, number, ports[number], tmp_path) for number in (1, 2)]
    voters = ",".join(
        [f"{OWN_ID}@127.0.0.1:{ports[0]}:{DIRECTORY_ID}"]
        + [f"{each.node_id}@{each.endpoint}:{each.directory_id}" for each in java]
    )
    ours = Ours(tmp_path, ports[0], voters)
    try:
        for each in java:
            each.format(CLUSTER_ID, voters, ours.endpoint, ())
        ours.start()
        for each in java:
            each.launch()
        for each in java:
            each.wait_until_started()
        wait_until(ours.leads, "ours is active")
        everybody = {OWN_ID, 1, 2}
        wait_until(lambda: registered_in(ours.segment()) == everybody, "all have registered")
        levels = finalized(tool(ours, "kafka-features", "describe"))
        assert levels["metadata.version"] == "4.3-IV0"
        status = tool(ours, "kafka-metadata-quorum", "describe", "--status")
        assert re.search(rf"^LeaderId: +{OWN_ID}$", status, re.MULTILINE)
        for each in java:
            want = len(ours.segment())
            _follows(each, ours, want)
        assert ours.stop() == 0
        wait_until(lambda: any(each.led_epochs() for each in java), "one of them takes over")
        assert all(each.is_running for each in java)
    finally:
        ours.kill()
        for each in java:
            each.kill()


def _follows(controller: Controller, ours: Ours, size: int) -> None:
    """It has the same bytes, and more and more of them."""
    segment = controller.metadata_folder / f"{0:020d}.log"
    wait_until(lambda: segment.stat().st_size > size, "it follows")
    copied = segment.read_bytes()
    wait_until(lambda: ours.segment()[: len(copied)] == copied, "the logs are the same")
    assert controller.is_running
