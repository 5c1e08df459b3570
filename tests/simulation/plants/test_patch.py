"""What is replaced for a while is put back."""

from __future__ import annotations

import sys

import pytest

from kraft_core.consensus import core, invariants, transitions
from kraft_core.consensus.invariants import InvariantBroken, ensure
from kraft_core.consensus.voters import VoterSet
from kraft_core.simulation.plants import PLANTS, planted
from kraft_core.simulation.plants.patch import Patch, patching


def test_an_attribute():
    right = VoterSet.without
    with patching() as patch:
        patch.set(VoterSet, "without", None)
        patch.set(VoterSet, "without", len)
        assert VoterSet.without is len
    assert VoterSet.without is right


def test_a_function_wherever_it_is():
    with patching() as patch:
        patch.everywhere(transitions.become_unattached, len)
        assert transitions.become_unattached is len
        from kraft_core.consensus import elections  # noqa: PLC0415 - as it is meanwhile

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


def test_it_is_put_back_after_a_failure():
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


@pytest.mark.parametrize("name", PLANTS)
def test_every_plant_changes_something_and_puts_it_back(name):
    before = attributes()
    with planted(name) as plant:
        assert plant is PLANTS[name]
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
