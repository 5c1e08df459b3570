"""Registration, heartbeats, fencing and removal of brokers: each rule of KIP-631 once."""

from __future__ import annotations

import pytest

from kraft_core.controller.decider import Decider
from kraft_core.controller.sessions import BrokerSessions, Session
from kraft_wire.errors import ErrorCode
from kraft_wire.messages import (
    BrokerHeartbeatRequest,
    BrokerRegistrationRequest,
    UnregisterBrokerRequest,
)
from kraft_wire.primitives import ZERO_UUID, Uuid
from kraft_wire.records.metadata_frame import decode_metadata_record
from tests.controller.requests.content import (
    CLUSTER,
    RANGES,
    SESSION_MS,
    broker,
    changes,
    cluster,
    decide,
    directory,
    incarnation,
    partition,
    refusal,
    topic,
)

THREE = (broker(1), broker(2), broker(3))


def registration(broker_id=1, number=None, *, features=RANGES, directories=None, **more):
    cls = BrokerRegistrationRequest
    values = {
        "cluster_id": CLUSTER,
        "listeners": (cls.Listener(name="A", host="h", port=1),),
        "previous_broker_epoch": -1,
        **more,
    }
    return cls(
        broker_id=broker_id,
        incarnation_id=incarnation(number or broker_id),
        features=tuple(
            cls.Feature(name=name, min_supported_version=low, max_supported_version=high)
            for name, (low, high) in features.items()
        ),
        log_dirs=(directory(broker_id),) if directories is None else directories,
        **values,
    )


def expire(state):
    """Let all sessions end."""
    state.now_ms += SESSION_MS + 1
    return state


# -- registration --------------------------------------------------------------------------------


def test_epoch_of_a_new_broker_is_the_offset_of_its_registration():
    answer, records = decide(cluster(), registration())
    assert answer.broker_epoch == 1000
    assert (records[0].broker_epoch, records[0].fenced) == (1000, True)


def test_same_incarnation_keeps_its_epoch_and_its_state():
    """A broker asks again when an answer was lost."""
    answer, records = decide(cluster(*THREE), registration(rack="r"))
    assert answer.broker_epoch == 101
    (record,) = records
    assert (record.broker_epoch, record.fenced, record.rack) == (101, False, "r")


def test_another_incarnation_waits_for_the_end_of_the_session():
    """Two processes with one id: the second one must not take the first one's place."""
    state = cluster(*THREE)
    state.now_ms = SESSION_MS
    code, _ = refusal(state, registration(number=9))
    assert code == ErrorCode.DUPLICATE_BROKER_REGISTRATION
    state.now_ms = SESSION_MS + 1
    answer, _ = decide(state, registration(number=9))
    assert answer.broker_epoch == 1000


def test_former_incarnation_leaves_isrs_before_the_registration():
    state = expire(cluster(*THREE, topic("t", partition(1, 2))))
    _, records = decide(state, registration(number=9))
    (name, values), (last, _) = changes(records)
    assert (name, last) == ("PartitionChangeRecord", "RegisterBrokerRecord")
    assert values == {"isr": (2,), "leader": 2}


@pytest.mark.parametrize(
    ("version", "previous", "elr"),
    [
        (4, 101, (1,)),  # the epoch that this controller knows: nothing is lost
        (4, 100, ()),
        (4, 102, ()),
        (4, -1, ()),  # it crashed
        (4, -2, ()),
        (2, 101, ()),  # the version cannot say it
    ],
)
def test_only_the_known_epoch_is_a_clean_shutdown(version, previous, elr):
    """KIP-966: who lost its page cache is not eligible any more."""
    shown = topic(
        "t",
        partition(1, 2, isr=(2,), leader=2, elr=(1,)),
        min_insync_replicas="2",
    )
    state = expire(cluster(*THREE, shown, elr=True))
    decide(state, registration(number=9, previous_broker_epoch=previous), version)
    (found,) = state.image.topics[shown[0].topic_id].partitions.values()
    assert (found.isr, found.eligible_leader_replicas) == ((2,), elr)


def test_broker_that_was_alone_in_the_isr_stays_eligible_after_a_clean_shutdown():
    shown = topic("t", partition(1, 2, isr=(1,)), min_insync_replicas="2")
    for previous, expected in ((101, (1,)), (100, ())):
        state = expire(cluster(*THREE, shown, elr=True))
        decide(state, registration(number=9, previous_broker_epoch=previous))
        (found,) = state.image.topics[shown[0].topic_id].partitions.values()
        assert (found.leader, found.isr) == (-1, ())
        assert found.eligible_leader_replicas == expected
        assert found.last_known_elr == (1,)


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"cluster_id": "other"}, ErrorCode.INCONSISTENT_CLUSTER_ID),
        ({"is_migrating_zk_broker": True}, ErrorCode.BROKER_ID_NOT_REGISTERED),
        ({"directories": ()}, ErrorCode.INVALID_REGISTRATION),
        ({"directories": (ZERO_UUID,)}, ErrorCode.INVALID_REGISTRATION),
        ({"directories": (Uuid(bytes(15) + b"\x63"),)}, ErrorCode.INVALID_REGISTRATION),
        ({"directories": (directory(4),) * 2}, ErrorCode.INVALID_REGISTRATION),
        ({"directories": (directory(2),)}, ErrorCode.INVALID_REGISTRATION),
        ({"features": {}}, ErrorCode.INVALID_REGISTRATION),
        ({"features": {"metadata.version": (7, 32)}}, ErrorCode.UNSUPPORTED_VERSION),
        ({"features": {"metadata.version": (34, 40)}}, ErrorCode.UNSUPPORTED_VERSION),
        ({"features": {**RANGES, "x": (1, 2)}}, ErrorCode.UNSUPPORTED_VERSION),
        ({"features": {"metadata.version": (7, 33)}}, ErrorCode.UNSUPPORTED_VERSION),
    ],
)
def test_wrong_registration_is_refused(more, code):
    """ClusterControlManager.registerBroker, in its order; `x` has the level 0."""
    state = cluster(*THREE, elr=True)
    assert refusal(state, registration(4, **more))[0] == code


def test_directory_id_of_100_is_the_first_that_is_not_reserved():
    answer, _ = decide(cluster(), registration(directories=(Uuid(bytes(15) + b"\x64"),)))
    assert answer.broker_epoch == 1000


def test_directories_are_not_checked_or_written_below_their_level():
    _, records = decide(cluster(level=16), registration(directories=()))
    assert records[0].log_dirs == ()
    _, records = decide(cluster(level=16), registration())
    assert records[0].log_dirs == ()


@pytest.mark.parametrize("listener", [{"name": ""}, {"security_protocol": 4}])
def test_listener_that_ends_kafkas_process_is_refused(listener):
    one = BrokerRegistrationRequest.Listener(**{"name": "A", "host": "h", "port": 1, **listener})
    assert refusal(cluster(), registration(listeners=(one,)))[0] == ErrorCode.INVALID_REQUEST


# -- heartbeats ----------------------------------------------------------------------------------


def beat(state, broker_id=1, *, offset=999, epoch=None, **more):
    epoch = 100 + broker_id if epoch is None else epoch
    request = BrokerHeartbeatRequest(
        broker_id=broker_id, broker_epoch=epoch, current_metadata_offset=offset, **more
    )
    answer, records = decide(state, request)
    shown = (answer.is_caught_up, answer.is_fenced, answer.should_shut_down)
    return shown, changes(records)


CAUGHT_UP, FENCED, ENDS = (True, False, False), (True, True, False), (True, True, True)


def test_broker_is_unfenced_once_it_has_its_own_registration():
    """It would serve by an older state."""
    state = cluster(topic("t", partition(1, isr=(1,), leader=-1)))
    decide(state, registration())
    own = 1000
    assert beat(state, offset=own - 1, epoch=own) == ((False, True, False), [])
    shown, records = beat(state, offset=own, epoch=own)
    assert shown == CAUGHT_UP
    assert records == [
        ("BrokerRegistrationChangeRecord", {"broker_id": 1, "broker_epoch": own, "fenced": -1}),
        ("PartitionChangeRecord", {"leader": 1}),
    ]


def test_fence_that_is_wanted_takes_the_partitions_first():
    shown, records = beat(cluster(*THREE, topic("t", partition(1, 2))), want_fence=True)
    assert shown == FENCED
    assert records == [
        ("PartitionChangeRecord", {"isr": (2,), "leader": 2}),
        ("BrokerRegistrationChangeRecord", {"broker_id": 1, "broker_epoch": 101, "fenced": 1}),
    ]


@pytest.mark.parametrize("epoch", [100, 102])
def test_heartbeat_of_another_incarnation_is_refused(epoch):
    request = BrokerHeartbeatRequest(broker_id=1, broker_epoch=epoch)
    assert refusal(cluster(*THREE), request)[0] == ErrorCode.STALE_BROKER_EPOCH


def test_broker_that_leads_nothing_ends_at_once():
    """BrokerHeartbeatManager.calculateNextBrokerState."""
    shown, records = beat(cluster(*THREE, topic("t", partition(2, 1))), want_shut_down=True)
    assert shown == ENDS
    assert [name for name, _ in records] == [
        "PartitionChangeRecord",
        "BrokerRegistrationChangeRecord",
    ]


def test_controlled_shutdown_waits_until_the_others_know_of_it():
    """Each active broker must have applied the records that moved its leaders away."""
    state = cluster(*THREE, topic("t", partition(1, 2)))
    for other in (2, 3):
        beat(state, other)
    shown, records = beat(state, want_shut_down=True)
    assert shown == CAUGHT_UP
    assert records == [
        (
            "BrokerRegistrationChangeRecord",
            {"broker_id": 1, "broker_epoch": 101, "in_controlled_shutdown": 1},
        ),
        ("PartitionChangeRecord", {"isr": (2,), "leader": 2}),
    ]
    end = state.next_offset - 1
    beat(state, 2, offset=end)
    assert beat(state, want_shut_down=True) == (CAUGHT_UP, [])
    beat(state, 3, offset=end - 1)
    assert beat(state, want_shut_down=True) == (CAUGHT_UP, [])
    beat(state, 3, offset=end)
    shown, records = beat(state, want_shut_down=True)
    assert shown == ENDS
    assert records[-1][1]["fenced"] == 1


def test_controlled_shutdown_waits_while_the_broker_leads():
    """calculateNextBrokerState: what it leads would be offline."""
    state = cluster(*THREE, topic("t", partition(1, 2)))
    state.sessions.shut_down_at(1, 0)
    beat(state, 2)
    beat(state, 3)
    assert beat(state) == (CAUGHT_UP, [])
    state = cluster(*THREE, topic("t", partition(2, 1)))
    state.sessions.shut_down_at(1, 0)
    beat(state, 2)
    beat(state, 3)
    shown, _ = beat(state)
    assert shown == ENDS


def test_fenced_broker_ends_at_once():
    shown, records = beat(cluster(broker(1, fenced=True)), want_shut_down=True)
    assert shown == ENDS
    assert [values["fenced"] for _, values in records] == [1]


def test_directory_that_goes_offline_takes_its_partitions_away():
    """KIP-858."""
    state = cluster(broker(1, directories=2), broker(2), topic("t", partition(1, 2)))
    _, records = beat(state, offline_log_dirs=(directory(1),))
    assert records == [
        ("PartitionChangeRecord", {"isr": (2,), "leader": 2}),
        (
            "BrokerRegistrationChangeRecord",
            {"broker_id": 1, "broker_epoch": 101, "log_dirs": (directory(1, 1),)},
        ),
    ]
    assert beat(state, offline_log_dirs=(directory(1),)) == (CAUGHT_UP, [])


def test_cordoned_directories_are_written_when_they_change():
    """KIP-1066: null is not known yet."""
    state = cluster(broker(1))
    assert beat(state, cordoned_log_dirs=None) == (CAUGHT_UP, [])
    _, records = beat(state, cordoned_log_dirs=(directory(1),))
    assert records[0][1]["cordoned_log_dirs"] == (directory(1),)
    assert beat(state, cordoned_log_dirs=(directory(1),)) == (CAUGHT_UP, [])
    _, records = beat(state, cordoned_log_dirs=())
    assert records[0][1]["cordoned_log_dirs"] == ()


# -- sessions and removal ------------------------------------------------------------------------


def test_changed_registration_takes_back_what_the_broker_has_applied_unless_it_was_unfenced():
    """BrokerHeartbeatManager.register."""
    sessions = BrokerSessions(1000)
    sessions.changed(1, fenced=False)
    assert sessions.state(1).metadata_offset == -1
    sessions.touch(1, fenced=False, metadata_offset=7)
    sessions.changed(1, fenced=True)
    assert (sessions.state(1).metadata_offset, sessions.state(1).fenced) == (7, True)
    sessions.changed(1, fenced=True)
    assert sessions.state(1).metadata_offset == -1


def fence_one(state):
    outcome = Decider(state).fence_one()
    if outcome is None:
        return None
    return changes(decode_metadata_record(value).message for value in outcome.values)


def test_broker_is_fenced_after_its_session_and_not_before():
    state = cluster(broker(1), broker(2, fenced=True), topic("t", partition(1, 2, isr=(1,))))
    state.now_ms = SESSION_MS
    assert fence_one(state) is None
    state.now_ms = SESSION_MS + 1
    assert fence_one(state) == [
        ("PartitionChangeRecord", {"leader": -1}),
        ("BrokerRegistrationChangeRecord", {"broker_id": 1, "broker_epoch": 101, "fenced": 1}),
    ]
    assert fence_one(state) is None


def test_registrations_of_brokers_have_a_limit(monkeypatch):
    """Divergence N71. Known ids and removed ones do not count."""
    monkeypatch.setattr("kraft_core.controller.requests.brokers.BROKERS_MAX", 3)
    state = cluster(*THREE)
    assert refusal(state, registration(4))[0] == ErrorCode.INVALID_REGISTRATION
    assert decide(expire(state), registration(3, 30))[0].broker_epoch > 0
    decide(state, UnregisterBrokerRequest(broker_id=2))
    assert decide(state, registration(4))[0].broker_epoch > 0


def test_session_of_a_former_incarnation_fences_nobody():
    state = cluster(broker(1, fenced=True))
    state.sessions.contact(Session(1, 7), 0)
    assert fence_one(expire(state)) == []
    assert fence_one(state) is None


def test_removed_broker_leaves_isrs_and_eligible_replicas():
    """ReplicationControlManager.handleBrokerUnregistered."""
    shown = topic(
        "t", partition(1, 2), partition(2, 1, isr=(2,), elr=(1,)), min_insync_replicas="2"
    )
    state = cluster(*THREE, shown, elr=True)
    _, records = decide(state, UnregisterBrokerRequest(broker_id=1))
    assert changes(records)[-1] == (
        "UnregisterBrokerRecord",
        {"broker_id": 1, "broker_epoch": 101},
    )
    assert 1 not in state.image.brokers
    first = state.image.topics[shown[0].topic_id].partitions[0]
    assert (first.leader, first.isr, first.eligible_leader_replicas) == (2, (2,), (1,))


def test_broker_that_is_not_registered_is_not_removed():
    expected = (
        ErrorCode.BROKER_ID_NOT_REGISTERED,
        "Broker ID 9 is not currently registered",
    )
    assert refusal(cluster(*THREE), UnregisterBrokerRequest(broker_id=9)) == expected


def test_contacts_of_unregistered_and_replaced_brokers_are_dropped_at_once():
    """Kafka's tracker keeps them for a session timeout, in which nothing asks for them."""
    state = cluster(*THREE)
    contacts = state.sessions._contacts
    assert {each.broker_id for each in contacts} == {1, 2, 3}
    decide(state, UnregisterBrokerRequest(broker_id=2))
    assert {each.broker_id for each in contacts} == {1, 3}
    state.now_ms += SESSION_MS + 1
    decide(state, registration(3, 33))
    assert {each.broker_id for each in contacts} == {1}
    epoch = state.image.brokers[3].epoch
    state.sessions.contact(Session(3, epoch), state.now_ms)
    decide(state, registration(3, 33))
    assert Session(3, epoch) in contacts
