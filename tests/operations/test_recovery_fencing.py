"""Conditions under which an old voter is sent BeginQuorumEpoch, and the request itself."""

from __future__ import annotations

import contextlib
import socket
import threading
from errno import ETIMEDOUT

import pytest

from kraft_core.net import addresses
from kraft_core.net.resolver import Resolver
from kraft_core.operations.node_state import ReplicaId
from kraft_core.operations.recovery.fencing import (
    FenceRefusedError,
    Fencing,
    NewLeader,
    OldNode,
    Reason,
    State,
    begin_quorum_epoch,
    follows,
    new_leader,
    refusal_of,
)
from kraft_core.operations.reports import Listener, Reach
from kraft_wire.messages import (
    BeginQuorumEpochRequest,
    BeginQuorumEpochResponse,
    DescribeQuorumRequest,
)
from tests.admin import pretended
from tests.operations.recovered import LEAD_EPOCH, S_EPOCH, S_OFFSET, expected
from tests.operations.reports import (
    broker,
    dead,
    described,
    key,
    leader,
    node,
    replica,
    state,
    view,
)
from tests.support.ports import free_ports

END = S_OFFSET + 110
LEADER = NewLeader(
    key=key(1),
    epoch=LEAD_EPOCH,
    voters=frozenset({key(1), key(2), key(3)}),
    endpoints=(("CONTROLLER", "h:9001"),),
)


def recovered(**more):
    voters = (leader(end=END), replica(2, END), replica(3, END))
    return described(*voters, **({"epoch": LEAD_EPOCH, "high_watermark": END - 1} | more))


def seen(description=None, *others):
    first = node(1, description=description or recovered(), sees_epoch=LEAD_EPOCH)
    return view([first, *others])


def old(**more):
    """A Java follower of the old quorum, whose id is known from its registration."""
    given = {
        "sees_leader": -1,
        "sees_epoch": 7,
        "registered": {5: "h:9005"},
        "joins_alone": False,
    }
    return node(5, **(given | more))


def refused(report=None, *, given=None, leads=LEADER, accepts=False, gone=False):
    refusal = refusal_of(
        expected(),
        leads,
        OldNode("h:9005", given, is_gone=gone),
        report or old(),
        accepts_auto_join=accepts,
    )
    return None if refusal is None else refusal.reason


# -- the new leader --------------------------------------------------------------------------------


def test_new_leader_has_the_endpoints_of_the_description():
    assert new_leader(expected(), seen()) == LEADER


@pytest.mark.parametrize(
    ("reports", "changes", "message"),
    [
        ([node(1, sees_leader=-1)], {}, "no leader"),
        ([node(1, description=recovered())], {"cluster_id": "D"}, "answer for cluster C"),
        ([node(1, description=described(epoch=S_EPOCH))], {}, "leader of the old quorum"),
        ([node(1, description=recovered(high_watermark=S_OFFSET))], {}, "committed nothing"),
        ([node(1, description=recovered(high_watermark=-1))], {}, "committed nothing"),
        ([node(1, description=recovered())], {"kraft_version": 0}, "quorum is static"),
    ],
)
def test_fencing_is_refused_without_a_leader_of_the_plan(reports, changes, message):
    with pytest.raises(FenceRefusedError, match=message):
        new_leader(expected(**changes), view(reports))


def test_second_leader_of_the_epoch_is_a_rival():
    other = node(2, description=recovered(leader_id=2), sees_leader=2, sees_epoch=LEAD_EPOCH)
    assert new_leader(expected(), seen(None, other)).rivals == (2,)


# -- conditions ------------------------------------------------------------------------------------


def test_old_follower_can_be_fenced():
    assert refused() is None


def test_old_leader_can_be_fenced():
    described_old = described(leader(5, directory="old"), leader_id=5, epoch=7)
    assert refused(old(description=described_old, sees_leader=5, registered=None)) is None


@pytest.mark.parametrize(
    ("report", "reason"),
    [
        (dead(5, Reach.UNREACHABLE), Reason.NO_ANSWER),
        (dead(5, Reach.UNREACHABLE, listener=Listener.ACCEPTS), Reason.NO_ANSWER),
        (dead(5, Reach.UNREACHABLE, listener=Listener.REFUSES), Reason.NOT_LISTENING),
        (dead(5, Reach.UNRESOLVED), Reason.NO_ANSWER),
        (dead(5, Reach.NO_RIGHT), Reason.NO_REPORT),
        (dead(5, Reach.LOGIN_REQUIRED), Reason.NO_REPORT),
        (dead(5, Reach.TLS_FAILED), Reason.NO_REPORT),
        (broker(5), Reason.NO_REPORT),
        (old(cluster_id=None), Reason.UNKNOWN_CLUSTER),
        (old(cluster_id="D"), Reason.OTHER_CLUSTER),
        (old(registered=None), Reason.UNKNOWN_ID),
        (old(registered={5: "h:9005", 6: "h:9005"}), Reason.UNKNOWN_ID),
        (old(registered={1: "h:9005"}), Reason.LEADER_ID),
        (old(state=state(1)), Reason.LEADER_ID),
        (old(registered={2: "h:9005"}), Reason.NEW_VOTER),
        (old(sees_epoch=None), Reason.UNKNOWN_EPOCH),
        (old(sees_epoch=LEAD_EPOCH), Reason.HIGHER_EPOCH),
        (old(sees_epoch=LEAD_EPOCH + 1), Reason.HIGHER_EPOCH),
        (old(sees_epoch=LEAD_EPOCH, sees_leader=6), Reason.TWO_LEADERS),
        (old(joins_alone=True), Reason.AUTO_JOIN),
    ],
)
def test_condition_that_does_not_hold_is_refused(report, reason):
    assert refused(report) is reason


@pytest.mark.parametrize(
    ("report", "reason"),
    [
        (dead(5, Reach.UNREACHABLE), Reason.GONE),
        (dead(5, Reach.UNRESOLVED), Reason.GONE),
        (dead(5, Reach.UNREACHABLE, listener=Listener.REFUSES), Reason.NOT_LISTENING),
        (dead(5, Reach.UNREACHABLE, listener=Listener.ACCEPTS), Reason.NO_ANSWER),
        (dead(5, Reach.NO_RIGHT, listener=Listener.ACCEPTS), Reason.NO_REPORT),
        (old(), None),
    ],
)
def test_node_named_as_gone_is_absent_only_if_no_process_accepts(report, reason):
    assert refused(report, gone=True) is reason


def test_id_of_the_operator_is_used_and_compared():
    assert refused(old(registered=None), given=5) is None
    assert refused(old(registered=None), given=1) is Reason.LEADER_ID
    assert refused(old(state=state(6)), given=5) is Reason.UNKNOWN_ID


def test_leader_without_endpoints_or_with_a_rival_is_refused():
    without = NewLeader(key=key(1), epoch=LEAD_EPOCH, voters=LEADER.voters, endpoints=())
    assert refused(leads=without) is Reason.NO_ENDPOINTS
    rival = NewLeader(
        key=key(1),
        epoch=LEAD_EPOCH,
        voters=LEADER.voters,
        endpoints=LEADER.endpoints,
        rivals=(2,),
    )
    assert refused(leads=rival) is Reason.TWO_LEADERS


def test_auto_join_can_be_accepted():
    assert refused(old(joins_alone=True), accepts=True) is None
    assert refused(old(joins_alone=None)) is None  # the outcome has a note about it


def test_node_follows_only_in_the_epoch_of_the_leader():
    assert follows(LEADER, old(sees_leader=1, sees_epoch=LEAD_EPOCH))
    assert not follows(LEADER, old(sees_leader=1, sees_epoch=7))
    assert not follows(LEADER, old(sees_leader=-1, sees_epoch=LEAD_EPOCH))


def test_request_is_that_of_the_new_leader_with_its_endpoints():
    request = begin_quorum_epoch(expected(), LEADER, ReplicaId(5))
    (partition,) = request.topics[0].partitions
    assert (request.cluster_id, request.voter_id) == ("C", 5)
    assert (partition.leader_id, partition.leader_epoch) == (1, LEAD_EPOCH)
    assert [(each.name, each.host, each.port) for each in request.leader_endpoints] == [
        ("CONTROLLER", "h", 9001)
    ]


# -- connections -----------------------------------------------------------------------------------

SERVED = pretended.CONTROLLER | {53: (0, 1)}


def answered(code=0, partition_code=0):
    partition = BeginQuorumEpochResponse.PartitionData(error_code=partition_code)
    topic = BeginQuorumEpochResponse.TopicData(
        topic_name="__cluster_metadata", partitions=(partition,)
    )
    return BeginQuorumEpochResponse(error_code=code, topics=(topic,))


@contextlib.contextmanager
def recovered_leader():
    """A pretended leader of the recovered quorum; yields the function that fences an address."""
    new = pretended.described([pretended.voter(9, 42)], leader_id=9)
    nodes = new.nodes[0].replace(node_id=9)
    partition = (
        new.topics[0].partitions[0].replace(leader_epoch=LEAD_EPOCH, high_watermark=S_OFFSET + 9)
    )
    topic = new.topics[0].replace(partitions=(partition,))
    new = new.replace(nodes=(nodes,), topics=(topic,))
    with pretended.node({DescribeQuorumRequest: new}) as leads:
        plan = expected(cluster_id=pretended.CLUSTER_ID)
        fencing = Fencing(plan, [leads.endpoint], settings=pretended.HASTY)
        yield lambda *nodes, sends=True: fencing.run(nodes, sends=sends)


def fenced(answer, *, served=SERVED, sends=True):
    """Fence a pretended node 1 that leads the old quorum; return the outcome and its requests."""
    answers = {BeginQuorumEpochRequest: answer}
    with recovered_leader() as fence, pretended.node(answers, served=served) as server:
        (outcome,) = fence(OldNode(server.address), sends=sends)
        return outcome, server.asked(BeginQuorumEpochRequest)


@contextlib.contextmanager
def accepting(*, closes):
    """The address of a process that accepts connections, and closes them or never answers."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        address = f"127.0.0.1:{listener.getsockname()[1]}"
        if not closes:
            yield address  # the kernel accepts for a process that is stopped
            return

        def close_all():
            with contextlib.suppress(OSError):
                while True:
                    listener.accept()[0].close()

        thread = threading.Thread(target=close_all)
        thread.start()
        try:
            yield address
        finally:
            listener.shutdown(socket.SHUT_RDWR)
            thread.join()


@pytest.mark.parametrize("gone", [False, True])
@pytest.mark.parametrize("closes", [False, True], ids=["stopped", "closing"])
def test_process_that_only_accepts_connections_is_not_absent(closes, gone, monkeypatch):
    """A process that is stopped, or closes each connection, can be an old voter."""
    monkeypatch.setattr("kraft_core.operations.asking.TIMEOUT_S", 0.3)
    with recovered_leader() as fence, accepting(closes=closes) as address:
        (outcome,) = fence(OldNode(address, 5, is_gone=gone))
    assert (outcome.state, outcome.reason) == (State.UNKNOWN, Reason.NO_ANSWER)
    assert outcome.text.startswith(f"a process accepts connections at {address} and does not")
    assert "stop it" in outcome.text


def test_port_where_nothing_listens_is_absent():
    (port,) = free_ports(1)
    with recovered_leader() as fence:
        (outcome,) = fence(OldNode(f"127.0.0.1:{port}", 5))
    assert (outcome.state, outcome.reason) == (State.ABSENT, Reason.NOT_LISTENING)


def test_silent_machine_is_absent_only_if_the_operator_names_it_as_gone(monkeypatch):
    def silent(_):
        raise TimeoutError(ETIMEDOUT, "Connection timed out")

    monkeypatch.setattr(addresses, "RESOLVER", Resolver(silent))
    with recovered_leader() as fence:
        outcome, gone = fence(OldNode("old-c2:9093", 5), OldNode("old-c3:9093", 6, is_gone=True))
    assert (outcome.state, outcome.reason) == (State.UNKNOWN, Reason.NO_ANSWER)
    assert "name it with --gone old-c2:9093" in outcome.text
    assert (gone.state, gone.reason) == (State.ABSENT, Reason.GONE)


def test_without_send_nothing_is_sent():
    outcome, requests = fenced(answered(), sends=False)
    assert outcome.state is State.CAN_BE_FENCED
    assert requests == []
    assert any("kraft backup" in note for note in outcome.notes)
    assert any("auto.join" in note for note in outcome.notes)


@pytest.mark.parametrize("answer", [answered(), answered(partition_code=125)])
def test_node_that_accepts_is_fenced(answer):
    """INVALID_VOTER_KEY comes after the transition."""
    outcome, (request,) = fenced(answer)
    assert outcome.state is State.FENCED
    assert [each.port for each in request.leader_endpoints] == [9093]


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        (answered(31), "refused BeginQuorumEpoch: CLUSTER_AUTHORIZATION_FAILED"),
        (answered(partition_code=74), "refused BeginQuorumEpoch: FENCED_LEADER_EPOCH"),
        (None, "may have arrived, look again"),
    ],
)
def test_node_that_does_not_accept_is_reported(answer, text):
    outcome, _ = fenced(answer)
    assert outcome.state is State.REFUSED
    assert text in outcome.text


def test_release_without_endpoints_is_sent_nothing():
    outcome, requests = fenced(answered(), served=pretended.CONTROLLER | {53: (0, 0)})
    assert outcome.state is State.REFUSED
    assert "BeginQuorumEpoch with endpoints" in outcome.text
    assert requests == []
