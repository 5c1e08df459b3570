"""UnregisterController (KIP-1312): which registrations of controllers are taken back."""

from __future__ import annotations

import pytest

from kraft_core.controller.context import Context, Refusal
from kraft_core.controller.decider import Decider
from kraft_core.controller.envelope import FORWARDABLE
from kraft_core.controller.requests.controller_registrations import unregister_controller
from kraft_core.metadata import ClusterImage, ReplayError
from kraft_core.node.access import outcome_text
from kraft_wire.messages import (
    UnregisterControllerRecord,
    UnregisterControllerRequest,
    UnregisterControllerResponse,
)
from tests.controller.content import feature, image_of, registered, state_of, value_of
from tests.controller.test_administration import Asked

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
def test_what_is_taken_back(asked, expected):
    """Divergence A32: 4.4.0 takes back the registration of a voter too."""
    assert decided(**asked) == expected


def test_it_needs_alter_on_the_cluster_and_is_forwarded():
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


def test_a_snapshot_lacks_what_was_taken_back():
    gone = UnregisterControllerRecord(controller_id=9)
    image = image_of(feature("metadata.version", 30), registered(1), registered(9), gone)
    assert value_of(registered(9)) not in image.values()
