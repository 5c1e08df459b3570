"""The tables of configs in kraft_core.controller are those of the released jars."""

import pytest

from kraft_core.controller.tables.configs_of_kafka import config_tables
from tests.conformance.config_tables import TABLES, printed

pytestmark = pytest.mark.kafka


def test_tables_are_what_the_released_classes_print():
    assert TABLES.read_text(encoding="utf-8") == printed(), "run make import-configs"


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
