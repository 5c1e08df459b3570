"""`kraft` in a process whose syncs go through a watch.

python watched_start.py WATCH start PROPERTIES
"""

from __future__ import annotations

import sys
from pathlib import Path

from kraft_core.cli.main import run
from tests.faults.disk_watch import DiskWatch

if __name__ == "__main__":
    DiskWatch(Path(sys.argv[1])).install()
    sys.exit(run(sys.argv[2:]))
