"""`kraft wire trace` of captures that are written by their specifications."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from kraft_wire.framing import frame
from kraft_wire.headers import encode_request, encode_response
from kraft_wire.messages import (
    DescribeClusterRequest,
    DescribeClusterResponse,
    SaslAuthenticateRequest,
    SaslAuthenticateResponse,
)
from tests.support.captures import Talk, pcap, pcapng
from tests.support.wire_command import program, wire_runner


@pytest.fixture
def kraft(monkeypatch, capfd):
    return wire_runner(monkeypatch, capfd)


def exchange(talk, request, response, version, number):
    talk.say(True, frame(encode_request(request, version, number, "me\x1b[2J")))
    talk.now_s += 0.01 * number
    talk.say(False, frame(encode_response(response, version, number)))


@pytest.fixture
def capture(tmp_path):
    talk = Talk()
    talk.open()
    secret = SaslAuthenticateRequest(auth_bytes=b"\0alice\0pass-word")
    exchange(talk, secret, SaslAuthenticateResponse(auth_bytes=b"pass-back"), 2, 0)
    exchange(talk, DescribeClusterRequest(), DescribeClusterResponse(error_code=31), 1, 1)
    exchange(talk, DescribeClusterRequest(), DescribeClusterResponse(cluster_id="c1"), 1, 5)
    talk.say(True, frame(encode_request(DescribeClusterRequest(), 1, 6, None)))
    path = tmp_path / "capture.pcap"
    path.write_bytes(pcapng(talk.packets))
    return path


def test_responses_are_below_their_requests(kraft, capture):
    code, out, err = kraft("trace", str(capture))
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[0].startswith(
        "0.000000 #1 10.0.0.1:50000 > 10.0.0.2:9092 SaslAuthenticate 2 id 0 client 'me"
    )
    assert lines[4].split("DescribeCluster")[1].startswith(" 1 id 1")
    assert lines[6].endswith(" bytes CLUSTER_AUTHORIZATION_FAILED")
    assert lines[6].startswith("  < 11.000 ms ")
    assert lines[7].startswith("    DescribeClusterResponse(")
    assert lines[-1] == "  < none"


@pytest.mark.parametrize("form", [(), ("--json",)])
def test_secrets_and_escapes_are_not_shown(kraft, capture, form):
    _, out, _ = kraft("trace", str(capture), *form)
    assert "(redacted)" in out
    assert "pass" not in out
    assert b"pass-word".hex() not in out
    assert "\x1b" not in out


@pytest.mark.parametrize(
    ("where", "ids"),
    [
        (["api=DescribeCluster"], [1, 5, 6]),
        (["api=60,3"], [1, 5, 6]),
        (["api=saslauthenticate"], [0]),
        (["version=2"], [0]),
        (["connection=#1", "error=any"], [1]),
        (["error=CLUSTER_AUTHORIZATION_FAILED"], [1]),
        (["error=31"], [1]),
        (["error=none", "api=60"], [5, 6]),
        (["slower=20"], [5]),
        (["host=10.0.0.2"], [0, 1, 5, 6]),
        (["host=10.0.0.2:9092", "client=nobody"], []),
        (["connection=2"], []),
    ],
)
def test_all_conditions_must_hold(kraft, capture, where, ids):
    options = [option for each in where for option in ("--where", each)]
    code, out, _ = kraft("trace", str(capture), "--json", *options)
    assert code == 0
    assert [json.loads(line)["correlationId"] for line in out.splitlines()] == ids


def test_json_has_both_messages(kraft, capture):
    _, out, _ = kraft("trace", str(capture), "--json", "--where", "error=31")
    form = json.loads(out)
    assert (form["api"], form["apiKey"], form["version"]) == ("DescribeCluster", 60, 1)
    assert form["errors"] == {"CLUSTER_AUTHORIZATION_FAILED": 1}
    assert form["request"]["includeClusterAuthorizedOperations"] is False
    assert form["response"]["errorCode"] == 31
    assert form["latencyMs"] == 11.0
    assert form["unread"] == []


def test_summary_counts_requests_and_errors_by_api(kraft, capture):
    code, out, _ = kraft("trace", str(capture), "--summary")
    assert code == 0
    rows = [line.split() for line in out.splitlines()]
    assert rows[1][:4] == ["DescribeCluster", "1", "3", "1"]
    assert rows[1][-3:] == ["CLUSTER_AUTHORIZATION_FAILED", "x", "1"]
    assert rows[2][:4] == ["SaslAuthenticate", "2", "1", "0"]
    assert out.splitlines()[-1] == "connections: 1"


def test_lost_bytes_are_reported(kraft, tmp_path):
    talk = Talk()
    talk.open()
    for number in range(3):
        answer = DescribeClusterResponse(cluster_id=f"c{number}")
        exchange(talk, DescribeClusterRequest(), answer, 1, number)
    del talk.packets[5]  # the second request
    path = tmp_path / "lost.pcap"
    path.write_bytes(pcap(talk.packets))
    code, out, err = kraft("trace", str(path), "--where", "api=DescribeCluster")
    assert code == 0
    assert "c2" in out
    assert "bytes were lost" in err


def test_capture_that_is_cut_is_shown_and_fails(kraft, capture):
    capture.write_bytes(capture.read_bytes()[:-10])
    code, out, err = kraft("trace", str(capture))
    assert code == 1
    assert "DescribeCluster" in out
    assert "ends inside a block" in err


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["nowhere.pcap"], "No such file or directory"),
        (["FILE", "--where", "size=3"], "'size=3' is not one of api=..., version=..."),
        (["FILE", "--where", "api="], "'api=' is not one of"),
        (["FILE", "--where", "api=Fetch,Vte"], "'Vte' is not an API. Did you mean Vote?"),
        (["FILE", "--where", "error=WRONG"], "is not a number or a known name"),
        (["FILE", "--where", "slower=much"], "'much' is not a number"),
        (["FILE", "--where", "slower=nan"], "'nan' is not a number"),
        (["FILE", "--json", "--summary"], "exclude each other"),
    ],
)
def test_wrong_arguments_are_refused_without_output(kraft, capture, arguments, sentence):
    code, out, err = kraft("trace", *(str(capture) if one == "FILE" else one for one in arguments))
    assert code in {1, 2}
    assert out == ""
    assert sentence in " ".join(err.split())


def test_exchanges_of_a_live_capture_are_shown_as_they_come(capture):
    """As tcpdump -U writes them: a few packets, then nothing for a long time."""
    command = [sys.executable, "-m", "kraft_core.cli", "wire", "trace", "-", "--json"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as running:
        running.stdin.write(capture.read_bytes())
        running.stdin.flush()
        watchdog = threading.Timer(60, running.kill)
        watchdog.start()
        first = running.stdout.readline()
        watchdog.cancel()
        running.stdin.close()
        rest = running.stdout.read()
    assert json.loads(first)["correlationId"] == 0
    assert rest.count(b"\n") == 3
    assert running.returncode == 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="Linux has /dev/full")
def test_output_that_cannot_be_written_is_not_a_fault_of_the_capture(capture):
    command = f"{program()} wire trace {capture} > /dev/full"
    done = subprocess.run(["sh", "-c", command], capture_output=True, check=False, timeout=60)
    assert done.returncode == 1
    assert done.stderr == b"kraft: Cannot write to standard output: No space left on device.\n"


def test_text_on_standard_input_is_refused(kraft, capture):
    assert kraft("trace", "-", given="text")[0] == 1
