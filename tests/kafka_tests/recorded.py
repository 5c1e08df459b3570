"""Outcomes of a whole list of classes by class: `recorded.json`, for the count in README."""

from __future__ import annotations

import json
from collections import defaultdict
from typing import TYPE_CHECKING, Final

from tests.kafka_tests import expected, jars

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from tests.kafka_tests.running import Outcome

FILE: Final = jars.HERE / "recorded.json"
COLUMNS: Final = ("passed", "listed", "failed", "combined", "skipped")

Counts = dict[str, dict[str, float]]


def by_class(outcomes: Iterable[Outcome], lines: Sequence[expected.Expected]) -> Counts:
    """Tests by class and status, `listed` for those that fail as expected; and seconds."""
    counts: Counts = defaultdict(lambda: dict.fromkeys(COLUMNS, 0) | {"seconds": 0.0})
    for each in outcomes:
        row = counts[each.name.partition("#")[0]]
        row["listed" if expected.is_expected(each, lines) else each.status] += 1
        row["seconds"] = round(row["seconds"] + each.seconds, 1)
    return dict(sorted(counts.items()))


def totals(counts: Mapping[str, Mapping[str, float]]) -> dict[str, int]:
    """The sums over all classes."""
    return {column: sum(int(row[column]) for row in counts.values()) for column in COLUMNS}


def sentence(counts: Counts) -> str:
    """The sums in words."""
    found = totals(counts)
    ran = found["passed"] + found["listed"] + found["failed"]
    return (
        f"{ran} tests of {len(counts)} classes: {found['passed']} pass, {found['listed']} fail as"
        f" listed, {found['failed']} fail; {found['combined']} in combined mode cannot run,"
        f" {found['skipped']} are skipped by Kafka"
    )


def write(name: str, counts: Counts) -> None:
    """Keep the counts of a run of a whole list, `slice` or `all`."""
    content = {"release": jars.RELEASE, "list": name, "classes": counts}
    FILE.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")


def read() -> tuple[str, Counts]:
    """The list that was run, and its counts."""
    content = json.loads(FILE.read_text(encoding="utf-8"))
    return content["list"], content["classes"]
