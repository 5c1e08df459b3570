from __future__ import annotations

import pytest

from kraft_core.admin import FeatureUpdate, UpgradeType
from kraft_core.admin.feature_wishes import disabled, parse_level, upgrade_type, wished
from kraft_core.client import ClientError

UP, SAFE = UpgradeType.UPGRADE, UpgradeType.SAFE_DOWNGRADE


def wish(kind=UP, release=None, metadata=None, levels=()):
    return wished(kind, release=release, metadata=metadata, levels=levels)


def test_kinds():
    kinds = [upgrade_type(unsafe=unsafe) for unsafe in (None, False, True)]
    assert kinds == [UP, SAFE, UpgradeType.UNSAFE_DOWNGRADE]


def test_a_release_is_all_of_its_levels():
    raised = {each.feature: each.level for each in wish(release="4.0")}
    assert raised == {
        "metadata.version": 25,
        "kraft.version": 1,
        "transaction.version": 2,
        "group.version": 1,
    }
    lowered = {each.feature: each.level for each in wish(SAFE, release="4.0")}
    assert lowered == raised | {
        "eligible.leader.replicas.version": 0,
        "share.version": 0,
        "streams.version": 0,
    }


def test_single_levels():
    assert wish(metadata="4.3-IV0", levels=[" a.version = +2 "]) == [
        FeatureUpdate("metadata.version", 30, UP),
        FeatureUpdate("a.version", 2, UP),
    ]
    assert disabled(["a", "b"], unsafe=False) == [
        FeatureUpdate("a", 0, SAFE),
        FeatureUpdate("b", 0, SAFE),
    ]
    assert wish() == []


@pytest.mark.parametrize("text", ["a", "a=", "a=x", "a=32768", "=x"])
def test_what_is_no_level(text):
    with pytest.raises(ValueError, match="is no NAME=LEVEL"):
        parse_level(text)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"release": "4.3", "levels": ["a=1"]}, "excludes"),
        ({"release": "9.9"}, "Unknown metadata.version '9.9'"),
        ({"metadata": "9.9"}, "Unknown metadata.version '9.9'"),
        ({"levels": ["a=1", "a=1"]}, "a is given more than once"),
        ({"levels": ["a=0"]}, "disabled, not upgraded"),
    ],
)
def test_what_makes_no_sense(options, sentence):
    with pytest.raises((ValueError, ClientError), match=sentence):
        wish(**options)
