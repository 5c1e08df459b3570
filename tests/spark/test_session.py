from __future__ import annotations

import ast
import inspect
import subprocess
import sys
from types import SimpleNamespace

import pytest

import kraft_spark
from kraft_spark import session
from tests.spark.log_rows import ROOT, batch, write_log

PUSHDOWN = "spark.sql.python.filterPushdown.enabled"


def test_starting_is_cheap():
    """PySpark is imported when a session is started, not before."""
    tree = ast.parse(inspect.getsource(session))
    top = [node for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom)]
    assert not any("pyspark" in ast.unparse(node) for node in top)
    assert kraft_spark.local_session is session.local_session


@pytest.mark.parametrize("home", [None, "/nowhere"])
def test_session_without_java_names_java(monkeypatch, tmp_path, home):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("PYSPARK_GATEWAY_PORT", raising=False)
    if home is None:
        monkeypatch.delenv("JAVA_HOME", raising=False)
    else:
        monkeypatch.setenv("JAVA_HOME", home)
    with pytest.raises(FileNotFoundError, match=f"Spark needs Java 17.*{home or 'on PATH'}"):
        kraft_spark.local_session()


class Stream:
    def __init__(self, *, is_terminal):
        self.isatty = lambda: is_terminal


@pytest.mark.parametrize("is_terminal", [True, False])
def test_a_progress_line_is_for_terminals_and_the_interface_on_request(monkeypatch, is_terminal):
    monkeypatch.setattr(session.sys, "stderr", Stream(is_terminal=is_terminal))
    settings = session.settings_of(memory="2g", ui=True, conf=None)
    assert settings["spark.ui.enabled"] == "true"
    assert settings["spark.ui.showConsoleProgress"] == str(is_terminal).lower()
    assert settings["spark.driver.bindAddress"] == "127.0.0.1"
    own = {"spark.ui.enabled": "false", "spark.driver.extraJavaOptions": "-Dx=y"}
    settings = session.settings_of(memory="2g", ui=True, conf=own)
    assert settings["spark.ui.enabled"] == "false"
    assert settings["spark.driver.extraJavaOptions"].endswith(" -Dx=y")


@pytest.mark.spark
def test_a_session_is_on_loopback_and_has_the_format(spark):
    conf = spark.sparkContext.getConf()
    assert conf.get("spark.driver.host") == "127.0.0.1"
    assert conf.get("spark.ui.enabled") == "false"
    assert "kafka_log" in str(spark.dataSource) or spark.read.format("kafka_log") is not None


@pytest.mark.spark
def test_a_session_reads_arrow_without_checks_and_pushes_filters(spark):
    options = spark.sparkContext.getConf().get("spark.driver.extraJavaOptions")
    assert "-Darrow.enable_unsafe_memory_access=true" in options
    property_of = spark._jvm.java.lang.System.getProperty
    assert property_of("arrow.enable_null_check_for_get") == "false"
    assert spark.conf.get("spark.sql.python.filterPushdown.enabled") == "true"


class OwnSession:
    """A session of the user: what is registered and set is remembered."""

    def __init__(self, pushdown):
        self.registered, self.settings = [], {PUSHDOWN: pushdown}
        self.dataSource = SimpleNamespace(register=self.registered.append)
        self.conf = SimpleNamespace(get=self.settings.get, set=self.settings.__setitem__)


@pytest.mark.spark
@pytest.mark.parametrize(
    ("pushdown", "before", "after"),
    [(True, "false", "true"), (True, "true", "true"), (False, "false", "false")],
)
def test_pushdown_is_set_unless_the_user_refuses(pushdown, before, after):
    own = OwnSession(before)
    kraft_spark.register(own, pushdown=pushdown)
    assert own.settings == {PUSHDOWN: after}
    assert {one.name() for one in own.registered} >= {"kafka_log", "kraft_quorum"}


@pytest.mark.spark
def test_showing_a_few_rows_prints_no_traceback(tmp_path):
    rows = [batch(3 * number, value=b"x" * 10_000) for number in range(1_000)]
    write_log(tmp_path / "orders-0", *rows)
    command = [sys.executable, "-m", "tests.spark.few_rows", str(tmp_path)]
    done = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=580
    )
    assert done.returncode == 0, done.stderr[-4000:]
    assert done.stdout.splitlines()[-1] == "5"
    assert "Traceback" not in done.stderr
    assert "BrokenPipeError" not in done.stderr


def test_public_names_are_imported_when_they_are_used():
    for name in kraft_spark.__all__:
        assert callable(getattr(kraft_spark, name))
    with pytest.raises(AttributeError, match="no attribute 'lacking'"):
        _ = kraft_spark.lacking


def test_columns_of_a_query_do_not_need_the_planner():
    """Spark forks and imports the source for each `load`, and again for each plan."""
    pytest.importorskip("pyspark")
    code = (
        "import sys, kraft_spark.sources.kafka_log\n"
        "import kraft_spark.log.layout\n"
        "print(*sys.modules, sep='\\n')"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    unneeded = (
        *("kraft_spark.log.planning", "kraft_spark.log.typed_options"),
        *("kraft_spark.decoding.decoded_batches", "kraft_spark.cluster_image.image"),
    )
    assert not set(unneeded) & set(done.stdout.split())
