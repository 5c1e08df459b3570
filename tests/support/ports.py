"""Ports that a test can reserve for a server that it starts later."""

from __future__ import annotations

import fcntl
import os
import random
import socket
import tempfile
from pathlib import Path

_FIRST = 12_000
_EPHEMERAL = Path("/proc/sys/net/ipv4/ip_local_port_range")
_PROMISED = Path(tempfile.gettempdir()) / "kraft-test-ports"
"""A file for each port, with the process that was promised it: other test runs pass it over."""


def free_ports(count: int) -> list[int]:
    """Return ports without a listener that no running test has reserved."""
    _PROMISED.mkdir(exist_ok=True)
    candidates = _range()
    found: list[int] = []
    with (_PROMISED / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        for port in random.SystemRandom().sample(candidates, len(candidates)):
            if len(found) == count:
                break
            path = _PROMISED / str(port)
            if not _is_owned(path) and _is_free(port):
                path.write_text(str(os.getpid()))
                found.append(port)
    if len(found) < count:
        raise OSError(f"could not find {count} free ports in {candidates}")
    return found


def _range() -> range:
    """Return ports below those of outgoing connections, one of which could take a port that is
    promised before its server has started.
    """
    first = int(_EPHEMERAL.read_text().split()[0]) if _EPHEMERAL.exists() else 32_768
    return range(_FIRST, max(min(first, 32_000), _FIRST + 1_000))


def _is_owned(path: Path) -> bool:
    """Return True if the process that was promised the port is running."""
    try:
        os.kill(int(path.read_text()), 0)
    except (FileNotFoundError, ProcessLookupError):
        return False
    except ValueError:  # its writer was killed
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
