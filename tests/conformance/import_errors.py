"""`python -m tests.conformance.import_errors`: write message-specs/errors.json by Kafka's classes.

The codes are those of the newest release that the tests need. Ends with 1 and one sentence where
Java or Maven is missing.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.conformance import kafka

RELEASE = "4.4.0"
ERRORS = Path(__file__).parents[2] / "message-specs" / "errors.json"


def error_codes(version: str) -> list[dict[str, Any]]:
    """`Errors.values()` of a release, in order of their codes."""
    return sorted(_printed(version), key=lambda error: error["code"])


def api_keys(version: str) -> dict[str, int]:
    """`ApiKeys.values()` of a release: numbers by name."""
    return {api["name"]: api["key"] for api in _printed(version, "keys")}


def _printed(version: str, *arguments: str) -> list[dict[str, Any]]:
    source = Path(__file__).with_name("ErrorCodes.java")
    command = kafka.java_program(source, version, arguments)
    done = subprocess.run(command, capture_output=True, check=True, encoding="utf-8", timeout=120)
    found: list[dict[str, Any]] = json.loads(done.stdout)
    return found


def errors_text(version: str) -> str:
    """The file: one code a line."""
    lines = (json.dumps(error, ensure_ascii=False) for error in error_codes(version))
    body = ",\n".join(f"    {line}" for line in lines)
    return f'{{\n  "release": "{version}",\n  "errors": [\n{body}\n  ]\n}}\n'


def main() -> int:
    """Write the file; return the exit status."""
    try:
        text = errors_text(RELEASE)
    except kafka.KafkaUnavailableError as reason:
        sys.stderr.write(f"{reason}\n")
        return 1
    ERRORS.write_text(text, encoding="utf-8")
    sys.stdout.write(f"{ERRORS.name}: the error codes of Apache Kafka {RELEASE}\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
