"""Class archives are made once and used."""

from __future__ import annotations

import pytest

from tests.conformance.class_archive import archive_flags
from tests.conformance.quorum import JVM, Quorum

pytestmark = [pytest.mark.kafka, pytest.mark.timeout(300)]


def test_a_controller_takes_its_classes_from_the_archive(tmp_path):
    flags = archive_flags("4.3.1")
    assert archive_flags("4.3.1") == flags
    with Quorum("4.3.1", 1, tmp_path) as quorum:
        (controller,) = quorum.controllers
        controller.jvm = (*JVM, *flags, "-Xlog:class+load")
        quorum.start()
        said = controller.said()
        of_kafka = [
            line for line in said.splitlines() if "] kafka.server.ControllerServer " in line
        ]
        assert of_kafka
        assert "source: shared objects file (top)" in of_kafka[0]
