"""The published tests of a release, and the classes of `java/` compiled against them."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

from tests.conformance import kafka

RELEASE = "4.3.1"
"""The newest release whose test jars are on Maven Central: those of 4.4.0 are not."""

HERE = Path(__file__).parent
_SOURCES = HERE / "java"


def folder() -> Path:
    """The folder with the tests and what they need; Maven fetches it once."""
    digest = hashlib.sha256((HERE / "pom.xml").read_bytes()).hexdigest()[:8]
    return kafka.resolved(RELEASE, f"tests-{RELEASE}-{digest}", HERE / "pom.xml")


def class_path(*, own_controllers: bool) -> str:
    """Return the class path; kraft's ControllerServer is first unless Kafka's controllers run."""
    found = [] if own_controllers else [str(_compiled("kafka"))]
    return os.pathsep.join([*found, str(_compiled("kraft")), f"{folder()}/*"])


def _compiled(package: str) -> Path:
    """The folder with the classes of one package under `java/`, compiled once."""
    sources = {
        each.name: each.read_text(encoding="utf-8")
        for each in sorted((_SOURCES / package).rglob("*.java"))
    }
    digest = hashlib.sha256(f"{folder()}\n{sources}".encode()).hexdigest()[:16]
    classes = kafka.cache() / "classes" / f"kafka-tests-{package}-{digest}"
    if not classes.is_dir():
        kafka.compile_sources(sources, folder(), classes)
    return classes
