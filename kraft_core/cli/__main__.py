"""The command line as a process: the script `kraft`, and `python -m kraft_core.cli`.

Only the standard library is imported here, so that an installation without the extra `cli` gets a
sentence instead of a traceback.
"""

from __future__ import annotations

import gc
import sys
from typing import Final

_COLLECT_AFTER: Final = 50_000
"""New objects before a garbage collection; Python's default is 700."""


def main() -> None:
    """Run the command line and exit.

    A fifth of the time of a short command would go into looking for garbage among its imports.
    """
    gc.set_threshold(_COLLECT_AFTER)
    try:
        from kraft_core.cli.main import main as run_and_exit  # after the line above
    except ModuleNotFoundError as error:
        from kraft_wire.extras import missing_sentence

        sentence = missing_sentence("the command line", error)
        if sentence is None:
            raise
        sys.exit(f"kraft: {sentence}")
    run_and_exit()


if __name__ == "__main__":
    main()
