"""Changes that must be noticed, each by the test that is known to do so."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.mutants.__main__ import ROOT, equivalents
from tests.mutants.mutations import Mutation, mutations
from tests.mutants.trial import KILLED, Tree, attempt

KNOWN = json.loads(Path(__file__).with_name("known.json").read_text(encoding="utf-8"))


def mutation_of(key: str) -> Mutation:
    path = key.split(":", maxsplit=1)[0]
    source = (ROOT / path).read_text(encoding="utf-8")
    return next(each for each in mutations(path, source) if each.key == key)


@pytest.mark.parametrize("key", [*KNOWN, *equivalents()])
def test_the_change_is_still_possible(key):
    assert mutation_of(key).key == key


@pytest.fixture(scope="module")
def tree():
    made = Tree(ROOT)
    yield made
    made.close()


@pytest.mark.slow
def test_no_tests_are_no_verdict(tree):
    with pytest.raises(LookupError, match="test_that_is_not_there"):
        attempt(
            tree,
            mutation_of(next(iter(KNOWN))),
            {"tests/mutants/test_mutations.py::test_that_is_not_there": 1.0},
            0,
        )


@pytest.mark.slow
@pytest.mark.parametrize("key", list(KNOWN))
def test_a_known_change_is_noticed(tree, key):
    outcome = attempt(tree, mutation_of(key), {KNOWN[key]: 1.0}, 0)
    assert outcome.verdict == KILLED
    assert outcome.by.startswith(KNOWN[key])
