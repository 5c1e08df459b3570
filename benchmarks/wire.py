"""Messages to bytes and back: beside kio and kafka-python, and Kafka's own classes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from benchmarks.java import java_text, time_java
from benchmarks.race import OURS, Result, race
from benchmarks.report import Goal, Report, cell, microseconds, say, table, versions_line
from benchmarks.wire_shapes import wire_cases

if TYPE_CHECKING:
    from collections.abc import Iterator

PEERS = ("kio", "kafka_python")
GOALS = {
    ("encode", "kio"): Goal(9),
    ("encode", "kafka_python"): Goal(4),
    ("decode", "kio"): Goal(0.5),
    ("decode", "kafka_python"): Goal(1.5),
}
SMALL_GOAL = Goal(1.1)
"""Of decode beside kio's native reader, for the messages in which its call costs it something."""
SMALL = ("VoteRequest 1", "DescribeQuorumResponse 2")


def run(*, is_quick: bool = False) -> Report:
    """Time all messages in all libraries."""
    cases = wire_cases()
    result = race("wire", (OURS, *PEERS), cases, is_quick=is_quick, say=say)
    say("wire: Kafka's own classes")
    java = time_java("wire", cases, is_quick=is_quick)
    text = f"{_text(cases, result)}\n\n{java_text(java, result)}"
    return Report("wire", text, _facts(cases, result) | {"java_ns": java.nanoseconds})


def goal_of(verb: str, peer: str, case: str) -> Goal:
    """What our ratio is to reach."""
    if verb == "decode" and peer == "kio" and case in SMALL:
        return SMALL_GOAL
    return GOALS[verb, peer]


def _text(cases: list[dict[str, Any]], result: Result) -> str:
    parts = [versions_line(result.versions), ""]
    for verb in ("encode", "decode"):
        head = (verb, "bytes", "kraft, µs", *(f"x {peer.replace('_', '-')}" for peer in PEERS))
        parts += [table(head, _rows(verb, cases, result)), ""]
    parts.append(
        "x: how many times as quick as the peer, median of the rounds (lowest to highest)."
    )
    return "\n".join(parts)


def _rows(verb: str, cases: list[dict[str, Any]], result: Result) -> Iterator[list[str]]:
    for case in cases:
        name, operation = case["name"], f"{verb} {case['name']}"
        ratios = [cell(result.ratio(peer, operation), goal_of(verb, peer, name)) for peer in PEERS]
        size = str(len(case["hex"]) // 2)
        yield [name, size, microseconds(result.best(OURS, operation)), *ratios]


def _facts(cases: list[dict[str, Any]], result: Result) -> dict[str, Any]:
    rows = []
    for case in cases:
        for verb in ("encode", "decode"):
            operation = f"{verb} {case['name']}"
            ratios = {peer: result.ratio(peer, operation) for peer in PEERS}
            rows.append(
                {
                    "operation": operation,
                    "bytes": len(case["hex"]) // 2,
                    "ours_ns": round(result.best(OURS, operation) or 0),
                    "ratios": {
                        peer: [round(x, 3) for x in found] if found else None
                        for peer, found in ratios.items()
                    },
                    "goals": {p: goal_of(verb, p, case["name"]).at_least for p in PEERS},
                }
            )
    return {"versions": result.versions, "rows": rows}
