"""Rules of the mock cluster: conditions, counts, decisions, and what is said of rules unfired."""

from __future__ import annotations

import pytest

from kraft_core.testing.errors_by_schema import Level
from kraft_core.testing.rules import Act, Incoming, RuleError, Rules, UnfiredRuleError
from kraft_wire.error_codes import ErrorCode
from kraft_wire.messages import (
    FetchRequest,
    FetchResponse,
    HeartbeatRequest,
    MetadataRequest,
    ProduceResponse,
)
from kraft_wire.primitives import Uuid
from tests.testing.test_errors_by_schema import produce

ID = Uuid(bytes(range(16)))


def incoming(message, version=9, **more):
    name = type(message).__name__
    direction = "response" if name.endswith("Response") else "request"
    api = name.removesuffix("Request").removesuffix("Response")
    return Incoming(api, version, message, direction=direction, **more)


@pytest.fixture
def rules():
    return Rules()


def test_message_without_a_rule_has_no_act(rules):
    rules.on("Produce", topic="a").error("NOT_LEADER_OR_FOLLOWER")
    assert rules.decide(incoming(MetadataRequest())) is None
    assert rules.decide(incoming(produce(("b", [0])))) is None


def test_error_of_a_partition_is_one_value_with_its_place(rules):
    rules.on("Produce", topic="a", partition=1).error("NOT_LEADER_OR_FOLLOWER")
    act = rules.decide(incoming(produce(("a", [0, 1]))))
    [error] = act.errors
    assert (error.code, error.topic, error.partition) == (6, "a", 1)
    assert error.is_partial


def test_times_uses_a_rule_up(rules):
    rule = rules.on("Produce").times(2).drop()
    acts = [rules.decide(incoming(produce(("a", [0])))) for _ in range(3)]
    assert acts == [Act(is_dropped=True), Act(is_dropped=True), None]
    assert (rule.matched, rule.fired) == (3, 2)


def test_nth_fires_once_for_the_message_of_this_number(rules):
    rules.on("Produce").nth(2).reset("after")
    acts = [rules.decide(incoming(produce(("a", [0])))) for _ in range(3)]
    assert acts == [None, Act(reset="after"), None]


@pytest.mark.parametrize(
    ("condition", "matching", "other"),
    [
        ({"version": 9}, {"version": 9}, {"version": 8}),
        ({"version": (3, 9)}, {"version": 3}, {"version": 10}),
        ({"client_id": "c"}, {"client_id": "c"}, {"client_id": None}),
        ({"node": 2}, {"node_id": 2}, {"node_id": 1}),
    ],
)
def test_condition_on_the_request_around_the_message(rules, condition, matching, other):
    rules.on("Produce", **condition).drop()
    assert rules.decide(incoming(produce(("a", [0])), **matching)) is not None
    assert rules.decide(incoming(produce(("a", [0])), **other)) is None


def test_any_field_of_the_message_is_a_condition_at_any_depth(rules):
    rules.on("Heartbeat", group_id="g").error("REBALANCE_IN_PROGRESS")
    rules.on("Fetch", fetch_offset=5).drop()
    assert rules.decide(incoming(HeartbeatRequest(group_id="g"), 4)) is not None
    assert rules.decide(incoming(HeartbeatRequest(group_id="h"), 4)) is None
    partition = FetchRequest.FetchPartition(fetch_offset=5)
    topic = FetchRequest.FetchTopic(topic="a", partitions=[partition])
    assert rules.decide(incoming(FetchRequest(topics=[topic]), 12)) is not None


def test_topic_is_found_by_its_name_where_a_version_has_ids(rules):
    rules.on("Fetch", topic="a").drop()
    partition = FetchRequest.FetchPartition()
    request = FetchRequest(topics=[FetchRequest.FetchTopic(topic_id=ID, partitions=[partition])])
    assert rules.decide(incoming(request, 13, topic_names={ID: "a"})) is not None
    assert rules.decide(incoming(request, 13)) is None


def test_response_is_another_direction(rules):
    rules.on("Fetch", direction="response", session_id=7).drop()
    assert rules.decide(incoming(FetchResponse(session_id=7), 12)) == Act(is_dropped=True)
    assert rules.decide(incoming(FetchRequest(session_id=7), 12)) is None
    with pytest.raises(RuleError, match="errors cannot be applied to a response"):
        rules.on("Fetch", direction="response").error("NOT_CONTROLLER")


def test_delays_add_up_and_the_first_end_of_a_message_wins(rules):
    rules.on("Produce").delay(0.5)
    rules.on("Produce").delay(0.25).reset()
    rules.on("Produce").drop()
    rules.on("Produce").cut(at=3)
    expected = Act(delay_s=0.75, reset="before", cut_at=3)
    assert rules.decide(incoming(produce(("a", [0])))) == expected


def test_errors_of_different_partitions_are_put_together_and_a_whole_error_wins(rules):
    rules.on("Produce", topic="a", partition=0).error("NOT_LEADER_OR_FOLLOWER")
    rules.on("Produce", topic="a", partition=1).error("KAFKA_STORAGE_ERROR")
    rules.on("Produce", topic="a", partition=1).error("CORRUPT_MESSAGE")
    act = rules.decide(incoming(produce(("a", [0, 1]))))
    assert [(each.code, each.partition) for each in act.errors] == [(6, 0), (56, 1)]
    rules.on("Produce").error("REQUEST_TIMED_OUT")
    [whole] = rules.decide(incoming(produce(("a", [0, 1])))).errors
    assert (whole.code, whole.is_partial) == (ErrorCode.REQUEST_TIMED_OUT, False)


def test_held_rule_is_a_gate_until_it_is_released():
    changes = []
    rules = Rules(lambda: changes.append(1))
    rule = rules.on("Produce").hold()
    assert rules.decide(incoming(produce(("a", [0])))).gates == (rule,)
    assert rule.is_held
    rule.release()
    assert not rule.is_held
    assert len(changes) == 2


def test_answer_is_a_message_or_a_function(rules):
    message = ProduceResponse()
    rules.on("Produce").times(1).answer(message)
    rules.on("Produce").answer(lambda request: ProduceResponse(throttle_time_ms=5))
    assert rules.decide(incoming(produce(("a", [0])))).answer is message
    assert rules.decide(incoming(produce(("a", [0])))).answer(None).throttle_time_ms == 5


def test_rule_that_fired_is_not_reported(rules):
    rules.on("Produce").times(3).drop()
    rules.decide(incoming(produce(("a", [0]))))
    rules.check()


@pytest.mark.parametrize(
    ("condition", "text"),
    [
        ({"topic": "a", "partition": 1}, "partition was 0, not 1"),
        ({"topic": "b"}, "topic was 'a', not 'b'"),
        ({"version": 3}, "version was 9, not 3"),
        ({"node": 3, "acks": 1}, "node was 0, not 3 and acks was 0, not 1"),
        ({"client_id": "c"}, "client id was None, not 'c'"),
    ],
)
def test_unfired_rule_is_reported_with_its_near_misses(rules, condition, text):
    rules.on("Produce", **condition).drop()
    for _ in range(2):
        rules.decide(incoming(produce(("a", [0]))))
    with pytest.raises(UnfiredRuleError) as raised:
        rules.check()
    assert str(raised.value).startswith("on('Produce', ")
    assert str(raised.value).endswith(f"never fired: {text} (2 times)")


def test_nearest_miss_comes_first(rules):
    rules.on("Produce", topic="a", partition=1, node=1).drop()
    rules.decide(incoming(produce(("a", [0]))))
    rules.decide(incoming(produce(("a", [0])), node_id=1))
    [sentence] = rules.unfired()
    assert sentence.endswith(
        "never fired: partition was 0, not 1; node was 0, not 1 and partition was 0, not 1"
    )


def test_unfired_rule_says_what_came_instead_and_why_it_waited(rules):
    rules.on("Heartbeat").drop()
    rules.on("Produce").nth(3).drop()
    rules.on("Produce")
    rules.decide(incoming(produce(("a", [0]))))
    assert rules.unfired() == [
        "on('Heartbeat') never fired: no Heartbeat request came; seen: Produce (1)",
        "on('Produce') matched 1 requests and waited for number 3",
        "on('Produce') has no action: add error(), delay(), hold(), drop(), reset() or answer()",
    ]


@pytest.mark.parametrize(
    ("make", "text"),
    [
        (lambda rules: rules.on("Produkt"), "did you mean Produce"),
        (lambda rules: rules.on("Produce", version=99), "Produce has versions 0 to 13, not 99"),
        (lambda rules: rules.on("Produce", ack=1), "no field 'ack'; did you mean acks"),
        (lambda rules: rules.on("Produce", direction="up"), "direction 'up'"),
        (lambda rules: rules.on("Produce").error("NOT_LEADER"), "no error 'NOT_LEADER'"),
        (lambda rules: rules.on("Produce").error(6, "top"), "Produce has no error code at level"),
        (lambda rules: rules.on("Produce").error(6, "middle"), "expected one of top, topic"),
        (lambda rules: rules.on("Produce").times(0), r"times\(0\): expected 1 or more"),
        (lambda rules: rules.on("Produce").nth(0), r"nth\(0\): expected 1 or more"),
        (lambda rules: rules.on("Produce").drop().times(2), "times must be called before"),
        (lambda rules: rules.on("Produce").delay(-1), "expected 0 or more seconds"),
        (lambda rules: rules.on("Produce").cut(-1), "expected 0 or more bytes"),
        (lambda rules: rules.on("Produce").reset("while"), "'before' or 'after'"),
    ],
)
def test_rule_that_can_never_work_is_refused_when_it_is_made(rules, make, text):
    with pytest.raises(RuleError, match=text):
        make(rules)


def test_level_of_an_error_is_kept(rules):
    rules.on("Fetch").error("UNKNOWN_SERVER_ERROR", "top")
    [error] = rules.decide(incoming(FetchRequest(), 12)).errors
    assert error.level is Level.TOP
