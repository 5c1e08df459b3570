"""A listener that runs the project's server side of TLS and SASL for real clients.

It answers ApiVersions and DescribeCluster, which is all that `kafka-cluster cluster-id` asks.
"""

from __future__ import annotations

import contextlib
import socketserver
import threading
import time
from typing import TYPE_CHECKING

from kraft_core.security.endpoint import TlsEndpoint
from kraft_core.security.errors import AuthenticationError
from kraft_core.security.principals import subject_name
from kraft_core.security.sasl_server import (
    Answer,
    Close,
    SaslListener,
    SaslServerAuthenticator,
    SaslState,
)
from kraft_wire.connection import ServerConnection, own_versions, versions_answer
from kraft_wire.errors import FrameError
from kraft_wire.framing import FrameReader, frame
from kraft_wire.messages import ApiVersionsRequest, DescribeClusterResponse

if TYPE_CHECKING:
    import ssl
    from collections.abc import Iterator

CLUSTER_ID = "AAAAAAAAAAAAAAAAAAAAAA"
SERVED = {key: span for key, span in own_versions().items() if key in {17, 18, 36, 60}}


class Front(socketserver.ThreadingTCPServer):
    """Listens on a free port. `principals` are the names of clients, in order of their log-ins."""

    allow_reuse_address = True
    daemon_threads = True

    def __init__(self, tls: ssl.SSLContext | None, mechanisms, **more) -> None:
        super().__init__(("127.0.0.1", 0), _Connection)
        self.tls = tls
        self.sasl = None
        if mechanisms:
            self.sasl = SaslListener(mechanisms, SERVED, **more)
        self.principals: list[str] = []
        self.failures: list[str] = []
        self.connections = 0

    @property
    def where(self) -> str:
        """HOST:PORT."""
        return "{}:{}".format(*self.server_address)


class _Connection(socketserver.BaseRequestHandler):
    server: Front

    def setup(self):
        self.server.connections += 1
        self.endpoint = None
        if self.server.tls is not None:
            self.endpoint = TlsEndpoint(self.server.tls, is_server=True)
        sasl = self.server.sasl
        self.authenticator = None
        if sasl is not None:
            self.authenticator = SaslServerAuthenticator(sasl, lambda *_: versions_answer(SERVED))
        self.frames = FrameReader()
        self.requests = ServerConnection(SERVED)
        self.is_over = False

    def handle(self):
        with contextlib.suppress(ConnectionError):
            while not self.is_over and (chunk := self.request.recv(65536)):
                try:
                    for text in self.plain_text(chunk):
                        self.take(text)
                except (AuthenticationError, FrameError) as error:
                    self.server.failures.append(str(error))
                    self.is_over = True
                self.flush()

    def plain_text(self, chunk) -> Iterator[bytes]:
        if self.endpoint is None:
            yield chunk
            return
        self.endpoint.receive(chunk)
        while self.endpoint.has_work:
            yield self.endpoint.advance()
            certificate = self.endpoint.peer_certificate
            if certificate is not None and self.authenticator is None:
                self.server.principals.append(subject_name(certificate))

    def take(self, text):
        authenticator = self.authenticator
        if authenticator is not None:
            self.frames.limit = authenticator.frame_bytes_max or 1 << 20
        for payload in self.frames.feed(text):
            if authenticator is None:
                self.serve(payload)
                continue
            was_complete = authenticator.state is SaslState.COMPLETE
            step = authenticator.on_frame(
                payload, time.monotonic_ns() // 10**6, time.time_ns() // 10**6
            )
            match step:
                case Answer():
                    self.send(frame(step.payload))
                case Close():
                    self.server.failures.append(step.reason)
                    time.sleep(step.delay_ms / 1000)  # what the step asks for
                    if step.payload is not None:
                        self.send(frame(step.payload))
                    self.is_over = True
                    return
                case _:
                    self.serve(payload)
            if not was_complete and authenticator.state is SaslState.COMPLETE:
                self.server.principals.append(authenticator.principal)

    def serve(self, payload):
        for event in self.requests.receive(frame(payload)):
            if isinstance(event.message, ApiVersionsRequest):
                self.requests.reply_versions(event)
                continue
            host, port = self.server.server_address
            here = DescribeClusterResponse.DescribeClusterBroker(broker_id=1, host=host, port=port)
            self.requests.reply(
                event,
                DescribeClusterResponse(
                    endpoint_type=2, cluster_id=CLUSTER_ID, controller_id=1, brokers=(here,)
                ),
            )
        self.send(self.requests.data_to_send())

    def send(self, data):
        if self.endpoint is None:
            self.request.sendall(data)
        else:
            self.endpoint.send(data)

    def flush(self):
        if self.endpoint is None:
            return
        with contextlib.suppress(AuthenticationError):
            while self.endpoint.has_work:
                self.endpoint.advance()
        self.request.sendall(self.endpoint.data_to_send())


@contextlib.contextmanager
def front(tls=None, mechanisms=None, **more) -> Iterator[Front]:
    """A front that serves until the block ends."""
    with Front(tls, mechanisms, **more) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.05,))
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()
