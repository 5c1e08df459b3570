"""Opens URLs over connections to names of the process's resolver."""

from __future__ import annotations

from http.client import HTTPConnection, HTTPSConnection
from typing import TYPE_CHECKING, Any
from urllib.request import HTTPHandler, HTTPSHandler, OpenerDirector, build_opener

from kraft_core.net.addresses import Addresses

if TYPE_CHECKING:
    import socket
    from urllib.request import Request


def url_opener() -> OpenerDirector:
    """Return an opener of http and https URLs; `urlopen` would resolve names itself."""
    return build_opener(_PlainHandler, _TlsHandler)


def _connect(address: tuple[str, int], timeout_s: float, _source: object = None) -> socket.socket:
    opened = Addresses().connect_blocking(*address, timeout_s)
    opened.settimeout(timeout_s)
    return opened


class _PlainConnection(HTTPConnection):
    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._create_connection = _connect  # called by `connect`, also for a proxy


class _TlsConnection(HTTPSConnection):
    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._create_connection = _connect


class _PlainHandler(HTTPHandler):
    def http_open(self, req: Request) -> Any:
        return self.do_open(_PlainConnection, req)


class _TlsHandler(HTTPSHandler):
    def https_open(self, req: Request) -> Any:
        return self.do_open(_TlsConnection, req)
