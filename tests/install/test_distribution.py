"""The distribution: what it holds, and what an installation without some extras does."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import tarfile
import tomllib
import urllib.error
import urllib.request
import zipfile
from pathlib import Path

import pytest

import hatch_build
from kraft_wire import __version__
from kraft_wire.extras import EXTRAS
from tests.support.ports import free_ports
from tests.support.waiting import wait_until

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]

ROOT = Path(__file__).parents[2]
LOG = ROOT / "examples/metadata-log/__cluster_metadata-0/00000000000000000000.log"
PROJECTS = {
    "google": "protobuf",
    "grpc_tools": "grpcio-tools",
    "jwt": "pyjwt",
    "prometheus_client": "prometheus-client",
}
BASE = {"crc32c", "kraft"}


class Environment:
    """A virtual environment with the wheel, some extras, and nothing of this checkout."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.bin = folder / "bin"
        command = [sys.executable, "-m", "venv", "--without-pip", str(folder)]
        subprocess.run(command, check=True, timeout=120)

    def install(self, wheel: Path, extra: str, constraints: Path) -> None:
        what = f"kraft[{extra}] @ {wheel.as_uri()}" if extra else str(wheel)
        command = [
            *(sys.executable, "-m", "pip", "--python", str(self.bin / "python"), "install"),
            *("--quiet", "--disable-pip-version-check", "--no-compile"),
            *("--constraint", str(constraints), what),
        ]
        subprocess.run(command, check=True, timeout=600)

    def run(self, *arguments: str, code: int = 0) -> subprocess.CompletedProcess[str]:
        """Run a program of the environment, in its folder; check the exit code."""
        done = subprocess.run(
            [str(self.bin / arguments[0]), *arguments[1:]],
            cwd=self.folder, env=self.variables(), capture_output=True, text=True, check=False,
            timeout=120,
        )  # fmt: skip
        assert done.returncode == code, done.stdout + done.stderr
        return done

    def variables(self) -> dict[str, str]:
        hidden = ("PYTHONPATH", "VIRTUAL_ENV", "KRAFT_WIRE_ENGINE")
        return {name: value for name, value in os.environ.items() if name not in hidden}

    def python(self, code: str) -> str:
        return self.run("python", "-c", code).stdout

    def sentence(self, *arguments: str) -> str:
        """The one sentence of a command that fails."""
        done = self.run(*arguments, code=1)
        assert done.stdout == ""
        assert done.stderr.count("\n") == 1, done.stderr
        return done.stderr

    def packages(self) -> set[str]:
        listed = self.python(
            "from importlib import metadata\n"
            "for each in metadata.distributions(): print(each.metadata['Name'].lower())"
        )
        return set(listed.split())


@pytest.fixture(scope="module")
def sdist(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("sdist")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", str(folder)]
    subprocess.run(command, capture_output=True, check=True, cwd=ROOT, timeout=120)
    (archive,) = folder.glob("*.tar.gz")
    return archive


@pytest.fixture(scope="module")
def wheel(sdist, tmp_path_factory) -> Path:
    """Built out of the source distribution, as pip does without a wheel for the machine."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [
        *(sys.executable, "-m", "pip", "wheel", "--quiet", "--disable-pip-version-check"),
        *("--no-deps", "--no-build-isolation", "--wheel-dir", str(folder), str(sdist)),
    ]
    subprocess.run(command, check=True, timeout=300)
    (found,) = folder.glob("kraft-*.whl")
    return found


@pytest.fixture(scope="module")
def constraints(tmp_path_factory) -> Path:
    """The versions of the lock files, without hashes: the wheel has none to compare."""
    lock = (ROOT / "locks" / "spark.lock").read_text()  # has those of the other lock too
    pinned = re.findall(r"^([\w.-]+==[^\\]+?) \\$", lock, re.MULTILINE)
    path = tmp_path_factory.mktemp("constraints") / "constraints.txt"
    path.write_text("\n".join(pinned))
    return path


@pytest.fixture
def installed(wheel, constraints, tmp_path):
    def install(extra: str) -> Environment:
        environment = Environment(tmp_path / "environment")
        environment.install(wheel, extra, constraints)
        return environment

    return install


def test_the_source_distribution_holds_the_c_and_no_tests(sdist):
    with tarfile.open(sdist) as files:
        names = {name.partition("/")[2] for name in files.getnames()}
    sources = {str(path.relative_to(ROOT)) for path in hatch_build.SOURCES.glob("*.[ch]")}
    assert {"hatch_build.py", "codegen/__main__.py", *sources} <= names
    assert not [name for name in names if name.endswith(".so")]
    assert not [name for name in names if name.startswith(("tests", "benchmarks"))]


def test_a_wheel_takes_no_common_name_of_site_packages(wheel):
    with zipfile.ZipFile(wheel) as files:
        names = files.namelist()
    folders = {name.partition("/")[0] for name in names}
    assert folders == {
        *("kraft_codegen", "kraft_core", "kraft_spark", "kraft_wire"),
        f"kraft-{__version__}.dist-info",
    }
    assert "kraft_codegen/message-specs/clients/VoteRequest.json" in names
    assert "kraft_core/controller/tables/configs.jsonl" in names
    assert not [name for name in names if name.endswith((".c", ".h"))]


def test_every_optional_package_is_in_an_extra_and_in_all():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]
    assert project["dependencies"] == ["crc32c>=2.7"]
    for package, extra in EXTRAS.items():
        name = PROJECTS.get(package, package)
        brought = [re.split(r"[\[><=;]", each)[0] for each in extras[extra]]
        assert package == "kraft_codegen" or name in brought
    parts = re.fullmatch(r"kraft\[(.*)\]", extras["all"][0])
    assert {*EXTRAS.values()} - {"spark-connect"} == {*parts[1].split(",")}


def test_messages_and_node_work_without_extras_and_the_rest_is_reported(installed):
    env = installed("")
    assert env.packages() == BASE
    assert "the command line needs the package click, which the extra cli brings: pip install" in (
        env.sentence("kraft", "wire", "list")
    )
    code = """
from kraft_wire.messages import VoteRequest
from kraft_wire.records import Compression, RecordBatch, RecordBatchBuilder
from kraft_wire.errors import MissingCodecError
assert VoteRequest.decode(VoteRequest(voter_id=7).encode(2), 2).voter_id == 7
data = open({log!r}, "rb").read()
print(len(list(RecordBatch.parse(data).records())))
for codec in (Compression.LZ4, Compression.SNAPPY, Compression.ZSTD):
    builder = RecordBatchBuilder(compression=codec)
    builder.append(0, None, b"a")
    try:
        builder.build()
    except MissingCodecError as error:
        print(error)
try:
    import kraft_spark
except ImportError as error:
    print(error)
"""
    lines = env.python(code.format(log=str(LOG))).splitlines()
    assert int(lines[0]) > 0
    assert [re.sub(":.*", "", line) for line in lines[1:]] == [
        "lz4 compression needs the package lz4, which the extra compression brings",
        "snappy compression needs the package cramjam, which the extra compression brings",
        "zstd compression needs the package zstandard, which the extra compression brings",
        "kraft_spark needs the package pyarrow, which the extra spark brings",
    ]
    assert env.python(EMBEDDED.replace("PORT", str(free_ports(1)[0]))).split() == ["committed", "1"]


EMBEDDED = """
import asyncio, tempfile
from kraft_core import OwnQuorum, RaftNode, StateMachine

class Values(StateMachine):
    def __init__(self): self.values = []
    def apply(self, batch): self.values += [record.value for record in batch.records()]
    def begin_load(self, snapshot_id): self.values.clear()
    def load(self, batch): self.apply(batch)
    def snapshot_values(self): return iter(self.values)

async def main():
    quorum = OwnQuorum("values")
    node = quorum.configuration(1, "127.0.0.1:PORT", tempfile.mkdtemp())
    quorum.begin(node)
    values = Values()
    async with RaftNode(node, values) as running:
        async with asyncio.timeout(30):
            await running.leadership()
            await running.append([b"value"])
            while not values.values: await asyncio.sleep(0.01)
    print("committed", len(values.values))

asyncio.run(main())
"""


def test_compression_brings_every_codec(installed):
    env = installed("compression")
    assert env.packages() == BASE | {"cramjam", "lz4", "zstandard"}
    code = """
from kraft_wire.records import Compression, RecordBatch, RecordBatchBuilder
for codec in Compression:
    builder = RecordBatchBuilder(compression=codec)
    builder.append(0, None, b"a" * 1000)
    (record,) = RecordBatch.parse(builder.build()).records()
    print(codec.label, len(record.value))
"""
    assert env.python(code).splitlines() == [
        f"{name} 1000" for name in ("none", "gzip", "snappy", "lz4", "zstd")
    ]


def test_cli_extra_has_commands_and_reports_missing_extras(installed):
    env = installed("cli")
    facts = json.loads(env.run("kraft", "--version", "--json").stdout)
    assert facts["kraft"] == __version__
    assert facts["packages"]["click"] is not None
    assert facts["packages"]["lz4"] is None
    assert "Run a quorum:" in env.run("kraft", code=1).stderr
    dumped = env.run("kraft", "dump-log", "--cluster-metadata-decoder", "--files", str(LOG)).stdout
    assert "FEATURE_LEVEL_RECORD" in dumped
    env.run("kraft", "simulate", "--seed", "1")
    generate = ("codegen", "generate", "--package", "own", "--out", ".")
    for arguments, extra in (
        (generate, "codegen"),
        (("campaign", "--seeds", "0:1", "--out", "table"), "spark"),
        (("export", "logs", "--out", "table"), "export"),
    ):
        assert f"which the extra {extra} brings" in env.sentence("kraft", *arguments)


def test_codegen_brings_the_generator(installed):
    env = installed("codegen")
    assert "up to date with the schemas" in env.run("kraft", "codegen", "check").stdout
    specs = env.folder / "specs"
    specs.mkdir()
    (specs / "Greeting.json").write_text(
        '{"type": "data", "name": "Greeting", "validVersions": "0", "flexibleVersions": "0+",'
        ' "fields": [{"name": "Text", "type": "string", "versions": "0+", "about": "Words."}]}'
    )
    env.run("kraft", "codegen", "generate", "--specs", "specs", "--package", "own_messages")
    env.run(
        "python", "-m", "kraft_codegen", "check", "--specs", "specs", "--package", "own_messages"
    )
    code = (
        "from own_messages import Greeting as G; print(G.decode(G(text='hello').encode(0), 0).text)"
    )
    assert env.python(code) == "hello\n"


def test_node_brings_a_controller_with_metrics(installed):
    env = installed("node")
    controller, metrics = free_ports(2)
    (env.folder / "controller.properties").write_text(
        "process.roles=controller\nnode.id=1\ncontroller.listener.names=CONTROLLER\n"
        f"controller.quorum.bootstrap.servers=127.0.0.1:{controller}\n"
        f"listeners=CONTROLLER://127.0.0.1:{controller}\nlog.dirs={env.folder}/data\n"
        f"kraft.metrics.listener=127.0.0.1:{metrics}\n"
    )
    cluster = ("-t", "AAAAAAAAAAAAAAAAAAAAAg", "-c", "controller.properties")
    env.run("kraft", "storage", "format", "-s", *cluster)
    with subprocess.Popen(
        [str(env.bin / "kraft"), "start", "controller.properties"],
        cwd=env.folder, env=env.variables(), stderr=subprocess.PIPE, text=True,
    ) as process:  # fmt: skip
        try:
            wait_until(lambda: answer(metrics, "/ready") == 200, "the controller to be ready")
            with urllib.request.urlopen(f"http://127.0.0.1:{metrics}/metrics") as response:
                assert b"kafka_server_raft_metrics_current_leader 1" in response.read()
            process.send_signal(signal.SIGTERM)
            assert process.wait(timeout=60) == 0
        finally:
            process.kill()


def answer(port: int, path: str) -> int | None:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=5) as response:
            return int(response.status)
    except urllib.error.HTTPError as error:
        return error.code
    except OSError:
        return None


def test_export_needs_neither_spark_nor_a_server(installed, tmp_path):
    env = installed("export")
    assert not env.packages() & {"pyspark", "py4j", "prometheus-client", "uvloop", "deltalake"}
    table = str(tmp_path / "table")
    done = env.run("kraft", "export", str(LOG), "--view", "metadata", "--out", table, "--json")
    assert json.loads(done.stdout)["rows"] > 0
    sample = env.python("import kraft_spark; print(kraft_spark.sample())").strip()
    done = env.run("kraft", "export", sample, "--out", str(tmp_path / "sample"), "--json")
    assert (json.loads(done.stdout)["rows"], Path(sample).is_relative_to(env.folder)) == (91, True)
    assert "--format delta needs the package deltalake, which the extra delta brings" in (
        env.sentence("kraft", "export", str(LOG), "--out", table, "--format", "delta")
    )


def test_workers_of_spark_need_no_pyspark(installed):
    """Spark brings its own PySpark; what tasks import is there without."""
    env = installed("spark-worker")
    assert not env.packages() & {"pyspark", "py4j", "click", "pandas"}
    code = f"""
from kraft_spark.log.options import parse_options
from kraft_spark.log.read_plan import plan
from kraft_spark.log.views import picked_columns, reader_of
options = parse_options({{"path": {str(LOG)!r}, "view": "metadata"}})
reader = reader_of(options, picked_columns(options))
print(sum(part.num_rows for task in plan(options) for part in reader.read(task)))
"""
    assert int(env.python(code)) > 0


def test_spark_brings_the_pipeline(installed):
    env = installed("spark")
    code = f"""
import kraft_spark
from kraft_spark.sources.kafka_log import KafkaLogSource
source = KafkaLogSource({{"path": {str(LOG)!r}, "view": "metadata"}})
reader = source.reader(source.schema())
print(sum(part.num_rows for task in reader.partitions() for part in reader.read(task)))
"""
    assert int(env.python(code)) > 0
