"""`kraft storage`: flags, output and exit codes of kafka-storage 4.3.1."""

from __future__ import annotations

import base64
import errno
import io
import json
import re
from pathlib import Path

import pytest

from kraft_core.cli.main import run
from kraft_core.node import formatting
from kraft_core.node.formatting import scram_records
from kraft_core.raft.storage.disk_files import DiskFolder
from kraft_core.raft.storage.formatting import bootstrap_records
from kraft_wire.messages import UserScramCredentialRecord
from kraft_wire.primitives import Uuid
from kraft_wire.records.metadata_frame import decode_metadata_record

CLUSTER_ID = "AAAAAAAAAAAAAAAAAAAAAg"


@pytest.fixture
def config(tmp_path):
    path = tmp_path / "controller.properties"
    path.write_text(
        "process.roles=controller\nnode.id=1\nlisteners=CONTROLLER://127.0.0.1:9093\n"
        "controller.listener.names=CONTROLLER\n"
        f"controller.quorum.bootstrap.servers=127.0.0.1:9093\nlog.dirs={tmp_path}/data\n"
    )
    return str(path)


@pytest.fixture
def storage(capsys):
    def told(*arguments):
        code = run(["storage", *arguments])
        out, err = capsys.readouterr()
        return code, out, err

    return told


def test_random_uuid_prints_a_new_id(storage):
    code, out, _ = storage("random-uuid")
    assert code == 0
    assert re.fullmatch(r"[A-Za-z0-9_][A-Za-z0-9_-]{21}\n", out)
    assert storage("random-uuid")[1] != out
    code, out, _ = storage("random-uuid", "--json")
    assert code == 0
    assert len(Uuid.parse(json.loads(out)["uuid"])) == 16


def test_info_reports_directory_after_format(storage, config, tmp_path):
    assert storage("info", "-c", config) == (
        1,
        f"Found problem:\n  {tmp_path}/data does not exist\n\n",
        "",
    )
    code, out, err = storage("format", "--standalone", "-t", CLUSTER_ID, "--config", config)
    assert (code, err) == (0, "")
    first, second = out.splitlines()
    assert first.startswith("The metadata log begins with: metadata.version 33 (4.4-IV2), ")
    assert second == (
        f"Formatting dynamic metadata voter directory {tmp_path}/data with metadata.version"
        " 4.4-IV2."
    )
    code, out, _ = storage("info", "-c", config)
    assert code == 0
    assert out.startswith(f"Found log directory:\n  {tmp_path}/data\n\nFound metadata: {{cluster.")
    refusal = (
        f"kraft: Log directory {tmp_path}/data is already formatted. Use --ignore-formatted to"
        " ignore this directory and format the others.\n"
    )
    assert storage("format", "-s", "-t", CLUSTER_ID, "-c", config) == (1, "", refusal)
    assert storage("format", "-s", "-g", "-t", CLUSTER_ID, "-c", config) == (
        0,
        "All of the log directories are already formatted.\n",
        "",
    )


def test_only_the_owner_can_open_what_was_formatted(storage, config, tmp_path):
    scram = "SCRAM-SHA-256=[name=alice,password=alice-secret]"
    assert storage("format", "-s", "-t", CLUSTER_ID, "-c", config, "-S", scram)[0] == 0
    data = tmp_path / "data"
    made = [data, *data.rglob("*")]
    assert len(made) == 5
    wide = {str(path) for path in made if path.stat().st_mode & 0o077}
    assert wide == set()


@pytest.mark.parametrize("way", ["argument", "file", "standard input"])
@pytest.mark.parametrize("form", [(), ("--json",)], ids=["text", "json"])
def test_secrets_are_not_printed(storage, config, monkeypatch, way, form):
    tmp_path = Path(config).parent
    argument = "SCRAM-SHA-512=[name=alice,salt=N3E=]"
    more = ["--password-file", "-"]
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"alice-secret\n")))
    if way == "argument":
        argument, more = argument.replace("]", ",password=alice-secret]"), []
    elif way == "file":
        (tmp_path / "passwords").write_bytes(b"alice-secret\r\n")
        more = ["--password-file", str(tmp_path / "passwords")]
    code, out, err = storage(
        "format", "-s", "-t", CLUSTER_ID, "-c", config, "-S", argument, *more, *form
    )
    assert (code, err) == (0, "")
    (record,) = (
        each
        for value in bootstrap_records(DiskFolder(tmp_path / "data"))
        if isinstance(each := decode_metadata_record(value).message, UserScramCredentialRecord)
    )
    (expected,) = scram_records(["SCRAM-SHA-512=[name=alice,salt=N3E=,password=alice-secret]"], [])
    assert record == expected
    assert ("SCRAM-SHA-512 keys of user alice" in out) is (form == ())
    assert "alice-secret" not in out
    for field in (record.salt, record.stored_key, record.server_key):
        signed = ", ".join(str(byte - 256 if byte > 127 else byte) for byte in field)
        assert signed not in out
        assert base64.b64encode(field).decode() not in out


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (None, "No such file or directory"),
        (b"\xff", "not valid UTF-8"),
        (b"x" * 70_000, "more than"),
    ],
    ids=["missing", "not text", "long"],
)
def test_unreadable_password_file_is_reported_in_one_line(
    storage, config, tmp_path, content, sentence
):
    path = tmp_path / "passwords"
    if content is not None:
        path.write_bytes(content)
    more = ("-S", "SCRAM-SHA-256=[name=a]", "--password-file", str(path))
    code, out, err = storage("format", "-s", "-t", CLUSTER_ID, "-c", config, *more)
    assert (code, out) == (1, "")
    assert err.startswith(f"kraft: --password-file {path}: {sentence}")
    assert err.count("\n") == 1


def test_json_of_format_info_and_version_mapping(storage, config, tmp_path):
    code, out, _ = storage("format", "-s", "-r", "4.0", "-t", CLUSTER_ID, "-c", config, "--json")
    assert code == 0
    kind = "dynamic metadata voter directory"
    assert json.loads(out) == {
        "metadataVersion": "4.0-IV3",
        "formatted": [{"directory": f"{tmp_path}/data", "kind": kind}],
    }
    told = json.loads(storage("info", "-c", config, "--json")[1])
    assert told["metadata"]["cluster.id"] == CLUSTER_ID
    assert json.loads(storage("version-mapping", "--json")[1])["kraft.version"] == 1
    asked = ("feature-dependencies", "-f", "eligible.leader.replicas.version=1", "--json")
    assert json.loads(storage(*asked)[1])["requires"] == {"metadata.version": 23}


def test_levels_and_dependencies(storage):
    code, out, _ = storage("version-mapping", "-r", "3.9")
    assert (code, out.splitlines()[:2]) == (0, ["metadata.version=21 (3.9)", "kraft.version=1"])
    asked = ("-f", "group.version=1", "--feature", "metadata.version=20")
    assert storage("feature-dependencies", *asked)[1] == (
        "group.version=1 has no dependencies.\nmetadata.version=20 (3.8-IV0) has no dependencies.\n"
    )


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("version-mapping", "-r", "9"), "Unknown metadata.version '9'."),
        (("feature-dependencies", "-f", "x=1"), "Unknown feature: x"),
        (("feature-dependencies",), "Missing option '--feature' / '-f'"),
        (("format", "-t", "x"), "Missing option '--config' / '-c'"),
        (("format", "-t", "x", "-c", "none"), "none cannot be read: No such file or directory."),
        (("info", "-c", "none"), "none cannot be read"),
        (("nothing",), "No such command 'nothing'"),
    ],
)
def test_errors_are_reported_in_one_line_with_exit_code_1(storage, arguments, sentence):
    code, out, err = storage(*arguments)
    assert (code, out) == (1, "")
    assert err.startswith(f"kraft: {sentence}")
    assert err.count("\n") == 1


def test_directory_that_cannot_be_written_is_refused_before_anything_is_printed(
    storage, config, tmp_path, monkeypatch
):
    """`Formatting ...` was printed, and then an errno without a remedy (divergence N77)."""
    (tmp_path / "data").write_text("a file")
    remedy = "let this user write there, or change log.dirs and metadata.log.dir.\n"
    code, out, err = storage("format", "-s", "-t", CLUSTER_ID, "-c", config)
    assert (code, out) == (1, "")
    assert err == f"kraft: {tmp_path}/data cannot be formatted (Not a directory): {remedy}"

    (tmp_path / "data").unlink()
    (tmp_path / "data").mkdir()

    def refuse(path):
        raise OSError(errno.EROFS, "Read-only file system", path)

    monkeypatch.setattr(formatting, "check_writable", refuse)  # root can write everywhere
    code, out, err = storage("format", "-s", "-t", CLUSTER_ID, "-c", config)
    assert (code, out) == (1, "")
    assert err == f"kraft: {tmp_path}/data cannot be formatted (Read-only file system): {remedy}"
    assert list((tmp_path / "data").iterdir()) == []


@pytest.mark.parametrize("flags", [("-s", "-N"), ("-s", "-I", "x"), ("-N", "-I", "x")])
def test_the_ways_to_begin_exclude_each_other(storage, config, flags):
    code, _, err = storage("format", "-t", "x", "-c", config, *flags)
    assert code == 1
    assert "exclude each other" in err


def test_format_without_controllers_names_the_options(storage, config):
    code, _, err = storage("format", "-t", "x", "-c", config)
    assert code == 1
    assert "--standalone, --initial-controllers, or --no-initial-controllers." in err
