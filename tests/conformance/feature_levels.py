"""`python -m tests.conformance.feature_levels`: write the feature levels that a release prints."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from kraft_core.config import feature_levels
from kraft_core.config.feature_levels import RELEASE
from tests.conformance import kafka

TABLE = Path(feature_levels.__file__).with_name(f"features-{RELEASE}.jsonl")


def printed(release: str = RELEASE) -> str:
    """Return the table as the jars of a release print it."""
    command = kafka.java_program(Path(__file__).with_name("FeatureLevels.java"), release)
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=True)
    return done.stdout


def main() -> int:
    """Write the table; return the exit status."""
    try:
        text = printed()
    except kafka.KafkaUnavailableError as reason:
        sys.stderr.write(f"{reason}\n")
        return 1
    TABLE.write_text(text, encoding="utf-8")
    sys.stdout.write(f"{TABLE.name}: the feature levels of Apache Kafka {RELEASE}\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
