"""The processor time of a TLS handshake on the side of a node: `python -m benchmarks handshakes`.

Both sides are endpoints in this process, joined by hand; only the server's steps are timed, which a
node does on its event loop.
"""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from statistics import quantiles
from typing import TYPE_CHECKING, Final

from benchmarks.report import Report, surroundings, table
from kraft_core.security.endpoint import TlsEndpoint, TlsState
from kraft_core.security.tls import client_context, server_context
from tests.support.certificates import Authority

if TYPE_CHECKING:
    import ssl

WAYS: Final = {"no client certificate": "none", "client certificate": "required"}
VERSIONS: Final = ("TLSv1.2", "TLSv1.3")


def handshake_ms(server_tls: ssl.SSLContext, client_tls: ssl.SSLContext) -> float:
    """Milliseconds of processor time of the server, from the hello to the end."""
    server = TlsEndpoint(server_tls, is_server=True)
    client = TlsEndpoint(client_tls, is_server=False, server_hostname="localhost")
    took_s = 0.0
    while server.state is not TlsState.OPEN:
        client.advance()
        data = client.data_to_send()
        begin = time.thread_time()
        server.receive(data)
        server.advance()
        data = server.data_to_send()
        took_s += time.thread_time() - begin
        client.receive(data)
    return took_s * 1e3


def run(*, is_quick: bool) -> Report:
    """Measure each way with both versions; certificates are ECDSA P-256."""
    rows, facts = [], {}
    with tempfile.TemporaryDirectory() as folder:
        authority = Authority(Path(folder))
        server_keys, client_keys = authority.stores("server"), authority.stores("client")
        for version in VERSIONS:
            only = {"ssl.enabled.protocols": version}
            for way, asked in WAYS.items():
                server_tls = server_context(server_keys | only | {"ssl.client.auth": asked})
                client_tls = client_context(client_keys | only)
                took = [
                    handshake_ms(server_tls, client_tls) for _ in range(50 if is_quick else 500)
                ]
                parts = quantiles(took, n=10)
                rows.append((version, way, f"{parts[4]:.2f}", f"{parts[8]:.2f}"))
                facts[f"{version}, {way}"] = took
    head = ("version", "way", "median, CPU ms", "nine of ten, CPU ms")
    around = surroundings()
    text = f"CPython {around['python']}, load {around['load']}\n\n{table(head, rows)}"
    return Report("TLS handshakes", text, facts)
