from __future__ import annotations

import pytest

from kraft_core.config.feature_levels import SUPPORTED, TABLE
from tests.conformance import kafka, releases


@pytest.mark.parametrize(
    ("named", "chosen"),
    [
        ("", releases.IN_CI),
        ("4.4.0", ("4.4.0",)),
        ("4.4.0, 3.9.2,", ("3.9.2", "4.4.0")),
    ],
)
def test_the_environment_chooses(monkeypatch, named, chosen):
    monkeypatch.setenv(releases.VARIABLE, named)
    assert releases.chosen() == chosen
    assert set(kafka.needed()) == {*kafka.RELEASES, *chosen}


def test_an_unknown_release_is_an_error(monkeypatch):
    monkeypatch.setenv(releases.VARIABLE, "4.3.1,4.3.0")
    with pytest.raises(ValueError, match=r"names 4\.3\.0"):
        releases.chosen()


def test_metadata_version_of_a_release_is_its_own_default():
    found = [releases.metadata_version(each) for each in releases.ALL[-2:]]
    assert found == ["4.3-IV0", "4.4-IV2"]
    assert releases.number("4.10.2") > releases.number("4.9.0")


def test_kraft_can_lead_at_the_default_of_each_release():
    """docs/interop.md names one level for a column: a new release may have one that kraft lacks."""
    levels = {name: level for level, name in TABLE.names.items()}
    lowest, highest = SUPPORTED["metadata.version"]
    for release in releases.ALL:
        assert lowest <= levels[releases.metadata_version(release)] <= highest, release
