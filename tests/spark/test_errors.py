from __future__ import annotations

import traceback

import pytest

from kraft_core.client import ClientError
from kraft_spark.errors import (
    condition,
    marks_errors,
    raises_pyspark_errors,
    without_traceback_of_closed_pipes,
)
from kraft_spark.log.layout import MissingPathError
from kraft_spark.options import OptionError
from kraft_spark.quorum.feed import DataLossError
from tests.spark.log_rows import KAFKA, batch, write_log


@pytest.mark.parametrize(
    ("error", "wanted"),
    [
        (OptionError("x"), "KRAFT_OPTION"),
        (MissingPathError("x"), "KRAFT_MISSING_PATH"),
        (DataLossError("x"), "KRAFT_DATA_LOSS"),
        (ClientError("x"), "KRAFT_CLIENT"),
        (ValueError("[KRAFT is not a mark"), None),
        (RuntimeError("Traceback\nvalue: [KRAFT_OPTION] x\n\tat org.apache"), "KRAFT_OPTION"),
        (RuntimeError("OptionError: \n[KRAFT_OPTION] x\n\tat org.apache"), "KRAFT_OPTION"),
    ],
)
def test_error_condition_matches_error(error, wanted):
    assert condition(error) == wanted


@marks_errors
class Source:
    """A class as Spark calls it."""

    def schema(self):
        raise OptionError("no")

    def read(self):
        yield 1
        raise MissingPathError("gone")

    def other(self):
        raise KeyError("own")


def test_errors_of_sources_end_with_their_condition():
    with pytest.raises(OptionError) as caught:
        Source().schema()
    assert str(caught.value) == "\n[KRAFT_OPTION] no"
    rows = Source().read()
    assert next(rows) == 1
    with pytest.raises(MissingPathError) as gone:
        next(rows)
    assert str(gone.value) == "\n[KRAFT_MISSING_PATH] gone"


def test_other_errors_stay_as_they_are():
    with pytest.raises(KeyError) as caught:
        Source().other()
    assert caught.value.args == ("own",)


@pytest.mark.spark
def test_conditions_reach_the_user_of_spark(spark, tmp_path):
    def caught(path, **options):
        with pytest.raises(Exception, match="KRAFT") as found:
            spark.read.format("kafka_log").options(**options).load(str(path)).collect()
        return found.value

    assert condition(caught(KAFKA / "topic-txn", wiew="records")) == "KRAFT_OPTION"
    assert condition(caught(tmp_path / "nothing")) == "KRAFT_MISSING_PATH"
    wrong = bytearray(batch(3))
    wrong[-1] ^= 1
    damaged = caught(write_log(tmp_path / "orders-0", batch(0), bytes(wrong)))
    assert condition(damaged) == "KRAFT_DAMAGED_LOG"


@pytest.mark.spark
def test_functions_raise_errors_of_pyspark(spark, tmp_path):
    from pyspark.errors import PySparkValueError

    import kraft_spark

    with pytest.raises(PySparkValueError, match="contains no metadata log") as caught:
        kraft_spark.image(spark, str(tmp_path))
    assert caught.value.getCondition() == condition(caught.value) == "KRAFT_IMAGE"
    with pytest.raises(PySparkValueError) as refused:
        kraft_spark.read_committed(spark, str(tmp_path / "nothing"))
    assert condition(refused.value) == "KRAFT_MISSING_PATH"


@pytest.mark.spark
@pytest.mark.parametrize("error", [ValueError("own"), OSError("full")])
def test_functions_let_errors_pass_that_are_not_of_kraft(error):
    @raises_pyspark_errors
    def fails():
        raise error

    with pytest.raises(type(error)) as caught:
        fails()
    assert caught.value is error


@pytest.mark.parametrize(
    ("error", "is_printed"),
    [(BrokenPipeError(), False), (ConnectionResetError(), False), (OSError("full"), True)],
)
def test_a_worker_prints_no_traceback_of_a_pipe_that_spark_closed(
    monkeypatch, capsys, error, is_printed
):
    monkeypatch.setattr(traceback, "print_exc", traceback.print_exc)
    without_traceback_of_closed_pipes()
    try:
        raise error
    except OSError:
        traceback.print_exc()  # as PySpark's daemon does
    assert ("Traceback" in capsys.readouterr().err) == is_printed
