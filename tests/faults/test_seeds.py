"""Which rounds are gone through, and that those of CI do everything."""

from __future__ import annotations

import pytest

from tests.faults.deck import Deck
from tests.faults.faults import KINDS
from tests.faults.round import FAULTS
from tests.faults.seeds import IN_CI, chosen


def test_seeds_can_be_named(monkeypatch):
    monkeypatch.setenv("KRAFT_ROUNDS", "7:10")
    assert chosen() == [7, 8, 9]
    monkeypatch.setenv("KRAFT_ROUNDS", "7")
    with pytest.raises(ValueError, match="not enough values"):
        chosen()


def test_default_rounds_are_those_of_ci(monkeypatch):
    monkeypatch.delenv("KRAFT_ROUNDS", raising=False)
    assert chosen() == list(IN_CI)


def test_the_rounds_of_ci_draw_every_fault():
    drawn = set()
    for seed in IN_CI:
        deck = Deck(seed)
        drawn |= {deck.draw(1)[0] for _ in range(FAULTS)}
    assert drawn == set(KINDS)


def test_deck_draws_each_kind_once_and_then_starts_again():
    deck = Deck(3)
    first = [deck.draw(1)[0] for _ in KINDS]
    assert sorted(each.name for each in first) == sorted(each.name for each in KINDS)
    deck.put_back(first[0])
    assert deck.draw(1) == [first[0]]
    again = [deck.draw(1)[0] for _ in KINDS]
    assert set(again) == set(first)
    assert again != first


def test_a_failure_of_the_power_comes_alone():
    for seed in range(20):
        deck = Deck(seed)
        for _ in range(20):
            kinds = deck.draw(2)
            assert len(kinds) in (1, 2)
            names = {each.name for each in kinds}
            assert names == {"power failure"} or "power failure" not in names
