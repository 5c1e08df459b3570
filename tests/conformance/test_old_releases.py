"""Releases before 3.0: their schemas are imported as they are, and their classes read the bytes."""

from __future__ import annotations

import random
import re
import subprocess
import sys
from pathlib import Path

import pytest

from codegen.__main__ import run
from kraft_wire.json_form import from_json
from kraft_wire.registry import MessageSet
from tests.conformance import kafka, schemas
from tests.conformance.content import MOODS, SEED, Filler

pytestmark = [pytest.mark.kafka, pytest.mark.nightly]

RELEASES = {"2.3.1": (92, 306), "2.4.1": (98, 371), "2.6.3": (102, 411), "2.8.2": (136, 499)}
"""Messages and versions of the client of each release."""

HERE = Path(__file__).parent
WITH_DATA = ("request", "response", "header")


def generated(tmp_path, monkeypatch, capsys, name, *sources):
    """Import sources, generate their codecs; return the messages and what import printed."""
    specs = tmp_path / f"{name}-specs"
    assert run(["import", "--allow-loss", *map(str, sources), "--into", str(specs)]) == 0
    printed = capsys.readouterr()
    package = ["--specs", str(specs), "--out", str(tmp_path), "--package", name]
    assert run(["generate", *package]) == 0
    assert run(["check", *package]) == 0
    monkeypatch.syspath_prepend(str(tmp_path))
    for module in [each for each in sys.modules if each.partition(".")[0] == name]:
        del sys.modules[module]
    return MessageSet(name), printed


def client_jars(release):
    """The jars of an old client; the test is skipped outside CI where they cannot be had."""
    try:
        return kafka.client_jars(release)
    except kafka.KafkaUnavailableError as reason:
        kafka.skip_unless_required(str(reason))


def again(folder, asked):
    """The bytes that the classes of a release write after they have read such bytes."""
    lines = (f"{name} {version} {data.hex()}" for name, version, data in asked)
    command = kafka.program_against(
        folder, HERE / "old_releases" / "MessagesAgain.java", "MessagesAgain"
    )
    done = subprocess.run(
        command, input="\n".join([*lines, ""]), capture_output=True, text=True, check=True
    )
    return done.stdout.splitlines()


def class_name(name, entry):
    return f"{name}Data" if entry.kind in WITH_DATA else name


def contents(messages, found, versions):
    """A message in each mood for every version, as its JSON form: drawn from Kafka's own schema."""
    for name, schema in sorted(found.items()):
        draw = random.Random(f"{SEED} {name}")
        for version in schema.versions:
            if (name, version) not in versions:
                continue
            for mood in MOODS:
                value = Filler(draw, mood).message(schema, version)
                yield name, version, from_json(messages.message_class(name), value, version)


@pytest.mark.parametrize("release", RELEASES)
def test_messages_are_written_as_the_classes_of_the_release_write_them(
    release, tmp_path, monkeypatch, capsys
):
    folder = client_jars(release)
    jar = folder / f"kafka-clients-{release}.jar"
    package = f"kafka_{release.replace('.', '_')}"
    messages, _ = generated(tmp_path, monkeypatch, capsys, package, jar)
    versions = {
        (name, version)
        for name, entry in messages.entries.items()
        for version in range(entry.lowest, entry.highest + 1)
    }
    assert (len(messages.entries), len(versions)) == RELEASES[release]
    asked = []
    for name, version, message in contents(messages, schemas.read_jars(folder, release), versions):
        data = message.encode(version)
        assert messages.message_class(name).decode(data, version) == message
        asked.append((class_name(name, messages.entries[name]), version, data))
    answers = again(folder, asked)
    assert len(answers) == len(asked) == len(versions) * len(MOODS)
    wrong = [
        (name, version, answer)
        for (name, version, data), answer in zip(asked, answers, strict=True)
        if answer != data.hex()
    ]
    assert wrong == []


NEWEST = "4.3.1"
MERGED = {"2.3.1": (202, 720), "2.4.1": (200, 728), "2.6.3": (200, 730), "2.8.2": (200, 726)}
"""Messages and versions of the clients of each release and of the newest one as one set."""

LEFT_OUT = {"2.8.2": {("LeaderChangeMessage", 0)}}
"""Versions of the old release whose bytes the newest one has changed."""


@pytest.mark.parametrize("release", MERGED)
def test_every_merged_version_is_read_by_the_classes_of_either_release(
    release, tmp_path, monkeypatch, capsys
):
    old, new = client_jars(release), kafka.jars(NEWEST)
    jars = [old / f"kafka-clients-{release}.jar", new / f"kafka-clients-{NEWEST}.jar"]
    package = f"kafka_{release.replace('.', '_')}_merged"
    messages, printed = generated(tmp_path, monkeypatch, capsys, package, *jars)
    lost = re.findall(r"^left out: (\w+) (\d+) of", printed.err, re.MULTILINE)
    left_out = {(name, int(number)) for name, number in lost}
    assert left_out == LEFT_OUT.get(release, set())
    found = schemas.read_specs(tmp_path / f"{package}-specs")
    count = sum(entry.highest - entry.lowest + 1 for entry in messages.entries.values())
    assert (len(messages.entries), count) == MERGED[release]
    covered = set()
    for folder, version, other_bytes in ((old, release, left_out), (new, NEWEST, set())):
        spoken = {
            (name, number)
            for name, schema in schemas.read_jars(folder, version).items()
            if name in messages.entries
            for number in schema.versions
            if (name, number) not in other_bytes
        }
        covered |= spoken
        asked = [
            (class_name(name, messages.entries[name]), number, message.encode(number))
            for name, number, message in contents(messages, found, spoken)
        ]
        wrong = [
            (name, number, answer)
            for (name, number, data), answer in zip(asked, again(folder, asked), strict=True)
            if answer != data.hex()
        ]
        assert wrong == []
    assert covered >= {
        (name, number)
        for name, entry in messages.entries.items()
        for number in range(entry.lowest, entry.highest + 1)
    }
