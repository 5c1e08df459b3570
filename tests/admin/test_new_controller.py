from __future__ import annotations

import pytest

from kraft_core.admin.command_files import read_command_config, read_new_controller
from kraft_core.admin.errors import CommandConfigError
from tests.admin.pretended import DIRECTORY

GOOD = {
    "node.id": "4",
    "process.roles": "broker,controller",
    "listeners": "CONTROLLER://:9093,EXTRA://[::1]:9094,PLAINTEXT://:9092",
    "advertised.listeners": "extra://c4:9999",
    "controller.listener.names": "controller,EXTRA",
    "log.dirs": "DATA,/elsewhere",
}


def read(tmp_path, meta=f"version=1\nnode.id=4\ncluster.id=c\ndirectory.id={DIRECTORY}\n", **more):
    data = tmp_path / "data"
    data.mkdir()
    if meta:
        (data / "meta.properties").write_text(meta)
    values = GOOD | {key.replace("_", "."): value for key, value in more.items()}
    path = tmp_path / "controller.properties"
    lines = (f"{key}={value}\n" for key, value in values.items() if value is not None)
    path.write_text("".join(lines).replace("DATA", str(data)))
    return read_new_controller(read_command_config(path))


def test_new_controller_is_read_from_its_file_and_directory(tmp_path):
    found = read(tmp_path)
    assert (found.node_id, found.directory_id) == (4, DIRECTORY)
    assert [str(each) for each in found.endpoints] == [
        "CONTROLLER://localhost:9093",
        "EXTRA://c4:9999",
    ]


def test_the_metadata_directory_comes_first(tmp_path):
    assert read(tmp_path, log_dirs=None, metadata_log_dir="DATA").directory_id == DIRECTORY


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"node_id": None}, "node.id is missing"),
        ({"node_id": "-1"}, "expected an integer from 0"),
        ({"process_roles": "broker"}, "process.roles does not contain controller"),
        ({"log_dirs": None}, "neither metadata.log.dir nor log.dirs"),
        ({"log_dirs": "DATA/none"}, "does not exist"),
        ({"meta": ""}, "is not formatted"),
        ({"meta": "version=9\n"}, "has version 9, but only 1 is supported"),
        ({"meta": "version=1\nnode.id=4\ncluster.id=c\n"}, "has no directory.id"),
        ({"controller_listener_names": None}, "controller.listener.names is missing"),
        ({"controller_listener_names": "OTHER"}, "OTHER of controller.listener.names is not"),
        ({"listeners": "what"}, "is not a valid NAME://HOST:PORT"),
    ],
)
def test_invalid_controller_files_are_refused(tmp_path, change, sentence):
    with pytest.raises(CommandConfigError, match=sentence):
        read(tmp_path, **change)
