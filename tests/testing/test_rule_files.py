"""Rules of TOML files and of command lines: what they become, and what is refused."""

from __future__ import annotations

import pytest

from kraft_core.testing.rule_files import (
    RULES_MAX,
    TEXT_MAX,
    add_rule,
    rules_of_toml,
    table_of_words,
)
from kraft_core.testing.rules import RuleError, Rules
from kraft_wire.error_codes import ErrorCode
from kraft_wire.primitives import Uuid

FILE = """
[[rule]]
api = "Produce"
topic = "2024"
partition = 1
version = [3, 9]
acks = -1
times = 3
error = "UNKNOWN_LEADER_EPOCH"

[[rule]]
api = "Fetch"
client_id = "slow"
node = 2
nth = 5
delay = 0.5
cut = 100

[[rule]]
api = "Metadata"
direction = "response"
version = 12
drop = true

[[rule]]
api = "CreateTopics"
validate_only = true
reset = "after"
error = 41
level = "topic"
"""

WORDS = (
    "Produce topic=2024 partition=1 version=3-9 acks=-1 times=3 error=UNKNOWN_LEADER_EPOCH",
    "Fetch client_id=slow node=2 nth=5 delay=0.5 cut=100",
    "Metadata direction=response version=12 drop",
    "CreateTopics validate_only reset=after error=41 level=topic",
)


def made(tables):
    rules = Rules()
    return [add_rule(rules, table) for table in tables]


@pytest.mark.parametrize("tables", [rules_of_toml(FILE), [table_of_words(each) for each in WORDS]])
def test_conditions_and_actions_are_those_of_the_text(tables):
    produce, fetch, metadata, create = made(tables)
    assert (produce.topic, produce.partition, produce.versions) == ("2024", 1, (3, 9))
    assert (produce.fields, produce._times) == ({"acks": -1}, 3)
    [error] = produce._act.errors
    assert (error.code, error.level) == (ErrorCode.UNKNOWN_LEADER_EPOCH, None)
    assert (fetch.client_id, fetch.node, fetch._first, fetch._act.cut_at) == ("slow", 2, 5, 100)
    assert fetch._act.delay_s == 0.5
    assert (metadata.direction, metadata.versions) == ("response", (12, 12))
    assert metadata._act.is_dropped
    assert (create.fields, create._act.reset) == ({"validate_only": True}, "after")
    [error] = create._act.errors
    assert (error.code, error.level) == (ErrorCode.NOT_CONTROLLER, "topic")


def test_fields_have_the_types_of_the_message():
    topic_id = "AAAAAAAAAAAAAAAAAAAAAQ"
    [text, uuid] = made(
        [
            table_of_words("JoinGroup group_id=17 reset"),
            {"api": "Fetch", "topic_id": topic_id, "drop": True},
        ]
    )
    assert (text.fields, text._act.reset) == ({"group_id": "17"}, "before")
    assert uuid.fields == {"topic_id": Uuid.parse(topic_id)}


@pytest.mark.parametrize(
    ("table", "text"),
    [
        ({"drop": True}, "names no API"),
        ({"api": 1, "drop": True}, "api=1: expected text"),
        ({"api": "Fetsch", "drop": True}, "did you mean Fetch?"),
        ({"api": "Fetch", "direction": "up", "drop": True}, "direction 'up'"),
        ({"api": "Fetch", "dorp": True}, "no field 'dorp'.* did you mean drop?"),
        ({"api": "Fetch", "drop": True, "max_wait": 1}, "did you mean max_wait_ms?"),
        ({"api": "Fetch", "topic": "t"}, "no action: expected error, delay, drop, reset, cut"),
        ({"api": "Fetch", "topic": 5, "drop": True}, "topic=5: expected text"),
        ({"api": "Fetch", "partition": True, "drop": True}, "partition=True: expected a whole"),
        ({"api": "Fetch", "version": [1], "drop": True}, "version=.* the lowest and the highest"),
        ({"api": "Fetch", "version": [0, 999], "drop": True}, "Fetch has versions"),
        ({"api": "Fetch", "max_wait_ms": 1 << 31, "drop": True}, "from -2147483648 to 2147483647"),
        ({"api": "Fetch", "topics": ["t"], "drop": True}, "it is a list or bytes"),
        ({"api": "Fetch", "topic_id": "t", "drop": True}, "expected a uuid in base64url"),
        ({"api": "JoinGroup", "group_id": 1, "drop": True}, "group_id=1: expected text"),
        ({"api": "CreateTopics", "validate_only": 1, "drop": True}, "expected true or false"),
        ({"api": "Fetch", "drop": False}, "drop=False: expected true, or nothing"),
        ({"api": "Fetch", "delay": float("nan")}, "expected a number of seconds"),
        ({"api": "Fetch", "delay": -1}, "expected 0 or more seconds"),
        ({"api": "Fetch", "cut": 1.5}, "cut=1.5: expected a number of bytes"),
        ({"api": "Fetch", "reset": "later"}, "reset='later': expected before or after"),
        ({"api": "Fetch", "times": 0, "drop": True}, "expected 1 or more"),
        ({"api": "Fetch", "times": 1, "nth": 2, "drop": True}, "times and nth"),
        ({"api": "Fetch", "level": "top", "drop": True}, "level needs error"),
        ({"api": "Fetch", "error": "NOT_A_LEADER"}, "Kafka has no error 'NOT_A_LEADER'"),
        ({"api": "Fetch", "error": 32_768}, "error=32768: expected the name or number of an error"),
        ({"api": "Fetch", "error": "NOT_CONTROLLER", "level": "up"}, "error level 'up'"),
        ({"api": "Fetch", "direction": "response", "cut": 1}, "cannot be applied to a response"),
    ],
)
def test_what_a_rule_cannot_be_is_refused(table, text):
    with pytest.raises(RuleError, match=text):
        made([table])


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", r"expected tables \[\[rule\]\]"),
        ("rule = 1", r"expected tables \[\[rule\]\]"),
        ("rule = [1]", r"expected tables \[\[rule\]\]"),
        ("[[rules]]\napi = 'Fetch'", "unknown key 'rules'"),
        ("[[rule]]\napi = Fetch", "line 2"),
        ("[[rule]]\n" * (RULES_MAX + 1), f"expected at most {RULES_MAX}"),
        ("#" * (TEXT_MAX + 1), f"at most {TEXT_MAX} characters"),
    ],
)
def test_file_of_something_else_is_refused(text, sentence):
    with pytest.raises(RuleError, match=sentence):
        rules_of_toml(text)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "names no API"),
        ("api=Fetch drop", "names no API"),
        ("Fetch 'drop", "No closing quotation"),
        ("Fetch topic=a topic=b drop", "topic is given twice"),
        ("Fetch api=Produce drop", "api is given twice"),
        ("Fetsch max_wait_ms=1 drop", "did you mean Fetch?"),
        ("Fetch times=x drop", "times='x': expected a whole number"),
        ("Fetch version=3- drop", "version='3-'"),
        ("Fetch drop=maybe", "drop='maybe'"),
    ],
)
def test_words_that_are_no_rule_are_refused(text, sentence):
    with pytest.raises(RuleError, match=sentence):
        made([table_of_words(text)])
