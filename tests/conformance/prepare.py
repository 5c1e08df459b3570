"""`python -m tests.conformance.prepare`: fetch the jars and compile the oracle, with progress.

Ends with 0 and one sentence where Java or Maven is missing, since the tests are skipped then; with
1 if KRAFT_REQUIRE names java or maven.
"""

from __future__ import annotations

import sys

from tests.conformance import kafka, oracle


def main() -> int:
    """Fetch and compile what is not there yet; return the exit status."""
    try:
        kafka.java()
        for version in kafka.needed():
            if not kafka.has_jars(version):
                _say(f"Apache Kafka {version}: Maven fetches the jars ...")
            folder = kafka.jars(version)
            _say(f"Apache Kafka {version}: {len(list(folder.glob('*.jar')))} jars in {folder}")
        _say(f"Kafka's message generator: {kafka.generator()}")
        for version in kafka.OLD_CLIENTS:
            _say(f"Apache Kafka {version}: its client in {kafka.client_jars(version)}")
        for version in oracle.RELEASES:
            oracle.command(version)
            _say(f"Apache Kafka {version}: the oracle is compiled")
    except kafka.KafkaUnavailableError as reason:
        outcome = "They cannot run." if kafka.is_required() else "They will be skipped."
        _say(f"Conformance tests: {reason} {outcome}")
        return 1 if kafka.is_required() else 0
    return 0


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    raise SystemExit(main())
