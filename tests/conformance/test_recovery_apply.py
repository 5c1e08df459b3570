"""Controllers of released Kafka start from the directories that `kraft recover apply` wrote."""

from __future__ import annotations

import json
import shutil
from contextlib import ExitStack
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from kraft_core.cli.main import kraft
from tests.conformance import kafka
from tests.conformance.broker import Broker
from tests.conformance.ours import ask_quorum
from tests.conformance.quorum import Quorum
from tests.support.ports import free_ports
from tests.support.waiting import wait_until

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conformance.quorum import Controller

pytestmark = [pytest.mark.kafka, pytest.mark.nightly, pytest.mark.timeout(900)]

BROKER = 11


def recover(*words: object) -> str:
    done = CliRunner().invoke(kraft, ["recover", *map(str, words)])
    assert done.exit_code == 0, done.output
    return done.output


def start_again(controllers: list[Controller], root: Path, *words: object) -> str:
    """Plan these controllers as the voters, and start each from its new directory."""
    file = root / "plan.json"
    voters = ",".join(f"{each.node_id}@127.0.0.1:{each.port}" for each in controllers)
    recover("plan", *words, "--voters", voters, "--output", file)
    plan = json.loads(file.read_text())
    ids = {each["node_id"]: each["directory_id"] for each in plan["quorum"]["voters"]}
    for each in controllers:
        target = each.folder.with_suffix(".new")
        recover(
            *("apply", file, "--node", each.node_id, "--to", target),
            *("--accept", plan["phrase"]),
        )
    for each in controllers:
        if each.folder.exists():
            each.folder.rename(each.folder.with_suffix(".old"))
        each.folder.with_suffix(".new").rename(each.folder)
        each.directory_id = ids[each.node_id]
        each.start()
    epoch = plan["quorum"]["snapshot"]["epoch"]
    described = wait_until(lambda: ask_quorum(controllers[0].endpoint), "the new quorum leads")
    assert described.partition.leader_epoch > epoch
    voters_found = {each.replica_id for each in described.partition.current_voters}
    assert voters_found == set(ids)
    return str(plan["phrase"])


def topics(broker: Broker, *words: str) -> str:
    done = kafka.tool(broker.version, "kafka-topics", "--bootstrap-server", broker.endpoint, *words)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize("version", ["3.9.2", "4.3.1"])
def test_kafka_starts_from_a_recovered_directory_and_serves_the_old_topics(version, tmp_path):
    with Quorum(version, 3, tmp_path) as quorum, ExitStack() as undone:
        broker = Broker(version, BROKER, free_ports(1)[0], tmp_path)
        broker.write_properties(quorum.bootstrap)
        broker.prepare(quorum.cluster_id)
        undone.callback(broker.kill)
        quorum.start()
        broker.start()
        topics(broker, "--create", "--topic", "kept", "--partitions", "2")
        before = topics(broker, "--describe", "--topic", "kept")
        first, *lost = quorum.controllers
        # a topic that the first controller and the broker's copy of the log can lack
        for each in lost:
            each.kill()
            shutil.rmtree(each.folder)
        broker.kill()
        first.kill()

        phrase = start_again(
            [first],
            tmp_path,
            *(first.folder, broker.folder, "--lost", "2,3"),
            *("--broker-dir", broker.folder, "--brokers-stopped"),
        )
        assert "lose topics" not in phrase
        broker.start()
        after = topics(broker, "--describe", "--topic", "kept")
        assert before.split()[:4] == after.split()[:4]  # name and id
        wait_until(
            lambda: "none" not in topics(broker, "--describe", "--topic", "kept").lower(),
            "all partitions have leaders",
        )
        topics(broker, "--create", "--topic", "after")
        assert {"kept", "after"} <= set(topics(broker, "--list").split())

        # all of it holds after another start, and from a majority with other endpoints
        broker.kill()
        first.stop()
        (first.port,) = free_ports(1)
        first.write_properties(first.endpoint)
        (tmp_path / "plan.json").unlink()
        shutil.rmtree(first.folder.with_suffix(".old"))
        start_again([first], tmp_path, first.folder, "--endpoints-only")
        broker.write_properties(first.endpoint)
        broker.start()
        assert {"kept", "after"} <= set(topics(broker, "--list").split())
