"""`python -m tests.conformance.config_tables`: write what a release's classes say about configs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from kraft_core.controller import tables
from kraft_core.controller.tables.configs_of_kafka import RELEASE
from tests.conformance import kafka

TABLES = Path(tables.__file__).with_name(f"configs-{RELEASE}.jsonl")


def printed() -> str:
    """Return the tables as the jars of the release print them."""
    command = kafka.java_program(Path(__file__).with_name("ConfigTables.java"), RELEASE)
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=True)
    return done.stdout


if __name__ == "__main__":
    TABLES.write_text(printed(), encoding="utf-8")
    sys.stdout.write(f"wrote {TABLES}\n")
