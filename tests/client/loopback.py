"""A pretended controller behind a real socket, for the drivers of the client.

`localhost.pem` is a self-signed certificate for localhost and 127.0.0.1, with its key, made with
openssl for these tests alone; the key of `localhost-encrypted.pem` is the same, with the password
"hidden".
"""

from __future__ import annotations

import contextlib
import socket
import socketserver
import ssl
import threading
from pathlib import Path

from kraft_core.client.settings import Endpoint
from kraft_wire.connection import RequestReceived, ServerConnection
from tests.client.fake_quorum import Node, Parked, World, answer, fetched
from tests.support.record_batches import leader_change, topics

PEM = Path(__file__).parent / "localhost.pem"
ENCRYPTED_PEM = PEM.with_stem("localhost-encrypted")


class _Connection(socketserver.BaseRequestHandler):
    def handle(self):
        connection = ServerConnection(self.server.node.served)
        # a peer that goes away in the middle is what some tests want
        with contextlib.suppress(OSError):
            while chunk := self.request.recv(65536):
                for event in connection.receive(chunk):
                    if isinstance(event, RequestReceived):
                        connection.reply(event, self._response(event))
                self.request.sendall(connection.data_to_send())

    def _response(self, event):
        self.server.node.requests.append(event.message)
        if self.server.node.before_answer is not None:
            self.server.node.before_answer(event)
        response = answer(self.server.world, self.server.node, event)
        if isinstance(response, Parked):
            response = fetched(self.server.node, event)
        mangle = self.server.node.mangle
        return response if mangle is None else mangle(response)


class _Server(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True

    def __init__(self, tls):
        super().__init__(("127.0.0.1", 0), _Connection)
        self.tls = tls
        self.world = World(1)
        self.node = Node(1, Endpoint(*self.server_address), leader_id=1)
        self.world.nodes = [self.node]
        self.node.append(leader_change(0, 1, 1))
        self.node.append(topics(1, 1, "a", "b"))
        self.node.commit()

    def get_request(self):
        opened, address = super().get_request()
        if self.tls is not None:
            opened = self.tls.wrap_socket(opened, server_side=True)
        return opened, address


@contextlib.contextmanager
def controller(*, tls=False, wants_certificate=False):
    """A controller that leads and has two topics; yields its node and its HOST:PORT."""
    context = None
    if tls:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(PEM)
        if wants_certificate:
            context.verify_mode = ssl.CERT_REQUIRED
            context.load_verify_locations(PEM)
    with _Server(context) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield server.node, str(server.node.endpoint)
        finally:
            server.shutdown()
            thread.join()


@contextlib.contextmanager
def silent_listener():
    """A listener that accepts and says nothing; yields its HOST:PORT."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        yield "{}:{}".format(*listening.getsockname())


def client_tls():
    """A context that trusts the certificate above and checks the name."""
    return ssl.create_default_context(cafile=PEM)
