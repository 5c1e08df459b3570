"""Which updates of features are made."""

from __future__ import annotations

import pytest

from kraft_core.controller.context import Context
from kraft_core.controller.requests.features import (
    CheckedUpdates,
    FeatureState,
    Replicas,
    check_updates,
    failure,
    left_out,
    success,
    update_features,
)
from kraft_wire.errors import ErrorCode
from kraft_wire.messages import (
    ConfigRecord,
    NoOpRecord,
    RegisterBrokerRecord,
    UpdateFeaturesRequest,
)
from tests.controller.content import feature, image_of, registered, state_of, value_of

UPGRADE, SAFE, UNSAFE = 1, 2, 3
NO_OP = NoOpRecord()
ELIGIBLE_LEADERS = "eligible.leader.replicas.version"
RANGES = {
    "metadata_version": (7, 30),
    "group_version": (0, 1),
    "share_version": (0, 1),
    "kraft_version": (0, 1),
    "eligible_leader_replicas_version": (0, 1),
}


def key(name, level, kind=UPGRADE):
    return UpdateFeaturesRequest.FeatureUpdateKey(
        feature=name, max_version_level=level, upgrade_type=kind
    )


def state(*records, kraft_version=0, voters=(1, 2), observers=()):
    given = records or (
        feature("metadata.version", 29),
        feature("share.version", 1),
        registered(2, **RANGES),
    )
    replicas = Replicas(1, frozenset(voters), frozenset(observers))
    return FeatureState(image_of(*given), replicas, kraft_version, 2)


def check(*updates, of=None):
    return check_updates([key(*each) for each in updates], of or state())


def made(*records, kraft_version=None):
    ranges = tuple(value_of(each if each is NO_OP else feature(*each)) for each in records)
    return CheckedUpdates(ranges, kraft_version)


@pytest.mark.parametrize(
    ("update", "records"),
    [
        (("metadata.version", 30), ("metadata.version", 30)),
        (("metadata.version", 29), ("metadata.version", 29)),
        (("metadata.version", 25, SAFE), ("metadata.version", 25)),
        (("metadata.version", 23, UNSAFE), ("metadata.version", 23)),
        (("group.version", 1), ("group.version", 1)),
        (("share.version", 0, SAFE), ("share.version", 0)),
        (("share.version", 1, SAFE), ("share.version", 1)),
    ],
)
def test_updates_that_are_made(update, records):
    assert check(update) == made(records)


def test_several_updates_are_made_together():
    assert check(("metadata.version", 30), ("group.version", 1)) == made(
        ("metadata.version", 30), ("group.version", 1)
    )
    assert check() == made()


def test_kraft_version_is_for_consensus_and_a_no_op_has_its_place():
    assert check(("kraft.version", 1)) == made(NO_OP, kraft_version=1)
    assert check(("kraft.version", 1), ("group.version", 1)) == made(
        NO_OP, ("group.version", 1), kraft_version=1
    )
    assert check(("group.version", 1), ("kraft.version", 1)) == made(
        ("group.version", 1), NO_OP, kraft_version=1
    )
    at_1 = state(feature("metadata.version", 30), registered(2, **RANGES), kraft_version=1)
    assert check(("kraft.version", 1), of=at_1) == made(NO_OP, kraft_version=1)
    assert check(("kraft.version", 1, SAFE), of=at_1) == made()


@pytest.mark.parametrize(
    ("update", "why"),
    [
        (("group.version", 1, 0), "does not support the given upgrade type"),
        (("group.version", 1, 4), "does not support the given upgrade type"),
        (("group.version", -1), "cannot be less than 0"),
        (("group.version", 2), "Local controller 1 only supports versions 0-1"),
        (("metadata.version", 34), "Local controller 1 only supports versions 7-33"),
        (("metadata.version", 6, UNSAFE), "Local controller 1 only supports versions 7-33"),
        (("unknown", 1), "Local controller 1 does not support this feature."),
        (("unknown", 0), "Feature unknown not found."),
        (("streams.version", 1), "Controller 2 does not support this feature."),
        (("share.version", 0), "Can't downgrade the version of this feature without"),
        (("group.version", 1, SAFE), "Can't downgrade to a newer version."),
    ],
)
def test_updates_that_are_not_made(update, why):
    refused = check(update)
    assert refused.startswith(f"Invalid update version {update[1]} for feature {update[0]}. ")
    assert why in refused


def test_one_refused_level_refuses_the_whole_update():
    assert isinstance(check(("group.version", 1), ("share.version", 2)), str)


def test_kraft_version_does_not_go_down():
    at_1 = state(feature("metadata.version", 30), registered(2, **RANGES), kraft_version=1)
    assert "Can't downgrade the version of this feature." in check(
        ("kraft.version", 0, SAFE), of=at_1
    )


@pytest.mark.parametrize(
    ("level", "kind", "why"),
    [(22, SAFE, "Refusing to perform"), (22, UNSAFE, "Unsafe metadata downgrade")],
)
def test_a_downgrade_does_not_lose_metadata(level, kind, why):
    refused = check(("metadata.version", level, kind))
    assert refused.startswith(f"Unsupported metadata.version downgrade from 29 to {level}. {why}")


def test_a_feature_needs_what_it_depends_on():
    low = state(feature("metadata.version", 22), registered(2, **RANGES))
    assert "depends on metadata.version level 23" in check((ELIGIBLE_LEADERS, 1), of=low)
    both = check((ELIGIBLE_LEADERS, 1), ("metadata.version", 23), of=low)
    assert both.values[1:] == made((ELIGIBLE_LEADERS, 1), ("metadata.version", 23)).values


def min_insync(broker, value):
    return value_of(
        ConfigRecord(resource_type=4, resource_name=broker, name="min.insync.replicas", value=value)
    )


def test_eligible_leaders_are_counted_by_one_minimum_for_all_brokers():
    levels = (feature("metadata.version", 29), registered(2, **RANGES))
    (level,) = made((ELIGIBLE_LEADERS, 1)).values
    assert check((ELIGIBLE_LEADERS, 1), of=state(*levels)).values == (min_insync("", "2"), level)
    configured = [
        ConfigRecord(resource_type=4, resource_name="", name="min.insync.replicas", value="3"),
        ConfigRecord(resource_type=4, resource_name="7", name="min.insync.replicas", value="1"),
        ConfigRecord(resource_type=4, resource_name="8", name="log.retention.ms", value="1"),
        ConfigRecord(resource_type=2, resource_name="topic", name="min.insync.replicas", value="1"),
    ]
    found = check((ELIGIBLE_LEADERS, 1), of=state(*levels, *configured))
    assert found.values == (min_insync("7", None), level)
    already = state(*levels, feature(ELIGIBLE_LEADERS, 1))
    assert check((ELIGIBLE_LEADERS, 0, SAFE), of=already) == made((ELIGIBLE_LEADERS, 0))


def test_every_voter_must_have_registered_once_they_do():
    missing = state(feature("metadata.version", 15))
    assert "controller 2 has not registered" in check(("group.version", 1), of=missing)
    too_old = state(feature("metadata.version", 14))
    assert check(("group.version", 1), of=too_old) == made(("group.version", 1))
    alone = state(feature("metadata.version", 15), voters=(1,))
    assert check(("group.version", 1), of=alone) == made(("group.version", 1))


def test_results_are_per_feature_before_version_2():
    asked = UpdateFeaturesRequest(feature_updates=(key("a", 1), key("b", 1)))
    (first, second) = success(asked, 1).results
    assert [first.feature, second.feature, first.error_code] == ["a", "b", 0]
    assert first.error_message == "NONE"
    assert success(asked, 1).error_message is None
    assert success(asked, 2).results == ()
    refused = failure(ErrorCode.INVALID_UPDATE_VERSION, "why")
    assert refused.error_code == 95
    assert refused.error_message.endswith("the following feature had an error: why")
    assert refused.results == ()


GHOST = {**RANGES, "metadata_version": (7, 29)}
"""The registration of a controller that does not know metadata.version 30."""
REFUSED = "Controller 9 only supports versions 7-29"


def updated(*records, voters, observers=()):
    """The message of an active controller about metadata.version 30, and whether it is made."""
    of = state_of(feature("metadata.version", 29), *records)
    of.voter_ids, of.observer_ids = frozenset(voters), frozenset(observers)
    request = UpdateFeaturesRequest(feature_updates=(key("metadata.version", 30),))
    decision = update_features(of, request, Context(2))
    return bool(decision.records), decision.answer.error_message or ""


@pytest.mark.parametrize(
    ("voters", "observers", "is_made"),
    [((1,), (), True), ((1, 9), (), False), ((1,), (9,), False), ((1,), (8,), True)],
    ids=["gone", "voter", "observer", "another observer"],
)
def test_only_controllers_that_take_part_bound_a_level(voters, observers, is_made):
    """Divergence A31: Kafka counts every registration that was ever made."""
    made, message = updated(registered(9, **GHOST), voters=voters, observers=observers)
    assert made is is_made
    if is_made:
        assert message == (
            "Not counted: the registrations of controllers 9, which are neither voters nor fetch as"
            " controllers."
        )
    else:
        assert message.endswith(REFUSED)
    records = (feature("metadata.version", 29), registered(9, **GHOST))
    checked = check(
        ("metadata.version", 30), of=state(*records, voters=voters, observers=observers)
    )
    assert isinstance(checked, CheckedUpdates) is is_made


def test_the_registration_under_its_own_id_does_not_bound_the_leader():
    """In place of a Java controller a kraft node has its id, and that one's registration."""
    assert updated(registered(1, **GHOST), voters=(1,)) == (True, "")


def broker(broker_id, *, fenced=False):
    cls = RegisterBrokerRecord
    name, level = "metadata.version", 30
    newest = cls.BrokerFeature(name=name, min_supported_version=7, max_supported_version=level)
    return cls(broker_id=broker_id, broker_epoch=1, features=(newest,), fenced=fenced)


def test_a_broker_that_fetches_is_not_the_controller_of_its_id():
    """A broker fetches as an observer with its id; what it supports is in its own registration."""
    ghost = registered(9, **GHOST)
    made, message = updated(broker(9), ghost, voters=(1,), observers=(9,))
    assert made
    assert "controllers 9, which" in message
    assert not updated(broker(9), ghost, voters=(1, 9), observers=(9,))[0]
    assert not updated(broker(8), ghost, voters=(1,), observers=(8, 9))[0]


def test_a_broker_that_may_be_gone_does_not_hide_a_controller_of_its_id():
    made, message = updated(
        broker(9, fenced=True), registered(9, **GHOST), voters=(1,), observers=(9,)
    )
    assert not made
    assert message.endswith(REFUSED)


def test_a_voter_that_has_not_registered_blocks():
    """KAFKA-20865: it would come back with a range that lacks the level."""
    made, message = updated(voters=(1, 2))
    assert not made
    assert message.endswith("controller 2 has not registered, and may not support this feature")


def test_an_answer_names_a_limited_number_of_registrations():
    assert left_out(range(2, 5), Replicas(1, frozenset({3}), frozenset({4}))) == (
        "Not counted: the registrations of controllers 2, which are neither voters nor fetch as"
        " controllers."
    )
    message = left_out(range(2, 102), Replicas(1, frozenset(), frozenset()))
    assert "20, 21 and 80 more," in message
    assert left_out([1], Replicas(1, frozenset({1}), frozenset())) is None
