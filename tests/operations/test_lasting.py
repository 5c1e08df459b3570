"""States that last: when a line is due, what it says, and how many states are kept."""

from __future__ import annotations

from kraft_core.operations.findings import AnswersError, NoLeaderKnown, Severity
from kraft_core.operations.lasting import STATES_MAX, LastingStates, in_time

STATE = {"leader": NoLeaderKnown(epoch=7)}


def logged(states, current, seconds):
    found = []
    for second in seconds:
        found += [(second, line) for line in states.look(current, float(second))]
    return found


def test_a_state_is_logged_after_5_s_and_then_at_doubling_intervals_up_to_15_minutes():
    at = [second for second, _ in logged(LastingStates(), STATE, range(4000))]
    assert at == [5, 10, 20, 40, 80, 160, 320, 640, 1280, 2180, 3080, 3980]


def test_lines_have_sentence_remedy_and_how_long_it_has_lasted():
    states = LastingStates()
    lines = [line.text for _, line in logged(states, STATE, range(161))]
    sentence = "This node cannot reach a leader in epoch 7."
    remedy = "Start the voters that are down. Other findings name the nodes that do not answer."
    assert lines[0] == f"{sentence} {remedy} kraft status HOST:PORT"
    assert lines[1].startswith(f"{sentence} This has lasted 10 s. {remedy}")
    assert "This has lasted 3 min." in lines[-1]
    (end,) = states.look({}, 200.0)
    assert (end.severity, end.text) == (Severity.INFO, f"Over after 3 min: {sentence}")
    assert states.look({}, 201.0) == []


def test_state_under_5_s_is_not_reported():
    states = LastingStates()
    for second in range(100):
        current = STATE if second % 5 else {}
        assert states.look(current, float(second)) == []


def test_a_state_keeps_its_age_when_its_arguments_change():
    states, lines = LastingStates(), []
    for second in range(30):
        current = {"leader": NoLeaderKnown(epoch=second)}
        lines += [line.text for line in states.look(current, float(second))]
    assert [line.split(".")[0] for line in lines] == [
        f"This node cannot reach a leader in epoch {epoch}" for epoch in (5, 10, 20)
    ]


def test_paused_process_reports_it_once():
    states = LastingStates()
    states.look(STATE, 0.0)
    assert len(states.look(STATE, 10_000.0)) == 1
    assert states.look(STATE, 10_001.0) == []


def test_states_are_bounded_and_the_rest_is_counted():
    states = LastingStates()
    many = {n: AnswersError(who="x", address=f"node {n}", error="X") for n in range(STATES_MAX + 7)}
    (line,) = states.look(many, 0.0)
    assert line.text == f"7 more states are not logged: {STATES_MAX} are kept."
    assert len(states) == STATES_MAX
    assert states.look(many, 1.0) == []


def test_durations_in_words():
    assert [in_time(each) for each in (7.4, 119, 200, 7300)] == ["7 s", "119 s", "3 min", "2 h"]
