"""Directories that `kraft storage` formats beside those of Kafka's own tool."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

import pytest

from kraft_core.config import feature_levels
from tests.conformance import kafka
from tests.conformance.ours import kraft, write_properties
from tests.conformance.quorum import Controller
from tests.conformance.releases import metadata_version
from tests.support.ports import free_ports
from tests.support.waiting import wait_until

if TYPE_CHECKING:
    import subprocess

pytestmark = [pytest.mark.kafka, pytest.mark.timeout(300)]

RELEASE = "4.3.1"
CLUSTER_ID = "AAAAAAAAAAAAAAAAAAAAAg"


def kafka_storage(*arguments) -> subprocess.CompletedProcess[str]:
    return kafka.tool(RELEASE, "kafka-storage", *map(str, arguments))


CASES = {
    "standalone": (["--standalone"], {}),
    "no initial controllers": (["-N"], {}),
    "not among the first": (["-I", "2@localhost:9093:J8aAPcfLQt2bqs1JT_rMgQ"], {}),
    "older release": (["-s", "-r", "3.9", "-f", "group.version=0"], {}),
    "scram": (
        ["-s", "-S", 'SCRAM-SHA-256=[name=a,salt="N3E=",iterations=5000,password=secret]'],
        {},
    ),
    "scram 512": (["-s", "-S", 'SCRAM-SHA-512=[name=a,salt="N3E=",saltedpassword="YCE="]'], {}),
    "static": ([], {"controller.quorum.voters": "1@127.0.0.1:19000"}),
    "static and standalone": (["-s"], {"controller.quorum.voters": "1@127.0.0.1:19000"}),
    "no flag": ([], {}),
    "unknown feature": (["-s", "-f", "x.version=1"], {}),
    "level 0 of a dynamic quorum": (["-s", "-f", "kraft.version=0"], {}),
    "both": (["-s", "-r", "4.1", "-f", "metadata.version=20"], {}),
    "scram without name": (["-s", "-S", "SCRAM-SHA-256=[password=x]"], {}),
    "scram iterations": (["-s", "-S", "SCRAM-SHA-256=[name=a,password=x,iterations=1]"], {}),
}

WITH_INFO = ("standalone",)

_FIRST_RECORDS = re.compile(
    r"^(?:Bootstrap metadata|The metadata log begins with): .*$", re.MULTILINE
)


def worded(text):
    """Return the output of format without the form of the first records (divergence N56)."""
    return _FIRST_RECORDS.sub("FIRST RECORDS", text)


@pytest.mark.parametrize("name", CASES)
def test_formatting_says_and_writes_what_kafkas_tool_does(tmp_path, name):
    flags, more = CASES[name]
    if "-r" not in flags:
        flags = [*flags, "-r", RELEASE]  # the default is of another release, see the next test
    answers, trees = [], []
    for program in (kafka_storage, kraft):
        folder, config = tmp_path / "data", tmp_path / "controller.properties"
        write_properties(config, folder, 19093, **more)
        first = ["storage"] if program is kraft else []
        done = program(*first, "format", "-t", CLUSTER_ID, "-c", config, *flags)
        said = worded(done.stdout), done.stderr.removeprefix("kraft: ")
        answers.append((done.returncode, *said))
        trees.append(sorted(str(each.relative_to(tmp_path)) for each in folder.rglob("*")))
        if folder.exists():
            if name in WITH_INFO:
                info = program(*first, "info", "-c", config)
                known = (folder / "meta.properties").read_text().split("directory.id=")[1][:22]
                answers.append((info.returncode, info.stdout.replace(known, "ID"), info.stderr))
            folder.rename(tmp_path / program.__name__)
    half = len(answers) // 2
    assert answers[:half] == answers[half:]
    assert trees[0] == trees[1]


@pytest.mark.parametrize("flags", [(), ("-r", "4.4"), ("-r", "9")], ids=" ".join)
def test_formatting_says_what_the_newest_tool_does(tmp_path, flags):
    """Not what is written: 4.4 puts the first records of every quorum into a snapshot."""
    config = tmp_path / "controller.properties"
    wanted = ("format", "-s", "-t", CLUSTER_ID, "-c", str(config), *flags)
    said = []
    for name in ("theirs", "ours"):
        write_properties(config, tmp_path / name, 19093)
        run = kraft if name == "ours" else partial(kafka.tool, feature_levels.RELEASE)
        done = run("storage" if name == "ours" else "kafka-storage", *wanted)
        text = worded(done.stdout.replace(str(tmp_path / name), "FOLDER"))
        said.append((done.returncode, text, done.stderr.removeprefix("kraft: ")))
    assert said[0] == said[1]


@pytest.mark.interop("tools")
def test_kafka_starts_on_a_directory_formatted_by_kraft(tmp_path, release):
    (port,) = free_ports(1)
    level = metadata_version(release)
    controller = Controller(release, 1, port, tmp_path)
    write_properties(controller.properties, controller.folder, port)
    wanted = ("-s", "-t", CLUSTER_ID, "-r", level, "-c", controller.properties)
    done = kraft("storage", "format", *wanted)
    assert done.returncode == 0, done.stderr
    try:
        controller.start()
        wait_until(controller.led_epochs, "a leader")

        def finalized():
            where = ("--bootstrap-controller", controller.endpoint)
            described = kafka.tool(release, "kafka-features", *where, "describe").stdout
            found = re.findall(r"metadata\.version.*FinalizedVersionLevel: *(\S+)", described)
            return found == [level]

        wait_until(finalized, "the level of the format, once the first records are published")
    finally:
        controller.stop()
