"""`kraft status` over connections: nodes in every broken state, and what is found."""

from __future__ import annotations

import asyncio
import errno
import json
import logging

import pytest
from click.testing import CliRunner

from kraft_core.cli.main import kraft
from kraft_core.client.settings import Endpoint
from kraft_core.controller.service import Controller
from kraft_core.node import running_node
from kraft_core.node.configuration import NodeConfiguration
from kraft_core.node.node import RaftNode
from kraft_core.node.own_quorum import write_snapshot
from kraft_core.operations.asking import observe
from kraft_core.raft.consensus.values import Endpoint as RaftEndpoint
from kraft_core.raft.consensus.values import ReplicaKey, VersionRange
from kraft_core.raft.consensus.voters import Voter, VoterSet
from kraft_core.raft.storage.disk_files import DiskFolder
from kraft_core.raft.storage.formatting import format_directory
from kraft_core.raft.storage.meta_properties import MetaProperties, encode_id
from kraft_core.security.authorizer import STANDARD_AUTHORIZER
from kraft_wire.messages import ZkMigrationStateRecord
from tests.controller.content import value_of
from tests.controller.running import BOOTSTRAP, Controllers
from tests.node.cluster import CLUSTER_ID, directory_id, properties_of, run
from tests.support.ports import free_ports
from tests.support.waiting import wait_until_async

pytestmark = pytest.mark.node
QUIET = {"metadata.max.idle.interval.ms": "0"}


async def seen(quorum, *node_ids, **options):
    """The view from the addresses of these nodes."""
    endpoints = [Endpoint("127.0.0.1", quorum.ports[each - 1]) for each in node_ids]
    return await asyncio.to_thread(observe, endpoints, **options)


def ids(view):
    return [each.id for each in view.findings]


@pytest.mark.parametrize("asks_leader", [True, False])
def test_one_address_is_enough_to_find_the_others(tmp_path, asks_leader):
    async def story():
        async with Controllers(tmp_path, 3) as quorum:
            active = await quorum.active()
            for node in quorum.nodes.values():  # it reports the committed level, once it knows one
                await node.until(lambda node=node: node.replica.applied.offset > 3)
            view = await seen(quorum, active if asks_leader else 1 + active % 3)
            assert view.leader_id == active
            assert [each.node_id for each in view.replicas] == [1, 2, 3]
            assert {each.sees_leader.value for each in view.replicas} == {active}
            assert {each.metadata_version.value for each in view.replicas} == {30}
            roles = {each.own_role.value for each in view.replicas}
            assert roles == {"leader", "follower"}
            assert ids(view) == []

            gone = 1 + active % 3
            await quorum.nodes[gone].close()
            view = await seen(quorum, 1, 2, 3)
            assert "unreachable" in ids(view)
            # the others say the same of their connections to it
            others = [each for each in view.replicas if each.node_id != gone]
            assert {t.node_id for each in others for t in each.peers} <= {gone}

    run(story())


def test_followers_say_what_they_know_without_a_leader(tmp_path):
    """An operator has to choose the node with the longest log."""

    async def story():
        async with Controllers(tmp_path, 3, **QUIET) as quorum:
            active = await quorum.active()
            left = 1 + active % 3
            for node_id in {1, 2, 3} - {left}:
                await quorum.nodes[node_id].close()
            node = quorum.nodes[left]

            async def without_leader():
                # it goes on naming the leader that it has lost until it cannot reach it
                view = await seen(quorum, 1, 2, 3)
                peers = {peer.node_id for each in view.replicas for peer in each.peers}
                return view if "no-leader" in ids(view) and len(peers) == 2 else None

            view = await wait_until_async(without_leader, "a quorum without a leader")
            assert view.leader_id is None
            assert ids(view)[0] == "no-leader"
            (row,) = view.longest_logs
            assert row.node_id == left
            assert row.log_end.value == node.core.log.end.offset
            assert row.log_end_epoch.value == node.core.log.end.epoch
            assert len(row.voters.value) == 3
            assert {each.node_id for each in row.peers} == {1, 2, 3} - {left}
            assert {each.kind for each in row.peers} == {"unreachable"}

    run(story())


def test_a_node_that_refuses_says_which_right_is_missing(tmp_path):
    async def story():
        keys = {"authorizer.class.name": STANDARD_AUTHORIZER, "super.users": "User:root"}
        async with Controllers(tmp_path, 1, **keys) as quorum:
            await quorum.active()
            node = quorum.nodes[1]
            await node.until(lambda: node.access.authorizer.is_loaded)
            view = await seen(quorum, 1)
            (finding,) = (each for each in view.findings if each.id == "principal-refused")
            assert "DESCRIBE on the cluster" in finding.remedy

    run(story())


def test_node_that_cannot_read_its_acls_is_an_error(tmp_path):
    """Users are denied without a reason; the only line was logged when the record arrived."""

    async def story():
        keys = {"authorizer.class.name": STANDARD_AUTHORIZER, "super.users": "User:ANONYMOUS"}
        async with Controllers(tmp_path, 1, **keys) as quorum:
            await quorum.active()
            node = quorum.nodes[1]
            node.access.authorizer.unreadable = 1
            view = await seen(quorum, 1)
            assert ids(view) == ["acls-unreadable"]
            assert "cannot read 1 change of the ACLs" in view.findings[0].text
            line = '\nkraft_findings{finding="acls-unreadable",severity="error"} 1.0\n'
            assert line in node.metrics.text()
            node.access.authorizer.unreadable = 0
            assert ids(await seen(quorum, 1)) == []

    run(story())


def test_node_that_cannot_read_credentials_or_keys_for_tokens_is_named(tmp_path, monkeypatch):
    """Users were refused, and the only line was logged when the record or the keys were read."""

    async def story():
        async with Controllers(tmp_path, 1) as quorum:
            await quorum.active()
            node = quorum.nodes[1]
            published = quorum.controllers[1].published
            faults = [("http://idp/keys", "Connection refused")]
            with monkeypatch.context() as patched:
                patched.setattr(published, "unreadable_credentials", 1)
                patched.setattr(node.security, "token_key_faults", lambda: faults)
                view = await seen(quorum, 1)
                assert sorted(ids(view)) == ["credentials-unreadable", "token-keys-unread"]
            assert ids(await seen(quorum, 1)) == []

    run(story())


def test_a_leader_with_a_full_disk_is_named(tmp_path, monkeypatch):
    async def story():
        monkeypatch.setattr(running_node, "free_bytes", lambda _path: 1)
        keys = {"kraft.metrics.listener": "127.0.0.1:0"}
        async with Controllers(tmp_path, 1, **keys) as quorum:
            await quorum.active()
            node = quorum.nodes[1]
            await node.until(lambda: node.replica.lacks_room)
            view = await seen(quorum, 1, ready_port=node.metrics_port)
            assert ids(view) == ["node-lacks-room", "not-ready"]
            lacks, not_ready = view.findings
            assert lacks.free == "0 MiB"
            assert "kraft.log.reserve.bytes" in not_ready.reason

    run(story())


def test_node_whose_snapshots_fail_is_named_by_status_metrics_and_log(
    tmp_path, monkeypatch, caplog
):
    """Its log grows until the disk is full, and the only line was one of level INFO."""

    async def story():
        def refuse(_folder, _name):
            raise OSError(errno.ENOSPC, "No space left on device")

        keys = {"metadata.log.max.snapshot.interval.ms": "100"}
        caplog.set_level(logging.WARNING, "kraft.node")
        async with Controllers(tmp_path, 1, **keys) as quorum:
            with monkeypatch.context() as disk:
                disk.setattr(DiskFolder, "make_read_only", refuse)
                await quorum.active()
                node = quorum.nodes[1]
                await node.until(lambda: node.replica.snapshot_fault is not None)
                (finding,) = (await seen(quorum, 1)).findings
                assert finding.text == (
                    "No snapshot can be stored on node 1, after 1 attempt: [Errno 28] No space"
                    " left on device."
                )
                line = '\nkraft_findings{finding="snapshots-fail",severity="warning"} 1.0\n'
                assert line in node.metrics.text()
                await wait_until_async(lambda: finding.text in caplog.text, "the line of the log")
            await write_snapshot(node)
            await node.until(lambda: node.replica.snapshot_fault is None)
            assert ids(await seen(quorum, 1)) == []

    run(story())


def test_a_leader_that_does_not_act_is_an_error_with_its_reason(tmp_path):
    """Without it a cluster in which no broker can register looks healthy."""

    async def story():
        async with Controllers(tmp_path, 1, **QUIET) as quorum:
            await quorum.active()
            assert ids(await seen(quorum, 1)) == []
            node = quorum.nodes[1]
            await node.append([value_of(ZkMigrationStateRecord(zk_migration_state=2))])
            await node.close()
            node = await quorum.start(1, **QUIET, **{"kraft.controller": "active"})
            await node.until(lambda: quorum.controllers[1].why_not_ready() and node.is_leading)
            view = await seen(quorum, 1)
            (finding,) = (each for each in view.findings if each.severity == "error")
            assert finding.text == (
                "There is no active controller: node 1 leads but is not active: the ZooKeeper"
                " migration state is PRE_MIGRATION."
            )
            assert ids(view)[-1] == "witness"

    run(story())


def test_two_voters_survive_as_much_as_one(tmp_path):
    async def story():
        async with Controllers(tmp_path, 2) as quorum:
            await quorum.active()
            assert ids(await seen(quorum, 1, 2)) == ["even-voters"]

    run(story())


async def standalone(root, node_id, port, cluster_id=CLUSTER_ID):
    """A node that was formatted with --standalone, and leads itself."""
    folder = root / f"node-{node_id}"
    folder.mkdir(parents=True)
    key = ReplicaKey(node_id, directory_id(node_id))
    voter = Voter(key, (RaftEndpoint("CONTROLLER", "127.0.0.1", port),), VersionRange(0, 1))
    meta = MetaProperties(node_id, cluster_id, directory_id(node_id))
    records = [value_of(each) for each in BOOTSTRAP]
    format_directory(
        DiskFolder(folder), meta, wall_ms=1, voters=VoterSet.of([voter]), records=records
    )
    values = properties_of(node_id, [0] * (node_id - 1) + [port], root)
    values["controller.quorum.bootstrap.servers"] = f"127.0.0.1:{port}"
    controller = Controller()
    node = RaftNode(NodeConfiguration.of(values), controller, controller)
    await node.start()
    await node.until(lambda: controller.is_active)
    return node


@pytest.mark.parametrize(
    ("other_cluster", "row"),
    [(CLUSTER_ID, "split-brain"), ("OTHER-OTHER-OTHER-OTH", "foreign-cluster")],
)
def test_nodes_of_separate_quorums_are_reported(tmp_path, other_cluster, row):
    async def story():
        ports = free_ports(2)
        nodes = [
            await standalone(tmp_path, 1, ports[0]),
            await standalone(tmp_path, 2, ports[1], other_cluster),
        ]
        endpoints = [Endpoint("127.0.0.1", port) for port in ports]
        view = await asyncio.to_thread(observe, endpoints)
        (finding,) = view.findings
        assert finding.id == row
        if row == "split-brain":
            assert finding.quorums == tuple(
                f"node {n} (127.0.0.1:{port}) with voter {n}" for n, port in enumerate(ports, 1)
            )
        else:
            assert finding.address == f"127.0.0.1:{ports[1]}"
            assert (finding.theirs, finding.ours) == (other_cluster, CLUSTER_ID)
        # one address alone cannot show it
        assert (await asyncio.to_thread(observe, endpoints[:1])).findings == ()
        for node in nodes:
            await node.close()

    run(story())


def test_replaced_disk_is_named_with_the_command_that_removes_the_old_entry(tmp_path):
    async def story():
        async with Controllers(tmp_path, 3) as quorum:
            active = await quorum.active()
            replaced = 1 + active % 3
            await quorum.nodes[replaced].close()
            (tmp_path / f"node-{replaced}").rename(tmp_path / "lost")
            folder = tmp_path / f"node-{replaced}"
            folder.mkdir()
            meta = MetaProperties(replaced, CLUSTER_ID, directory_id(9))
            format_directory(DiskFolder(folder), meta, wall_ms=1, voters=None, records=())
            await quorum.start(replaced)
            leading = quorum.nodes[active]
            await leading.until(lambda: leading.core.role.progress.observers)

            async def silent():
                # the old entry counts as alive for 10 s after its last fetch
                view = await seen(quorum, 1, 2, 3)
                return view if "disk-replaced" in ids(view) else None

            view = await wait_until_async(silent, "the old entry to be silent", pause_s=0.5)
            (finding,) = (each for each in view.findings if each.id == "disk-replaced")
            assert (finding.node, finding.new, finding.old) == (
                replaced,
                encode_id(directory_id(9)),
                encode_id(directory_id(replaced)),
            )
            rows = [each for each in view.replicas if each.node_id == replaced]
            assert [each.role.value for each in rows] == ["Voter", "Observer"]
            assert rows[0].address is None
            assert rows[1].own_role.value == "observer"

    run(story())


def test_json_and_the_exit_code_when_nobody_answers():
    (port,) = free_ports(1)
    done = CliRunner().invoke(kraft, ["status", f"127.0.0.1:{port}", "--json"])
    assert done.exit_code == 2
    told = json.loads(done.stdout)
    assert told["nodes"][0]["address"] == f"127.0.0.1:{port}"
    assert told["findings"][0]["severity"] == "error"


def test_address_without_port_is_reported_in_one_line():
    done = CliRunner().invoke(kraft, ["status", "nowhere"])
    assert done.exit_code != 0
    assert "HOST:PORT" in done.output


def test_without_an_address_the_variable_is_named(monkeypatch):
    monkeypatch.delenv("KRAFT_BOOTSTRAP_CONTROLLER", raising=False)
    done = CliRunner().invoke(kraft, ["status"])
    assert done.exit_code != 0
    assert "set KRAFT_BOOTSTRAP_CONTROLLER" in done.output
