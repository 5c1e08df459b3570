from __future__ import annotations

import pytest

from tests.support import vectors

pytestmark = [pytest.mark.kafka, pytest.mark.core]


def test_every_vector_agrees_with_codecs_of_its_own_release(comparison):
    release = comparison.oracle.version
    count = vectors.check_all(
        vectors.read_vectors(release), lambda vector: vectors.check(vector, comparison.messages)
    )
    assert count == {"3.9.2": 9065, "4.4.0": 8984}[release]
