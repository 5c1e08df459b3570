from __future__ import annotations

import json
from pathlib import Path

import pytest

from kraft_core.cli.main import run
from tests.client.loopback import PEM, controller
from tests.operations.backups import quorum, topic
from tests.support.record_batches import batch, leader_change

ROOT = Path(__file__).parents[2]


@pytest.fixture
def address():
    with controller() as (node, where):
        refill(node)
        yield where


def refill(node):
    node.log.clear()
    node.append(leader_change(0, 1, 1))
    node.append(batch(1, 1, [topic(1), topic(2)]))
    node.commit()


def test_backup_prints_what_was_copied(capsys, address, tmp_path):
    assert run(["backup", address, "--to", str(tmp_path / "backup")]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert out.splitlines()[1:] == [
        "  cluster    cluster",
        "  committed  up to offset 3, epoch 1 (high watermark of the leader)",
        "  snapshot   none",
        "  log        from offset 0",
        "  replayed   3 records: 0 brokers, 2 topics, 0 partitions",
    ]


def test_one_topic_is_written_in_the_singular(capsys, tmp_path):
    with controller() as (node, address):
        node.log.clear()
        node.append(leader_change(0, 1, 1))
        node.append(batch(1, 1, [topic(1)]))
        node.commit()
        assert run(["backup", address, "--to", str(tmp_path / "backup")]) == 0
    assert capsys.readouterr().out.endswith(" 2 records: 0 brokers, 1 topic, 0 partitions\n")


def test_json_is_the_note_and_can_be_verified(capsys, address, tmp_path):
    folder = str(tmp_path / "backup")
    assert run(["backup", address, "--to", folder, "--json"]) == 0
    note = json.loads(capsys.readouterr().out)
    assert note["folder"] == folder
    assert note["end_offset"] == 3
    assert run(["backup", "--verify", folder, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == note


def test_over_tls_with_a_file_of_options(capsys, tmp_path):
    config = tmp_path / "client.properties"
    config.write_text(
        f"security.protocol=SSL\nssl.truststore.type=PEM\nssl.truststore.location={PEM}\n"
    )
    with controller(tls=True) as (node, where):
        refill(node)
        arguments = ["backup", where, "--command-config", str(config)]
        assert run([*arguments, "--to", str(tmp_path / "backup")]) == 0
    assert "up to offset 3" in capsys.readouterr().out


def test_backup_that_cannot_be_replayed_has_exit_code_2(capsys, tmp_path):
    with controller() as (node, where):
        refill(node)
        node.append(batch(3, 1, [(None, b"\x01\xe7\x07\x00rest")]))
        node.commit()
        with pytest.raises(SystemExit) as ended:
            run(["backup", where, "--to", str(tmp_path / "backup")])
    assert ended.value.code == 2
    assert "cannot be replayed" in capsys.readouterr().err
    assert (tmp_path / "backup" / "backup.json").exists()


def test_dump_and_story_read_a_backup_as_a_log_directory(capsys, address, tmp_path):
    folder = tmp_path / "backup"
    assert run(["backup", address, "--to", str(folder)]) == 0
    capsys.readouterr()
    log = folder / "__cluster_metadata-0" / f"{0:020}.log"
    assert run(["dump-log", "--cluster-metadata-decoder", "--files", str(log)]) == 0
    assert '"name":"t2"' in capsys.readouterr().out
    assert run(["story", "--all", str(folder)]) == 0
    assert "t2" in capsys.readouterr().out


def test_documented_transcript_matches_output(capsys, tmp_path):
    text = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8").partition("## Backup")[2]
    transcript = text.partition("```console\n")[2].partition("```")[0]
    source = quorum().node(1)
    with controller() as (node, where):
        node.epoch, node.log, node.log_start = source.epoch, source.log, source.log_start
        node.snapshots, node.cluster_id = source.snapshots, "MkU3OEVBNTcwNTJENDM2Qg"
        node.commit()
        shown = ""
        for line in transcript.splitlines():
            if line.startswith("$ kraft "):
                shown += f"{line}\n"
                arguments = line.removeprefix("$ kraft ").replace("/backup", str(tmp_path))
                assert run(arguments.replace("c1:9093,c2:9093,c3:9093", where).split()) == 0
                shown += capsys.readouterr().out.replace(str(tmp_path), "/backup")
    assert shown == transcript


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([], "specify DIR or HOST:PORT, and --to FOLDER"),
        (["c1:9093"], "specify DIR or HOST:PORT, and --to FOLDER"),
        (["c1:9093", "--verify", "x"], "excludes a source and --to"),
        (["c1:9093", "--to", "x", "--high-watermark", "4"], "applies only to a directory"),
        (["/no/such", "--to", "x"], "No such directory: /no/such"),
        (["c1", "--to", "x"], "'c1' is not a valid HOST:PORT"),
        (["--verify", "/no/such"], "kraft: /no/such is not a backup: it has no backup.json"),
    ],
)
def test_invalid_usage_is_reported_in_one_line(capsys, arguments, sentence):
    assert run(["backup", *arguments]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert sentence in err
    assert err.count("\n") == 1
