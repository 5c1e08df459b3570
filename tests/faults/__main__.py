"""`python -m tests.faults`: rounds of faults with real processes, one line for each."""

from __future__ import annotations

import argparse
import sys
import tempfile
import traceback
from pathlib import Path
from typing import TYPE_CHECKING

from tests.faults.faults import ROWS
from tests.faults.list_quorum import SNAPSHOTS, ListQuorum
from tests.faults.mixed_quorum import MixedQuorum
from tests.faults.round import Round
from tests.faults.tally import Tally
from tests.node.security_keys import SECURITIES

if TYPE_CHECKING:
    from collections.abc import Sequence

_QUORUMS = {"python": ListQuorum, "mixed": MixedQuorum}
_EPILOG = """examples:
  python -m tests.faults --rounds 0:100
  python -m tests.faults --quorum mixed --rounds 17:18 --verbose
  python -m tests.faults --security sasl_ssl --rounds 0:10
  python -m tests.faults --row clones --rounds 0:10
  python -m tests.faults --row restored --rounds 0:10
"""


def _arguments(given: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m tests.faults",
        description="Put quorums through faults drawn from seeds; exit code 1 if one did not hold.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--rounds", default="0:5", metavar="A:B", help="seeds from A below B (0:5)")
    parser.add_argument("--step", type=int, default=1, help="only every so many seeds (1)")
    parser.add_argument(
        "--quorum",
        choices=_QUORUMS,
        default="python",
        help="three nodes of ours, or two of Kafka's controllers and one of ours (python)",
    )
    parser.add_argument(
        "--security",
        choices=SECURITIES,
        default="plaintext",
        help="what controllers speak: certificates on both sides with ssl, PLAIN with sasl_ssl",
    )
    parser.add_argument(
        "--row",
        choices=ROWS,
        default="all",
        help="what is done: names that hang, clones of a node, older copies of a directory, or"
        " everything else (all)",
    )
    parser.add_argument("--verbose", action="store_true", help="tell each fault as it is done")
    return parser.parse_args(given)


def main(given: Sequence[str] | None = None) -> int:
    """Run the rounds; return the exit code."""
    arguments = _arguments(given)
    first, behind_last = map(int, arguments.rounds.split(":"))
    total, failed = Tally(), []
    for seed in range(first, behind_last, arguments.step):
        try:
            tally = _run(seed, arguments)
        except (AssertionError, TimeoutError, OSError):
            failed.append(seed)
            print(f"round {seed} FAILED\n{traceback.format_exc()}", flush=True)
            continue
        total.add(tally)
        print(f"round {seed}: {tally}", flush=True)
    print(f"total: {total}; failed: {failed or 'none'}")
    return 1 if failed else 0


def _run(seed: int, arguments: argparse.Namespace) -> Tally:
    def tell(what: str) -> None:
        if arguments.verbose:
            print(f"  {what}", flush=True)

    with (
        tempfile.TemporaryDirectory(prefix="kraft-faults-") as folder,
        _drawn(arguments, Path(folder), seed) as quorum,
    ):
        return Round(quorum, seed, tell, arguments.row).run()


def _drawn(arguments: argparse.Namespace, folder: Path, seed: int) -> ListQuorum | MixedQuorum:
    if arguments.row == "clones":
        return ListQuorum.calm(folder, seed, arguments.security)
    if arguments.row == "restored":
        return ListQuorum.calm(folder, seed, arguments.security, **SNAPSHOTS)
    return _QUORUMS[arguments.quorum].drawn(folder, seed, arguments.security)


if __name__ == "__main__":
    sys.exit(main())
