"""Tests of Kafka's that cannot pass with kraft's controllers, and why: `expected.toml`.

The list is checked both ways: a test that fails without a line is a failure of the run, and so is
a line whose tests pass or are not there. Tests that Kafka itself marks as flaky can do either.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from tests.kafka_tests.jars import HERE

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tests.kafka_tests.running import Outcome


@dataclass(frozen=True)
class Expected:
    """Tests that fail, as a pattern of their names in which `*` is any text, and the reason."""

    tests: str
    reason: str
    is_flaky: bool = False
    """Kafka marks them so, because they fail now and then with its own controllers."""

    def matches(self, name: str) -> bool:
        """Return True for a test of that name: brackets in it are no pattern."""
        return fnmatchcase(name, self.tests.replace("[", "[[]"))


def read() -> list[Expected]:
    """The lines of `expected.toml`."""
    document = tomllib.loads((HERE / "expected.toml").read_text(encoding="utf-8"))
    return [
        Expected(f"{each['class']}#{tests}", each["reason"], kind == "flaky")
        for kind, entries in document.items()
        for each in entries
        for tests in each["tests"]
    ]


def is_expected(outcome: Outcome, expected: Iterable[Expected]) -> bool:
    """Return True if a test failed, and a line says so."""
    return outcome.status == "failed" and any(each.matches(outcome.name) for each in expected)


def problems(
    outcomes: Sequence[Outcome], expected: Iterable[Expected], whole: Iterable[str]
) -> list[str]:
    """A sentence for each outcome that differs from the list. All tests of `whole` were run."""
    expected = list(expected)
    found = [
        f"{each.name} failed and is not listed: {each.reason}"
        for each in outcomes
        if each.status == "failed" and not is_expected(each, expected)
    ]
    found += [
        f"{each.name} is listed and {each.status}"
        for each in outcomes
        if each.status in {"passed", "skipped"}
        and any(line.matches(each.name) for line in expected if not line.is_flaky)
    ]
    classes = set(whole)
    found += [
        f"{line.tests} is listed and there is no such test"
        for line in expected
        if line.tests.partition("#")[0] in classes
        and not any(line.matches(each.name) for each in outcomes)
    ]
    return found
