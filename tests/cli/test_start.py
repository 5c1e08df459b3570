"""`kraft start`: what is wrong is one sentence and exit code 1. That it runs is in tests/node."""

from __future__ import annotations

import logging
import socket

import pytest

from kraft_core.cli.main import run


@pytest.fixture(autouse=True)
def _quiet():
    """Leave no handler of a test behind."""
    yield
    logging.getLogger("kraft").handlers.clear()


@pytest.fixture
def config(tmp_path):
    path = tmp_path / "controller.properties"
    path.write_text(
        "process.roles=controller\nnode.id=1\nlisteners=CONTROLLER://127.0.0.1:0\n"
        "controller.listener.names=CONTROLLER\nnum.io.threads=1\nnum.io.threads=2\n"
        f"controller.quorum.bootstrap.servers=127.0.0.1:9093\nlog.dirs={tmp_path}/data\n"
    )
    return str(path)


def failing(capsys, *arguments):
    assert run(["start", *arguments]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    return err


def test_missing_configuration_file_is_reported(capsys):
    assert failing(capsys, "none") == "kraft: none cannot be read: No such file or directory.\n"


def test_a_directory_that_is_not_formatted_and_keys_that_mean_nothing(capsys, config):
    *lines, last = failing(capsys, config).splitlines()
    assert last.startswith("kraft: ")
    assert last.endswith("format it with `kraft storage format`, or correct log.dirs.")
    assert any("the last value of each is used: num.io.threads" in line for line in lines)
    assert any("not used: num.io.threads" in line for line in lines)


@pytest.mark.parametrize(
    ("override", "sentence"),
    [
        ("process.roles=broker", "only a broker."),
        ("listener.security.protocol.map=CONTROLLER:SASL_SSL", "SCRAM-SHA-512."),
        ("authorizer.class.name=x", "StandardAuthorizer is."),
        ("controller.quorum.fetch.timeout.ms=soon", "expected an integer."),
        ("kraft.unknown=1", "unknown key."),
        ("node.id=", "expected an integer."),
    ],
)
def test_overrides_win_and_are_checked(capsys, config, override, sentence):
    err = failing(capsys, config, "--override", override)
    assert err.startswith("kraft: ")
    assert err.endswith(f"{sentence}\n")
    assert err.count("\n") == 1


def test_override_without_value_is_rejected(capsys, config):
    assert "invalid --override 'x': expected KEY=VALUE" in failing(
        capsys, config, "--override", "x"
    )


def test_check_reports_a_valid_file_and_starts_nothing(capsys, config, tmp_path):
    assert run(["storage", "format", "-s", "-t", "AAAAAAAAAAAAAAAAAAAAAg", "-c", config]) == 0
    before = sorted(tmp_path.rglob("*"))
    capsys.readouterr()
    assert run(["start", "--check", config]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert out.splitlines() == [
        f"{config} is valid: node 1 of cluster AAAAAAAAAAAAAAAAAAAAAg.",
        f"Log directories: {tmp_path}/data",
        "Given more than once, the last value counts: num.io.threads",
        "Given but not used: num.io.threads",
        "Listener CONTROLLER: PLAINTEXT",
    ]
    assert sorted(tmp_path.rglob("*")) == before


def test_check_opens_the_directory_as_a_start_does(capsys, config, tmp_path):
    assert run(["storage", "format", "-s", "-t", "AAAAAAAAAAAAAAAAAAAAAg", "-c", config]) == 0
    log = tmp_path / "data" / "__cluster_metadata-0"
    (log / "quorum-state").write_text("{")
    (log / "partition.metadata").write_text("")
    capsys.readouterr()
    *lines, last = failing(capsys, "--check", config).splitlines()
    assert last == f"kraft: The controller cannot start with {config}."
    assert lines[0].startswith(
        f"ERROR file-damaged: A file is damaged: {log}/quorum-state is damaged: "
    )
    assert lines[1].startswith("  Check the disk. Unless the sentence names another way, and")
    (log / "quorum-state").unlink()
    assert run(["start", "--check", config]) == 0


def test_check_reports_a_voter_list_that_the_log_overrules(capsys, config):
    assert run(["storage", "format", "-s", "-t", "AAAAAAAAAAAAAAAAAAAAAg", "-c", config]) == 0
    capsys.readouterr()
    override = "controller.quorum.voters=1@127.0.0.1:9093,2@127.0.0.1:9094"
    assert run(["start", "--check", config, "--override", override]) == 0
    assert (
        "WARNING static-voters-ignored: controller.quorum.voters of node 1 is ignored, because"
        " the voters are in the log. The key has 1 and 2, the log 1.\n"
    ) in capsys.readouterr().out


def test_check_reports_a_taken_port(capsys, config):
    assert run(["storage", "format", "-s", "-t", "AAAAAAAAAAAAAAAAAAAAAg", "-c", config]) == 0
    with socket.create_server(("127.0.0.1", 0)) as taken:
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        capsys.readouterr()
        override = f"listeners=CONTROLLER://{address}"
        said = failing(capsys, "--check", config, "--override", override)
    assert (
        f"ERROR own-listener-taken: Another process listens on {address}, and no process has"
        in said
    )


@pytest.mark.parametrize(
    ("override", "finding"),
    [
        ("kraft.metrics.listener=127.0.0.1:{taken}", "own-listener-taken"),
        ("kraft.metrics.listener=192.0.2.1:0", "listener-unusable"),
        ("listeners=CONTROLLER://192.0.2.1:0", "listener-unusable"),
    ],
)
def test_check_refuses_listeners_that_a_start_cannot_have(capsys, config, override, finding):
    assert run(["storage", "format", "-s", "-t", "AAAAAAAAAAAAAAAAAAAAAg", "-c", config]) == 0
    with socket.create_server(("127.0.0.1", 0)) as taken:
        given = override.format(taken=taken.getsockname()[1])
        capsys.readouterr()
        said = failing(capsys, "--check", config, "--override", given)
        assert f"ERROR {finding}: " in said
        assert "Cannot listen on " in failing(capsys, config, "--override", given)


def test_check_reports_directories_that_other_users_can_open(capsys, config, tmp_path):
    folder = tmp_path / "data"
    assert run(["storage", "format", "-s", "-t", "AAAAAAAAAAAAAAAAAAAAAg", "-c", config]) == 0
    capsys.readouterr()
    assert run(["start", "--check", config]) == 0
    assert "directory-open-to-users" not in capsys.readouterr().out
    folder.chmod(0o755)
    assert run(["start", "--check", config]) == 0
    assert f"WARNING directory-open-to-users: {folder} has mode 0755" in capsys.readouterr().out


def test_check_refuses_what_a_start_would_refuse(capsys, config):
    assert "kraft storage format" in failing(capsys, "--check", config)
    assert "expected an integer" in failing(capsys, "--check", config, "--override", "node.id=x")
    assert failing(capsys, "--check", "none") == failing(capsys, "none")
