"""UnregisterController (KIP-1312): which registrations of controllers are taken back."""

from __future__ import annotations

import asyncio

import pytest

from kraft_core.controller.context import Context, Refusal
from kraft_core.controller.decider import Decider
from kraft_core.controller.envelope import FORWARDABLE
from kraft_core.controller.requests.controller_registrations import unregister_controller
from kraft_core.metadata import ClusterImage, ReplayError
from kraft_core.node.access import outcome_text
from kraft_core.raft.replica import AppendOutcome
from kraft_wire.errors import ErrorCode
from kraft_wire.messages import (
    ControllerRegistrationRequest,
    UnregisterControllerRecord,
    UnregisterControllerRequest,
    UnregisterControllerResponse,
)
from kraft_wire.primitives import Uuid
from tests.controller.content import (
    feature,
    image_of,
    messages_of,
    registered,
    state_of,
    value_of,
)
from tests.controller.running import Controllers, until
from tests.controller.test_administration import Asked
from tests.node.cluster import run

LEVEL = feature("metadata.version", 33)


def decided(controller_id, *, level=33, allows=True):
    """The records, or the error and its text; node 1 leads, 2 votes, 9 is gone."""
    state = state_of(feature("metadata.version", level), registered(1), registered(9))
    state.voter_ids = frozenset({1, 2})
    context = Context(0, allows=lambda *_: allows)
    try:
        request = UnregisterControllerRequest(controller_id=controller_id)
        decision = unregister_controller(state, request, context)
    except Refusal as refusal:
        return refusal.code, refusal.text
    assert decision.answer == UnregisterControllerResponse()
    return [each.controller_id for each in decision.records]


CASES = [
    ({"controller_id": 9}, [9]),
    ({"controller_id": 1}, (42, "Controller cannot unregister itself while it is active.")),
    (
        {"controller_id": 2},
        (42, "Cannot unregister controller 2 because it is part of the voter set."),
    ),
    ({"controller_id": 8}, (136, "Controller ID 8 is not currently registered.")),
    (
        {"controller_id": 9, "level": 32},
        (35, "The current MetadataVersion is too old to support controller unregistration."),
    ),
]


@pytest.mark.parametrize(("asked", "expected"), CASES)
def test_unregister_removes_only_controllers_outside_the_voter_set(asked, expected):
    """Divergence A32: 4.4.0 takes back the registration of a voter too."""
    assert decided(**asked) == expected


def test_unregister_needs_alter_on_the_cluster_and_is_forwarded():
    assert decided(9, allows=False)[0] == 31
    assert 94 in FORWARDABLE


def test_the_registration_is_gone_when_it_is_committed():
    state = state_of(LEVEL, registered(1), registered(9))
    state.image.start_journal()
    decider = Decider(state)
    outcome = decider.decide(UnregisterControllerRequest(controller_id=9), Context(0))
    assert list(state.image.controllers) == [1]
    features, controllers = decider.commit(outcome.wait_for)
    assert (features["metadata.version"], list(controllers)) == (33, [1])


def test_strict_replay_refuses_an_unknown_id():
    """The replay of Kafka's controllers ends them (ClusterControlManager.replay)."""
    image = ClusterImage(strict=True)
    with pytest.raises(ReplayError, match="controller 9 is not registered"):
        image.replay_metadata(UnregisterControllerRecord(controller_id=9))


@pytest.mark.parametrize(("asked", "expected"), CASES[:1] + CASES[1:2] + CASES[3:])
def test_a_quorum_without_brokers_takes_back_the_same(asked, expected):
    administered = Asked(
        feature("metadata.version", asked.get("level", 33)), registered(1), registered(9)
    )
    request = UnregisterControllerRequest(controller_id=asked["controller_id"])
    answer = administered.ask(request)
    if isinstance(expected, list):
        assert answer is None
        administered.node.commit()
        (answer,) = administered.answers
        assert outcome_text(answer) == "NONE"
        assert list(administered.image.controllers) == [1]
    else:
        assert (answer.error_code, answer.error_message) == expected


def registered_by_both(controller_id):
    """Return the answers to a registration, with brokers and without; 1 and 9 are registered."""
    request = ControllerRegistrationRequest(controller_id=controller_id)
    known = (LEVEL, registered(1), registered(9))
    with_brokers = Decider(state_of(*known)).decide(request, Context(0)).answer
    administered = Asked(*known)
    answer = administered.ask(request)
    if answer is None:
        administered.node.commit()
        (answer,) = administered.answers
    code = with_brokers.code if isinstance(with_brokers, Refusal) else with_brokers.error_code
    return code, answer.error_code


def test_registrations_of_controllers_have_a_limit(monkeypatch):
    """Divergence N72. A controller that is registered can register again."""
    limit = "kraft_core.controller.requests.controller_registrations.CONTROLLERS_MAX"
    monkeypatch.setattr(limit, 2)
    assert registered_by_both(8) == (ErrorCode.INVALID_REQUEST, ErrorCode.INVALID_REQUEST)
    assert registered_by_both(9) == (0, 0)
    monkeypatch.setattr(limit, 3)
    assert registered_by_both(8) == (0, 0)


def test_unregistered_controller_is_not_in_the_snapshot():
    gone = UnregisterControllerRecord(controller_id=9)
    image = image_of(feature("metadata.version", 30), registered(1), registered(9), gone)
    assert value_of(registered(9)) not in image.values()


def again():
    """An administration where controller 9 is registered, and a registration of it."""
    administered = Asked(LEVEL, registered(1), registered(9))
    incarnation = Uuid(bytes(15) + b"\x07")
    register = ControllerRegistrationRequest(controller_id=9, incarnation_id=incarnation)
    return administered, register, UnregisterControllerRequest(controller_id=9)


def kinds_waiting(administered):
    """The kinds of the records that are appended and not committed."""
    values = [value for _, values in administered.node.waiting for value in values]
    return [type(each).__name__ for each in messages_of(values)]


def test_of_two_requests_at_a_time_one_is_refused():
    """A second record could not be replayed: no controller would act any more."""
    administered, _, unregister = again()
    administered.ask(unregister)
    administered.ask(unregister)
    assert kinds_waiting(administered) == ["UnregisterControllerRecord"]
    administered.node.commit()
    assert [each.error_code for each in administered.answers] == [0, 136]
    assert administered.node.waiting == []
    assert administered.image.unreadable is None


def test_a_registration_that_is_not_committed_is_taken_back_after_it():
    administered, register, unregister = again()
    for each in (unregister, register, unregister, unregister, register):
        administered.ask(each)
    for answered in (1, 2, 4, 5):
        assert len(administered.node.waiting) == 1
        administered.node.commit()
        assert len(administered.answers) == answered
        assert administered.image.unreadable is None
    assert [each.error_code for each in administered.answers] == [0, 0, 0, 136, 0]
    assert list(administered.image.controllers) == [1, 9]


def test_a_level_that_is_not_committed_counts():
    administered = Asked(feature("metadata.version", 32), registered(9))
    administered.update("metadata.version", 33)
    administered.ask(UnregisterControllerRequest(controller_id=9))
    administered.node.commit()
    administered.node.commit()
    assert [each.error_code for each in administered.answers] == [0, 0]


def test_lost_record_does_not_block_the_next_change():
    administered, register, unregister = again()
    for each in (unregister, register, unregister):
        administered.ask(each)
    for _ in range(3):
        ((ticket, _),) = administered.node.waiting
        administered.node.waiting.clear()
        ticket.end(AppendOutcome.REJECTED, ErrorCode.NOT_LEADER_OR_FOLLOWER)
    assert [each.error_code for each in administered.answers] == [41, 41, 41]
    administered.ask(unregister)
    administered.node.commit()
    assert administered.answers[-1].error_code == 0


def test_waiting_registration_requests_are_refused_when_leadership_is_lost():
    administered, register, unregister = again()
    for each in (unregister, unregister, register):
        administered.ask(each)
    administered.administration.resign()
    ((ticket, _),) = administered.node.waiting
    administered.node.waiting.clear()
    ticket.end(AppendOutcome.UNKNOWN, ErrorCode.NOT_LEADER_OR_FOLLOWER)
    assert [each.error_code for each in administered.answers] == [41, 41, 41]
    assert administered.node.waiting == []


def test_many_requests_at_once_leave_a_quorum_that_acts(tmp_path):
    async def story():
        async with Controllers(tmp_path, 3, bootstrap=(LEVEL,)) as quorum:
            active = await quorum.active()
            cls = ControllerRegistrationRequest
            ghost = cls(controller_id=99, incarnation_id=Uuid(bytes(15) + b"\x07"))
            assert (await quorum.ask(active, ghost, 0)).error_code == 0
            unregister = UnregisterControllerRequest(controller_id=99)
            asked = [quorum.ask(active, unregister, 0) for _ in range(8)]
            codes = [each.error_code for each in await asyncio.gather(*asked)]
            assert sorted(codes) == [0] + [136] * 7
            written = quorum.log(active)
            assert written.count("UnregisterController") == 1
            controllers = quorum.controllers.values()
            await until(lambda: all(99 not in each.image.controllers for each in controllers))
            assert [each.image.unreadable for each in controllers] == [None] * 3
            assert quorum.controllers[active].is_active

    run(story())
