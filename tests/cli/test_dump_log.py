"""`kraft dump-log`: options as Kafka's tool takes them, exit codes, standard error."""

from __future__ import annotations

import base64
import os
import re
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from kraft_core.cli.dump_log import command
from kraft_wire.messages import (
    ConfigRecord,
    DelegationTokenRecord,
    TopicRecord,
    UserScramCredentialRecord,
)
from tests.support.record_batches import metadata
from tests.support.segments import batch

GOOD = batch([(b"\0\0\0\1", b"value")], base_offset=5)
LINE = "| offset: 5 CreateTime: 1700000000000 keySize: 4 valueSize: 5 sequence: -1 headerKeys: []"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("5.log").write_bytes(GOOD)
    return tmp_path


def invoke(*arguments):
    """The exit code, the last line of standard output, standard error."""
    result = CliRunner().invoke(command, arguments, standalone_mode=False)
    if result.exception is not None:
        raise result.exception
    return result.return_value, (result.stdout.splitlines() or [""])[-1], result.stderr


@pytest.mark.parametrize(
    ("options", "line"),
    [
        (["--deep-iteration"], LINE),
        (["--print-data-log"], f"{LINE} key: \0\0\0\1 payload: value"),
        (["--print-data-log", "--skip-record-metadata"], "| key: \0\0\0\1 payload: value"),
        (["--deep-iteration", "--skip-record-metadata"], ""),
        (["--value-decoder-class"], f"{LINE} key: \0\0\0\1 payload: value"),
        (
            ["--key-decoder-class", "org.apache.kafka.tools.api.IntegerDecoder"],
            f"{LINE} key: 1 payload: value",
        ),
        (
            ["--cluster-metadata-decoder"],
            (
                f"{LINE} payload: Error at 5, skipping. Could not deserialize metadata record due"
                " to unknown frame version 118(only frame version 1 is supported)"
            ),
        ),
        (
            ["--cluster-metadata-decoder", "--offsets-decoder"],
            (
                f"{LINE} key: Error at offset 5, skipping. Could not read record with version 0"
                " from key's buffer due to: Error reading byte array of 1 byte(s): only 0 byte(s)"
                " available."
            ),
        ),
        (["-print-data-log"], f"{LINE} key: \0\0\0\1 payload: value"),
        (["--deep-iteration=yes"], LINE),
        (["--deep-iteration", "--max-bytes", "+70"], "Log starting offset: 5"),
        (["--deep-iteration", "--max-bytes=2147483647"], LINE),
    ],
)
def test_option_selects_what_is_printed(folder, options, line):
    assert invoke(*options, "--files", "5.log") == (0, line, "")


@pytest.mark.parametrize(
    ("files", "dumped"),
    [
        ("5.log,5.log", ["5.log", "5.log"]),
        ("5.log,,", ["5.log"]),
        ("a,5.log", ["a", "5.log"]),
        (",5.log", ["", "5.log"]),
        (",", []),
        ("", [""]),
    ],
)
def test_lists_of_files(folder, files, dumped):
    result = CliRunner().invoke(command, ["--files", files], standalone_mode=False)
    titles = [line for line in result.stdout.splitlines() if line.startswith("Dumping")]
    assert titles == [f"Dumping {name}" for name in dumped]


def test_json_prints_one_object_for_each_record(folder):
    code, line, errors = invoke("--json", "--files", "5.log")
    assert (code, errors) == (0, "")
    assert line.startswith('{"file":"5.log","offset":5,"timestamp":1700000000000,')


def test_damage_is_reported_in_one_line_with_exit_code_1(folder):
    Path("5.log").write_bytes(GOOD + GOOD[:20])
    code, line, errors = invoke("--files", "5.log")
    assert code == 1
    assert line == "Found 20 invalid bytes at the end of 5.log"
    assert errors == f"kraft: 5.log: 20 bytes are not a whole batch at position {len(GOOD)}\n"


def test_missing_file_is_reported_after_the_offset(folder):
    code, line, errors = invoke("--files", "7.log")
    assert (code, line) == (1, "Log starting offset: 7")
    assert errors == "kraft: No such file: 7.log\n"


def test_gaps_are_no_damage(folder):
    Path("5.log").write_bytes(GOOD + GOOD.replace(bytes(7) + b"\5", bytes(7) + b"\x09", 1))
    code, _, errors = invoke("--deep-iteration", "--files", "5.log")
    assert code == 0
    assert errors == "Non-consecutive offsets in 5.log\n  5 is followed by 9\n"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([], "Missing option '--files'"),
        (["--files"], "requires an argument"),
        (["--files", "a", "--files", "b"], "multiple arguments for option files"),
        (["--files", "a", "--max-bytes", "many"], "'many' is not a valid integer up to 2147483647"),
        (["--files", "a", "--max-bytes", "2147483648"], "is not a valid integer"),
        (["--files", "a", "--no-such-option"], "No such option"),
        (["--files", "a", "--print"], "No such option"),
    ],
)
def test_wrong_use_is_a_usage_error(folder, arguments, sentence):
    with pytest.raises(click.UsageError) as error:
        invoke(*arguments)
    assert sentence in error.value.format_message()


def test_other_arguments_are_ignored_as_in_kafka_but_not_in_silence(folder):
    code, line, errors = invoke("--files", "5.log", "6.log")
    assert (code, line.split(":")[0]) == (0, "baseOffset")
    assert errors == "kraft: ignored '6.log': specify files with --files\n"


def test_version_is_that_of_the_copied_release():
    assert invoke("--version")[1] == "4.3.1"


def test_help_has_an_example_and_every_option_of_kafka():
    result = CliRunner().invoke(command, ["--help"])
    assert result.exit_code == 0
    assert "Example: kraft dump-log" in result.output
    for option in (
        "cluster-metadata-decoder",
        "deep-iteration",
        "files",
        "help",
        "index-sanity-check",
        "key-decoder-class",
        "max-bytes",
        "max-message-size",
        "offsets-decoder",
        "print-data-log",
        "remote-log-metadata-decoder",
        "share-group-state-decoder",
        "skip-record-metadata",
        "transaction-log-decoder",
        "value-decoder-class",
        "verify-index-only",
        "version",
    ):
        assert f"--{option}" in result.output


RUN = "from kraft_core.cli.main import main; main()"


def test_dump_log_runs_as_a_command(folder):
    done = subprocess.run(
        [sys.executable, "-c", RUN, "dump-log", "--print-data-log", "--files", "5.log,6.log"],
        capture_output=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
    )
    assert done.returncode == 1
    assert done.stdout.startswith(b"Dumping 5.log\nLog starting offset: 5\nbaseOffset: 5 ")
    assert done.stdout.endswith(b"payload: value\nDumping 6.log\nLog starting offset: 6\n")
    assert done.stderr.decode().splitlines() == ["kraft: No such file: 6.log"]


def test_a_closed_pipe_ends_it_quietly(folder):
    Path("5.log").write_bytes(GOOD * 20_000)
    with subprocess.Popen(
        [sys.executable, "-c", RUN, "dump-log", "--deep-iteration", "--files", "5.log"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.read(1000)
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(timeout=60) == 0


SALT, KEY = b"salt-of-alice", b"stored-key-of-alice"


@pytest.fixture
def secrets(folder):
    """A metadata log with SCRAM keys, a token, a sensitive config, and a record of another kind."""
    records = [
        UserScramCredentialRecord(name="alice", mechanism=1, salt=SALT, stored_key=KEY),
        DelegationTokenRecord(owner="User:alice", token_id="token-of-alice"),  # noqa: S106
        ConfigRecord(resource_type=4, name="sasl.jaas.config", value="password-of-alice"),
        TopicRecord(name="orders"),
    ]
    values = [(None, metadata(each)[1]) for each in records]
    values.append((None, b"\x01\x0b\x63password-of-alice"))  # of a version that nobody knows
    Path("00000000000000000000.log").write_bytes(batch(values))
    return "00000000000000000000.log"


@pytest.mark.parametrize("form", [(), ("--json",)], ids=["text", "json"])
def test_redacted_dump_of_metadata_has_no_secret(secrets, form):
    options = ["--cluster-metadata-decoder", "--files", secrets, *form]
    shown = CliRunner().invoke(command, options).stdout
    hidden = CliRunner().invoke(command, ["--redact", *options]).stdout
    texts = [SALT, KEY, b"token-of-alice", b"password-of-alice"]
    found = [text for text in texts if is_in(text, shown)]
    assert found == texts
    assert [text for text in texts if is_in(text, hidden)] == []
    assert len(hidden.splitlines()) == len(shown.splitlines())
    assert '"orders"' in hidden
    assert hidden.count("(redacted)") >= 5


def is_in(secret, text):
    """Return True if the bytes are there as text or in base64, at any of its three phases."""
    if secret.decode() in text:
        return True
    decoded = b"".join(
        base64.b64decode(word + "=" * (-len(word) % 4))
        for word in re.findall(r'"([A-Za-z0-9+/]{8,})={0,2}"', text)
        if len(word) % 4 != 1
    )
    return secret in decoded


def test_redact_needs_the_decoder_of_metadata(secrets):
    with pytest.raises(click.UsageError, match="needs --cluster-metadata-decoder"):
        invoke("--redact", "--print-data-log", "--files", secrets)
