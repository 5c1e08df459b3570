"""Facts that recovery of a lost majority relies on.

Released controllers and brokers load a snapshot above everything they know, and an old voter
follows a BeginQuorumEpoch.

The controllers of a quorum of three lose two disks. What the third has is written as one snapshot
S, whose epoch and offset are above all that anybody knows, into a new directory with a new
directory id, and it starts there as the only voter (docs/decisions/0012-recovery-facts.md).
"""

from __future__ import annotations

import shutil
import time
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

from kraft_core.client.blocking import BlockingDriver
from kraft_core.client.errors import ConnectionLostError
from kraft_core.client.session import open_session
from kraft_core.client.settings import Endpoint as Address
from kraft_core.client.settings import Settings
from kraft_core.metadata.cluster_image import ClusterImage
from kraft_core.metadata.snapshot_records import snapshot_records
from kraft_core.raft.batches import control_message
from kraft_core.raft.consensus.values import (
    Endpoint,
    KRaftVersion,
    OffsetAndEpoch,
    ReplicaKey,
    VersionRange,
    Voters,
)
from kraft_core.raft.consensus.voters import Voter, VoterSet
from kraft_core.raft.directory import snapshot_file
from kraft_core.raft.storage.disk_files import DiskFolder
from kraft_core.raft.storage.formatting import snapshot_content
from kraft_core.raft.storage.meta_properties import (
    MetaProperties,
    encode_id,
    new_directory_id,
    write_meta_properties,
)
from kraft_wire.messages import BeginQuorumEpochRequest
from kraft_wire.primitives import Uuid
from kraft_wire.records import iter_batches
from kraft_wire.records.metadata_frame import encode_metadata_record
from tests.conformance import kafka
from tests.conformance.broker import Broker
from tests.conformance.ours import ask_quorum, log_of, next_offset
from tests.conformance.quorum import Quorum
from tests.support.ports import free_ports
from tests.support.waiting import wait_until

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from kraft_core.client.steps import Operation
    from kraft_wire.messages import BeginQuorumEpochResponse
    from tests.conformance.quorum import Controller

pytestmark = [pytest.mark.kafka, pytest.mark.nightly, pytest.mark.timeout(900)]

OFFSETS_UP = 1_000_000
EPOCHS_UP = 1000
STALE = "STALE_BROKER_EPOCH"
LIVES, STOPPED, GAP = 11, 12, 13
"""A broker that runs throughout; one that is stopped; one that registers in the lost part."""


def image_of(controller: Controller) -> ClusterImage:
    """The state to which all that a stopped controller has leads."""
    image = ClusterImage(strict=True)
    for batch in iter_batches(log_of(controller)):
        for record in batch.records():
            image.replay(
                record.key, record.value, is_control=batch.is_control, offset=record.offset
            )
    return image


def recover_alone(controller: Controller, port: int, cluster_id: str) -> OffsetAndEpoch:
    """Give a stopped controller a new directory with S, in which it is the only voter.

    It also moves to another port: old voters know only the one that they have in their logs.
    """
    image = image_of(controller)
    epoch = max(batch.partition_leader_epoch for batch in iter_batches(log_of(controller)))
    snapshot_id = OffsetAndEpoch(next_offset(log_of(controller)) + OFFSETS_UP, epoch + EPOCHS_UP)
    directory_id = new_directory_id()
    controller.port = port
    controller.write_properties(controller.endpoint)
    endpoint = Endpoint("CONTROLLER", "127.0.0.1", port)
    voter = Voter(ReplicaKey(controller.node_id, directory_id), (endpoint,), VersionRange(0, 1))
    now_ms = time.time_ns() // 1_000_000
    content = snapshot_content(
        [encode_metadata_record(each) for each in snapshot_records(image)],
        timestamp_ms=now_ms,
        last_log_timestamp_ms=now_ms,
        control=[control_message(each) for each in (KRaftVersion(1), Voters(VoterSet.of([voter])))],
        epoch=snapshot_id.epoch,
    )
    controller.folder.rename(controller.folder.with_suffix(".old"))
    controller.metadata_folder.mkdir(parents=True)
    meta = MetaProperties(controller.node_id, cluster_id, directory_id)
    write_meta_properties(DiskFolder(controller.folder), meta, now_ms)
    (controller.metadata_folder / snapshot_file(snapshot_id)).write_bytes(content)
    controller.directory_id = encode_id(directory_id)
    return snapshot_id


def begin_quorum_epoch(
    receiver: Controller,
    cluster_id: str,
    leader_id: int,
    epoch: int,
    ports: Sequence[int],
) -> BeginQuorumEpochResponse | None:
    """Tell a controller that a leader's epoch has begun; None if it closes the connection."""
    partition = BeginQuorumEpochRequest.PartitionData(
        voter_directory_id=Uuid.parse(receiver.directory_id),
        leader_id=leader_id,
        leader_epoch=epoch,
    )
    request = BeginQuorumEpochRequest(
        cluster_id=cluster_id,
        voter_id=receiver.node_id,
        topics=[
            BeginQuorumEpochRequest.TopicData(
                topic_name="__cluster_metadata", partitions=[partition]
            )
        ],
        leader_endpoints=[
            BeginQuorumEpochRequest.LeaderEndpoint(name="CONTROLLER", host="127.0.0.1", port=port)
            for port in ports
        ],
    )

    def ask() -> Operation[BeginQuorumEpochResponse]:
        session = yield from open_session(Address("127.0.0.1", receiver.port), Settings())
        return (yield from session.call(request))

    driver = BlockingDriver()
    try:
        return driver.run(ask())
    except ConnectionLostError:
        return None
    finally:
        driver.close()


def make_broker(release: str, node_id: int, quorum: Quorum, port: int, root: Path) -> Broker:
    broker = Broker(release, node_id, free_ports(1)[0], root)
    broker.write_properties(f"{quorum.bootstrap},127.0.0.1:{port}")
    broker.prepare(quorum.cluster_id)
    return broker


def create_topic(broker: Broker, name: str, assignment: str) -> None:
    done = kafka.tool(
        broker.version,
        "kafka-topics",
        *("--bootstrap-server", broker.endpoint, "--create", "--topic", name),
        *("--replica-assignment", assignment),
    )
    assert done.returncode == 0, done.stdout + done.stderr


def folders(broker: Broker) -> list[str]:
    """Folders of partitions, without that of the metadata log."""
    return sorted(
        path.name
        for path in broker.folder.iterdir()
        if path.is_dir() and path.name != "__cluster_metadata-0"
    )


@dataclass(frozen=True)
class Lost:
    """A quorum that lost two disks; the first controller lacks the last topic and registration."""

    quorum: Quorum
    brokers: Sequence[Broker]
    port: int
    """Address of the recovered controller; brokers know it from the beginning."""


@pytest.fixture(params=["3.9.2", "4.3.1"])
def lost(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Lost]:
    version, (port,) = request.param, free_ports(1)
    with Quorum(version, 3, tmp_path) as quorum, ExitStack() as undone:
        brokers = [
            make_broker(version, each, quorum, port, tmp_path) for each in (LIVES, STOPPED, GAP)
        ]
        for each in brokers:
            undone.callback(each.kill)
        lives, stopped, gap = brokers
        quorum.start()
        lives.start()
        stopped.start()
        create_topic(lives, "kept", f"{LIVES}:{STOPPED}")
        quorum.controllers[0].stop()
        quorum.leader()
        create_topic(lives, "gap", f"{LIVES}:{STOPPED}")
        for each in (lives, stopped):
            wait_until(lambda each=each: "gap-0" in folders(each), "both have the topic")
        gap.start()
        for each in quorum.controllers[1:]:
            each.kill()
        stopped.kill()
        yield Lost(quorum, brokers, port)


def has_snapshot(node: Controller, snapshot_id: OffsetAndEpoch) -> Callable[[], bool]:
    return (node.metadata_folder / snapshot_file(snapshot_id)).exists


def test_running_and_restarted_nodes_take_a_snapshot_above_all(lost):
    lives, stopped, gap = lost.brokers
    first = lost.quorum.controllers[0]
    assert folders(lives) == folders(stopped) == ["gap-0", "kept-0"]
    snapshot_id = recover_alone(first, lost.port, lost.quorum.cluster_id)
    first.start()
    described = wait_until(lambda: ask_quorum(first.endpoint), "the recovered controller leads")
    assert described.partition.leader_epoch > snapshot_id.epoch

    # a running broker takes S and deletes the topic that S lacks
    wait_until(has_snapshot(lives, snapshot_id), "the running broker has S")
    wait_until(lambda: folders(lives) == ["kept-0"], "the topic is deleted", 180)
    create_topic(lives, "after", str(LIVES))

    # a running broker that registered in the lost part takes S, and is refused for good
    wait_until(has_snapshot(gap, snapshot_id), "the broker of the lost part has S")
    refused = gap.said().count(STALE)
    wait_until(lambda: gap.said().count(STALE) > refused + 5, "its heartbeats are refused")
    assert gap.is_running

    # a broker that starts afterwards sets the topic aside
    stopped.start()
    wait_until(lambda: any(each.endswith("-stray") for each in folders(stopped)), "a stray folder")
    assert "gap-0" not in folders(stopped)
    assert "kept-0" in folders(stopped)

    # all of them start again from what they have
    first.stop()
    lives.kill()
    gap.kill()
    for each in (first, lives, gap):
        each.start()
    create_topic(lives, "again", f"{LIVES}:{GAP}")

    follow_or_end(lost, snapshot_id)


def follow_or_end(lost: Lost, snapshot_id: OffsetAndEpoch) -> None:
    """An old voter follows the leader that BeginQuorumEpoch names, or ends."""
    leader, old, _ = lost.quorum.controllers
    described = wait_until(lambda: ask_quorum(leader.endpoint), "a leader")
    epoch = described.partition.leader_epoch
    disk = old.folder.with_suffix(".disk")
    shutil.copytree(old.folder, disk)
    outcomes = {}
    for case, named, ports in (
        ("follows", [(1, epoch)], [lost.port]),
        ("no endpoints", [(1, epoch)], []),
        ("its own id", [(2, epoch)], [lost.port]),
        ("two leaders", [(1, epoch), (3, epoch)], [lost.port]),
        ("a lower epoch", [(1, 0)], [lost.port]),
    ):
        shutil.rmtree(old.folder)
        shutil.copytree(disk, old.folder)
        old.start()
        for each in named:
            begin_quorum_epoch(old, lost.quorum.cluster_id, *each, ports)
        if case == "follows":
            wait_until(has_snapshot(old, snapshot_id), "the old voter has S")
            wait_until(lambda: is_observer(leader, old), "the old voter is an observer")
        with suppress(TimeoutError):
            wait_until(lambda: not old.is_running, "the end of the old voter", 6)
        outcomes[case] = (old.exit_status(), has_snapshot(old, snapshot_id)())
        old.kill()
    assert outcomes == {
        "follows": (None, True),
        "no endpoints": (None, False),  # it looks for the leader where its own voter set says
        "its own id": (1, False),
        "two leaders": (1, False),
        "a lower epoch": (None, False),
    }


def is_observer(leader: Controller, node: Controller) -> bool:
    described = ask_quorum(leader.endpoint)
    if described is None:
        return False
    voters = [each.replica_id for each in described.partition.current_voters]
    observers = [each.replica_id for each in described.partition.observers]
    return node.node_id in observers and node.node_id not in voters
