"""Encoding and decoding of messages, compared with kio, kafka-python and Kafka's own classes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from benchmarks.java import java_text, time_java
from benchmarks.race import OURS, PYTHON, Result, race
from benchmarks.report import Goal, Report, best_cell, cell, microseconds, say, table, versions_line
from benchmarks.wire_shapes import wire_cases

if TYPE_CHECKING:
    from collections.abc import Iterator

PEERS = (PYTHON, "kio", "kafka_python")
GOALS = {"encode": Goal(70), "decode": Goal(2.5)}
"""Of the compiled engine next to kio..."""
SMALL_GOALS = {"encode": Goal(45), "decode": Goal(2.0)}
"""...and on messages of fewer bytes than..."""
SMALL_BELOW = 100


def run(*, is_quick: bool = False) -> Report:
    """Time all messages in all libraries."""
    cases = wire_cases()
    result = race("wire", (OURS, *PEERS), cases, is_quick=is_quick, say=say)
    say("wire: Kafka's own classes")
    java = time_java("wire", cases, is_quick=is_quick)
    text = f"{_text(cases, result)}\n\n{java_text(java, result)}"
    return Report("wire", text, _facts(cases, result) | {"java_ns": java.nanoseconds})


def goal_of(verb: str, peer: str, size: int) -> Goal | None:
    """Return the target of kraft's ratio, if there is one."""
    if peer != "kio":
        return None
    return (SMALL_GOALS if size < SMALL_BELOW else GOALS)[verb]


def _text(cases: list[dict[str, Any]], result: Result) -> str:
    parts = [versions_line(result.versions), ""]
    for verb in ("encode", "decode"):
        peers = [f"x {peer.replace('_', '-')}" for peer in PEERS]
        head = (verb, "bytes", "kraft, µs", *peers, "best: x kio")
        parts += [table(head, _rows(verb, cases, result)), ""]
    constant = microseconds(result.best(OURS, "constant"))
    parts.append(
        "x: how many times as fast as the peer, median of the rounds (lowest to highest); "
        "best: the quickest sample of each.\n"
        f"A Python method that returns its argument takes {constant} µs when it is timed like that."
    )
    return "\n".join(parts)


def _rows(verb: str, cases: list[dict[str, Any]], result: Result) -> Iterator[list[str]]:
    for case in cases:
        name, operation = case["name"], f"{verb} {case['name']}"
        size = len(case["hex"]) // 2
        ratios = [cell(result.ratio(peer, operation), goal_of(verb, peer, size)) for peer in PEERS]
        best = best_cell(result.best_ratio("kio", operation))
        yield [name, str(size), microseconds(result.best(OURS, operation)), *ratios, best]


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
                        if (goal := goal_of(verb, peer, len(case["hex"]) // 2))
                    },
                }
            )
    return {"versions": result.versions, "rows": rows}
