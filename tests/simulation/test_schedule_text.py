"""Schedules as text: what is written can be read."""

from __future__ import annotations

import pytest

from kraft_core.simulation.schedule import Step
from kraft_core.simulation.schedule_text import parse_schedule, schedule_text

STEPS = (Step(0, "crash", 2**48 - 1), Step(1500, "power-loss", 0))


def test_what_is_written_can_be_read():
    text = schedule_text(STEPS)
    assert text == "0 crash 281474976710655\n1500 power-loss 0\n"
    assert parse_schedule(text, {"crash", "power-loss"}) == STEPS


def test_comments_and_blank_lines_are_passed_over():
    assert parse_schedule("# crash\n\n0 crash 1 # why\n", {"crash"}) == (Step(0, "crash", 1),)
    assert parse_schedule("", {"crash"}) == ()


@pytest.mark.parametrize("line", ["crash", "0 crash", "0 crash 1 2", "0.5 crash 1", "0 crash ٣"])
def test_other_lines_are_refused_by_number(line):
    with pytest.raises(ValueError, match=r"line 2 is not a time"):
        parse_schedule(f"0 crash 1\n{line}\n", {"crash"})


def test_unknown_kinds_are_refused():
    with pytest.raises(ValueError, match="there is no step 'crash'"):
        parse_schedule("0 crash 1", {})
