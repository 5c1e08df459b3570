"""`kraft start` as a process: its lines, signals and exit codes, and what it remembers."""

from __future__ import annotations

import asyncio
import logging
import re
import signal

import pytest

from kraft_core.node.log_lines import FaultLog, NoteLog, kafka_form
from kraft_core.raft.consensus.effects import Note, NoteKind
from kraft_core.raft.consensus.values import ReplicaKey
from kraft_wire.messages import ApiVersionsRequest, CreateTopicsRequest
from kraft_wire.primitives import Uuid
from tests.faults.victim import memory_of
from tests.node.cluster import NodeProcess, format_node, properties_of, voters_at
from tests.node.raw_client import RawClient, request
from tests.support.ports import free_ports
from tests.support.waiting import wait_until

pytestmark = [pytest.mark.node, pytest.mark.timeout(240)]


@pytest.fixture
def process(tmp_path):
    (port,) = free_ports(1)
    format_node(tmp_path, 1, voters_at([port]))
    more = {"num.io.threads": "3", "ssl.protocol": "TLS"}
    made = NodeProcess(tmp_path, properties_of(1, [port], tmp_path) | more)
    yield made
    made.kill()


def test_process_logs_its_start_and_stops_with_exit_code_0(process):
    process.start()
    said = process.said()
    assert re.search(r"INFO \[KafkaRaftServer nodeId=1\] Kafka Server started \(", said)
    assert "supplied but are not used: num.io.threads, ssl.protocol" in said
    assert process.stop() == 0
    assert "shut down completed" in process.said()


@pytest.mark.parametrize(("mode", "lines"), [(0o700, 0), (0o755, 1)])
def test_directory_that_other_users_can_open_is_one_warning_and_stays_so(process, mode, lines):
    process.folder.chmod(mode)
    process.start()
    warnings = [each for each in process.said().splitlines() if "WARN" in each and "chmod" in each]
    assert len(warnings) == lines
    assert all(each.count(f"chmod g-w,o-rwx {process.folder}") for each in warnings)
    assert process.folder.stat().st_mode & 0o777 == mode


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_both_signals_shut_the_node_down(process, number):
    process.start()
    assert process.end(number) == 0


def test_epoch_led_before_a_kill_is_remembered(process):
    process.start()
    wait_until(lambda: "became-leader epoch=1" in process.said(), "leadership of epoch 1")
    assert process.kill() == -signal.SIGKILL
    process.start("--override", "controller.quorum.fetch.timeout.ms=300", "--log-level", "debug")
    wait_until(lambda: "became-leader epoch=2" in process.said(), "leadership of epoch 2")


def test_quorum_state_that_cannot_be_written_is_one_error_line_and_exit_code_1(process):
    blocked = process.folder / "__cluster_metadata-0" / "quorum-state.tmp"
    blocked.mkdir(parents=True)
    process.launch()
    assert process.wait() == 1
    (line,) = (line for line in process.said().splitlines() if "ERROR" in line)
    assert "quorum-state" in line
    assert "Traceback" not in process.said()


def test_many_closed_connections_are_counted_after_a_few_lines(caplog):
    now = [0.0]
    log = FaultLog(lambda: now[0])
    for _ in range(500):
        log("127.0.0.1", "a reason")
    now[0] = 11.0
    log("127.0.0.1", "a reason")
    lines = [each.getMessage() for each in caplog.records]
    assert lines[0] == "Closed the connection of 127.0.0.1: a reason"
    assert len(lines) == 22
    assert lines[20] == "Closed 480 more connections"


def test_directory_of_a_stopped_process_can_be_opened_again(process):
    for epoch in (1, 2, 3):
        process.start()
        wait_until(
            lambda epoch=epoch: f"became-leader epoch={epoch}" in process.said(),
            "leadership after a restart",
        )
        assert process.stop() == 0


def test_repeated_election_request_is_reported_once(caplog):
    caplog.set_level(logging.DEBUG, "kraft.consensus")
    log = NoteLog(print)
    attempt = [
        Note(NoteKind.BECAME_PROSPECTIVE, "epoch=4 leader=2"),
        Note(NoteKind.PRE_VOTE_REFUSED, "candidate=1"),
        Note(NoteKind.ELECTION_LOST, "epoch=4 pre_vote=True"),
        Note(NoteKind.BECAME_FOLLOWER, "epoch=4 leader=2"),
    ]
    suspicion = Note(NoteKind.LEADER_SUSPECTED, "epoch=4 leader=2")
    for note in [suspicion, *attempt * 3, suspicion, *attempt]:
        log(note)
    told = [each.getMessage() for each in caplog.records if each.levelno == logging.INFO]
    once = ["leader-suspected", "became-prospective", "election-lost", "became-follower"]
    assert [line.split()[0] for line in told] == once * 2
    assert len(caplog.records) == 2 + 4 * len(attempt)


def test_remembered_lines_of_elections_are_limited(caplog):
    """A node that never finds a leader has other words in each attempt."""
    caplog.set_level(logging.INFO, "kraft.consensus")
    log = NoteLog(print)
    for epoch in range(1000):
        log(Note(NoteKind.ELECTION_LOST, f"epoch={epoch} pre_vote=True"))
        assert len(log._said) <= 100
    assert len(caplog.records) == 1000
    log(Note(NoteKind.ELECTION_LOST, "epoch=999 pre_vote=True"))
    assert len(caplog.records) == 1000


def test_directory_ids_in_the_log_are_those_that_kafka_prints():
    directory_id = Uuid.parse("J8aAPcfLQt2bqs1JT_rMgQ")
    key = ReplicaKey(2, directory_id)
    detail = f"candidate={key} epoch=3"
    assert kafka_form(detail) == "candidate=2-J8aAPcfLQt2bqs1JT_rMgQ epoch=3"
    assert kafka_form("at=12-34 voters=(1, 2)") == "at=12-34 voters=(1, 2)"


def test_errors_of_peers_are_reported_as_states(caplog):
    caplog.set_level(logging.INFO, "kraft.consensus")
    reported = []
    log = NoteLog(lambda *each: reported.append(each))
    log(Note(NoteKind.PEER_ERROR, "node=2 error=CLUSTER_AUTHORIZATION_FAILED"))
    log(Note(NoteKind.PEER_ERROR, "node=-2 error=UNKNOWN_SERVER_ERROR"))
    log(Note(NoteKind.PEER_ERROR, "error=INVALID_REQUEST"))
    log(Note(NoteKind.PEER_ERROR, "epoch=9"))
    assert reported == [
        ("node 2", "CLUSTER_AUTHORIZATION_FAILED"),
        ("a bootstrap server", "UNKNOWN_SERVER_ERROR"),
        ("a peer", "INVALID_REQUEST"),
        ("a peer", "epoch=9"),
    ]
    assert caplog.records == []


def test_two_processes_with_one_key_are_an_error(caplog):
    NoteLog(print)(
        Note(NoteKind.VOTER_CONTESTED, f"voter={ReplicaKey(2, bytes(16))} addresses=a:1")
    )
    (line,) = caplog.records
    assert line.levelname == "ERROR"
    assert "(voter=2-AAAAAAAAAAAAAAAAAAAAAA addresses=a:1)" in line.getMessage()


def test_voter_that_has_less_than_it_acknowledged_is_an_error(caplog):
    detail = f"voter={ReplicaKey(2, bytes(16))} acknowledged=120 fetched=50 high_watermark=120"
    NoteLog(print)(Note(NoteKind.VOTER_REGRESSED, detail))
    (line,) = caplog.records
    assert line.levelname == "ERROR"
    assert "(voter=2-AAAAAAAAAAAAAAAAAAAAAA acknowledged=120 fetched=50" in line.getMessage()
    assert "restored from an older copy, or a second process" in line.getMessage()


async def sent(port: int, data: bytes, times: int) -> None:
    """Send a request again and again, each after the answer to the one before."""
    client = await RawClient.connect(port)
    for _ in range(times):
        client.send(data)
        await client.receive()
    client.close()


def test_the_memory_of_large_requests_is_given_back(process):
    topic = CreateTopicsRequest.CreatableTopic(
        name="t" * 300, num_partitions=1, replication_factor=1
    )
    data = request(CreateTopicsRequest(topics=45_000 * (topic,)), 7)
    process.start()
    wait_until(lambda: "became-leader" in process.said(), "leadership")
    port = int(process.values["listeners"].rpartition(":")[2])
    asyncio.run(sent(port, request(ApiVersionsRequest(), 0), 1))
    before = memory_of(process.process_id)
    asyncio.run(sent(port, data, 4))
    wait_until(
        lambda: memory_of(process.process_id) - before < 2 * len(data), "memory is given back", 10
    )
