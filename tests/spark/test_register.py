"""`register` in ways that need no session."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

import kraft_spark
from kraft_spark import session

pytestmark = pytest.mark.spark


@pytest.mark.parametrize(
    ("place", "warnings"),
    [("/jars/kraft.zip/kraft_spark/session.py", 1), ("/env/lib/kraft_spark/session.py", 0)],
)
def test_streams_of_a_zip_are_warned_about_when_the_formats_are_registered(
    monkeypatch, caplog, place, warnings
):
    """Spark's planner of streams fails with ModuleNotFoundError, before any code of kraft runs."""
    monkeypatch.setattr(session, "__file__", place)
    registered = []
    spark = SimpleNamespace(dataSource=SimpleNamespace(register=registered.append))
    kraft_spark.register(spark, pushdown=False)
    assert len(registered) == 5
    found = [one for one in caplog.records if "--py-files" in one.getMessage()]
    assert len(found) == warnings
