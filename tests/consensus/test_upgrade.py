"""kraft.version 0 to 1."""

from __future__ import annotations

import pytest

from kraft_core.consensus import effects as fx
from kraft_core.consensus import events as ev
from kraft_core.consensus.batches import KRaftVersion, Voters
from kraft_core.consensus.rpc import UpdateRaftVoter
from kraft_core.consensus.values import VersionRange
from kraft_core.consensus.voters import VoterSetHistory
from kraft_wire.errors import ErrorCode
from tests.support.lone_core import LoneCore, endpoint, key, static_set, voter_set


def leader(*ids, told=(2, 3), commit=True, kraft_range=VersionRange(0, 1)):  # noqa: B008
    ids = ids or (1, 2, 3)
    lone = LoneCore(voters=VoterSetHistory(static_set(*ids)))
    if len(ids) > 1:
        lone.lead(commit=commit)
        for node_id in told:
            update = UpdateRaftVoter(None, 1, key(node_id), (endpoint(node_id),), kraft_range)
            lone.ask(update)
    return lone


def upgrade(lone, level=1, *, validate_only=False, epoch=1):
    return lone.feed(ev.UpgradeRequested(7, epoch, level, validate_only))


def rejected(effects):
    return [each.error for each in effects if isinstance(each, fx.RejectAppend)]


def test_the_level_and_the_voters_are_written_in_one_batch():
    lone = leader()
    upgrade(lone)
    batch = lone.appended[-1]
    assert batch.records == (KRaftVersion(1), Voters(voter_set(1, 2, 3)))
    assert batch.append_id == 7
    assert lone.core.kraft_version == 1
    assert lone.core.voters == voter_set(1, 2, 3)
    lone.fetch_as(2)
    assert lone.core.role.high_watermark == lone.core.log.end_offset


def test_a_sole_static_voter_can_upgrade_at_once():
    lone = leader(1)
    upgrade(lone)
    assert lone.core.voters == voter_set(1)


def test_upgrade_to_a_committed_level_succeeds_without_a_record():
    lone = leader()
    upgrade(lone)
    lone.fetch_as(2)
    before = len(lone.appended)
    assert rejected(upgrade(lone)) == [ErrorCode.NONE]
    assert len(lone.appended) == before


def test_upgrade_to_a_level_only_in_force_waits_for_its_commit():
    lone = leader()
    upgrade(lone)
    before = len(lone.appended)
    assert rejected(upgrade(lone)) == []
    assert rejected(lone.effects) == []
    lone.fetch_as(2)
    assert rejected(lone.effects) == [ErrorCode.NONE]
    assert len(lone.appended) == before


def test_upgrade_to_a_level_only_in_force_is_rejected_when_leadership_ends():
    lone = leader()
    upgrade(lone)
    upgrade(lone)
    lone.advance(lone.core.config.check_quorum_timeout_ms + 1)
    assert rejected(lone.effects) == [ErrorCode.NOT_LEADER_OR_FOLLOWER]


def test_validation_of_a_level_only_in_force_succeeds_at_once():
    lone = leader()
    upgrade(lone)
    assert rejected(upgrade(lone, validate_only=True)) == [ErrorCode.NONE]


def test_validation_writes_nothing():
    lone = leader()
    before = len(lone.appended)
    assert rejected(upgrade(lone, validate_only=True)) == [ErrorCode.NONE]
    assert len(lone.appended) == before
    assert rejected(upgrade(leader(told=(2,)), validate_only=True)) == [95]


@pytest.mark.parametrize(
    ("lone", "level", "error"),
    [
        (leader(told=(2,)), 1, ErrorCode.INVALID_UPDATE_VERSION),
        (leader(told=()), 1, ErrorCode.INVALID_UPDATE_VERSION),
        (leader(kraft_range=VersionRange(0, 0)), 1, ErrorCode.INVALID_UPDATE_VERSION),
        (leader(), 2, ErrorCode.INVALID_UPDATE_VERSION),
        (leader(), -1, ErrorCode.INVALID_UPDATE_VERSION),
        (leader(commit=False), 1, ErrorCode.REQUEST_TIMED_OUT),
        (LoneCore(), 1, ErrorCode.NOT_CONTROLLER),
    ],
)
def test_refusals(lone, level, error):
    before = len(lone.appended)
    assert rejected(upgrade(lone, level)) == [error]
    assert len(lone.appended) == before


def test_other_epochs_and_witnesses_are_refused():
    assert rejected(upgrade(leader(), epoch=2)) == [ErrorCode.NOT_CONTROLLER]
    lone = leader()
    lone.feed(ev.WitnessChanged(on=True))
    assert rejected(upgrade(lone)) == [ErrorCode.NOT_CONTROLLER]


def test_there_is_no_way_back():
    lone = leader()
    upgrade(lone)
    assert rejected(upgrade(lone, 0)) == [ErrorCode.INVALID_UPDATE_VERSION]


def test_after_the_upgrade_only_the_directory_that_fetched_counts():
    lone = leader()
    lone.fetch_as(3, number=9)
    upgrade(lone)
    progress = lone.core.role.progress
    assert progress.voters[2].end_offset is not None
    assert progress.voters[3].end_offset is None
