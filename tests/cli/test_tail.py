from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from kraft_core.cli import tail
from kraft_core.cli.main import run
from kraft_wire.messages import ConfigRecord
from tests.client.loopback import PEM, controller
from tests.support.record_batches import batch, metadata, snapshot, topics
from tests.support.waiting import TIMEOUT_S

ROOT = Path(__file__).parents[2]
KRAFT = [sys.executable, "-c", "from kraft_core.cli.main import main; main()"]
SECRET = ConfigRecord(resource_type=4, name="sasl.jaas.config", value="hush")


@pytest.fixture
def address():
    with controller() as (node, where):
        node.append(batch(3, 1, [metadata(SECRET)]))
        node.append(topics(4, 1, "c"))
        node.commit()
        yield where


def output_of(capsys, *arguments):
    assert run(["tail", *arguments]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


def json_of(capsys, *arguments):
    out = output_of(capsys, *arguments, "--json")
    return [json.loads(line) for line in out.splitlines()]


def test_over_tls_with_a_file_of_options(capsys, tmp_path):
    config = tmp_path / "client.properties"
    config.write_text(
        f"security.protocol=SSL\nssl.truststore.type=PEM\nssl.truststore.location={PEM}\n"
    )
    with controller(tls=True) as (_, where):
        asked = (where, "--from-start", "--until-current")
        assert "TopicRecord" in output_of(capsys, *asked, "--command-config", str(config))
        config.write_text("security.protocol=SSL\nssl.truststore.location=ca.jks\n")
        assert run(["tail", *asked, "--command-config", str(config)]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err == (
        "kraft: ssl.truststore.location=ca.jks cannot be read: No such file or directory.\n"
    )


def test_json_prints_one_object_per_record(capsys, address):
    lines = json_of(capsys, address, "--from-start", "--until-current")
    assert lines[1] == {
        "offset": 1,
        "epoch": 1,
        "timestamp": 1000,
        "source": "log",
        "metadata": {
            "type": "TOPIC_RECORD",
            "apiKey": 2,
            "version": 0,
            "data": {"name": "a", "topicId": "AAAAAAAAAAAAAAAAAAAAAA"},
        },
    }
    assert lines[0]["control"]["type"] == "LEADER_CHANGE"
    assert [line["offset"] for line in lines] == [0, 1, 2, 3, 4]


def test_lines_for_people(capsys, address):
    lines = output_of(capsys, address, "--from-start", "--until-current").splitlines()
    assert lines[1] == (
        "        1     1  1970-01-01T00:00:01.000Z  TopicRecord                    "
        "name=a topicId=AAAAAAAAAAAAAAAAAAAAAA"
    )


def test_secrets_are_redacted_unless_asked_for(capsys, address):
    (hidden,) = json_of(
        capsys, address, "--from", "3", "--until-current", "--exclude", "TopicRecord"
    )
    assert hidden["metadata"]["data"]["value"] == "(redacted)"
    assert "hush" not in output_of(capsys, address, "--from-start", "--until-current")
    shown = json_of(capsys, address, "--from", "3:1", "--until-current", "--include-secrets")
    assert shown[0]["metadata"]["data"]["value"] == "hush"


@pytest.mark.parametrize(
    "exclude",
    [
        ["--exclude", "TopicRecord", "--exclude", "LeaderChangeMessage"],
        ["--exclude", "TOPIC_RECORD,LEADER_CHANGE"],
    ],
)
def test_excluded_record_types_are_not_printed(capsys, address, exclude):
    lines = json_of(capsys, address, "--from-start", "--until-current", *exclude)
    assert [line["metadata"]["type"] for line in lines] == ["CONFIG_RECORD"]


def test_until_current_without_from_start_prints_nothing(capsys, address):
    assert output_of(capsys, address, "--until-current") == ""


def test_snapshot_is_distinguished(capsys):
    with controller() as (node, where):
        node.snapshots.append(((3, 1), snapshot(1, "a", "b")))
        node.append(topics(3, 1, "c"))
        node.commit()
        lines = json_of(capsys, where, "--from-start", "--until-current")
        assert [(line["source"], line["offset"]) for line in lines] == [
            ("snapshot", 0),
            ("snapshot", 1),
            ("snapshot", 2),
            ("snapshot", 3),
            ("log", 3),
        ]
        for_people = output_of(capsys, where, "--from-start", "--until-current").splitlines()
        assert [line[:10] for line in for_people[3:]] == ["        3s", "        3 "]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "no address given: specify HOST:PORT of a controller, or set KRAFT_BOOTSTRAP_"),
        (["nonsense"], "'nonsense' is not a valid HOST:PORT"),
        (["a:1", "--from", "x"], "invalid --from 'x': expected OFFSET or OFFSET:EPOCH"),
        (["a:1", "--from", "1:"], "invalid --from '1:': expected OFFSET or OFFSET:EPOCH"),
        (["a:1", "--from", "-1"], "invalid --from '-1': expected OFFSET or OFFSET:EPOCH"),
        (["a:1", "--from", "1", "--from-start"], "--from-start and --from exclude each other"),
        (["a:1", "--exclude", "Nope"], "unknown record type 'Nope' of the metadata log"),
        (["a:1", "--nope"], "No such option"),
    ],
)
def test_invalid_usage_is_reported_in_one_line(capsys, arguments, said):
    assert run(["tail", *arguments]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"kraft: {said}")
    assert len(err.splitlines()) == 1


@pytest.mark.parametrize(
    ("position", "said"),
    [
        ("9", "offset 9 is beyond the end of the log, 5"),
        ("9:1", "the log was truncated: it does not hold offset 9 after epoch 1"),
        ("4:0", "the log was truncated: it does not hold offset 4 after epoch 0"),
    ],
)
def test_position_missing_in_log_is_reported_in_one_line(capsys, address, position, said):
    assert run(["tail", address, "--from", position, "--until-current"]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"kraft: {said}")
    assert len(err.splitlines()) == 1


def test_help_has_an_example(capsys):
    assert run(["tail", "--help"]) == 0
    out = capsys.readouterr().out
    assert "kraft tail localhost:9093" in out
    for option in (
        "--from-start",
        "--from OFFSET[:EPOCH]",
        "--json",
        "--exclude",
        "--until-current",
        "--include-secrets",
    ):
        assert option in out


def test_help_imports_no_client():
    code = "import sys; from kraft_core.cli import tail; print('kraft_core.client' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "False"


def test_each_line_is_seen_at_once_and_ctrl_c_ends_quietly(address):
    with subprocess.Popen(
        [*KRAFT, "tail", address, "--from-start"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        for _ in range(5):
            assert process.stdout.readline()
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=TIMEOUT_S)
    assert process.returncode == 130
    assert (out, err) == ("", "")


def test_a_closed_pipe_ends_quietly(address):
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [*KRAFT, "tail", address, "--from-start", "--until-current"],
        cwd=ROOT,
        stdout=writing,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
        timeout=TIMEOUT_S,
    )
    os.close(writing)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("text", "position"), [("0", (0, None)), ("1042:7", (1042, 7)), ("5:0", (5, 0))]
)
def test_position_is_an_offset_with_an_optional_epoch(text, position):
    assert tail.parse_position(text) == position
