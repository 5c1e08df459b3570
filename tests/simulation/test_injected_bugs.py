"""Tests of injected bugs: each is found, and each patch is undone."""

from __future__ import annotations

import inspect
import sys

import pytest

from kraft_core.raft.consensus import core, invariants, transitions
from kraft_core.raft.consensus.invariants import InvariantBroken, ensure
from kraft_core.raft.consensus.voters import VoterSet
from kraft_core.sim.quorum.injected_bugs import (
    INJECTED_BUGS,
    elections,
    injected,
    membership,
    replication,
)
from kraft_core.sim.quorum.injected_bugs.patch import Patch, patching
from kraft_core.sim.quorum.invariants.registry import INVARIANTS
from kraft_core.sim.quorum.scenarios import SCENARIOS
from kraft_core.sim.quorum.simulator import Simulator


@pytest.mark.simulation
@pytest.mark.parametrize("name", INJECTED_BUGS)
def test_injected_bug_is_detected_within_its_seeds(name):
    with injected(name) as bug:
        for seed in range(bug.seeds):
            failure = Simulator(seed, bug.scenario).run().failure
            if failure is not None:
                assert failure.invariant in bug.invariants, (seed, failure)
                if failure.invariant == bug.invariants[0]:
                    return
    pytest.fail(f"not found as {bug.invariants[0]} in {bug.seeds} seeds of {bug.scenario}")


NAMES = {each.name for each in INVARIANTS}


@pytest.mark.parametrize("bug", INJECTED_BUGS.values(), ids=lambda bug: bug.name)
def test_description_of_an_injected_bug_is_complete(bug):
    assert bug.about[0].isupper()
    assert bug.about.endswith(".")
    assert "|" not in bug.about
    assert bug.scenario in SCENARIOS
    assert bug.invariants
    assert set(bug.invariants) <= NAMES
    assert len(set(bug.invariants)) == len(bug.invariants)
    assert bug.seeds > 0


def test_no_invariant_lacks_an_injected_bug():
    injected_for = {bug.invariants[0] for bug in INJECTED_BUGS.values()}
    assert sorted(NAMES - injected_for) == []


def test_every_wrong_thing_is_an_injected_bug():
    wrong = [
        function.__name__.replace("_", "-")
        for module in (elections, replication, membership)
        for function in vars(module).values()
        if inspect.isfunction(function) and function.__module__ == module.__name__
        if "patch" in inspect.signature(function).parameters
    ]
    assert sorted(wrong) == sorted(INJECTED_BUGS)


def test_unknown_injected_bug_is_refused():
    with pytest.raises(KeyError), injected("grows-roses"):
        pass


def test_patched_attribute_is_restored():
    right = VoterSet.without
    with patching() as patch:
        patch.set(VoterSet, "without", None)
        patch.set(VoterSet, "without", len)
        assert VoterSet.without is len
    assert VoterSet.without is right


def test_patch_replaces_a_function_in_every_module():
    with patching() as patch:
        patch.everywhere(transitions.become_unattached, len)
        assert transitions.become_unattached is len
        from kraft_core.raft.consensus import elections  # as it is meanwhile

        assert elections.become_unattached is len
    assert elections.become_unattached is transitions.become_unattached is not len


def test_an_invariant_of_the_replica_that_says_nothing():
    with patching() as patch:
        patch.silence("a-rule")
        core.ensure(False, "a-rule", "")
        with pytest.raises(InvariantBroken):
            core.ensure(False, "another-rule", "")
    assert core.ensure is ensure
    with pytest.raises(InvariantBroken):
        invariants.ensure(False, "a-rule", "")


def test_patch_is_undone_after_a_failure():
    right = VoterSet.without

    def fail():
        with patching() as patch:
            patch.set(VoterSet, "without", len)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert VoterSet.without is right


def attributes():
    """Everything in our modules and in their classes, by place."""
    found = {}
    for name in sorted(sys.modules):
        if name.startswith("kraft_core."):
            for key, value in vars(sys.modules[name]).items():
                found[name, key] = value
                if isinstance(value, type) and value.__module__.startswith("kraft_core."):
                    found |= {(name, key, each): vars(value)[each] for each in vars(value)}
    return found


@pytest.mark.parametrize("name", INJECTED_BUGS)
def test_every_injected_bug_changes_something_and_puts_it_back(name):
    before = attributes()
    with injected(name) as bug:
        assert bug is INJECTED_BUGS[name]
        during = attributes()
    after = attributes()
    assert any(during[key] is not before[key] for key in before)
    assert [key for key in before if before[key] is not after[key]] == []


def test_undone_twice_is_undone_once():
    patch = Patch()
    patch.set(VoterSet, "without", len)
    patch.undo()
    right = VoterSet.without
    patch.undo()
    assert VoterSet.without is right
