"""An address of this process alone.

A node that was killed leaves its port free for a while. On 127.0.0.1 some other test could be given
it meanwhile, and the node could not start again; every process has another address in 127/8.
"""

from __future__ import annotations

import os


def own_host() -> str:
    """The address, on the loopback of Linux, which has all of 127/8."""
    number = os.getpid()
    return f"127.{64 + (number >> 16) % 128}.{number >> 8 & 255}.{number & 255}"
