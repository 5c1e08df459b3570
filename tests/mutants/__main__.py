"""`python -m tests.mutants`: does a test or the simulator notice a small change of the code?"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import time
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tests.mutants.coverage_map import CoverageMap, test_folders
from tests.mutants.mutations import Mutation, mutations
from tests.mutants.trial import (
    EQUIVALENT,
    KILLED,
    SIMULATED,
    SURVIVED,
    TIMEOUT,
    Outcome,
    Tree,
    attempt,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

ROOT: Final = Path(__file__).parents[2]
PACKAGES: Final = ("codegen", "kraft_wire", "kraft_core", "kraft_spark")
SIMULATED_PACKAGES: Final = (
    "kraft_core/raft/consensus",
    "kraft_core/raft/replica",
    "kraft_core/raft/storage",
    "kraft_core/raft/batches.py",
)
_EPILOG = """examples:
  python -m tests.mutants --count 400 --seed 1
  python -m tests.mutants --package kraft_core/raft/consensus --package kraft_core/raft/storage
  python -m tests.mutants --list --package kraft_core/raft/replica
  python -m tests.mutants --only 'kraft_core/raft/consensus/commit.py:advance_commit'
"""


def all_mutations(packages: Iterable[str], root: Path = ROOT) -> list[Mutation]:
    """Every change of these packages or modules, generated code excluded."""
    paths: set[Path] = set()
    for package in packages:
        place = root / package
        paths |= {place} if place.is_file() else set(place.rglob("*.py"))
    return [
        mutation
        for path in sorted(paths)
        if "generated" not in path.parts and path.name != "error_codes.py"
        for mutation in mutations(
            path.relative_to(root).as_posix(), path.read_text(encoding="utf-8")
        )
    ]


def sources(root: Path = ROOT) -> str:
    """A digest of all code and tests: a coverage map counts for one state of them."""
    found = blake2b(digest_size=8)
    for folder in (*PACKAGES, "tests"):
        for path in sorted((root / folder).rglob("*.py")):
            found.update(path.relative_to(root).as_posix().encode() + path.read_bytes())
    return found.hexdigest()


def equivalents() -> dict[str, str]:
    """Keys of changes that cannot change any outcome, each with the reason."""
    text = Path(__file__).with_name("equivalent.json").read_text(encoding="utf-8")
    reasons: dict[str, str] = json.loads(text)
    return reasons


def table(results: Sequence[dict[str, str]]) -> str:
    """The counts of each package, in Markdown."""
    words = (KILLED, SIMULATED, TIMEOUT, EQUIVALENT, SURVIVED)
    lines = ["| Package | Mutants | Test | Simulation | Time | Equivalent | Survived | Killed |"]
    lines.append("|---|" + "---:|" * 7)
    packages = sorted({_package(each["path"]) for each in results})
    for package in (*packages, "all"):
        mine = [each for each in results if package in {_package(each["path"]), "all"}]
        counts = [sum(each["verdict"] == word for each in mine) for word in words]
        other = len(mine) - counts[3]
        share = 100 * (other - counts[4]) / other if other else 100.0
        cells = [f"`{package}`" if package != "all" else "all", len(mine), *counts]
        lines.append("| " + " | ".join(map(str, cells)) + f" | {share:.1f} % |")
    return "\n".join(lines)


def _package(path: str) -> str:
    parts = path.split("/")
    return "/".join(parts[:2]) if parts[0] == "kraft_core" else parts[0]


def _arguments(given: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m tests.mutants",
        description="Change the code in small ways; exit code 1 if a change was not noticed.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--package", action="append", help="folder or module (all); repeat it")
    parser.add_argument("--seed", type=int, default=1, help="what the changes are drawn by (1)")
    parser.add_argument("--count", type=int, default=400, help="how many; 0 for all (400)")
    parser.add_argument("--only", metavar="TEXT", help="only changes with this text in their key")
    parser.add_argument("--simulate", type=int, default=1000, help="seeds for a survivor (1000)")
    parser.add_argument("--part", default="0/1", metavar="I/N", help="every Nth from I on (0/1)")
    parser.add_argument("--out", type=Path, default=ROOT / ".mutants" / "results.jsonl")
    parser.add_argument("--list", action="store_true", help="print the changes, try none")
    parser.add_argument("--report", action="store_true", help="print the table of --out")
    return parser.parse_args(given)


def drawn(options: argparse.Namespace) -> list[Mutation]:
    """The changes that the options ask for."""
    found = all_mutations(options.package or PACKAGES)
    if options.only:
        found = [each for each in found if options.only in each.key]
    if options.count and options.count < len(found):
        found = random.Random(options.seed).sample(found, options.count)
    first, step = map(int, options.part.split("/"))
    return found[first::step]


def _commit() -> str:
    command = ["git", "rev-parse", "--short=10", "HEAD"]
    found = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return found.stdout.strip()


def read_results(path: Path) -> list[dict[str, str]]:
    """The results that are there; half a line of a run that was ended does not count."""
    if not path.exists():
        return []
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    return [json.loads(line) for line in lines if line.endswith("\n")]


def main(given: Sequence[str] | None = None) -> int:
    """Try what is not in the results yet; 1 if anything survived."""
    options = _arguments(given)
    if not options.report:
        chosen = drawn(options)
        if options.list:
            for mutation in chosen:
                print(mutation)
            return 0
        _run(options, chosen)
    results = read_results(options.out)
    print(table(results))
    survivors = [each for each in results if each["verdict"] == SURVIVED]
    for each in survivors:
        print(f"survived: {each['text']} {each['by']}".rstrip())
    return 1 if survivors else 0


def _run(options: argparse.Namespace, chosen: Sequence[Mutation]) -> None:
    options.out.parent.mkdir(parents=True, exist_ok=True)
    done = {each["key"] for each in read_results(options.out)}
    reasons, commit, state = equivalents(), _commit(), sources()
    covered = CoverageMap(ROOT, ROOT / ".mutants" / state)
    covered.prepare({folder for each in chosen for folder in test_folders(each.path)})
    tree = Tree(ROOT)
    try:
        for number, mutation in enumerate(chosen, 1):
            if mutation.key in done:
                continue
            begin = time.monotonic()
            if mutation.key in reasons:
                outcome = Outcome(EQUIVALENT, reasons[mutation.key])
            else:
                lines = mutation.line + mutation.old.count("\n")
                tests = covered.tests(mutation.path, mutation.line, lines)
                is_simulated = mutation.path.startswith(SIMULATED_PACKAGES)
                outcome = attempt(tree, mutation, tests, options.simulate if is_simulated else 0)
            seconds = time.monotonic() - begin
            print(
                f"{number}/{len(chosen)} {mutation}: {outcome.verdict}"
                f" {outcome.by.splitlines()[0] if outcome.by else ''} ({seconds:.0f} s)",
                file=sys.stderr,
                flush=True,
            )
            line = {
                "key": mutation.key,
                "path": mutation.path,
                "text": str(mutation),
                "verdict": outcome.verdict,
                "by": outcome.by,
                "commit": commit,
                "sources": state,
            }
            with options.out.open("a", encoding="utf-8") as file:
                file.write(json.dumps(line) + "\n")
    finally:
        tree.close()


if __name__ == "__main__":
    sys.exit(main())
