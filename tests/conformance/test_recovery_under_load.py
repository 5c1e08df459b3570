"""A cluster of Kafka loses two of three controllers while producers write, and is recovered.

The plan is made from the directories of one controller and of the brokers. No record that was
acknowledged with acks=all may be missing at the end, after the old controllers came back as well.
"""

from __future__ import annotations

import json
import subprocess
from contextlib import ExitStack
from typing import TYPE_CHECKING

import pytest

from tests.conformance import kafka
from tests.conformance.broker import Broker
from tests.conformance.ours import kraft
from tests.conformance.quorum import JVM, Quorum
from tests.conformance.test_recovery_apply import start_again, topics
from tests.conformance.test_recovery_facts import is_observer
from tests.support.ports import free_ports
from tests.support.waiting import wait_until

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from tests.conformance.quorum import Controller

pytestmark = [pytest.mark.kafka, pytest.mark.timeout(900)]

BROKERS = (11, 12, 13)
RECORDS = 200
"""Records to wait for before the loss, and after it."""


class Producer:
    """kafka-verifiable-producer with acks=all, until it is killed."""

    def __init__(self, version: str, servers: str, output: Path) -> None:
        arguments = ["--bootstrap-server", servers, "--topic", "load", "--throughput", "200"]
        self._output = output
        with output.open("wb") as file:
            self._process = subprocess.Popen(
                kafka.tool_command(
                    version, "kafka-verifiable-producer", [*arguments, "--acks", "-1"], jvm=JVM
                ),
                stdin=subprocess.DEVNULL,
                stdout=file,
                stderr=subprocess.DEVNULL,
            )

    def acknowledged(self) -> set[str]:
        """Return the values of all acknowledged records."""
        found = set()
        for line in self._output.read_text(errors="replace").splitlines():
            if '"producer_send_success"' in line and line.endswith("}"):
                found.add(str(json.loads(line)["value"]))
        return found

    def until_more(self, count: int) -> None:
        """Wait until `count` further records are acknowledged."""
        before = len(self.acknowledged())
        wait_until(lambda: len(self.acknowledged()) >= before + count, "acknowledged records", 120)

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()


def kinds_of(done: subprocess.CompletedProcess[str]) -> set[str]:
    return {each["kind"] for each in json.loads(done.stdout)["problems"]}


def bring_back(leader: Controller, lost: Sequence[Controller], plan: Path) -> None:
    """Start the old controllers with their old disks, then fence them."""
    for each in lost:
        each.folder.with_suffix(".gone").rename(each.folder)
        each.launch()
    for each in lost:
        each.wait_until_started()
    olds = [word for each in lost for word in ("--old", f"{each.node_id}@{each.endpoint}")]
    fence = ("recover", "fence", plan, *olds, "--send")
    wait_until(lambda: kraft(*fence).returncode == 0, "the old controllers are fenced", 120)
    for each in lost:
        wait_until(lambda each=each: is_observer(leader, each), "an old controller observes")
        assert each.is_running
    verify = ("recover", "verify", plan, *(each.endpoint for each in lost), "--json")
    wait_until(lambda: kinds_of(kraft(*verify)) <= {"unknown-node"}, "no other problems")


def consumed(broker: Broker) -> set[str]:
    done = kafka.tool(
        broker.version,
        "kafka-console-consumer",
        *("--bootstrap-server", broker.endpoint, "--topic", "load", "--from-beginning"),
        *("--timeout-ms", "20000"),
    )
    return set(done.stdout.split())


@pytest.mark.parametrize("version", [pytest.param("3.9.2", marks=pytest.mark.nightly), "4.3.1"])
def test_no_acknowledged_record_is_lost_with_a_majority_of_controllers(version, tmp_path):
    with Quorum(version, 3, tmp_path) as quorum, ExitStack() as undone:
        brokers = [Broker(version, each, free_ports(1)[0], tmp_path) for each in BROKERS]
        for each in brokers:
            each.write_properties(quorum.bootstrap)
            each.prepare(quorum.cluster_id)
            undone.callback(each.kill)
        quorum.start()
        for each in brokers:
            each.launch()
        for each in brokers:
            each.wait_until_started()
        first, *lost = quorum.controllers
        topics(
            brokers[0], "--create", "--topic", "load", "--replica-assignment", "11:12:13,12:13:11"
        )
        producer = Producer(version, brokers[0].endpoint, tmp_path / "producer.txt")
        undone.callback(producer.kill)
        producer.until_more(RECORDS)
        topics(brokers[0], "--create", "--topic", "late", "--replica-assignment", "11:12:13")
        for each in lost:
            each.kill()
            each.folder.rename(each.folder.with_suffix(".gone"))
        producer.until_more(RECORDS)  # the data plane goes on without controllers
        for each in brokers:
            each.kill()
        producer.kill()
        first.kill()
        acknowledged = producer.acknowledged()

        start_again(
            [first],
            tmp_path,
            *(first.folder, *(each.folder for each in brokers), "--lost", "2,3"),
            *(word for each in brokers for word in ("--broker-dir", each.folder)),
            *("--brokers-stopped", "--adopt-topics"),
        )
        verify = ("recover", "verify", tmp_path / "plan.json")
        wait_until(lambda: kinds_of(kraft(*verify, "--json")) == {"broker-down"}, "controllers")
        for each in brokers:
            each.launch()
        for each in brokers:
            each.wait_until_started()
        wait_until(lambda: kraft(*verify).returncode == 0, "the cluster is as planned", 120)
        bring_back(first, lost, tmp_path / "plan.json")
        assert {"load", "late"} <= set(topics(brokers[0], "--list").split())
        assert len(acknowledged) >= 2 * RECORDS
        wait_until(lambda: acknowledged <= consumed(brokers[0]), "all acknowledged records", 300)
