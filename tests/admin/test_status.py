"""`kraft status`: what nodes and the leader say, put together, and what is wrong with it."""

from __future__ import annotations

import asyncio
import json

import pytest
from click.testing import CliRunner

from kraft_core.admin.status import NodeView, _Answers, _reason, combine, quorum_status
from kraft_core.cli.main import kraft
from kraft_core.cli.status import exit_code, status_lines
from kraft_core.client.settings import Endpoint
from kraft_core.node import node as node_module
from kraft_core.raft.quorum_state import (
    STATE_TAG,
    ContestedEntry,
    QuorumState,
    RegressedEntry,
    encode_state,
)
from kraft_core.security.authorizer import STANDARD_AUTHORIZER
from kraft_wire.messages import (
    DescribeQuorumRequest,
    DescribeQuorumResponse,
    ZkMigrationStateRecord,
)
from kraft_wire.primitives import Uuid
from tests.admin import pretended
from tests.controller.content import value_of
from tests.controller.running import Controllers
from tests.node.cluster import run
from tests.support.ports import free_ports

STATE = DescribeQuorumResponse.ReplicaState
NOW_MS = 1_000_000


def described(voters, observers=(), leader_id=1, epoch=5):
    """Replicas as id: (log end, how long ago it fetched or None)."""

    def states(replicas):
        return tuple(
            STATE(
                replica_id=node_id,
                log_end_offset=end,
                last_fetch_timestamp=-1 if ago_ms is None else NOW_MS - ago_ms,
            )
            for node_id, (end, ago_ms) in replicas.items()
        )

    cls = DescribeQuorumResponse
    partition = cls.PartitionData(
        leader_id=leader_id,
        leader_epoch=epoch,
        high_watermark=100,
        current_voters=states(voters),
        observers=states(dict(observers)),
    )
    nodes = tuple(
        cls.Node(
            node_id=node_id,
            listeners=(cls.Listener(name="C", host="h", port=9000 + node_id),),
        )
        for node_id in voters
    )
    topic = cls.TopicData(topic_name="__cluster_metadata", partitions=(partition,))
    return cls(topics=(topic,), nodes=nodes)


def answers(*node_ids, epoch=5, sees=1, error=None):
    return [
        _Answers(
            Endpoint("h", 9000 + node_id),
            NodeView(
                address=f"h:{9000 + node_id}",
                sees_leader=None if error else sees,
                sees_epoch=None if error else epoch,
                error=error,
            ),
        )
        for node_id in node_ids
    ]


WELL = {1: (110, 0), 2: (110, 20), 3: (105, 30)}


def texts(status):
    return [each.text for each in status.problems]


def test_a_quorum_that_works_has_no_problems():
    status = combine(answers(1, 2, 3), described(WELL, {7: (100, 10)}), NOW_MS + 5000)
    assert texts(status) == []
    assert exit_code(status) == 0
    assert [(each.node_id, each.role, each.lag) for each in status.nodes] == [
        (1, "Leader", 0),
        (2, "Voter", 0),
        (3, "Voter", 5),
        (7, "Observer", 10),
    ]
    # by the leader's clock, and not by that of who asks
    assert status.nodes[1].last_fetch_ms == 20
    lines = status_lines(status)
    assert lines[0] == "Node 1 leads epoch 5 of 3 voters, high watermark 100."
    assert lines[-1] == "Nothing is wrong."


def test_a_voter_that_is_down_is_named_with_what_that_means():
    voters = {**WELL, 3: (50, 60_000)}
    refused = answers(3, error="cannot connect to h:9003: connection refused")
    status = combine([*answers(1, 2), *refused], described(voters), NOW_MS)
    assert exit_code(status) == 1
    assert texts(status) == [
        "h:9003 (node 3): cannot connect to h:9003: connection refused.",
        "Voter 3 has not fetched for 60 s: it is down or cut off.",
        ("2 of 3 voters follow, which is just a majority: one more loss stops the quorum."),
    ]


@pytest.mark.parametrize(
    ("voters", "text"),
    [
        ({1: (5000, 0), 2: (5000, 1), 3: (10, 1)}, "Voter 3 lags by 4990 records."),
        ({1: (9, 0), 2: (9, 1)}, "2 voters stand no more losses than 1: use an odd number."),
        (
            {1: (9, 0), 2: (9, 1), 3: (-1, None)},
            "Voter 3 has not fetched since the leader was elected: it is down or cut off.",
        ),
    ],
)
def test_other_things_that_are_wrong(voters, text):
    status = combine(answers(*voters), described(voters), NOW_MS)
    assert text in texts(status)


def with_ids(described, voter_id, observers):
    """Directory ids: AAA.. of the voter, and observers of the same node id with other ones."""
    partition = described.topics[0].partitions[0]
    states = tuple(
        STATE(
            replica_id=voter_id,
            replica_directory_id=directory,
            log_end_offset=90,
            last_fetch_timestamp=NOW_MS - 7,
        )
        for directory in observers
    )
    voters = tuple(
        each.replace(replica_directory_id=Uuid(bytes([each.replica_id]) * 16))
        for each in partition.current_voters
    )
    partition = partition.replace(observers=states, current_voters=voters)
    topic = described.topics[0].replace(partitions=(partition,))
    return described.replace(topics=(topic,))


@pytest.mark.parametrize("node_id", [1, 3])
def test_second_process_with_the_node_id_of_a_voter_has_its_own_row(node_id):
    other = Uuid(bytes([9]) * 16)
    found = with_ids(described(WELL), node_id, [other])
    status = combine(answers(1, 2, 3), found, NOW_MS)
    own = [each for each in status.nodes if each.node_id == node_id]
    voter_id = str(Uuid(bytes([node_id]) * 16))
    assert [(each.role, each.directory_id, each.log_end_offset, each.address) for each in own] == [
        ("Leader" if node_id == 1 else "Voter", voter_id, WELL[node_id][0], f"h:900{node_id}"),
        ("Observer", str(other), 90, None),
    ]
    assert len(status.voters) == 3
    (text,) = texts(status)
    assert text.startswith(f"Node id {node_id} is used twice: voter {node_id} has directory id")
    assert str(other) in text
    assert f"--controller-directory-id {voter_id}" in text
    assert exit_code(status) == 1


def test_two_processes_with_one_key_are_named_with_both_addresses():
    entry = ContestedEntry(3, "AAAA", ("here:1", "there:2"))
    found = described(WELL).replace(unknown_tagged_fields=encode_state(QuorumState((entry,))))
    status = combine(answers(1, 2, 3), found, NOW_MS)
    assert texts(status) == [
        (
            "Two processes run as voter 3 with directory id AAAA, at here:1 and there:2: a machine"
            " or a directory was copied. Stop the copy, and format its directory with another node"
            " id before it starts again."
        )
    ]
    assert status.to_json()["contested"][0]["addresses"] == ("here:1", "there:2")


@pytest.mark.parametrize(
    ("wall_ms", "when"),
    [(1_700_000_000_000, "2023-11-14 22:13:20 UTC"), (1 << 62, f"{1 << 62} ms")],
)
def test_voter_that_was_restored_is_named_with_both_offsets_and_the_remedy(wall_ms, when):
    entry = RegressedEntry(3, "AAAA", 120, 50, wall_ms)
    found = described(WELL).replace(
        unknown_tagged_fields=encode_state(QuorumState(regressed=(entry,)))
    )
    status = combine(answers(1, 2, 3), found, NOW_MS)
    (text,) = texts(status)
    for part in (
        "Voter 3 with directory id AAAA acknowledged records up to offset 120",
        f"at {when} it fetched from 50",
        "restored from an older copy, or a second process",
        "Stop the voter, remove it (kraft metadata-quorum remove-controller)",
    ):
        assert part in text
    assert exit_code(status) == 1
    assert status.to_json()["regressed"][0]["fetched"] == 50


def test_state_document_that_cannot_be_read_is_reported():
    found = described(WELL).replace(unknown_tagged_fields=((STATE_TAG, b"{"),))
    (text,) = texts(combine(answers(1, 2, 3), found, NOW_MS))
    assert text.startswith("The leader's answer cannot be read in full: state document: ")


def test_a_node_that_is_cut_off_is_in_an_earlier_epoch():
    status = combine([*answers(1, 2), *answers(3, epoch=4, sees=2)], described(WELL), NOW_MS)
    assert texts(status) == [
        (
            "h:9003 is in epoch 4, the leader in 5: it is cut off from the leader, or an election"
            " has just ended."
        )
    ]


def test_without_a_leader_the_reason_is_the_error():
    status = combine(answers(1, sees=-1), None, NOW_MS)
    assert exit_code(status) == 2
    assert "none of them knows a leader" in texts(status)[0]
    status = combine(answers(1, 2, error="no answer"), None, NOW_MS)
    assert texts(status)[0] == "No controller answers, so that nothing is known of the quorum."
    status = combine(answers(1, sees=0), None, NOW_MS)
    assert "The leader that nodes name (0)" in texts(status)[0]


def test_a_node_that_is_not_ready_is_named_with_its_reason():
    views = answers(1, 2, 3)
    views[0].view.is_ready = True
    views[2].view.is_ready = False
    views[2].view.not_ready = "less room on disk than kraft.log.reserve.bytes"
    status = combine(views, described(WELL), NOW_MS)
    assert texts(status) == ["h:9003 is not ready: less room on disk than kraft.log.reserve.bytes."]
    assert exit_code(status) == 1


# -- over connections ------------------------------------------------------------------------------


@pytest.mark.node
def test_one_address_is_enough_to_find_the_others(tmp_path):
    async def story():
        async with Controllers(tmp_path, 3) as quorum:
            active = await quorum.active()
            port = quorum.ports[active - 1]
            for node in quorum.nodes.values():  # it reports the committed level, once it knows one
                await node.until(lambda node=node: node.replica.applied.offset > 3)
            status = await asyncio.to_thread(quorum_status, [Endpoint("127.0.0.1", port)])
            assert status.leader_id == active
            assert [each.node_id for each in status.nodes] == [1, 2, 3]
            assert {each.sees_leader for each in status.nodes} == {active}
            assert {each.metadata_version for each in status.nodes} == {30}

            gone = 1 + active % 3
            await quorum.nodes[gone].close()
            several = [Endpoint("127.0.0.1", each) for each in quorum.ports]
            status = await asyncio.to_thread(quorum_status, several)
            assert any(f"(node {gone}): " in text for text in texts(status))

    run(story())


@pytest.mark.node
def test_a_node_that_refuses_says_which_right_is_missing(tmp_path):
    async def story():
        keys = {"authorizer.class.name": STANDARD_AUTHORIZER, "super.users": "User:root"}
        async with Controllers(tmp_path, 1, **keys) as quorum:
            await quorum.active()
            node = quorum.nodes[1]
            await node.until(lambda: node.access.authorizer.is_loaded)
            status = await asyncio.to_thread(
                quorum_status, [Endpoint("127.0.0.1", quorum.ports[0])]
            )
            assert any("needs DESCRIBE on the cluster" in text for text in texts(status))

    run(story())


@pytest.mark.node
def test_a_leader_with_a_full_disk_is_named(tmp_path, monkeypatch):
    async def story():
        monkeypatch.setattr(node_module, "free_bytes", lambda _path: 1)
        keys = {"kraft.metrics.listener": "127.0.0.1:0"}
        async with Controllers(tmp_path, 1, **keys) as quorum:
            await quorum.active()
            node = quorum.nodes[1]
            await node.until(lambda: node.replica.lacks_room)
            status = await asyncio.to_thread(
                quorum_status,
                [Endpoint("127.0.0.1", quorum.ports[0])],
                ready_port=node.metrics_port,
            )
            assert [each.is_ready for each in status.nodes] == [False]
            (text,) = texts(status)
            assert "is not ready: less room on disk than kraft.log.reserve.bytes" in text

    run(story())


@pytest.mark.node
def test_a_leader_that_does_not_act_is_an_error_with_its_reason(tmp_path):
    """Without it a cluster in which no broker can register looks healthy."""

    async def ask(quorum):
        addresses = [Endpoint("127.0.0.1", quorum.ports[0])]
        return await asyncio.to_thread(quorum_status, addresses)

    async def story():
        quiet = {"metadata.max.idle.interval.ms": "0"}
        async with Controllers(tmp_path, 1, **quiet) as quorum:
            await quorum.active()
            assert texts(await ask(quorum)) == []
            node = quorum.nodes[1]
            await node.append([value_of(ZkMigrationStateRecord(zk_migration_state=2))])
            await node.close()
            node = await quorum.start(1, **quiet, **{"kraft.controller": "active"})
            await node.until(lambda: quorum.controllers[1].why_not_ready() and node.is_leading)
            status = await ask(quorum)
            (text,) = texts(status)
            assert text == (
                "There is no active controller: node 1 leads and does not act: the ZooKeeper"
                " migration state is PRE_MIGRATION."
            )
            assert exit_code(status) == 2

    run(story())


def answering(response):
    """The status of a node that answers DescribeQuorum with this."""
    with pretended.node({DescribeQuorumRequest: response}) as node:
        return quorum_status([node.endpoint], settings=pretended.HASTY)


@pytest.mark.parametrize("number", ["1e999", "Infinity", "9" * 30])
def test_state_document_of_a_leader_with_impossible_numbers_is_named(number):
    entry = f'{{"id":1,"directoryId":"d","acknowledged":{number},"fetched":0,"atMs":0}}'
    document = f'{{"regressedVoters":[{entry}]}}'.encode()
    voters = [pretended.voter(1, 42)]
    response = pretended.described(voters).replace(unknown_tagged_fields=((STATE_TAG, document),))
    status = answering(response)
    assert status.leader_id == 1
    assert status.state_error.startswith("state document: ")


@pytest.mark.parametrize("topics", [0, 1, 2])
def test_answer_that_is_not_about_the_metadata_log_is_an_error_of_the_node(topics):
    topic = DescribeQuorumResponse.TopicData(topic_name="__cluster_metadata")
    status = answering(DescribeQuorumResponse(topics=(topic,) * topics))
    assert [each.error for each in status.nodes] == [
        "a DescribeQuorum answer is not about the metadata log"
    ]


def test_a_follower_that_cannot_act_is_a_warning():
    found = answers(1, 2, 3)
    found[1].view.is_active, found[1].view.obstacle = False, "the reason"
    status = combine(found, described(WELL), NOW_MS)
    assert texts(status) == ["Node 2 cannot become the active controller: the reason."]
    assert exit_code(status) == 1


def test_json_and_the_exit_code_when_nobody_answers():
    (port,) = free_ports(1)
    done = CliRunner().invoke(kraft, ["status", f"127.0.0.1:{port}", "--json"])
    assert done.exit_code == 2
    told = json.loads(done.stdout)
    assert told["nodes"][0]["address"] == f"127.0.0.1:{port}"
    assert told["problems"][0]["severity"] == "error"


def test_an_address_without_port_is_one_sentence():
    done = CliRunner().invoke(kraft, ["status", "nowhere"])
    assert done.exit_code != 0
    assert "HOST:PORT" in done.output


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("h:1: the peer closed the connection.", "the peer closed the connection"),
        ("connection refused by h:1", "connection refused"),
        (
            "h:1: [SSL: SSLV3_ALERT_BAD] sslv3 alert certificate expired (_ssl.c:2580)",
            "TLS failed: sslv3 alert certificate expired",
        ),
    ],
)
def test_the_reason_why_a_node_cannot_be_asked_has_no_address(text, expected):
    assert _reason(Endpoint("h", 1), text) == expected
