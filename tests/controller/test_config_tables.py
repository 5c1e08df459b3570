"""Values of configs as Kafka's ConfigDef reads them, and which of several layers is in force."""

import pytest

from kraft_core.controller.tables.configs_of_kafka import (
    CONFIG_TYPES,
    ConfigError,
    ConfigSource,
    config_tables,
    effective_topic_configs,
    java_double,
    static_topic_configs,
)


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("retention.ms", " +5 ", 5),
        ("min.cleanable.dirty.ratio", "5e-1d", 0.5),
        ("min.cleanable.dirty.ratio", "0x1p-1", 0.5),
        ("cleanup.policy", "compact , delete", ["compact", "delete"]),
        ("cleanup.policy", "delete,delete", ["delete"]),
        ("cleanup.policy", "  ", []),
        ("preallocate", " TRUE", True),
        ("compression.gzip.level", "-1", -1),
        ("leader.replication.throttled.replicas", "0:1, 1:2", ["0:1", "1:2"]),
        ("leader.replication.throttled.replicas", "*", ["*"]),
    ],
)
def test_values_of_topics_are_parsed(name, text, value):
    assert config_tables().topic[name].parse(text) == value


@pytest.mark.parametrize(
    ("name", "text", "error"),
    [
        ("retention.ms", "1_0", "Invalid value 1_0 for configuration retention.ms: "),
        ("segment.bytes", "2147483648", "Not a number of type INT"),
        ("segment.bytes", "9" * 5000, "Not a number of type INT"),
        ("segment.bytes", "5", "Value must be at least 1048576"),
        ("min.cleanable.dirty.ratio", "1e10", "Invalid value 1.0E10 for configuration"),
        ("min.cleanable.dirty.ratio", "+Infinity", "Invalid value Infinity for configuration"),
        ("min.cleanable.dirty.ratio", "-Infinity", "Invalid value -Infinity for configuration"),
        ("cleanup.policy", "delete,", "values must not be empty"),
        ("cleanup.policy", "x", "String must be one of: compact, delete"),
        ("compression.gzip.level", "0", "Value must be between 1 and 9 or equal to -1"),
        ("leader.replication.throttled.replicas", "0", "Invalid value [0] for configuration"),
    ],
)
def test_wrong_values_of_topics_are_refused_in_kafkas_words(name, text, error):
    with pytest.raises(ConfigError) as raised:
        config_tables().topic[name].parse(text)
    assert error in str(raised.value)


@pytest.mark.parametrize(
    ("text", "is_valid"),
    [
        ("latest", True),
        ("by_duration:P1DT2H", True),
        ("by_duration:pt1.5s", True),
        ("by_duration:-PT-1S", True),
        ("by_duration:PT-1S", False),
        ("by_duration:PT", False),
        ("by_duration:P", False),
        ("by_duration", False),
        ("none", False),
    ],
)
def test_share_groups_reset_offsets_by_name_or_by_a_duration(text, is_valid):
    key = config_tables().group["share.auto.offset.reset"]
    if is_valid:
        assert key.parse(text) == text
    else:
        with pytest.raises(ConfigError, match="must be either"):
            key.parse(text)


def test_the_first_layer_that_sets_a_config_is_in_force():
    def found(topic, own, cluster, static):
        by_name = {
            one.key.name: one for one in effective_topic_configs(topic, own, cluster, static)
        }
        return by_name["segment.ms"].value, by_name["segment.ms"].source

    layers = [{"segment.ms": "1"}, {"log.roll.hours": "2"}, {"log.roll.ms": "3"}]
    static = {"log.roll.ms": "4", "log.roll.hours": "5"}
    assert found(*layers, static) == ("1", ConfigSource.TOPIC)
    layers[0] = {}
    assert found(*layers, static) == ("7200000", ConfigSource.DYNAMIC_BROKER)
    layers[1] = {}
    assert found(*layers, static) == ("3", ConfigSource.DYNAMIC_DEFAULT_BROKER)
    layers[2] = {}
    assert found(*layers, static) == ("4", ConfigSource.STATIC_BROKER)
    assert found(*layers, {}) == ("604800000", ConfigSource.DEFAULT)


def test_an_internal_config_is_shown_only_if_a_topic_sets_it():
    assert len(list(effective_topic_configs({}, {}, {}, {}))) == 37
    assert len(list(effective_topic_configs({"internal.segment.bytes": "9"}, {}, {}, {}))) == 38


def test_a_file_with_a_negative_retention_keeps_everything():
    assert static_topic_configs({"log.retention.hours": "-3"}) == {"retention.ms": "-1"}
    assert static_topic_configs({"log.retention.minutes": "2"}) == {"retention.ms": "120000"}


def test_numbers_of_types_are_those_of_kafka():
    """DescribeConfigsResponse.ConfigType."""
    names = ("BOOLEAN", "STRING", "INT", "SHORT", "LONG", "DOUBLE", "LIST", "CLASS", "PASSWORD")
    assert {name: number for number, name in enumerate(names, 1)} == CONFIG_TYPES


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.0, "0.0"),
        (0.5, "0.5"),
        (0.001, "0.001"),
        (0.00025, "2.5E-4"),
        (9999999.0, "9999999.0"),
        (1e7, "1.0E7"),
        (123456789.5, "1.234567895E8"),
        (-1e22, "-1.0E22"),
        (float("nan"), "NaN"),
        (float("-inf"), "-Infinity"),
    ],
)
def test_doubles_are_printed_as_java_prints_them(value, text):
    assert java_double(value) == text
