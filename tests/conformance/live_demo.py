"""`make demo`, second part: start a real Kafka controller and follow it for ten seconds.

Where Java or Maven is missing this says so in one sentence and ends well.
"""

from __future__ import annotations

import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from tests.conformance import kafka
from tests.conformance.metadata_writes import TOPIC, Writer
from tests.conformance.quorum import Quorum

if TYPE_CHECKING:
    from collections.abc import Callable

RELEASE = "4.3.1"
SECONDS = 10


def main() -> int:
    """Run the demonstration; return the exit code."""
    try:
        kafka.java()
        print(f"\nNow a live one: Apache Kafka {RELEASE} from Maven.", flush=True)
        kafka.jars(RELEASE)
    except kafka.KafkaUnavailableError as reason:
        print(f"\nThe live part of the demo is left out: {reason}")
        return 1 if kafka.is_ci() else 0
    with tempfile.TemporaryDirectory(prefix="kraft-demo-") as folder:
        quorum = Quorum(RELEASE, 1, Path(folder))
        print("A controller was formatted by Kafka's own tool and starts ...", flush=True)
        with quorum:
            quorum.start()
            return follow(quorum)


def follow(quorum: Quorum) -> int:
    """Follow the quorum while its metadata changes."""
    command = ["kraft", "tail", quorum.bootstrap, "--from-start", "--exclude", "NoOpRecord"]
    print(f"\n$ {' '.join(command)}", flush=True)
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a background shell ignores it
    process = subprocess.Popen([sys.executable, "-m", "kraft_core.cli", *command[1:]])
    try:
        deadline = time.monotonic() + SECONDS
        with Writer(quorum.bootstrap, quorum.cluster_id) as writer:
            for write in changes(writer):
                time.sleep(1)
                write()
        time.sleep(max(deadline - time.monotonic(), 0))
        is_following = process.poll() is None
        process.send_signal(signal.SIGINT)
        process.wait(10)
    finally:
        process.kill()
    if not is_following:
        print("kraft tail ended by itself", file=sys.stderr)
        return 1
    print(f"\nFollowed a running Apache Kafka {RELEASE} for {SECONDS} seconds.")
    return 0


def changes(writer: Writer) -> list[Callable[[], None]]:
    """What happens in the cluster meanwhile, one a second."""
    return [
        lambda: writer.broker(11),
        lambda: writer.topic("orders", 3, 11),
        lambda: writer.config(TOPIC, "orders", "retention.ms", "3600000"),
        lambda: writer.scram("alice"),
        lambda: writer.quota("alice", 1024.0),
        lambda: writer.broker(12),
    ]


if __name__ == "__main__":
    sys.exit(main())
