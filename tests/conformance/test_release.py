"""Import of a release: the committed files equal what its jars print; changes are in words."""

from __future__ import annotations

import json

import pytest

from kraft_core.config.feature_levels import RELEASE
from kraft_core.controller.tables.configs_of_kafka import config_tables
from kraft_wire.messages import ApiKey
from tests.conformance import kafka, release
from tests.conformance.release import APIS, CONFIGS, FEATURES, TABLES, changes, undecided


@pytest.mark.kafka
@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
def test_file_is_what_the_released_classes_print(table):
    assert table.text() == table.printed(RELEASE), "run make release-of-kafka JARS=..."


@pytest.mark.kafka
def test_schemas_are_those_of_the_release():
    assert release.schema_changes(kafka.jars(RELEASE)) == []


@pytest.mark.kafka
def test_jars_of_4_3_1_give_what_was_known_before_4_4():
    """Levels 31 to 33 and share.version 2 are all that 4.4.0 has more; configs are a list."""
    sentences = list(changes(FEATURES.printed("4.3.1"), FEATURES.text()))
    more = [each.split(" is new")[0] for each in sentences if " is new" in each]
    assert more == [
        "level 32",
        "level 33",
        "level 34",
        "release 4.4",
        "gate isCidrAclSupported",
        "gate isControllerUnregistrationSupported",
        "feature share.version 2",
    ]
    assert not any(" is gone" in each for each in sentences)
    (supported,) = [each for each in sentences if each.startswith("supported metadata.version")]
    assert supported == "supported metadata.version: highest is 33, was 30"
    configs = list(changes(CONFIGS.printed("4.3.1"), CONFIGS.text()))
    assert len(configs) == 36
    assert all(" is new: " in each for each in configs)
    assert (
        'topic remote.copy.lag.ms is new: type "LONG", default "0", check "Range", allowed'
        ' "[-1,...]"'
    ) in configs


@pytest.mark.kafka
def test_api_keys_have_the_names_of_kafkas_class():
    names = {**release.api_keys("3.9.2"), **release.api_keys(RELEASE)}
    assert {name: int(key) for name, key in ApiKey.__members__.items()} == names


@pytest.mark.kafka
def test_whole_release_is_taken_over_by_one_command(monkeypatch, capsys):
    """Of the release that is known already nothing changes, and nothing is left to decide.

    No file is written either: tests that run at the same time read them.
    """
    read_by_others = (*release.SPECS.rglob("*.json"), *(table.path for table in TABLES))
    before = {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in read_by_others}
    assert release.main([str(kafka.jars(RELEASE)), "--tables-only"]) == 0
    printed = capsys.readouterr().out
    for name in ("schemas", *(table.name for table in TABLES)):
        assert f"{name}: no changes" in printed
    assert "to decide: nothing" in printed
    assert {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in before} == before


@pytest.mark.kafka
def test_folder_without_a_release_is_refused(tmp_path, capsys):
    assert release.main([str(tmp_path), "--tables-only"]) == 1
    assert "is not a folder with the jars of one release" in capsys.readouterr().err


def test_known_release_leaves_nothing_undecided():
    assert list(undecided(FEATURES.text(), CONFIGS.text(), APIS.text())) == []


@pytest.mark.parametrize(
    ("place", "line", "expected"),
    [
        (0, {"table": "gate", "name": "isNewSupported", "since": {"34": True}}, "gates.py"),
        (1, {"table": "topic", "name": "new", "check": "NewValidator"}, "NewValidator"),
        (2, {"table": "api", "key": 99, "name": "NEW", "lowest": 0, "highest": 1}, "API 99 (NEW)"),
        (2, {"table": "api", "key": 1, "name": "FETCH", "lowest": 4, "highest": 19}, "4 to 19"),
    ],
)
def test_unknown_rows_of_a_release_are_undecided(place, line, expected):
    texts = [FEATURES.text(), CONFIGS.text(), APIS.text()]
    texts[place] += json.dumps(line) + "\n"
    (sentence,) = undecided(*texts)
    assert expected in sentence


def test_changes_have_words():
    before = [{"table": "topic", "name": "a", "default": "1"}, {"table": "topic", "name": "b"}]
    after = [
        {"table": "topic", "name": "a", "default": "2"},
        {"table": "api", "key": 3, "lowest": 0},
    ]
    texts = ["\n".join(map(json.dumps, each)) for each in (before, after)]
    assert list(changes(*texts)) == [
        'topic a: default is "2", was "1"',
        "topic b is gone",
        "api 3 is new: lowest 0",
    ]


def test_brokers_have_the_same_defaults_for_topics_as_topics():
    """Then a default needs no look at the broker table (KafkaConfig.extractLogConfigMap)."""
    tables = config_tables()
    for name, synonyms in tables.synonyms.items():
        defaults = [
            one.convert(default)
            for one in synonyms
            if (default := tables.broker[one.name].default) is not None
        ]
        assert defaults[:1] == [tables.topic[name].default], name
