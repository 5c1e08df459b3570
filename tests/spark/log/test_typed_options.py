"""The dataclasses of options: the same names, types and defaults as the table."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import fields
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal, get_args, get_origin, get_type_hints

import pytest

import kraft_spark
from kraft_spark import ExportOptions, ReadOptions
from kraft_spark.exporting.job import ExportJob
from kraft_spark.log.options import EXPORT, OPTIONS, READ, STREAM, parse_options
from kraft_spark.options import FLAG, TEXT
from tests.spark.log.brokers import TOPIC_IDS
from tests.spark.log_rows import batch, write_log

DOCUMENT = Path(__file__).parents[3] / "docs" / "spark-options.md"
OF_FUNCTIONS = {"path", "activeSegment", "transactionState"}
"""The argument of `load`, a name of earlier releases, and what `read_committed` sets."""

SAMPLES = {
    "paths": (("/a", "/b,c"), ("/a", "/b,c")),
    "subscribe": (["orders", "payments"], frozenset({"orders", "payments"})),
    "subscribePattern": ("ord.*", re.compile("ord.*")),
    "assign": ({"orders": (0, 1)}, {"orders": frozenset({0, 1})}),
    "startingOffsets": ({"orders": {"0": 23}}, {"orders": {0: 23}}),
    "endingOffsets": (23, 23),
    "startingOffsetsByTimestamp": ({"orders": {"0": 5}}, {"orders": {0: 5}}),
    "endingOffsetsByTimestamp": ({"orders": {"0": 5}}, {"orders": {0: 5}}),
    "valueSchema": ("orders-value:3", "orders-value:3"),
    "schemaRegistry": ("https://registry:8081", "https://registry:8081"),
    "maxDecompressedBatchBytes": ("64k", 64 << 10),
}


def table(uses, left_out):
    return {
        one.name: one
        for one in OPTIONS.options
        if one.name not in left_out | OF_FUNCTIONS
        and (not one.scope.uses or set(uses) & set(one.scope.uses))
    }


CLASSES = [
    (ReadOptions, table((READ, STREAM), set())),
    (ExportOptions, table((EXPORT,), {"paths", "view", "replicas"})),
]


def option_names(options_class):
    return {
        re.sub("_([a-z])", lambda match: match[1].upper(), one.name): one
        for one in fields(options_class)
    }


@pytest.mark.parametrize(("options_class", "options"), CLASSES)
def test_class_has_the_options_of_the_table(options_class, options):
    assert option_names(options_class).keys() == options.keys()


@pytest.mark.parametrize(("options_class", "options"), CLASSES)
def test_defaults_are_those_of_the_table(options_class, options):
    for name, one in option_names(options_class).items():
        default = options[name].default
        kind = options[name].kind
        if default is None:
            assert one.default is None, name
        elif isinstance(one.default, str):
            assert one.default == default, name
        else:
            assert one.default == kind.read(default), name


@pytest.mark.parametrize(("options_class", "options"), CLASSES)
def test_types_are_those_of_the_table(options_class, options):
    hints = get_type_hints(options_class)
    for name, one in option_names(options_class).items():
        types = {get_origin(each) or each for each in get_args(hints[one.name])}
        types = types or {get_origin(hints[one.name]) or hints[one.name]}
        literals = [
            each for each in (hints[one.name], *get_args(hints[one.name])) if is_choice(each)
        ]
        option = options[name]
        assert literals or not is_listed(option.kind), name
        if literals:
            assert list(get_args(literals[0])) == option.kind.allowed.split(", "), name
        elif option.kind is FLAG:
            assert hints[one.name] is bool, name
        elif option.kind is TEXT:
            assert types - {type(None)} == {str}, name
        else:
            assert isinstance(sample(option), tuple(types & REAL_TYPES)), name


REAL_TYPES = {int, str, datetime, Mapping, Sequence}


def is_choice(hint):
    return get_origin(hint) is Literal


def is_listed(kind):
    """Return True for an option with a list of values."""
    words = kind.allowed.split(", ")
    if len(words) < 2 or kind is FLAG:
        return False
    try:
        return [kind.read(word) for word in words] == words
    except ValueError:
        return False


def sample(option):
    if option.name in SAMPLES:
        return SAMPLES[option.name][0]
    if option.kind is FLAG:
        return option.default != "true"
    if "time like" in option.kind.allowed:
        return datetime(2026, 11, 21, 10, tzinfo=UTC)
    if is_listed(option.kind):
        return next(one for one in option.kind.allowed.split(", ") if one != option.default)
    return "some text" if option.kind is TEXT else 7


@pytest.mark.parametrize(("options_class", "options"), CLASSES)
def test_each_value_reaches_the_parser(options_class, options):
    for name, one in option_names(options_class).items():
        value = sample(options[name])
        texts = options_class(**{one.name: value}).to_dict()
        assert list(texts) == [name]
        assert all(isinstance(text, str) for text in texts.values())
        expected = SAMPLES[name][1] if name in SAMPLES else value
        assert OPTIONS.parse(texts)[one.name] == expected, name
    assert options_class().to_dict() == {}


def test_secret_is_not_shown():
    secret = "hunter2"  # noqa: S105  # of no registry
    assert secret not in repr(ReadOptions(schema_registry_password=secret))


@pytest.mark.spark  # the functions raise PySpark's errors
def test_functions_take_the_classes(tmp_path, monkeypatch):
    from pyspark.errors import PySparkValueError

    jobs = []
    monkeypatch.setattr("kraft_spark.functions.run_export", lambda job, _: jobs.append(job))
    options = ExportOptions(subscribe=["orders"], include_headers=True)
    kraft_spark.export(None, "/logs", "/table", options=options)
    assert isinstance(jobs[0], ExportJob)
    assert jobs[0].log_options().include_headers
    assert jobs[0].log_options().subscribe == {"orders"}
    for name in ("orders-0", "others-0"):
        write_log(tmp_path / "logs" / name, batch(0))
    copied = kraft_spark.restore(
        str(tmp_path / "logs"),
        str(tmp_path / "out"),
        topic_ids={"orders": TOPIC_IDS[0]},
        options=ReadOptions(subscribe=["orders"]),
    )
    assert [(one.topic, one.partition) for one in copied] == [("orders", 0)]
    with pytest.raises(PySparkValueError, match="includeHeaders does not apply to restore"):
        kraft_spark.restore("/logs", "/out", options=ReadOptions(include_headers=True))
    with pytest.raises(PySparkValueError, match="option end does not apply to doctor"):
        kraft_spark.doctor(None, "/logs", options=ReadOptions(end="logEnd"))
    with pytest.raises(PySparkValueError, match="drop includeControl"):
        kraft_spark.read_committed(None, "/logs", options=ReadOptions(include_control=True))


def test_one_topic_is_a_name_or_a_list():
    for given in ("orders,payments", ["orders", "payments"], ("orders", "payments")):
        assert ReadOptions(subscribe=given).to_dict() == {"subscribe": "orders,payments"}


def test_example_of_the_document_runs():
    """The reader is a recorder: no session of Spark is needed."""
    (example,) = re.findall(r"```python\n(.*?)```", DOCUMENT.read_text(), re.DOTALL)
    spark = Recorder()
    exec(example, {"spark": spark})  # noqa: S102  # the text of our own document
    parsed = parse_options({"path": "/var/kafka-logs", **spark.given}, READ)
    assert (parsed.subscribe, parsed.include_headers) == ({"orders"}, True)


class Recorder:
    def __init__(self):
        self.given = {}
        self.read = self

    def format(self, name):
        assert name == "kafka_log"
        return self

    def options(self, **given):
        self.given |= given
        return self

    def load(self, path):
        return path
