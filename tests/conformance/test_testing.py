"""`kraft_core.testing` and `kraft cluster-up`: clusters for tests of users."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys

import pytest

from kraft_core.testing import ClusterError, kafka_cluster
from tests.conformance import kafka
from tests.node.cluster import ROOT

pytestmark = [pytest.mark.kafka, pytest.mark.timeout(300)]


@pytest.mark.parametrize("release", ["4.3.1", "4.4.0"])
def test_a_cluster_takes_records_and_leaves_nothing_behind(tmp_path, release):
    with kafka_cluster(kafka.jars(release), controllers=1, brokers=1) as cluster:
        root = cluster.controllers[0].folder.parent
        where = ("--bootstrap-server", cluster.bootstrap_servers, "--topic", "t")
        sent = kafka.tool(
            "4.3.1", "kafka-console-producer", *where, *kafka.PATIENT_PRODUCER, stdin="one\ntwo\n"
        )
        assert sent.returncode == 0, sent.stderr
        more = ("--from-beginning", "--max-messages", "2", "--timeout-ms", "60000")
        found = kafka.tool("4.3.1", "kafka-console-consumer", *where, *more)
        assert found.stdout.split() == ["one", "two"], found.stderr
        assert cluster.active_controller() is cluster.controllers[0]
        nodes = [*cluster.controllers, *cluster.brokers]
    assert not root.exists()
    assert not any(node.is_running for node in nodes)


def test_a_folder_keeps_data_and_output_and_must_be_empty(tmp_path):
    folder = tmp_path / "kept"
    folder.mkdir()
    (folder / "something").touch()
    with (
        pytest.raises(ClusterError, match="is not empty"),
        kafka_cluster(kafka.jars("4.3.1"), folder=folder),
    ):
        pass


def test_a_broker_that_cannot_start_is_an_error_that_shows_why():
    wrong = {"log.cleaner.dedupe.buffer.size": "1"}
    started = kafka_cluster(kafka.jars("4.3.1"), broker_properties=wrong)
    with pytest.raises(ClusterError, match=r"(?s)Node 101 ended.*dedupe"), started:
        pass


def test_cluster_up_prints_addresses_and_ends_with_a_signal():
    command = [sys.executable, "-m", "kraft_core.cli", "cluster-up", str(kafka.jars("4.3.1"))]
    with subprocess.Popen([*command, "--json"], stdout=subprocess.PIPE, text=True) as running:
        facts = json.loads(running.stdout.readline())
        assert facts.keys() == {"cluster_id", "bootstrap_servers", "bootstrap_controllers"}
        running.send_signal(signal.SIGTERM)
        assert running.wait(60) == 0


def test_the_demo_loses_nothing():
    command = [sys.executable, str(ROOT / "examples" / "cluster_demo.py"), str(kafka.jars("4.3.1"))]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "read back: 0 of them are missing, 0 are there twice" in done.stdout
