"""Forms of a recovery with controllers and brokers of Kafka.

All addresses changed; no controller is left; a static quorum stays static or becomes dynamic.
"""

from __future__ import annotations

import shutil
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING

import pytest

from kraft_wire.primitives import ZERO_UUID
from tests.conformance.broker import Broker
from tests.conformance.mixed import Mixed
from tests.conformance.ours import ask_quorum
from tests.conformance.quorum import Quorum
from tests.conformance.test_recovery_apply import start_again, topics
from tests.support.ports import free_ports
from tests.support.waiting import wait_until

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from tests.conformance.quorum import Controller

pytestmark = [
    pytest.mark.kafka,
    pytest.mark.nightly,
    pytest.mark.timeout(900),
    pytest.mark.parametrize("version", ["3.9.2", "4.3.1"]),
]
BROKERS = (11, 12)
TOPICS = {"first", "second"}


@contextmanager
def serving(
    controllers: Sequence[Controller], cluster_id: str, root: Path, more: Sequence[str] = ()
) -> Iterator[Sequence[Broker]]:
    """Run controllers and two brokers with two topics, and end them all without warning."""
    bootstrap = ",".join(each.endpoint for each in controllers)
    version = controllers[0].version
    with ExitStack() as undone:
        brokers = [Broker(version, each, free_ports(1)[0], root) for each in BROKERS]
        for each in brokers:
            each.write_properties(bootstrap, more)
            each.prepare(cluster_id)
        for each in controllers:
            undone.callback(each.kill)
            each.launch()
        for each in brokers:
            undone.callback(each.kill)
            each.launch()
        for each in (*controllers, *brokers):
            each.wait_until_started()
        for name in sorted(TOPICS):
            topics(brokers[0], "--create", "--topic", name, "--replica-assignment", "11:12,12:11")
        for each in (*brokers, *controllers):
            each.kill()
        yield brokers


def serve_again(
    controllers: Sequence[Controller], brokers: Sequence[Broker], more: Sequence[str] = ()
) -> None:
    """Start the brokers at recovered controllers, and use old and new topics."""
    for each in brokers:
        each.write_properties(",".join(one.endpoint for one in controllers), more)
        each.launch()
    for each in brokers:
        each.wait_until_started()
    listed = topics(brokers[0], "--list").split()
    assert set(listed) >= TOPICS
    for name in sorted(TOPICS):
        wait_until(
            lambda name=name: "none" not in topics(brokers[0], "--describe", "--topic", name),
            "all partitions have leaders",
        )
    topics(brokers[0], "--create", "--topic", "after", "--replica-assignment", "11:12")


def broker_words(brokers: Sequence[Broker]) -> list[object]:
    return ["--brokers-stopped", *(w for each in brokers for w in ("--broker-dir", each.folder))]


def test_quorum_whose_addresses_all_changed_starts_at_new_ones(version, tmp_path):
    with Quorum(version, 3, tmp_path) as quorum:
        first, second, third = controllers = quorum.controllers
        with serving(controllers, quorum.cluster_id, tmp_path) as brokers:
            for each, port in zip(controllers, free_ports(3), strict=True):
                each.port = port
            for each in controllers:
                each.write_properties(",".join(one.endpoint for one in controllers))
            shutil.rmtree(third.folder)  # a majority is enough
            words = (first.folder, second.folder, "--endpoints-only", *broker_words(brokers))
            phrase = start_again(controllers, tmp_path, *words)
            assert "loss" not in phrase
            serve_again(controllers, brokers)


def test_copies_of_brokers_replace_all_controllers(version, tmp_path):
    with Quorum(version, 3, tmp_path) as quorum:
        controllers = quorum.controllers
        with serving(controllers, quorum.cluster_id, tmp_path) as brokers:
            for each in controllers:
                shutil.rmtree(each.folder)
            words = (*(each.folder for each in brokers), "--destroyed", "1,2,3")
            phrase = start_again(controllers, tmp_path, *words, *broker_words(brokers))
            assert "lose topics" not in phrase
            serve_again(controllers, brokers)


def voters_of(controllers: Sequence[Controller]) -> tuple[str]:
    listed = ",".join(f"{each.node_id}@{each.endpoint}" for each in controllers)
    return (f"controller.quorum.voters={listed}",)


@pytest.mark.parametrize("to", ["static", "dynamic"])
def test_static_quorum_is_recovered(version, to, tmp_path):
    with Mixed(version, tmp_path, (3, 0), static=True) as quorum:
        first, *lost = quorum.java
        # an observer of kraft.version 0 has the voters from its configuration
        old = voters_of(quorum.java)
        with serving(quorum.java, quorum.cluster_id, tmp_path, old) as brokers:
            for each in lost:
                shutil.rmtree(each.folder)
            new = voters_of([first]) if to == "static" else ()
            first.write_properties(first.endpoint, new)
            words = (first.folder, *(each.folder for each in brokers))
            start_again(
                [first],
                tmp_path,
                *(*words, "--static-voters", "1,2,3", "--destroyed", "2,3"),
                *(["--to-dynamic"] if to == "dynamic" else []),
                *(*broker_words(brokers), "--adopt-topics"),
            )
            described = ask_quorum(first.endpoint)
            (voter,) = described.partition.current_voters
            has_directory = voter.replica_directory_id != ZERO_UUID
            assert (voter.replica_id, has_directory) == (1, to == "dynamic")
            serve_again([first], brokers, new)
