"""`kraft features`: what it asks of a cluster, prints and ends with."""

from __future__ import annotations

import json

import pytest

from kraft_core.cli.main import run
from kraft_wire.messages import UpdateFeaturesRequest, UpdateFeaturesResponse
from tests.admin.pretended import node

DONE = UpdateFeaturesResponse(error_message=None)
REFUSED = UpdateFeaturesResponse(error_code=95, error_message="Not so.")


@pytest.fixture
def told(capsys):
    def ask(*arguments):
        code = run(["features", *arguments])
        out, err = capsys.readouterr()
        return code, out, err

    return ask


@pytest.mark.parametrize("more", [(), ("--node-id", "1")])
def test_describe_lists_features_by_name(told, more):
    with node() as peer:
        where = ("--bootstrap-controller", peer.address, "describe", *more)
        code, out, err = told(*where)
        form = json.loads(told(*where, "--json")[1])
    assert (code, err) == (0, "")
    assert [line.split()[1] for line in out.splitlines()] == [
        "kraft.version",
        "metadata.version",
        "new.feature",
    ]
    assert form["finalizedFeaturesEpoch"] == 12


@pytest.mark.parametrize(
    ("arguments", "level", "kind", "line"),
    [
        (("upgrade", "--feature", "a=1"), 1, 1, "a was upgraded to 1."),
        (("downgrade", "--feature", "a=1"), 1, 2, "a was downgraded to 1."),
        (("downgrade", "--feature", "a=0", "--unsafe"), 0, 3, "a was downgraded to 0."),
        (("disable", "--feature", "a"), 0, 2, "a was disabled."),
        (("disable", "--feature", "a", "--unsafe"), 0, 3, "a was disabled."),
        (("upgrade", "--feature", "a=1", "--dry-run"), 1, 1, "a can be upgraded to 1."),
        (("disable", "--feature", "a", "--dry-run"), 0, 2, "a can be disabled."),
    ],
)
def test_change_sends_level_and_upgrade_type(told, arguments, level, kind, line):
    with node({UpdateFeaturesRequest: DONE}) as peer:
        found = told("--bootstrap-controller", peer.address, *arguments)
    assert found == (0, line + "\n", "")
    (asked,) = peer.asked(UpdateFeaturesRequest)
    (update,) = asked.feature_updates
    assert (update.feature, update.max_version_level, update.upgrade_type) == ("a", level, kind)
    assert asked.validate_only == ("--dry-run" in arguments)


def test_note_of_the_controller_goes_to_standard_error(told):
    note = (
        "Not counted: the registrations of controllers 9, which are neither voters nor fetch as"
        " controllers."
    )
    done = UpdateFeaturesResponse(error_message=note)
    with node({UpdateFeaturesRequest: done}) as peer:
        where = ("--bootstrap-controller", peer.address, "upgrade", "--feature", "a=1")
        found = told(*where, "--feature", "b=1")
        assert found == (0, "a was upgraded to 1.\nb was upgraded to 1.\n", note + "\n")
        (result,) = json.loads(told(*where, "--json")[1])["results"]
    assert (result["errorCode"], result["errorMessage"]) == (0, note)


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (("upgrade", "--feature", "a=1"), "Could not upgrade a to 1. Not so."),
        (("downgrade", "--feature", "a=1", "--dry-run"), "Can not downgrade a to 1. Not so."),
        (("disable", "--feature", "a"), "Could not disable a. Not so."),
    ],
)
def test_refused_update_is_printed_and_exits_with_1(told, arguments, line):
    with node({UpdateFeaturesRequest: REFUSED}) as peer:
        where = ("--bootstrap-controller", peer.address)
        assert told(*where, *arguments) == (
            1,
            line + "\n",
            "kraft: 1 out of 1 operation(s) failed.\n",
        )
        code, out, _ = told(*where, *arguments, "--json")
    (result,) = json.loads(out)["results"]
    assert (code, result["feature"], result["errorCode"]) == (1, "a", 95)


def test_releases_and_old_names(told):
    with node({UpdateFeaturesRequest: DONE}) as peer:
        where = ("--bootstrap-controller", peer.address)
        code, out, _ = told(*where, "upgrade", "--release-version", "3.9")
        _, old, note = told(*where, "upgrade", "--metadata", "3.9")
    assert (code, out.splitlines()) == (
        0,
        ["kraft.version was upgraded to 1.", "metadata.version was upgraded to 21."],
    )
    assert old == "metadata.version was upgraded to 21.\n"
    assert note == " `metadata` flag is deprecated and may be removed in a future release.\n"


def test_levels_are_looked_up_without_a_cluster(told):
    assert told("version-mapping", "--release-version", "3.9")[1].startswith("metadata.version=21")
    assert json.loads(told("version-mapping", "--json")[1])["kraft.version"] == 1
    asked = ("feature-dependencies", "--feature", "group.version=1")
    assert told(*asked) == (0, "group.version=1 has no dependencies.\n", "")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("describe",), "specify --bootstrap-server or --bootstrap-controller"),
        (("upgrade", "--feature", "a=1"), "specify --bootstrap-server or"),
        (("disable", "--feature", "a"), "specify --bootstrap-server or"),
        (("--bootstrap-server", "b:1", "upgrade"), "no feature to upgrade"),
        (("--bootstrap-server", "b:1", "disable"), "no feature to disable"),
        (
            ("--bootstrap-server", "b:1", "upgrade", "--feature", "a"),
            "'a' is not a valid NAME=LEVEL",
        ),
        (
            ("--bootstrap-server", "b:1", "disable", "--feature", ""),
            "the name of a feature is empty",
        ),
        (
            ("--bootstrap-server", "b:1", "describe", "--node-id", "-1"),
            "--node-id -1: an id",
        ),
        (("feature-dependencies", "--feature", "x=1"), "Unknown feature: x"),
    ],
)
def test_invalid_usage_is_reported_in_one_line(told, arguments, sentence):
    code, out, err = told(*arguments)
    assert (code, out) == (1, "")
    assert err.startswith(f"kraft: {sentence}")
    assert err.count("\n") == 1
