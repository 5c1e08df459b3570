from __future__ import annotations

from types import SimpleNamespace

from benchmarks.race import Spread
from benchmarks.spark_kafka import HEAD, Cpu, Measured, Operation, measure
from benchmarks.spark_logs import SMALL

TOPIC = SimpleNamespace(shape=SMALL, records=500_000)


def test_ratios_are_of_one_round_and_the_broker_counts_apart():
    kraft = [Cpu(1.0, 1.0, 0.0), Cpu(2.0, 2.0, 0.0), Cpu(1.0, 2.0, 1.0)]
    source = [Cpu(4.0, 0.0, 2.0), Cpu(4.0, 0.0, 2.0), Cpu(8.0, 1.0, 3.0)]
    measured = Measured("100 B, none", "all columns", kraft, source)
    assert measured.ratio(with_broker=False) == Spread(2.0, 1.0, 3.0)
    assert measured.ratio(with_broker=True) == Spread(3.0, 1.5, 3.0)
    row = dict(zip(HEAD, measured.row(), strict=True))
    assert (row["kraft: Java"], row["Kafka source: Java"], row["broker"]) == (
        "1.00",
        "4.00",
        "2.00",
    )
    assert row["ratio with broker"] == "3.00 (1.50 to 3.00)"


def test_sides_are_measured_in_turn_after_a_round_that_warms_up():
    order, now = [], [0.0]

    def run(name, seconds):
        def one(_):
            order.append(name)
            now[0] += seconds

        return one

    operation = Operation(
        run("source", 4.0), {"first": run("kraft", 1.0), "second": run("view", 2.0)}
    )
    measured = measure(TOPIC, operation, lambda: Cpu(now[0], 0.0, 0.0), rounds=2)
    assert order == ["view", "kraft", "source", "source", "kraft", "view", *order[:3]]
    assert [one.operation for one in measured] == ["first", "second"]
    assert [one.kraft for one in measured] == [[Cpu(2.0, 0.0, 0.0)] * 2, [Cpu(4.0, 0.0, 0.0)] * 2]
    assert [str(one.ratio(with_broker=False)) for one in measured] == [
        "4.00 (4.00 to 4.00)",
        "2.00 (2.00 to 2.00)",
    ]
