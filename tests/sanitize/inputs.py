"""The process under the sanitizer: `python -m tests.sanitize.inputs MODULE SEED COUNT`."""

from __future__ import annotations

import sys
import time
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location

ENGINE = "kraft_wire.native._engine"


def load(path: str) -> None:
    """Make the compiled module of this file the engine; before kraft_wire is imported."""
    spec = spec_from_file_location(ENGINE, path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[ENGINE] = module
    spec.loader.exec_module(module)


def main(path: str, seed: str, count: str) -> int:
    """Try so many inputs."""
    load(path)
    groups = import_module("tests.sanitize.groups")
    assert import_module("kraft_wire.native").compiled.__file__ == path
    run = groups.Groups(int(seed))
    begin = shown = time.monotonic()
    most = -(-int(count) // groups.GROUP)
    for number in range(most):
        run.run(number)
        now = time.monotonic()
        if now - shown > 10 or number == most - 1:
            shown = now
            done = (number + 1) * groups.GROUP
            print(
                f"{done} inputs, {done / (now - begin):.0f}/s,"
                f" {run.differing} left to Python, which took them",
                flush=True,
            )
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
