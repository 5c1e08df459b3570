"""Records out of batches and into them: beside kafka-python (pure Python) and aiokafka (Cython)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from benchmarks.java import java_text, time_java
from benchmarks.race import OURS, Result, race
from benchmarks.record_shapes import record_cases
from benchmarks.report import Goal, Report, cell, say, table, versions_line

if TYPE_CHECKING:
    from collections.abc import Iterator

PEERS = ("kafka_python", "aiokafka")
GOAL = Goal(3)
"""Beside kafka-python; aiokafka's compiled code is only reported."""


def run(*, is_quick: bool = False) -> Report:
    """Time all batches in all libraries."""
    cases = record_cases()
    result = race("records", (OURS, *PEERS), cases, is_quick=is_quick, say=say)
    say("records: Kafka's own classes")
    java = time_java("records", cases, is_quick=is_quick)
    text = f"{_text(cases, result)}\n\n{java_text(java, result)}"
    return Report("records", text, _facts(cases, result) | {"java_ns": java.nanoseconds})


def _text(cases: list[dict[str, Any]], result: Result) -> str:
    parts = [versions_line(result.versions), ""]
    for verb in ("decode", "build"):
        head = (verb, "records", "kraft, M records/s", "x kafka-python", "x aiokafka")
        parts += [table(head, _rows(verb, cases, result)), ""]
    parts.append(
        "x: how many times as quick as the peer, median of the rounds (lowest to highest)."
    )
    return "\n".join(parts)


def _rows(verb: str, cases: list[dict[str, Any]], result: Result) -> Iterator[list[str]]:
    for case in cases:
        operation, count = f"{verb} {case['name']}", len(case["rows"])
        nanoseconds = result.best(OURS, operation) or 1
        yield [
            case["name"],
            str(count),
            f"{count / nanoseconds * 1e3:.2f}",
            cell(result.ratio("kafka_python", operation), GOAL),
            cell(result.ratio("aiokafka", operation)),
        ]


def _facts(cases: list[dict[str, Any]], result: Result) -> dict[str, Any]:
    rows = []
    for case in cases:
        for verb in ("decode", "build"):
            operation = f"{verb} {case['name']}"
            ratios = {peer: result.ratio(peer, operation) for peer in PEERS}
            rows.append(
                {
                    "operation": operation,
                    "records": len(case["rows"]),
                    "ours_ns": round(result.best(OURS, operation) or 0),
                    "ratios": {
                        peer: [round(x, 3) for x in found] if found else None
                        for peer, found in ratios.items()
                    },
                    "goals": {"kafka_python": GOAL.at_least},
                }
            )
    return {"versions": result.versions, "rows": rows}
