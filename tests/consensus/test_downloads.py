"""Downloads begin empty."""

from __future__ import annotations

from kraft_core.consensus.downloads import Download, Installation
from kraft_core.consensus.values import OffsetAndEpoch


def test_a_download_begins_at_the_front():
    download = Download(3, OffsetAndEpoch(9, 1))
    assert (download.position, download.size, download.is_storing) == (0, 0, False)


def test_an_installation_is_told_by_number():
    assert Installation(1, OffsetAndEpoch(9, 1)) != Installation(2, OffsetAndEpoch(9, 1))
