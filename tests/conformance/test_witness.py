"""Ours as witness of a cluster that serves brokers: it keeps the quorum, and gives way."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.conformance.mixed import (
    Mixed,
    assert_nothing_fatal,
    commits_go_on,
    directory_of,
    end_of,
)
from tests.support.waiting import wait_until

if TYPE_CHECKING:
    from tests.conformance.quorum import Controller

pytestmark = [
    pytest.mark.kafka,
    pytest.mark.timeout(600),
    pytest.mark.interop("witness"),
]

NOTED = "This is a witness now"
LEADS = "became-leader"


def topics(cluster: Mixed, broker, *arguments: str) -> str:
    return cluster.tool("kafka-topics", "--bootstrap-server", broker.endpoint, *arguments)


def create_topic(cluster: Mixed, broker, name: str) -> None:
    topics(cluster, broker, "--create", "--topic", name, "--partitions", "1")


def times_led(cluster: Mixed) -> int:
    """How often nodes of ours were elected."""
    return sum(each.said().count(LEADS) for each in cluster.ours)


def lose_the_leader(cluster: Mixed, behind: str) -> Controller:
    """Kill Kafka's leader while one of the two that are left is behind; who leads afterwards."""
    (ours,) = cluster.ours
    lost = cluster.leading()
    (left,) = (each for each in cluster.java if each is not lost)
    commits_go_on([*cluster.java, ours])
    ahead, paused = (left, ours) if behind == "ours" else (ours, left)
    paused.pause()
    wait_until(lambda: end_of(ahead) > end_of(paused) + 3, "one of the two is behind")
    epoch = max(lost.active_epochs())
    lost.kill()
    paused.resume()
    # tests/consensus/test_witness.py holds how soon, with a clock of its own
    wait_until(lambda: max(left.active_epochs(), default=0) > epoch, "Java leads")
    return left


def test_the_cluster_comes_back_under_a_java_leader(tmp_path, release):
    with Mixed(release, tmp_path, (2, 1)) as cluster:
        (ours,) = cluster.ours
        for each in cluster.java:
            each.launch()
        cluster.leading()
        ours.start()
        broker = cluster.add_broker()
        broker.start()
        wait_until(lambda: NOTED in ours.said(), "ours has seen the broker")
        for behind in ("ours", "java"):
            led = times_led(cluster)
            left = lose_the_leader(cluster, behind)
            assert (times_led(cluster) > led) is (behind == "java")
            create_topic(cluster, broker, f"after-{behind}-was-behind")
            assert_nothing_fatal(left, broker)
            next(each for each in cluster.java if each is not left).start()
        commits_go_on([*cluster.java, ours])
        assert topics(cluster, broker, "--list").split() == [
            "after-java-was-behind",
            "after-ours-was-behind",
        ]
        wait_until(lambda: "witness-hands-over" in ours.said(), "the log to say so")


def voters_told(status: str) -> set[int]:
    """The ids of the voters that `describe --status` names."""
    (line,) = (each for each in status.splitlines() if each.startswith("CurrentVoters:"))
    return {voter["id"] for voter in json.loads(line.split(":", 1)[1])}


def test_two_witnesses_without_java_serve_voter_changes(tmp_path, release):
    always = ("kraft.witness=true",)
    with Mixed(release, tmp_path, (1, 2), of_ours=always) as cluster:
        (java,) = cluster.java
        java.start()
        for each in cluster.ours:
            each.start()
        cluster.leading()
        broker = cluster.add_broker()
        broker.start()
        create_topic(cluster, broker, "before")
        cluster.wait_for_registrations()
        commits_go_on([java, *cluster.ours])
        led = times_led(cluster)
        java.kill()
        where = ("--bootstrap-server", broker.endpoint)
        key = ("--controller-id", "1", "--controller-directory-id", directory_of(java))
        wait_until(lambda: times_led(cluster) > led, "a witness leads")
        cluster.tool("kafka-metadata-quorum", *where, "remove-controller", *key)
        described = ("describe", "--status")
        assert voters_told(cluster.tool("kafka-metadata-quorum", *where, *described)) == {11, 12}
        java.start()
        where = ("--bootstrap-controller", cluster.ours[0].endpoint)
        add = ("--command-config", str(java.properties), "add-controller")
        cluster.tool("kafka-metadata-quorum", *where, *add)
        assert cluster.leading() is java
        wait_until(lambda: len(java.active_epochs()) > 1, "Java leads again")
        create_topic(cluster, broker, "after")
        assert_nothing_fatal(java, broker)
        assert topics(cluster, broker, "--list").split() == ["after", "before"]
