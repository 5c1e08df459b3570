"""Recorded questions get the verdicts, rules and audit lines of Kafka's StandardAuthorizer."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from kraft_core.security.authorizer import Action, Operation, ResourceType
from kraft_core.security.principals import Principal, host_text
from tests.conformance import recorded_files
from tests.conformance.authorizer_rounds import QUESTIONS, Round, compare
from tests.conformance.recorded_verdicts import NAME, ROUNDS

ALLOW = 3


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


def test_listed_permissions_decide_a_fifth_of_the_questions(rounds):
    rules = [answer.get("rule", "") for _, answers in rounds for answer in answers]
    matching = [answer for _, answers in rounds for answer in answers if is_listed(answer)]
    allowed = sum(answer["is_allowed"] for answer in matching)
    assert len(matching) > len(rules) // 5
    assert min(allowed, len(matching) - allowed) > len(matching) // 5


def is_listed(answer):
    return answer.get("rule", "").startswith("MatchingAcl")


def test_a_denial_after_a_permission_is_asked_about(rounds):
    """Without these, an authorizer that stops at the first ALLOW would pass."""
    both = 0
    for drawn, answers in rounds:
        allowing = [acl for acl in drawn.acls if acl["permission_type"] == ALLOW]
        denials = replace(drawn, acls=allowing, removed=[]).authorizer()
        for (kind, name, host, operation, resource_type, resource, _), answer in zip(
            drawn.asked, answers, strict=True
        ):
            action = Action(Operation(operation), ResourceType(resource_type), resource)
            verdict = denials.authorize(Principal(kind, name), host_text(host), action)
            both += is_listed(answer) and not answer["is_allowed"] and verdict.is_allowed
    assert both > 100


def test_the_file_has_all_questions(rounds):
    first, _ = recorded_files.read(NAME)
    assert first["questions"] == ROUNDS * QUESTIONS == sum(len(each) for _, each in rounds)
    assert first["questions"] >= 5000
