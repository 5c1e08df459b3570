"""The classes of a controller as the JVM likes them best: starts that cost a third of the time.

A dynamic archive (class data sharing, JEP 350) is written once for each release, when a controller
that led a quorum of its own ends, and lies beside the compiled programs in the cache. A JVM that
cannot use it does without.
"""

from __future__ import annotations

import hashlib
import subprocess
import tempfile
from pathlib import Path

from tests.conformance import kafka
from tests.conformance.quorum import JVM, Quorum


def archive_flags(version: str) -> tuple[str, ...]:
    """What has a controller of the release start with the archive, which is made if it is not."""
    said = subprocess.run([kafka.java(), "-version"], capture_output=True, text=True, check=True)
    digest = hashlib.sha256(f"{kafka.jars(version)}\n{said.stderr}".encode()).hexdigest()[:16]
    archive = kafka.cache() / "archives" / f"{version}-{digest}.jsa"
    if not archive.is_file():
        _make(version, archive)
    return (f"-XX:SharedArchiveFile={archive}", "-Xlog:cds=off", "-Xlog:cds+dynamic=off")


def _make(version: str, archive: Path) -> None:
    archive.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=archive.parent, prefix=".made.") as partial:
        made = Path(partial) / archive.name
        with Quorum(version, 1, Path(partial) / "quorum") as quorum:
            (controller,) = quorum.controllers
            controller.jvm = (*JVM, f"-XX:ArchiveClassesAtExit={made}")
            quorum.start()
            quorum.leader()
            controller.stop()
        made.rename(archive)  # in one step: whoever was quicker made the same
