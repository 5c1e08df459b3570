"""The tables of the quorum and the log of the controller. Nothing is measured here."""

from __future__ import annotations

from benchmarks.active_starts import Log
from benchmarks.quorum import HALF, NO_WORSE, PARTS, Result, _load_result, _operation, _text
from benchmarks.quorum_load import Cell, Rounds
from benchmarks.quorum_voters import JAVA, OURS
from benchmarks.report import cell
from kraft_core.metadata import ClusterImage
from kraft_wire.messages import FeatureLevelRecord

_NOTHING = cell(None)


def rounds(ours, java, *, more=False):
    return Rounds(more_is_better=more, values={OURS: ours, JAVA: java})


def test_a_row_says_what_was_reached():
    result = Result("something", "ms", rounds([2.0], [4.0]), NO_WORSE)
    assert result.row() == ["something", "ms", "2.00", "4.00", "2.00 (2.00 to 2.00) ✓"]
    assert Result("x", "ms", rounds([4.0], [2.0]), NO_WORSE).row()[-1].endswith("✗")
    assert Result("x", "s", rounds([150.0], []), NO_WORSE).row()[2:] == ["150", _NOTHING, _NOTHING]
    assert "| something |" in _text([result])
    assert result.facts() == {"unit": "ms", "ratio": (2.0, 2.0, 2.0), OURS: [2.0], JAVA: [4.0]}


def test_small_records_may_take_twice_as_long_with_linger():
    made = rounds([1.0], [2.0], more=True)
    assert _load_result((Cell(0, 64), "per_s"), 25, made).goal is HALF
    assert _load_result((Cell(0, 64), "per_s"), 0, made).goal is NO_WORSE
    assert _load_result((Cell(0, 256), "per_s"), 25, made).goal is NO_WORSE
    assert _load_result((Cell(100, 256), "p99"), 25, made).what == "100 a second, linger 25: p99"


def test_goal_depends_on_the_operation():
    made = rounds([1.0], [10.0])
    goals = {
        name: _operation(name, made).goal.at_least
        for name in ("features describe", "idle leader: memory", "add a voter by RPC")
    }
    assert goals == {"features describe": 10, "idle leader: memory": 3, "add a voter by RPC": 1}
    assert _operation("idle leader: processor", made).unit == "% core"


def test_the_parts_run_in_this_order():
    parts = ["linger-25", "linger-0", "busy", "failover", "tls", "operations", "starts"]
    assert list(PARTS) == parts


def test_the_log_of_starts_is_one_that_a_controller_takes():
    log, image = Log(2_000), ClusterImage(strict=True, indexed=True)
    image.replay_metadata(FeatureLevelRecord(name="metadata.version", feature_level=30))
    for number in range(4_000):
        image.replay(None, log.value(number), is_control=False)
    states = [state for topic in image.topics.values() for state in topic.partitions.values()]
    assert len(states) == 2_000
    assert {state.partition_epoch for state in states} == {0, 1}
