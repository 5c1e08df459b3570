"""The client's logic over blocking sockets."""

from __future__ import annotations

import socket
import time
from contextlib import ExitStack
from typing import TYPE_CHECKING, TypeVar, assert_never

from kraft_core.client.errors import ConnectionLostError, connection_lost
from kraft_core.client.steps import (
    AskTime,
    Connect,
    Deliver,
    Disconnect,
    Enter,
    Leave,
    Receive,
    Send,
    Sleep,
)
from kraft_core.net.addresses import Addresses

if TYPE_CHECKING:
    import ssl
    from collections.abc import Generator

    from kraft_core.client.settings import Endpoint
    from kraft_core.client.steps import Operation

T = TypeVar("T")

CHUNK_BYTES = 262_144


class BlockingDriver:
    """Performs steps with a socket; the context in `tls` configures certificate verification."""

    def __init__(self, tls: ssl.SSLContext | None = None) -> None:
        self._tls = tls
        self._addresses = Addresses()
        self._socket: socket.socket | None = None
        self._endpoint: Endpoint | None = None
        self._number = 0
        self.was_accepted = False
        """True once a peer has accepted a TCP connection (before the TLS handshake)."""

    def close(self) -> None:
        """Close the connection, if one is open."""
        if self._socket is not None:
            self._socket.close()
            self._socket = None

    def run(self, operation: Operation[T]) -> T:
        """Run an operation to its end; its deliveries are dropped."""
        items = self.iterate(operation)
        while True:
            try:
                next(items)
            except StopIteration as end:
                result: T = end.value
                return result

    def iterate(self, operation: Operation[T]) -> Generator[object, None, T]:
        """Run an operation, yielding its deliveries."""
        result: object = None
        failure: ConnectionLostError | None = None
        try:
            while True:
                step = operation.send(result) if failure is None else operation.throw(failure)
                result = failure = None
                if isinstance(step, Deliver):
                    yield step.item
                    continue
                try:
                    result = self._perform(step)
                except OSError as error:
                    self.close()
                    failure = connection_lost(self._endpoint, error)
                except BaseException:
                    # of any kind, raised again: after Ctrl-C, say, the answer to this request
                    # would reach the next one
                    self.close()
                    raise
        except StopIteration as end:
            value: T = end.value
            return value
        finally:
            operation.close()

    def _perform(
        self, step: Connect | Send | Receive | Disconnect | Enter | Leave | Sleep | AskTime
    ) -> object:
        match step:
            case Connect():
                return self._connect(step)
            case Send():
                self._open_socket(step).sendall(step.data)
            case Receive():
                return self._open_socket(step).recv(CHUNK_BYTES)
            case Disconnect():
                if step.connection == self._number:
                    self.close()
            case Enter() | Leave():
                pass  # a blocking client has one operation at a time
            case Sleep():
                time.sleep(step.seconds)
            case AskTime():
                return time.monotonic()
            case _:
                assert_never(step)
        return None

    def _connect(self, step: Connect) -> int:
        self.close()
        self._endpoint = step.endpoint
        opened = self._addresses.connect_blocking(*step.endpoint, step.timeout_s)
        self.was_accepted = True
        with ExitStack() as undone:
            undone.callback(opened.close)
            opened.settimeout(step.timeout_s)
            opened.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            if self._tls is not None:
                opened = self._tls.wrap_socket(opened, server_hostname=step.endpoint.host)
            undone.pop_all()
        self._socket = opened
        self._number += 1
        return self._number

    def _open_socket(self, step: Send | Receive) -> socket.socket:
        if self._socket is None or step.connection != self._number:
            raise ConnectionResetError("there is no connection")
        self._socket.settimeout(step.timeout_s)
        return self._socket
