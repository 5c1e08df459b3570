"""Write down what a released controller answers: `python -m tests.answers.record [SCENE ...]`.

`--release` tells which (4.3.1), `--ours` asks ours instead and prints what differs from what is
written down, which stays as it is.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.answers.forms import of_4_3_1
from tests.answers.scenes import SCENES
from tests.answers.stage import answers_of

if TYPE_CHECKING:
    from collections.abc import Iterator

RECORDED = Path(__file__).parent / "recorded"
RELEASE = "4.3.1"


def recorded(name: str) -> dict[str, dict[str, Any]]:
    """What is written down of a scene: by case `kafka`, and `ours` and `why` where that differs.

    `why` is the id of a row of docs/divergence.md, or a sentence of it that several rows have.
    """
    path = RECORDED / f"{name}.json"
    cases = json.loads(path.read_text()) if path.exists() else {}
    return {case: of_4_3_1(found) for case, found in cases.items()}


def write(name: str, cases: dict[str, dict[str, Any]]) -> None:
    """Write a scene down, a case to a line."""
    lines = [f"{json.dumps(case)}: {json.dumps(found)}" for case, found in cases.items()]
    (RECORDED / f"{name}.json").write_text("{\n" + ",\n".join(lines) + "\n}\n")


def ask(name: str, release: str | None) -> dict[str, Any]:
    """Ask all cases of a scene."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as root:
        return asyncio.run(answers_of(SCENES[name], Path(root), release))


def differences(
    cases: dict[str, dict[str, Any]], found: dict[str, Any], key: str
) -> dict[str, tuple[Any, Any]]:
    """What was to be expected and what came, by case."""
    wanted = {name: case.get(key, case.get("kafka")) for name, case in cases.items()}
    return {
        name: (wanted.get(name, "not asked"), found.get(name, "not asked"))
        for name in {**wanted, **found}
        if wanted.get(name, "not asked") != found.get(name, "not asked")
    }


def changes(wanted: Any, got: Any, path: str = "") -> Iterator[str]:
    """Where two answers differ, a line each."""
    if isinstance(wanted, dict) and isinstance(got, dict):
        for key in {**wanted, **got}:
            yield from changes(wanted.get(key, "-"), got.get(key, "-"), f"{path}.{key}")
    elif isinstance(wanted, list) and isinstance(got, list) and len(wanted) == len(got):
        for index, (one, other) in enumerate(zip(wanted, got, strict=True)):
            yield from changes(one, other, f"{path}[{index}]")
    elif wanted != got:
        yield f"{path or '.'}: {json.dumps(wanted)} -> {json.dumps(got)}"


def main() -> None:
    """Ask one or the other."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("scenes", nargs="*", default=list(SCENES))
    parser.add_argument("--release", default=RELEASE)
    parser.add_argument("--ours", action="store_true")
    parser.add_argument("--compare", action="store_true", help="write nothing down")
    options = parser.parse_args()
    for name in options.scenes:
        cases = recorded(name)
        found = ask(name, None if options.ours else options.release)
        if options.ours or options.compare:
            key = "ours" if options.ours else "kafka"
            for case, (wanted, got) in differences(cases, found, key).items():
                print(f"{name}: {case}", *changes(wanted, got), sep="\n    ")
        else:
            write(name, {case: {**cases.get(case, {}), "kafka": found[case]} for case in found})
        print(f"{name}: {len(found)} cases")


if __name__ == "__main__":
    main()
