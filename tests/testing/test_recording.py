"""Recordings of mocks and proxies, read back by `kraft wire trace`."""

from __future__ import annotations

import re
import stat
import subprocess
import sys

import pytest

from kraft_core.testing import (
    KafkaProxy,
    KafkaProxyError,
    MockCluster,
    MockClusterError,
    MockController,
    proxying,
)
from kraft_core.testing.recording import Frame, RecordedExchange, Recording
from kraft_wire.capture import trace
from kraft_wire.connection import SaslTokenReceived
from kraft_wire.connection.observed import SIZE_BYTES
from kraft_wire.headers import encode_request, encode_response
from kraft_wire.messages import (
    DescribeQuorumRequest,
    HeartbeatRequest,
    HeartbeatResponse,
    ListGroupsRequest,
    SaslHandshakeRequest,
)
from kraft_wire.sasl import plain_tokens
from tests.testing.asking import Asking, batch, fetch, metadata, produce

ADDRESS = r"[0-9.]+:\d+"


def traced(path, *arguments):
    """Return code, lines and errors of the command."""
    command = [sys.executable, "-m", "kraft_core.cli", "wire", "trace", str(path), *arguments]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    return ended.returncode, ended.stdout.splitlines(), ended.stderr


def facts(lines):
    """Return lines without times and fields."""
    return timeless(each for each in lines if not each.startswith("    "))


def timeless(lines, *, with_servers=True):
    """Return lines without times and, of a proxy, without the addresses of servers."""
    shown = [re.sub(r"^(  < )?\d+\.\d+( ms)?", r"\1", each) for each in lines]
    if with_servers:
        return shown
    return [re.sub(rf" > {ADDRESS} ", " > ", each) for each in shown]


@pytest.fixture
def path(tmp_path):
    return tmp_path / "session.pcap"


def ask_for_everything(mock):
    """Send requests on two connections: large ones, refused ones, and one without a response."""
    with Asking(mock) as one, Asking(mock, client_id="other") as other:
        one.ask(metadata("t"), 12)
        other.ask(ListGroupsRequest(), 4)
        one.ask(produce("t", 0, batch(b"x" * 200_000)), 9)
        one.send(produce("t", 0, batch(b"no response"), acks=0), 9)
        other.ask(HeartbeatRequest(group_id="g"), 4)
        one.ask(fetch("t", {0: 0}), 11)


def test_session_of_a_mock_is_traced_as_the_mock_shows_it(path):
    with MockCluster(1, record=path) as mock:
        mock.create_topic("t")
        mock.on("Heartbeat").times(1).error("NOT_COORDINATOR")
        mock.on("ListGroups", client_id="last").drop()
        ask_for_everything(mock)
        with Asking(mock, client_id="last") as last:
            last.send(ListGroupsRequest(), 4)
            mock.wait_for(lambda: len(mock.requests("ListGroups")) == 2, "the last request")
    code, lines, errors = traced(path)
    assert (code, errors) == (0, "")
    assert facts(lines) == facts(mock.trace())
    assert len(mock.requests()) == 7
    assert any("NOT_COORDINATOR" in each for each in lines)


@pytest.mark.parametrize("kept", [proxying.FRAME_KEPT, 1000])
def test_session_of_a_proxy_is_traced_as_the_proxy_shows_it(path, monkeypatch, kept):
    monkeypatch.setattr(proxying, "FRAME_KEPT", kept)
    with MockCluster(1) as mock, KafkaProxy(mock.bootstrap_servers, record=str(path)) as proxy:
        mock.create_topic("t")
        proxy.on("Heartbeat").times(1).error("NOT_COORDINATOR")
        ask_for_everything(proxy)
    code, lines, errors = traced(path)
    assert (code, errors) == (0, "")
    shown = timeless(proxy.trace(), with_servers=False)
    assert timeless(lines, with_servers=False) == shown
    servers = {re.search(rf" > ({ADDRESS}) ", each)[1] for each in lines if " > " in each}
    assert servers == {proxy.bootstrap_servers}
    assert sum("bytes were kept" in each for each in lines) == (2 if kept == 1000 else 0)


def test_session_of_a_controller_is_recorded(path):
    with MockController(record=path) as controller, Asking(controller) as asking:
        asking.ask(DescribeQuorumRequest(topics=[]), 2)
    code, lines, errors = traced(path)
    assert (code, errors) == (0, "")
    assert timeless(lines) == timeless(controller.trace())
    assert lines


def test_session_with_tls_and_sasl_is_recorded_as_plain_text(path):
    users = {"PLAIN": {"alice": "word"}}
    with (
        MockCluster(1, security="SASL_SSL", sasl=users, record=path) as mock,
        Asking(mock, tls=mock.client_tls()) as asking,
    ):
        asking.log_in("PLAIN", plain_tokens("alice", "word"))
        asking.ask(ListGroupsRequest(), 4)
    code, lines, errors = traced(path)
    assert (code, errors) == (0, "")
    assert facts(lines) == facts(mock.trace())
    assert "ListGroupsResponse" in lines[-1]
    assert not [each for each in lines if "word" in each]


def test_session_goes_on_after_tokens_without_headers_which_are_no_requests(path):
    users = {"PLAIN": {"alice": "word"}}
    options = {"security": "SASL_PLAINTEXT", "sasl": users, "release": "0.11"}
    with MockCluster(1, **options, record=path) as mock, Asking(mock) as asking:
        asking.ask(SaslHandshakeRequest(mechanism="PLAIN"), 0)
        asking._wire.send_sasl_token(b"\0alice\0word")
        asking._socket.sendall(asking._wire.data_to_send())
        [token] = asking._wire.receive(asking._socket.recv(100))
        assert isinstance(token, SaslTokenReceived)
        asking._wire.end_sasl_tokens()
        asking.ask(ListGroupsRequest(), 1)
    code, lines, errors = traced(path)
    assert (code, errors) == (0, "")
    assert facts(lines) == facts(mock.trace())
    assert len(facts(lines)) == 4


def test_recording_that_cannot_be_written_in_the_end_closes_everything(path):
    mock = MockCluster(1, controllers=1, record=path)
    path.unlink()
    path.mkdir()
    with pytest.raises(MockClusterError, match=r"Cannot write .*: Is a directory"):
        mock.close()
    assert not any(each._thread.is_alive() for each in (mock, *mock.controllers))


def test_recording_is_private_and_empty_until_the_end(path):
    with MockCluster(1, record=path) as mock:
        with Asking(mock) as asking:
            asking.ask(ListGroupsRequest(), 4)
        assert traced(path) == (0, [], "")
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert len(traced(path, "--json")[1]) == 1


def test_file_that_cannot_be_written_is_refused_at_once(tmp_path):
    path = tmp_path / "missing" / "session.pcap"
    with pytest.raises(MockClusterError, match=r"Cannot write .*session\.pcap: No such file"):
        MockCluster(record=path)
    with pytest.raises(KafkaProxyError, match=r"Cannot write .*session\.pcap: No such file"):
        KafkaProxy("127.0.0.1:1", record=path)


def exchanged(number, client, server, time_s):
    request = encode_request(HeartbeatRequest(group_id="g"), 4, number, "me")
    response = encode_response(HeartbeatResponse(error_code=16), 4, number)
    frames = Frame(time_s, len(request), request), Frame(time_s + 1, len(response), response)
    return RecordedExchange(number, client, server, *frames)


@pytest.mark.parametrize(
    ("client", "server", "shown"),
    [
        ("::1", "::1", "::1"),
        ("fe80::1%eth0", "::", "::"),
        ("127.0.0.1", "localhost", "127.0.0.1"),
        ("127.0.0.1", "::", "127.0.0.1"),
    ],
)
def test_addresses_of_any_kind(path, client, server, shown):
    Recording(path).write([exchanged(1, (client, 50_000), (server, 9092), 5.0)])
    [found] = trace([path.read_bytes()])
    assert found.connection.client == (client.partition("%")[0], 50_000)
    assert found.connection.server == (shown, 9092)
    assert found.event.latency_s == pytest.approx(1)


def test_connections_with_the_ports_of_an_earlier_one_are_told_apart(path):
    hosts = ("127.0.0.1", 50_000), ("127.0.0.1", 9092)
    Recording(path).write([exchanged(each, *hosts, each * 5.0) for each in (1, 2, 3)])
    found = list(trace([path.read_bytes()]))
    assert [each.connection.number for each in found] == [1, 2, 3]
    assert [each.event.response.size + SIZE_BYTES for each in found] == [16] * 3
