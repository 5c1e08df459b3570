"""Ports that a test can promise to a server which it starts a moment later."""

from __future__ import annotations

import os
import random
import socket
import tempfile
from pathlib import Path

# Below the range from which Linux gives outgoing connections theirs (32768 on): a port of that
# range can be taken between the question and the start of the server.
_RANGE = range(12_000, 32_000)
_PROMISED = Path(tempfile.gettempdir()) / "kraft-test-ports"
"""A file for each port, with the process that was promised it: other test runs pass it over."""


def free_ports(count: int) -> list[int]:
    """Ports on which nobody listens, and which nobody was promised whose tests still run."""
    _PROMISED.mkdir(exist_ok=True)
    found: list[int] = []
    for port in random.SystemRandom().sample(_RANGE, len(_RANGE)):
        if len(found) == count:
            return found
        if _promise(_PROMISED / str(port)) and _is_free(port):
            found.append(port)
    raise OSError(f"could not find {count} free ports in {_RANGE}")


def _promise(path: Path) -> bool:
    """Take a port that nobody has; one whose owner has ended can be had the next time."""
    try:
        with path.open("x") as file:
            file.write(str(os.getpid()))
    except FileExistsError:
        if not _is_owned(path):
            path.unlink(missing_ok=True)
        return False
    return True


def _is_owned(path: Path) -> bool:
    try:
        owner = path.read_text()
        if owner:  # else it is just being written
            os.kill(int(owner), 0)
    except (FileNotFoundError, ProcessLookupError):
        return False
    except PermissionError:
        pass
    return True


def _is_free(port: int) -> bool:
    with socket.socket() as tried:
        try:
            tried.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True
