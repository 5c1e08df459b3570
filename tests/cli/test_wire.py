from __future__ import annotations

import json
import subprocess

import pytest

from kraft_core.cli.wire import listing
from kraft_wire.messages import kafka_messages
from tests.support.wire_command import program, wire_runner


@pytest.fixture
def kraft(monkeypatch, capfd):
    return wire_runner(monkeypatch, capfd)


def test_list_shows_name_kind_key_and_versions(kraft):
    code, out, err = kraft("list", "--json")
    assert (code, err) == (0, "")
    rows = {row["name"]: row for row in json.loads(out)}
    assert len(rows) == len(kafka_messages().entries) > 280
    assert rows["VoteRequest"] == {
        "name": "VoteRequest",
        "kind": "request",
        "key": 52,
        "versions": "0-2",
        "flexible": "0+",
    }
    assert rows["SaslHandshakeRequest"]["flexible"] is None
    assert rows["LeaderChangeMessage"]["key"] is None
    assert rows["KRaftVersionRecord"]["versions"] == "0"
    assert {row["kind"] for row in rows.values()} == {
        "request",
        "response",
        "header",
        "metadata",
        "data",
        "coordinator-key",
        "coordinator-value",
    }
    assert listing(kafka_messages()) == list(rows.values())


def test_list_is_a_table_that_can_be_searched(kraft):
    code, out, _ = kraft("list")
    lines = out.splitlines()
    assert code == 0
    assert lines[0].split() == ["NAME", "KIND", "KEY", "VERSIONS", "FLEXIBLE"]
    (vote,) = [line for line in lines if line.startswith("VoteRequest ")]
    assert vote.split() == ["VoteRequest", "request", "52", "0-2", "0+"]
    (marker,) = [line for line in lines if line.startswith("EndTxnMarker ")]
    assert marker.split() == ["EndTxnMarker", "data", "-", "0", "-"]


@pytest.mark.parametrize("name", ["list", "convert", "explain"])
def test_help_has_an_example_that_works(kraft, name):
    code, out, _ = kraft(name, "--help")
    assert code == 0
    assert "Example:" in out
    example = " ".join(out.partition("Example: ")[2].split()).replace("kraft ", program())
    done = subprocess.run(example, shell=True, capture_output=True, check=False)  # noqa: S602
    assert done.returncode == 0
    assert done.stdout
    assert done.stderr == b""
