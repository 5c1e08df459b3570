"""Lasting states in the log of a node (divergence N69): peers, names, no leader, no vote."""

from __future__ import annotations

import logging
from datetime import UTC, datetime, timedelta

import pytest

from kraft_core.net.resolver import LookupFailure, NameState, Pending
from kraft_core.node.states import NodeStates, own_states, states_of
from kraft_core.node.transport.peers import Refusals
from kraft_core.operations.node_state import PeerTrouble
from kraft_core.operations.reports import Reach
from kraft_core.raft.consensus.values import LeaderAndEpoch, Node, OffsetAndEpoch
from kraft_core.raft.consensus.voters import VoterSet
from kraft_core.raft.replica.snapshots import SnapshotFault
from kraft_core.security.certificates import Certificate
from tests.node.cluster import Cluster, format_node, run, voters_at
from tests.support.lone_core import key
from tests.support.waiting import wait_until_async


class Core:
    """A voter that knows a leader."""

    def __init__(self):
        self.leader_and_epoch = LeaderAndEpoch(1, 4)
        self.voters = voters_at([1, 2, 3])

        class Config:
            node_id = 1
            key = next(iter(voters_at([1]))).key

        self.config = Config


class Log:
    """The lines of a node, second after second."""

    def __init__(self, caplog):
        caplog.set_level(logging.INFO, "kraft.node")
        self.caplog = caplog
        self.now_s = 0.0
        self.core = Core()
        self.states = NodeStates(lambda: self.now_s)

    def run(
        self,
        seconds,
        each_second=lambda: None,
        *,
        names=(),
        troubles=(),
        obstacle=None,
        disks=(),
        snapshot_fault=None,
        certificates=(),
        free=None,
    ):
        self.caplog.clear()
        for _ in range(seconds):
            each_second()
            found = states_of(
                self.core,
                names,
                troubles,
                obstacle=obstacle,
                own=own_states(
                    "node 1",
                    slow_disks=disks,
                    snapshot_fault=snapshot_fault,
                    certificates=certificates,
                ),
                free_bytes=free,
            )
            self.states.look(found)
            self.now_s += 1
        return [(each.levelname, each.getMessage()) for each in self.caplog.records]


@pytest.fixture
def log(caplog):
    return Log(caplog)


def test_a_peer_that_does_not_answer_is_named_with_its_error(log):
    down = PeerTrouble(3, "c3:9093", Reach.UNREACHABLE, "Connection refused")
    ((level, text),) = log.run(6, troubles=[down])
    assert level == "WARNING"
    sentence, remedy = text.split(". ", 1)
    assert sentence == "This node: node 3 (c3:9093) does not answer (Connection refused)"
    assert remedy.startswith("Start the node. If it runs, check the port")
    ((level, text),) = log.run(2)
    assert (level, text.split(": ")[0]) == ("INFO", "Over after 6 s")


def test_a_reached_reserve_is_repeated_until_there_is_room(log):
    """A single WARN line at the beginning is rotated away before an operator looks."""
    lines = log.run(42, free=3 << 20)
    assert [level for level, _ in lines] == ["ERROR"] * 4  # after 5, 10, 20 and 40 s
    assert lines[0][1].startswith(
        "The disk of this node has 3 MiB free, less than kraft.log.reserve"
    )
    assert "This has lasted 40 s." in lines[-1][1]
    ((level, text),) = log.run(2)
    assert (level, text.split(": ")[0]) == ("INFO", "Over after 42 s")


def test_failed_snapshot_is_repeated_until_one_is_stored(log):
    """A single line of level INFO is lost, and the log of the node grows until the disk is full."""
    full = SnapshotFault(3, "[Errno 28] No space left on device", OffsetAndEpoch(9, 1), False)
    lines = log.run(12, snapshot_fault=full)
    assert [level for level, _ in lines] == ["WARNING"] * 2
    assert lines[0][1].startswith(
        "No snapshot can be stored on node 1, after 3 attempts: [Errno 28] No space left on device."
    )
    ((level, text),) = log.run(2)
    assert (level, text.split(": ")[0]) == ("INFO", "Over after 12 s")


def test_certificate_that_expires_in_a_running_node_is_repeated_as_an_error(log):
    """A line at the start alone says nothing after a year; peers refuse the node from then on."""
    ended = Certificate(
        "CN=a", "1", datetime.now(UTC) - timedelta(hours=1), frozenset(), frozenset()
    )
    lines = log.run(12, certificates=[("CONTROLLER", ended)])
    assert [level for level, _ in lines] == ["ERROR"] * 2
    assert lines[0][1].startswith("The certificate of listener CONTROLLER of node 1 (CN=a) expired")
    soon = ended._replace(not_after=datetime.now(UTC) + timedelta(days=9))
    ((level, text),) = log.run(12, certificates=[("CONTROLLER", soon)])
    assert (level, text.split(": ")[0]) == ("INFO", "Over after 12 s")
    (finding,) = own_states("node 1", certificates=[("CONTROLLER", soon)]).values()
    assert finding.id == "certificate-ends"


def test_a_node_of_another_cluster_is_an_error(log):
    foreign = PeerTrouble(-2, "c9:9093", Reach.OTHER_CLUSTER, "INCONSISTENT_CLUSTER_ID")
    log.states.answered_error("node 3", "INCONSISTENT_CLUSTER_ID")
    ((level, text),) = log.run(6, troubles=[foreign])
    assert level == "ERROR"
    assert text.startswith("This node: c9:9093 belongs to another cluster (INCONSISTENT_CLUSTER_ID")
    assert "Correct the address in the file of the node" in text


def test_peers_that_refuse_are_states(log):
    denied = PeerTrouble(2, "c2:1", Reach.NO_RIGHT, "CLUSTER_AUTHORIZATION_FAILED")
    untrusted = PeerTrouble(3, "c3:1", Reach.TLS_FAILED, "unable to get local issuer certificate")
    lines = log.run(6, troubles=[denied, untrusted])
    texts = [text for _, text in lines]
    assert [level for level, _ in lines] == ["ERROR", "WARNING"]
    assert "add the principal of this node to super.users, or add an ACL for" in texts[0]
    assert texts[1].startswith("This node: TLS with node 3 (c3:1) fails (unable to get local")


def test_an_error_that_is_not_repeated_is_over(log):
    log.states.answered_error("node 4", "UNKNOWN_SERVER_ERROR")
    lines = log.run(60)
    assert [level for level, _ in lines] == ["WARNING"] * 3 + ["INFO"]
    assert lines[0][1].startswith("This node: node 4 answers with an error (UNKNOWN_SERVER_ERROR).")


def test_no_leader_and_no_vote_are_states(log):
    log.core.leader_and_epoch = LeaderAndEpoch(None, 4)
    log.core.config.key = key(9)
    texts = [text for _, text in log.run(6)]
    assert texts[0].startswith("This node cannot reach a leader in epoch 4.")
    assert texts[1].startswith("This node (9) is not a voter: the voters are 1, 2 and 3.")


def test_leader_that_is_not_reached_is_no_leader(log):
    """A voter without a majority goes on naming the leader that it has lost."""
    down = PeerTrouble(1, "c1:9093", Reach.UNREACHABLE, "Connection refused")
    texts = [text for _, text in log.run(6, troubles=[down])]
    assert texts[0].startswith("This node cannot reach a leader in epoch 4.")
    assert texts[1].startswith("This node: node 1 (c1:9093) does not answer")


def test_error_towards_a_peer_that_is_not_asked_again_is_forgotten():
    """A leader asks a voter only until it fetches: it need not have answered by then."""
    now_s = [100.0]
    towards = Refusals(Node(3, "::1", 9093), lambda: now_s[0])
    assert towards.trouble is None
    towards.failed(Reach.UNREACHABLE, "Connection refused.")
    assert towards.trouble == PeerTrouble(3, "[::1]:9093", Reach.UNREACHABLE, "Connection refused")
    now_s[0] += 29
    towards.closed()  # asked again
    now_s[0] += 29
    assert towards.trouble is not None
    assert towards.trouble.error == "Connection refused"
    now_s[0] += 2
    assert towards.trouble is None
    towards.closed()
    assert towards.trouble.error == "the connection was closed"


def test_node_without_voters_is_not_told_to_start_voters(log):
    log.core.leader_and_epoch = LeaderAndEpoch(None, 0)
    log.core.voters = VoterSet()
    ((level, text),) = log.run(6)
    assert level == "ERROR"
    assert text.startswith("This node knows no voters: it cannot take part in elections or find a")
    assert "format one node with --standalone" in text


def test_name_of_several_peers_is_one_state(log):
    names = [Pending("c2", NameState.FAILED, 9.0, LookupFailure(-2, "unknown"))]
    troubles = [
        PeerTrouble(2, "c2:9093", Reach.UNRESOLVED, "unknown"),
        PeerTrouble(-2, "c2:9094", Reach.UNRESOLVED, "unknown"),
        PeerTrouble(3, "c3:9093", Reach.UNRESOLVED, "unknown"),
    ]
    texts = [text for _, text in log.run(6, names=names, troubles=troubles)]
    assert [text.split(" cannot")[0] for text in texts] == [
        "The name c2",
        "This node: the name node 3 (c3:9093)",
    ]


def test_an_obstacle_and_a_slow_disk_are_states(log):
    lines = log.run(6, obstacle="metadata.version is 99", disks=[("kraft-log", 7.2), ("x", 0.5)])
    assert [level for level, _ in lines] == ["WARNING", "WARNING"]
    text = "This node cannot become the active controller: metadata.version is 99."
    assert lines[0][1].startswith(text)
    assert "The disk of node 1 has not completed the work of kraft-log for 7 s." in lines[1][1]


def test_names_that_are_used_and_not_resolved_are_states(log):
    names = [
        Pending("c2", NameState.LOOKING, 9.0, None),
        Pending("c3", NameState.KNOWN, 0.5, LookupFailure(-3, "Temporary failure")),
        Pending("c4", NameState.REFRESHING, 0.5, None),
        Pending("former", NameState.FAILED, 9.0, LookupFailure(-2, "unknown"), is_used=False),
    ]
    texts = [text for _, text in log.run(6, names=names)]
    assert [text.split(". ")[0] for text in texts] == [
        "The name c2 cannot be resolved (no answer of the name service): it cannot be reached",
        "The name c3 cannot be resolved (Temporary failure): its last addresses are used",
    ]


def test_a_report_of_strangers_takes_bounded_room(log):
    for number in range(5000):
        log.states.answered_error(f"node {number}", "X")
    assert len(log.states._reports) == 1000


def test_a_voter_that_is_down_is_named_once_in_the_log_of_a_real_node(tmp_path, caplog):
    async def story():
        caplog.set_level(logging.INFO, "kraft.node")
        cluster = Cluster(tmp_path, 3)
        for node_id in (1, 2):
            format_node(tmp_path, node_id, voters_at(cluster.ports))
            await cluster.start(node_id)
        try:
            address = f"127.0.0.1:{cluster.ports[2]}"

            def said():
                return [text for text in caplog.messages if address in text]

            await wait_until_async(said, "a line about voter 3")
            assert "does not answer" in said()[0]
            assert len(said()) <= 4  # two nodes, which ask it twice a second
        finally:
            await cluster.__aexit__()

    run(story())
