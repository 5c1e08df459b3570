"""Which release `kraft cluster-up` formats for; clusters with real brokers are in conformance."""

import pytest

from kraft_core.testing.real_cluster import _release_of


@pytest.mark.parametrize(
    ("names", "release"),
    [
        (["kafka-clients-4.3.1.jar", "kafka_2.13-4.3.1.jar"], "4.3"),
        (["kafka-clients-3.9.2.jar"], "3.9"),
        (["kafka-clients-4.4.0.jar", "kafka-tools-api-4.3.1.jar"], "4.4"),
        (["kafka-clients-9.0.0.jar"], None),
        (["kafka-clients-4.3.1-test.jar"], None),
        ([], None),
    ],
)
def test_directories_are_formatted_for_the_release_of_the_jars(tmp_path, names, release):
    for name in names:
        (tmp_path / name).touch()
    assert _release_of(tmp_path) == release
