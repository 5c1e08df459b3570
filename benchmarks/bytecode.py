"""Starts are measured as for users: with compiled bytecode of all modules."""

from __future__ import annotations

import os


def keep_bytecode() -> None:
    """Let child processes keep what they compile, even where this environment forbids it.

    pip compiles what it installs, and Python what it imports for the first time. A process that
    cannot keep that compiles every module again each time it starts.
    """
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
