"""Decoding and encoding of records, compared with kafka-python and aiokafka (Cython)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from benchmarks.java import java_text, time_java
from benchmarks.race import OURS, PYTHON, Result, race
from benchmarks.record_shapes import record_cases
from benchmarks.report import Goal, Report, best_cell, cell, say, table, versions_line

if TYPE_CHECKING:
    from collections.abc import Iterator

PEERS = (PYTHON, "kafka_python", "aiokafka")
GOAL = Goal(1.5)
"""Next to aiokafka, where nothing is compressed..."""
SINGLE_GOAL = Goal(1.0)
"""...and for batches of one record."""
COLUMNS_GOAL = 10.0
"""Millions of records a second as columns, not compressed."""


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
    for verb in ("decode", "append", "build"):
        peers = [f"x {peer}" for peer in PEERS]
        head = (verb, "records", "kraft, M records/s", *peers, "best: x aiokafka")
        parts += [table(head, _rows(verb, cases, result)), ""]
    head = ("columns", "records", "kraft, M records/s", f"x {PYTHON}")
    parts += [table(head, _column_rows(cases, result)), ""]
    parts.append(
        "x: how many times as fast as the peer, median of the rounds (lowest to highest); "
        "best: the quickest sample of each.\n"
        "append: record by record, as the peers are used; build: of finished records."
    )
    return "\n".join(parts)


def goal_of(case: dict[str, Any], peer: str) -> Goal | None:
    """Return the target of kraft's ratio, if there is one."""
    if peer != "aiokafka" or case["codec"]:
        return None
    return SINGLE_GOAL if len(case["rows"]) == 1 else GOAL


def _rows(verb: str, cases: list[dict[str, Any]], result: Result) -> Iterator[list[str]]:
    for case in cases:
        operation, count = f"{verb} {case['name']}", len(case["rows"])
        ratios = [cell(result.ratio(peer, operation), goal_of(case, peer)) for peer in PEERS]
        best = best_cell(result.best_ratio("aiokafka", operation))
        reached = f"{_millions(operation, count, result):.2f}"
        yield [case["name"], str(count), reached, *ratios, best]


def _column_rows(cases: list[dict[str, Any]], result: Result) -> Iterator[list[str]]:
    for case in cases:
        operation, count = f"columns {case['name']}", len(case["rows"])
        reached = _millions(operation, count, result)
        has_goal = count > 1 and not case["codec"]
        mark = Goal(COLUMNS_GOAL).verdict(reached) if has_goal else ""
        ratio = cell(result.ratio(PYTHON, operation))
        yield [case["name"], str(count), f"{reached:.2f}{mark}", ratio]


def _millions(operation: str, count: int, result: Result) -> float:
    return count / (result.best(OURS, operation) or 1) * 1e3


def _facts(cases: list[dict[str, Any]], result: Result) -> dict[str, Any]:
    rows = []
    for case in cases:
        for verb in ("decode", "append", "build", "columns"):
            operation = f"{verb} {case['name']}"
            ratios = {peer: result.ratio(peer, operation) for peer in PEERS}
            rows.append(
                {
                    "operation": operation,
                    "records": len(case["rows"]),
                    "ours_ns": round(result.best(OURS, operation) or 0),
                    "ratios": {
                        peer: [round(x, 6) for x in found] if found else None
                        for peer, found in ratios.items()
                    },
                    "best_ratios": {
                        peer: round(best, 3)
                        for peer in PEERS
                        if (best := result.best_ratio(peer, operation))
                    },
                    "goals": {
                        peer: goal.at_least
                        for peer in PEERS
                        if verb != "columns" and (goal := goal_of(case, peer))
                    },
                }
            )
    return {"versions": result.versions, "rows": rows}
