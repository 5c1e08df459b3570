"""What the active controller answers, with appends that end when the test says so."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from kraft_core.controller.administration import Administration
from kraft_core.node.service import SERVED, ServedRequest
from kraft_core.raft.consensus.voters import VoterSet
from kraft_core.raft.replica import AppendOutcome
from kraft_wire.errors import ErrorCode
from kraft_wire.messages import (
    BrokerHeartbeatRequest,
    BrokerRegistrationRequest,
    ControllerRegistrationRequest,
    CreateTopicsRequest,
    UnregisterBrokerRequest,
    UpdateFeaturesRequest,
    request_class,
)
from kraft_wire.primitives import Uuid
from tests.controller.content import feature, image_of, messages_of, value_of
from tests.support.tickets import LoneTicket

INCARNATION = Uuid(bytes(15) + b"\x05")
OTHERS = sorted(set(SERVED) - {1, 18, 52, 53, 54, 55, 57, 58, 59, 60, 62, 63, 64, 70, 80, 81, 82})


class FakeNode:
    """Keeps what is to be appended; `commit` applies it to the image."""

    def __init__(self, image):
        self.image = image
        self.configuration = SimpleNamespace(
            node_id=1, controller=SimpleNamespace(min_insync_replicas=1)
        )
        self.core = SimpleNamespace(voters=VoterSet.of([]), kraft_version=0, role=None)
        self.directory = SimpleNamespace(meta=SimpleNamespace(cluster_id="ours"))
        self.waiting = []
        self.upgrades = []

    def append_nowait(self, values, epoch, *, is_exempt):
        assert is_exempt
        assert epoch == 3
        ticket = LoneTicket(len(values), epoch)
        self.waiting.append((ticket, values))
        return ticket

    def upgrade_nowait(self, level, *, validate_only):
        ticket = LoneTicket(0, 3)
        self.upgrades.append((ticket, level, validate_only))
        return ticket

    def commit(self):
        ticket, values = self.waiting.pop(0)
        for value in values:
            self.image.replay(value)
        ticket.end(AppendOutcome.COMMITTED)


class Asked:
    """An administration and the answers that it gave."""

    def __init__(self, *records):
        self.image = image_of(*(records or (feature("metadata.version", 29),)))
        self.node = FakeNode(self.image)
        self.administration = Administration(self.node, self.image, 3)
        self.answers = []

    def ask(self, message, version=None):
        version = SERVED[message.API_KEY][1] if version is None else version
        request = ServedRequest("CONTROLLER", version, message, self.answers.append)
        self.administration.answer(request)
        return self.answers[-1] if self.answers else None

    def update(self, name, level, *, kind=1, validate_only=False):
        update = UpdateFeaturesRequest.FeatureUpdateKey(
            feature=name, max_version_level=level, upgrade_type=kind
        )
        return self.ask(
            UpdateFeaturesRequest(feature_updates=(update,), validate_only=validate_only)
        )


@pytest.fixture
def asked():
    return Asked()


def test_a_broker_cannot_register(asked):
    assert asked.ask(BrokerRegistrationRequest(cluster_id="ours", broker_id=5)).error_code == 35
    assert asked.ask(BrokerRegistrationRequest(cluster_id="theirs")).error_code == 104
    assert asked.answers[-1].broker_epoch == -1


def test_a_broker_that_asks_in_vain_leaves_a_line(asked, caplog):
    for broker_id in (5, 5, 6):
        asked.ask(BrokerRegistrationRequest(cluster_id="ours", broker_id=broker_id))
    lines = [line for line in caplog.messages if "tried to register" in line]
    assert [line.split(" at ")[0] for line in lines] == ["Broker 5", "Broker 6"]
    for broker_id in range(1000):
        asked.ask(BrokerRegistrationRequest(cluster_id="ours", broker_id=broker_id))
    assert len(asked.administration._noted_brokers) <= 100


def test_a_broker_is_unknown(asked):
    beat = asked.ask(BrokerHeartbeatRequest(broker_id=7))
    assert (beat.error_code, beat.is_fenced) == (77, True)
    gone = asked.ask(UnregisterBrokerRequest(broker_id=7))
    assert gone.error_code == 102
    assert gone.error_message == "Broker ID 7 is not currently registered"


@pytest.mark.parametrize("api_key", OTHERS)
def test_unsupported_request_is_refused_with_error_35(asked, api_key):
    asked.ask(request_class(api_key)())
    (answer,) = asked.answers
    assert getattr(answer, "error_code", 35) == 35
    answer.encode(SERVED[api_key][1])


def test_a_refusal_has_a_text(asked):
    topic = CreateTopicsRequest.CreatableTopic(name="a")
    (result,) = asked.ask(CreateTopicsRequest(topics=(topic,))).topics
    assert (result.name, result.error_code) == ("a", 35)
    assert "serves no brokers" in result.error_message


def listener(name="C", *, host="h", protocol=3):
    cls = ControllerRegistrationRequest.Listener
    return cls(name=name, host=host, port=9, security_protocol=protocol)


def registration(*listeners):
    cls = ControllerRegistrationRequest
    return cls(
        controller_id=2,
        incarnation_id=INCARNATION,
        zk_migration_ready=True,
        listeners=listeners or (listener(),),
        features=(cls.Feature(name="a", min_supported_version=1, max_supported_version=2),),
    )


def test_a_controller_is_registered_when_that_is_committed(asked):
    assert asked.ask(registration()) is None
    (record,) = messages_of(asked.node.waiting[0][1])
    assert (record.controller_id, record.incarnation_id) == (2, INCARNATION)
    assert not record.zk_migration_ready
    (endpoint,) = record.end_points
    assert (endpoint.name, endpoint.host, endpoint.port) == ("C", "h", 9)
    assert endpoint.security_protocol == 3
    (each,) = record.features
    assert (each.name, each.min_supported_version, each.max_supported_version) == ("a", 1, 2)
    asked.node.commit()
    assert asked.answers[0].error_code == 0


@pytest.mark.parametrize("protocol", [-1, 4])
def test_a_protocol_that_would_end_a_follower_of_kafkas_is_not_registered(asked, protocol):
    refused = asked.ask(registration(listener(), listener("D", protocol=protocol)))
    assert refused.error_code == 42
    assert asked.node.waiting == []


def test_of_listeners_with_one_name_the_last_is_registered(asked):
    asked.ask(registration(listener(), listener("D"), listener(host="there")))
    (record,) = messages_of(asked.node.waiting[0][1])
    assert [(each.name, each.host) for each in record.end_points] == [("C", "there"), ("D", "h")]


def test_a_registration_that_may_not_commit_is_for_the_next_controller(asked):
    asked.ask(registration())
    ticket, _ = asked.node.waiting[0]
    ticket.end(AppendOutcome.UNKNOWN, ErrorCode.NOT_LEADER_OR_FOLLOWER)
    assert asked.answers[0].error_code == 41


def test_controllers_do_not_register_below_their_level():
    asked = Asked(feature("metadata.version", 14))
    assert asked.ask(registration()).error_code == 35
    assert asked.node.waiting == []


def test_an_update_is_answered_when_it_is_committed(asked):
    assert asked.update("group.version", 1) is None
    assert asked.node.waiting[0][1] == (value_of(feature("group.version", 1)),)
    asked.node.commit()
    assert (asked.answers[0].error_code, asked.answers[0].error_message) == (0, None)


def test_an_update_that_is_only_validated_writes_nothing(asked):
    assert asked.update("group.version", 1, validate_only=True).error_code == 0
    assert asked.update("group.version", 2, validate_only=True).error_code == 95
    assert asked.node.waiting == []


def test_an_update_waits_for_the_one_before_it(asked):
    asked.update("group.version", 1)
    asked.update("group.version", 0)
    assert asked.answers == []
    asked.node.commit()
    assert [each.error_code for each in asked.answers] == [0, 95]


def test_many_refusals_in_a_row(asked):
    asked.update("group.version", 1)
    for _ in range(3000):
        asked.update("group.version", 2)
    asked.node.commit()
    assert [each.error_code for each in asked.answers] == [0] + [95] * 3000


def test_kraft_version_is_raised_first_and_a_no_op_follows(asked):
    asked.update("kraft.version", 1)
    ((ticket, level, validate_only),) = asked.node.upgrades
    assert (level, validate_only) == (1, False)
    assert asked.node.waiting == []
    ticket.end(AppendOutcome.COMMITTED)
    assert asked.answers == []
    (record,) = messages_of(asked.node.waiting[0][1])
    assert type(record).__name__ == "NoOpRecord"
    asked.node.commit()
    assert asked.answers[0].error_code == 0


@pytest.mark.parametrize(
    ("error", "code", "text"),
    [
        (ErrorCode.INVALID_UPDATE_VERSION, 95, "not all of the voters support it"),
        (ErrorCode.REQUEST_TIMED_OUT, 7, "cannot be changed now"),
        (ErrorCode.NOT_LEADER_OR_FOLLOWER, 41, "stopped being the active one"),
        (ErrorCode.NOT_CONTROLLER, 41, "stopped being the active one"),
    ],
)
def test_kraft_version_that_is_not_raised(asked, error, code, text):
    asked.update("kraft.version", 1, validate_only=True)
    ticket, _, validate_only = asked.node.upgrades[0]
    assert validate_only
    ticket.end(AppendOutcome.REJECTED, error)
    assert asked.answers[0].error_code == code
    assert text in asked.answers[0].error_message
    assert asked.node.waiting == []


def test_waiting_updates_are_refused_after_the_controller_resigned(asked):
    asked.update("group.version", 1)
    asked.update("group.version", 1)
    asked.administration.resign()
    assert [each.error_code for each in asked.answers] == [41]
    ticket, _ = asked.node.waiting[0]
    ticket.end(AppendOutcome.UNKNOWN, ErrorCode.NOT_LEADER_OR_FOLLOWER)
    assert [each.error_code for each in asked.answers] == [41, 41]
    assert all("active" in each.error_message for each in asked.answers)
