"""A connection to a controller, and a check that it is the active one."""

from __future__ import annotations

import socket
import struct
import time
from typing import TYPE_CHECKING, Any, Final, Self

from benchmarks.quorum_voters import PATIENCE_S
from kraft_wire.errors import ErrorCode
from kraft_wire.headers import decode_response_header, encode_request
from kraft_wire.messages import BrokerRegistrationRequest, response_class

if TYPE_CHECKING:
    from kraft_wire.message import Message

ACTIVE_LINES: Final = (
    "kraft.controller=active\n"
    "metadata.max.idle.interval.ms=0\n"
    "broker.session.timeout.ms=3600000\n"
    "controller.quorum.append.linger.ms=0\n"
)
"""What the file of a controller says here; Kafka's passes over the first line."""


class Client:
    """A blocking connection to a controller."""

    def __init__(self, port: int) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port))
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._socket.close()

    def ask(self, message: Message, version: int) -> Any:
        """Ask, and wait for the answer."""
        data = encode_request(message, version, 1, "benchmark")
        self._socket.sendall(struct.pack(">i", len(data)) + data)
        (size,) = struct.unpack(">i", self._receive(4))
        payload, api_key = self._receive(size), message.API_KEY or 0
        _, start = decode_response_header(payload, api_key, version)
        return response_class(api_key).decode(payload[start:], version)

    def _receive(self, size: int) -> bytes:
        found = bytearray()
        while len(found) < size:
            piece = self._socket.recv(size - len(found))
            if not piece:
                raise RuntimeError("the controller has closed the connection")
            found += piece
        return bytes(found)


def is_active(client: Client) -> bool:
    """Return True if the controller is active: only then does it check a broker's cluster id."""
    stranger = BrokerRegistrationRequest(broker_id=1, cluster_id="another")
    code = client.ask(stranger, 0).error_code
    return bool(code == ErrorCode.INCONSISTENT_CLUSTER_ID)


def until_active(client: Client) -> None:
    """Wait until the leader is the active controller: it knows whose cluster this is then."""
    deadline = time.monotonic() + PATIENCE_S
    while not is_active(client):
        if time.monotonic() > deadline:
            raise RuntimeError("no active controller")
        time.sleep(0.01)
