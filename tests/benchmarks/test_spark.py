from __future__ import annotations

from benchmarks import spark
from benchmarks.spark_logs import LARGE, SHAPES, SMALL

SIZES = dict.fromkeys(SHAPES, 127.0)


def rates(two=2_000_000.0):
    in_spark = {}
    for shape in SHAPES:
        in_spark[shape, 1] = {spark.OURS: [two / 2, two]}
        in_spark[shape, 2] = {
            spark.OURS: [two / 2, two],
            "tuples_of_kernel": [two / 10, two / 5],
            "tuples_of_python": [two / 12, two / 6],
        }
    return in_spark


def line(text, name):
    """The cells of a row of the first table that has it."""
    (found, *_) = (row for row in text.splitlines() if row.startswith(f"| {name} "))
    return [cell.strip() for cell in found.split("|")[1:-1]]


def test_report_compares_figures_with_goals():
    decoded = {shape: {"kraft": [4e6, 5e6], "aiokafka": [2e6, 2e6]} for shape in SHAPES}
    text = spark._text(rates(), decoded, {SMALL: 500_000.0}, SIZES, 1 << 30)
    assert line(text, SMALL.name) == [
        "100 B, none",
        "2.00 ✓",
        "254",
        "2.00",
        "5.00 (5.00 to 5.00) ✓",
        "6.00 (6.00 to 6.00) ✗",
        "4.0",
    ]
    assert line(text, LARGE.name)[-1] == "\N{EN DASH}"
    assert "2.25 (2.00 to 2.50) ✓" in text
    assert "100 TB, 512 cores, 254 MB/s on two cores" in text
    facts = spark._facts(rates(), decoded, {})
    assert facts["records_per_second"]["100 B, none, 2 cores"]["kafka_log"] == [1000000, 2000000]


def test_a_peer_that_did_not_run_leaves_its_cell_empty():
    decoded = {shape: {"kraft": [4e6]} for shape in SHAPES}
    text = spark._text(rates(), decoded, {}, SIZES, 1 << 30)
    _, _, decoders = text.partition("| to Arrow")
    row = next(one for one in decoders.splitlines() if one.startswith(f"| {SMALL.name} "))
    assert row.split("|")[3].strip() == "\N{EN DASH}"
