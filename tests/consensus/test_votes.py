"""Tallies."""

from __future__ import annotations

import itertools

import pytest

from kraft_core.consensus.votes import Votes
from tests.support.lone_core import voter_set


def test_a_sole_voter_has_won():
    votes = Votes(voter_set(1), 1)
    assert (votes.is_won, votes.is_lost, votes.unrecorded) == (True, False, ())


def test_answers_of_strangers_do_not_count():
    votes = Votes(voter_set(1, 2, 3), 1)
    votes.record(7, granted=True)
    assert (votes.is_won, votes.granting) == (False, (1,))


def test_who_is_asked_again_has_not_answered():
    votes = Votes(voter_set(1, 2, 3), 1)
    votes.record(2, granted=False)
    votes.ask_again(2)
    votes.ask_again(1)
    assert votes.unrecorded == (2, 3)
    assert votes.granting == (1,)


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5])
def test_won_and_lost_against_counting(size):
    ids = range(1, size + 1)
    for answers in itertools.product((None, True, False), repeat=size - 1):
        votes = Votes(voter_set(*ids), 1)
        for voter_id, answer in zip(ids[1:], answers, strict=True):
            if answer is not None:
                votes.record(voter_id, granted=answer)
        yes = 1 + answers.count(True)
        assert votes.is_won is (yes * 2 > size)
        assert votes.is_lost is ((yes + answers.count(None)) * 2 <= size)
