"""What every test shares: the flag that rewrites goldens, and the guard of the pure folders."""

from __future__ import annotations

import os
import signal
import socket
import time
from pathlib import Path
from typing import TYPE_CHECKING

import hypothesis
import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

signal.signal(signal.SIGINT, signal.default_int_handler)
"""A shell starts background jobs with Ctrl-C ignored; commands under test would inherit that."""

os.environ["AWS_EC2_METADATA_DISABLED"] = "true"
"""Tests send traffic to loopback only: the S3 client asks 169.254.169.254 for credentials."""

hypothesis.settings.register_profile(
    "steady", deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow]
)
hypothesis.settings.load_profile("steady")
"""How long a busy machine takes says nothing about the code."""

PURE = ("codegen", "wire", "architecture")
"""Folders whose tests may neither open sockets nor sleep."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-golden", action="store_true", help="rewrite the golden files; review the diff"
    )


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """Compare a text with `golden/<name>` beside the test, or rewrite it with --update-golden."""

    def compare(name: str, text: str) -> None:
        path = Path(request.path).parent / "golden" / name
        if request.config.getoption("--update-golden"):
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
        assert path.read_text(encoding="utf-8") == text

    return compare


@pytest.fixture(autouse=True)
def _purity(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = Path(request.path).relative_to(Path(__file__).parent).parts[0]
    if folder not in PURE:
        return

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError(f"a test in tests/{folder} opens a socket or sleeps")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr(time, "sleep", refuse)
