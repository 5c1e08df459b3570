"""A log directory that is written once and copied by the tests."""

from __future__ import annotations

import pytest

from tests.operations.damages import make_place


@pytest.fixture(scope="session")
def written_directory(tmp_path_factory):
    return make_place(tmp_path_factory.mktemp("written"))
