"""Ports that a test can promise to a server which it starts a moment later."""

from __future__ import annotations

import contextlib
import os
import random
import re
import socket

# Below the range from which Linux gives outgoing connections theirs (32768 on): a port of that
# range may be taken between the question and the start of the server.
_FIRST, _BEHIND_LAST = 12_000, 32_000
_SHARES = 16


def free_ports(count: int) -> list[int]:
    """Ports on which nobody listens; each worker of pytest-xdist has a share of its own."""
    worker = re.fullmatch(r"gw(\d+)", os.environ.get("PYTEST_XDIST_WORKER", ""))
    share = int(worker[1]) % _SHARES if worker else 0
    width = (_BEHIND_LAST - _FIRST) // _SHARES
    first = _FIRST + share * width
    found: list[int] = []
    for port in random.SystemRandom().sample(range(first, first + width), width):
        if len(found) == count:
            return found
        with contextlib.suppress(OSError), socket.socket() as tried:
            tried.bind(("127.0.0.1", port))
            found.append(port)
    raise OSError(f"{count} free ports from {first} on: not to be had")
