"""The process under the sanitizer: `python -m tests.sanitize.inputs MODULE SEED COUNT`."""

from __future__ import annotations

import os
import sys
import time
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

ENGINE = "kraft_wire.native._engine"

_SECONDS_BETWEEN_LINES = 10
_MIB = 1 << 20


def load(path: str) -> None:
    """Make the compiled module of this file the engine; before kraft_wire is imported."""
    spec = spec_from_file_location(ENGINE, path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[ENGINE] = module
    spec.loader.exec_module(module)


def resident_mib() -> int:
    """Resident memory of this process in MiB: what grows without end, ends a long run."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") // _MIB


def main(path: str, seed: str, count: str) -> int:
    """Try so many inputs; a line every ten seconds says how far the run is."""
    load(path)
    groups = import_module("tests.sanitize.groups")
    assert import_module("kraft_wire.native").compiled.__file__ == path
    run = groups.Groups(int(seed))
    begin = shown = time.monotonic()
    most = -(-int(count) // groups.GROUP)
    for number in range(most):
        run.run(number)
        now = time.monotonic()
        if now - shown > _SECONDS_BETWEEN_LINES or number == most - 1:
            shown = now
            done = (number + 1) * groups.GROUP
            print(
                f"{done} inputs, {done / (now - begin):.0f}/s,"
                f" {run.differing} left to Python, which took them, {resident_mib()} MiB",
                flush=True,
            )
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
