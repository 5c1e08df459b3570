"""Recorded questions get the verdicts, rules and audit lines of Kafka's StandardAuthorizer."""

from __future__ import annotations

import json

import pytest

from tests.conformance import recorded_files
from tests.conformance.authorizer_rounds import QUESTIONS, Round, compare
from tests.conformance.recorded_verdicts import NAME, ROUNDS


@pytest.fixture(scope="module")
def rounds():
    _, lines = recorded_files.read(NAME)
    found = []
    for line in lines:
        values = json.loads(line)
        answers = values.pop("answers")
        found.append((Round(**values), answers))
    return found


def test_recorded_questions_get_kafkas_verdicts(rounds):
    rules = set()
    for drawn, answers in rounds:
        rules |= compare(drawn.authorizer(), drawn.asked, answers, {})
    assert rules == {"SuperUser", "MatchingAcl", "DefaultAllow", "DefaultDeny"}


def test_the_file_has_all_questions(rounds):
    first, _ = recorded_files.read(NAME)
    assert first["questions"] == ROUNDS * QUESTIONS == sum(len(each) for _, each in rounds)
    assert first["questions"] >= 5000
