"""The proxy between our own tools and a node, and before a server that speaks no Kafka at all."""

from __future__ import annotations

import re
import signal
import socket
import struct
import subprocess
import sys
import threading
from contextlib import contextmanager

import pytest

from kraft_wire.headers import encode_request
from kraft_wire.messages import ApiVersionsRequest
from tests.examples.example_process import ROOT, ExampleProcess
from tests.node.cluster import NodeProcess, format_node, properties_of, voters_at
from tests.support.ports import free_ports

pytestmark = [pytest.mark.node, pytest.mark.timeout(240)]


@contextmanager
def proxy_to(port, tmp_path):
    (own,) = free_ports(1)
    proxy = ExampleProcess("wire_proxy.py", own, f"127.0.0.1:{port}", output=tmp_path / "proxy.txt")
    with proxy:
        proxy.until_said(f"localhost:{own} passes on to 127.0.0.1:{port}")
        yield proxy, own


@contextmanager
def server_that_answers(answer):
    """Takes one connection, and answers each chunk of it."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        listening.settimeout(60)

        def serve():
            link, _ = listening.accept()
            with link:
                while chunk := link.recv(65_536):
                    link.sendall(answer(chunk))

        thread = threading.Thread(target=serve)
        thread.start()
        yield listening.getsockname()[1]
        thread.join(60)


def exchange(port, sent):
    """Send bytes, one piece after the other; what came back for each."""
    with socket.create_connection(("127.0.0.1", port), 60) as link:
        answers = []
        for piece in sent:
            link.sendall(piece)
            answers.append(link.recv(65_536))
    return answers


@pytest.mark.slow
def test_proxy_decodes_traffic_of_a_tool_and_a_node(tmp_path):
    (port,) = free_ports(1)
    format_node(tmp_path, 1, voters_at([port]))
    node = NodeProcess(tmp_path, properties_of(1, [port], tmp_path))
    try:
        node.start()
        with proxy_to(port, tmp_path) as (proxy, own):
            command = ["cluster", "cluster-id", "--bootstrap-controller", f"127.0.0.1:{own}"]
            done = subprocess.run(
                [sys.executable, "-m", "kraft_core.cli", *command],
                capture_output=True,
                text=True,
                check=False,
                cwd=ROOT,
            )
            assert (done.returncode, done.stderr) == (0, "")
            proxy.until_said("DescribeCluster")
            proxy.until_said('"clusterId"')
            assert proxy.end(signal.SIGINT) == 0
        said = proxy.said()
    finally:
        node.kill()
    assert re.search(r"127\.0\.0\.1:\d+  ApiVersions \d  #0  [0-9.]+ ms\n  > \{.*\n  < \{", said)
    assert '"clientSoftwareName": "kraft"' in said
    assert re.search(r"DescribeCluster \d  #\d+  [0-9.]+ ms\n  > \{.*\n  < \{.*a-cluster-of", said)


def frame(payload):
    return struct.pack(">i", len(payload)) + payload


def test_proxy_forwards_unknown_bytes_unchanged(tmp_path):
    unknown = frame(struct.pack(">hhi", 9999, 3, 77) + b"what is this")
    damaged = frame(encode_request(ApiVersionsRequest(), 3, 78, "me")[:-1])
    answers = {
        unknown: frame(struct.pack(">i", 77) + b"that"),
        damaged: frame(struct.pack(">i", 78) + b"broken"),
        frame(b"short"): frame(b"12"),
        b"\xff\xff\xff\xfe no frame": b"\xff\xff\xff\xff neither",
        b"and on": b"on",
    }
    with server_that_answers(answers.__getitem__) as port, proxy_to(port, tmp_path) as (proxy, own):
        assert exchange(own, answers) == list(answers.values())
        for text in (
            "unknown API 9999 3  #77",
            (struct.pack(">i", 77) + b"that").hex(),
            "ApiVersions 3  #78",
            b"broken".hex(),
            f"no request: a request is at least 8 bytes long (at byte 5)\n  > {b'short'.hex()}",
            f"a response to nothing\n  < {b'12'.hex()}",
            "no frames any more: ",
        ):
            proxy.until_said(text)
        assert "Traceback" not in proxy.said()


def test_a_request_without_a_response_is_shown_when_the_connection_ends(tmp_path):
    sent = frame(encode_request(ApiVersionsRequest(), 0, 5, "me"))
    with server_that_answers(lambda chunk: b"\0") as port, proxy_to(port, tmp_path) as (proxy, own):
        exchange(own, [sent])
        proxy.until_said("ApiVersions 0  #5  no response\n  > {}")


def test_wire_proxy_prints_its_usage():
    done = subprocess.run(
        [sys.executable, str(ROOT / "examples" / "wire_proxy.py")],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
    )
    assert done.returncode == 2
    assert done.stderr.startswith("usage: wire_proxy.py [-h] PORT HOST:PORT\n")
