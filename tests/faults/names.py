"""Host names of nodes for rounds: a process looks them up in a file, and the file can say: hang.

`NameFile` is the side of the test. A node installs `look_up` in place of libc's look-up.
"""

from __future__ import annotations

import socket
import time
from functools import partial
from typing import TYPE_CHECKING

from kraft_core.net.resolver import RESOLVER, HostAddress

if TYPE_CHECKING:
    from pathlib import Path

DOMAIN = ".rounds.test"
_LOOK_S = 0.02


def name_of(node_id: int) -> str:
    """The host name of a node; each is 127.0.0.1."""
    return f"node-{node_id}{DOMAIN}"


class NameFile:
    """A file that tells the look-ups of one node to hang, and counts those that did."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._hung = hung_file(path)

    def hang(self) -> None:
        """Let each look-up that begins from now on hang until `answer` is called."""
        self.path.write_text("hang")

    def answer(self) -> None:
        """Let all look-ups end."""
        self.path.unlink(missing_ok=True)

    @property
    def hung(self) -> int:
        """Return the number of look-ups that have hung."""
        return self._hung.stat().st_size if self._hung.exists() else 0


def hung_file(path: Path) -> Path:
    return path.with_suffix(".hung")


def look_up(path: Path, host: str) -> tuple[HostAddress, ...] | tuple[str]:
    """Return the address of a name, at once or when the file allows it."""
    if not host:  # the name of this machine
        return ("localhost",)
    if not host.endswith(DOMAIN):
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")
    if path.exists():
        with hung_file(path).open("a") as hung:
            hung.write(".")
        while path.exists():
            time.sleep(_LOOK_S)
    return (HostAddress(socket.AF_INET, socket.IPPROTO_TCP, ("127.0.0.1", 0)),)


def install(path: Path) -> None:
    """Have this process look names up in the file."""
    RESOLVER._look_up = partial(look_up, path)
