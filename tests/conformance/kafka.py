"""Released Apache Kafka on this machine: its jars, its command line tools, programs against it.

Jars come from Maven once, into a cache (`~/.cache/kraft-conformance/<release>`, or the folder that
KRAFT_KAFKA_JARS names, one subfolder a release). Whatever is missing is said in one sentence, by
KafkaUnavailableError: tests are then skipped, but fail if KRAFT_REQUIRE names java or maven.
"""

from __future__ import annotations

import functools
import hashlib
import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from tests.conformance import releases
from tests.support import tools

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import pytest

RELEASES = ("3.9.2", "4.3.1", "4.4.0")
"""The releases that the tests need whatever the interop table is asked for."""

OLD_CLIENTS = ("2.3.1", "2.4.1", "2.6.3", "2.8.2")
"""Releases before 3.0 whose messages are imported and merged."""

TOOLS_RELEASE = "4.3.1"
"""Whose command line tools are used with releases that were published without (4.4.0)."""

PATIENT_PRODUCER = ("--request-timeout-ms", "30000")
"""For kafka-console-producer, which gives up a record after four requests of 1.5 s."""

JAVA_MIN = 17
MAVEN_TIMEOUT_S = 900

_HERE = Path(__file__).parent
_WITHOUT_TOOLS = ("4.4.0",)
_SERVER_TOOLS = {
    "kafka-server-start": "kafka.Kafka",
    "kafka-storage": "kafka.tools.StorageTool",
    "test-kraft-server-start": "kafka.tools.TestRaftServer",
}
_TOOLS = {
    "kafka-acls": "org.apache.kafka.tools.AclCommand",
    "kafka-broker-api-versions": "org.apache.kafka.tools.BrokerApiVersionsCommand",
    "kafka-cluster": "org.apache.kafka.tools.ClusterTool",
    "kafka-configs": "kafka.admin.ConfigCommand",
    "kafka-jmx": "org.apache.kafka.tools.JmxTool",
    "kafka-console-consumer": "org.apache.kafka.tools.consumer.ConsoleConsumer",
    "kafka-console-share-consumer": "org.apache.kafka.tools.consumer.ConsoleShareConsumer",
    "kafka-share-groups": "org.apache.kafka.tools.consumer.group.ShareGroupCommand",
    "kafka-console-producer": "org.apache.kafka.tools.ConsoleProducer",
    "kafka-consumer-groups": "org.apache.kafka.tools.consumer.group.ConsumerGroupCommand",
    "kafka-delegation-tokens": "org.apache.kafka.tools.DelegationTokenCommand",
    "kafka-dump-log": "org.apache.kafka.tools.DumpLogSegments",
    "kafka-get-offsets": "org.apache.kafka.tools.GetOffsetShell",
    "kafka-features": "org.apache.kafka.tools.FeatureCommand",
    "kafka-leader-election": "org.apache.kafka.tools.LeaderElectionCommand",
    "kafka-log-dirs": "org.apache.kafka.tools.LogDirsCommand",
    "kafka-metadata-quorum": "org.apache.kafka.tools.MetadataQuorumCommand",
    "kafka-metadata-shell": "org.apache.kafka.shell.MetadataShell",
    "kafka-producer-perf-test": "org.apache.kafka.tools.ProducerPerformance",
    "kafka-reassign-partitions": ("org.apache.kafka.tools.reassign.ReassignPartitionsCommand"),
    "kafka-topics": "org.apache.kafka.tools.TopicCommand",
    "kafka-transactions": "org.apache.kafka.tools.TransactionsCommand",
    "kafka-verifiable-producer": "org.apache.kafka.tools.VerifiableProducer",
}
_OLDER_CLASSES = {
    "kafka-acls": ((4, 0), "kafka.admin.AclCommand"),
    "kafka-broker-api-versions": ((4, 0), "kafka.admin.BrokerApiVersionsCommand"),
    "kafka-console-producer": ((4, 0), "kafka.tools.ConsoleProducer"),
    "kafka-dump-log": ((4, 3), "kafka.tools.DumpLogSegments"),
}


_MOVED = (
    (
        "RECORD_PACKAGE",
        (4, 3),
        *(f"org.apache.kafka.common.record{to}" for to in ("", ".internal")),
    ),
    (
        "REQUEST_CLASS",
        (4, 4),
        "kafka.network.RequestChannel.Request",
        "org.apache.kafka.network.Request",
    ),
    ("OPTIONAL_OF", (4, 4), "scala.Option.apply", "Optional.ofNullable"),
    (
        "QUOTA_FACTORY",
        (4, 4),
        "kafka.server.QuotaFactory",
        "org.apache.kafka.server.quota.QuotaFactory",
    ),
    (
        "FEATURES_OF",
        (4, 4),
        "FinalizedFeatures.fromKRaftVersion",
        "FinalizedFeatures.fromMetadataVersion",
    ),
)
"""Words in Java sources, the release since which something has another name, both names."""


class KafkaUnavailableError(Exception):
    """Java, Maven or a released jar is not to be had here; its text is a sentence for a person."""


def cache() -> Path:
    """The folder for what is fetched and compiled once."""
    root = os.environ.get("XDG_CACHE_HOME")
    return (Path(root) if root else Path.home() / ".cache") / "kraft-conformance"


def is_required() -> bool:
    """Return True if missing tools are a failure instead of a reason to skip."""
    return tools.is_required("java") or tools.is_required("maven")


@functools.cache
def java() -> str:
    """The path of a Java that is new enough for every release."""
    found = shutil.which("java")
    if found is None:
        raise KafkaUnavailableError(
            f"Java is not installed: the conformance tests need a JDK of version {JAVA_MIN}"
            " or newer."
        )
    said = subprocess.run([found, "-version"], capture_output=True, text=True, check=False)
    match = re.search(r'version "(\d+)', said.stderr)
    if match is None or int(match[1]) < JAVA_MIN:
        raise KafkaUnavailableError(
            f"Java at {found} is too old: the conformance tests need version {JAVA_MIN} or newer."
        )
    return found


def _program(name: str, purpose: str) -> str:
    found = shutil.which(name)
    if found is None:
        raise KafkaUnavailableError(f"{name} is not installed: it is needed to {purpose}.")
    return found


def jars(version: str) -> Path:
    """The folder with all jars of a release; Maven fetches it when it is not there yet."""
    folder = _folder(version)
    if not has_jars(version):
        _resolve(version, folder)
    return folder


def adopt(folder: Path, version: str) -> None:
    """Use a folder of jars for a release that is not in the cache yet."""
    if not has_jars(version):
        _folder(version).parent.mkdir(parents=True, exist_ok=True)
        _folder(version).symlink_to(folder, target_is_directory=True)


def needed() -> tuple[str, ...]:
    """The releases whose jars this run needs."""
    wanted = {*RELEASES, *releases.chosen()}
    return tuple(version for version in releases.ALL if version in wanted)


def has_jars(version: str) -> bool:
    """Whether the jars of a release are in the cache."""
    return (_folder(version) / f"kafka-clients-{version}.jar").is_file()


def _folder(version: str) -> Path:
    root = os.environ.get("KRAFT_KAFKA_JARS")
    return (Path(root) if root else cache()) / version


def generator() -> Path:
    """The folder with the jar of Kafka's message generator and what it needs."""
    return resolved(TOOLS_RELEASE, f"generator-{TOOLS_RELEASE}", _HERE / "generator" / "pom.xml")


def client_jars(version: str) -> Path:
    """The folder with the client of an old release, which has its messages, and what it needs."""
    return resolved(version, f"clients-{version}", _HERE / "old_releases" / "pom.xml")


def resolved(version: str, name: str, pom: Path) -> Path:
    """The folder with what a pom names, for a release; Maven fetches it when it is not there."""
    folder = _folder(name)
    if not folder.is_dir():
        _resolve(version, folder, pom)
    return folder


def _resolve(version: str, folder: Path, pom: Path = _HERE / "pom.xml") -> None:
    maven = _program("mvn", "fetch the jars of Apache Kafka")
    folder.parent.mkdir(parents=True, exist_ok=True)
    without_tools = ["-Dserver.only", f"-Dtools-api.version={TOOLS_RELEASE}"]
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix=f".{version}.") as partial:
        command = [maven, "--batch-mode", "--no-transfer-progress", "--file", str(pom)]
        command += [f"-Dkafka.version={version}", "dependency:copy-dependencies"]
        command += ["-DincludeScope=runtime", f"-DoutputDirectory={partial}/jars"]
        command += without_tools if version in _WITHOUT_TOOLS else []
        try:
            done = subprocess.run(
                command, capture_output=True, text=True, check=False, timeout=MAVEN_TIMEOUT_S
            )
        except subprocess.TimeoutExpired:
            raise KafkaUnavailableError(
                f"Maven took more than {MAVEN_TIMEOUT_S} s to fetch Apache Kafka {version}."
            ) from None
        if done.returncode != 0:
            raise KafkaUnavailableError(
                f"Maven could not fetch Apache Kafka {version}: {_first_error(done.stdout)}"
            )
        _move_into_place(Path(partial) / "jars", folder)


def _move_into_place(made: Path, folder: Path) -> None:
    """Rename; another process that was quicker wins, its result is the same."""
    try:
        made.rename(folder)
    except OSError:
        if not any(folder.glob("*")):
            raise


def _first_error(output: str) -> str:
    errors = [line for line in output.splitlines() if "ERROR" in line]
    if not errors:
        return "it does not say why."
    reason = errors[0].split("ERROR", 1)[1].lstrip("]\x1b[0m ").split(" -> ")[0]
    return reason.rstrip(".") + "."


def require_for(item: pytest.Item) -> None:
    """Skip a test that is marked `kafka` where Kafka cannot be had here."""
    if item.get_closest_marker("kafka") is None:
        return
    reason = unavailable()
    if reason is not None:
        skip_unless_required(reason)


def skip_unless_required(reason: str) -> NoReturn:
    """Skip a test that lacks Java or Maven; fail it if KRAFT_REQUIRE names one of them."""
    tools.skip_without("maven" if tools.is_required("maven") else "java", reason)


@functools.cache
def unavailable() -> str | None:
    """Why the conformance tests cannot run here, in one sentence; None when they can."""
    try:
        java()
        _program("javac", "compile the oracle (a JDK is wanted, not only a JRE)")
        for version in needed():
            jars(version)
    except KafkaUnavailableError as reason:
        return str(reason)
    return None


def java_command(
    class_path: str,
    main_class: str,
    arguments: Sequence[str] = (),
    *,
    heap: str = "256m",
    jvm: Sequence[str] = (),
) -> list[str]:
    """The command line of a small JVM that starts quickly and logs warnings to standard error."""
    flags = [f"-Xmx{heap}", "-XX:+UseSerialGC", "-Xshare:auto"]
    log = "-Dorg.slf4j.simpleLogger.defaultLogLevel"
    flags += [] if any(flag.startswith(log) for flag in jvm) else [f"{log}=warn"]
    return [java(), *flags, *jvm, "-cp", class_path, main_class, *map(str, arguments)]


def tool_command(
    version: str,
    name: str,
    arguments: Sequence[str] = (),
    *,
    heap: str = "256m",
    jvm: Sequence[str] = (),
) -> list[str]:
    """The command line of what `bin/<name>.sh` of the release's distribution runs."""
    release = tuple(map(int, version.split(".")[:2]))
    main_class = _SERVER_TOOLS.get(name) or _TOOLS[name]
    changed_in, older_class = _OLDER_CLASSES.get(name, ((0, 0), ""))
    if release < changed_in:
        main_class = older_class
    return java_command(_class_path(version, name), main_class, arguments, heap=heap, jvm=jvm)


def _class_path(version: str, name: str) -> str:
    if version not in _WITHOUT_TOOLS or name in _SERVER_TOOLS:
        return f"{jars(version)}/*"
    borrowed = f"{jars(TOOLS_RELEASE)}/*"
    if name == "kafka-metadata-shell":  # it reads the log by the classes of the release
        return os.pathsep.join((f"{jars(version)}/*", borrowed))
    if name == "kafka-features":  # names of levels are those of the release
        return os.pathsep.join((f"{jars(version)}/kafka-server-common-{version}.jar", borrowed))
    if name != "kafka-dump-log":
        return borrowed
    own = jars(version)  # its metadata records first, and the classes of clients new with them
    parts = (f"{own}/kafka-metadata-{version}.jar", borrowed, f"{own}/kafka-clients-{version}.jar")
    return os.pathsep.join(parts)


def tool(
    version: str,
    name: str,
    *arguments: str,
    cwd: Path | None = None,
    stdin: str | None = None,
    timeout_s: float = 120,
) -> subprocess.CompletedProcess[str]:
    """Run a command line tool of the release to its end; its exit status is the caller's matter."""
    command = tool_command(version, name, arguments, jvm=["-XX:TieredStopAtLevel=1"])
    return subprocess.run(
        command,
        cwd=cwd,
        input=stdin,
        stdin=None if stdin is not None else subprocess.DEVNULL,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        timeout=timeout_s,
    )


def java_program(
    source: Path, version: str, arguments: Sequence[str] = (), *, heap: str = "512m"
) -> list[str]:
    """The command line of a program in one source file, compiled once against the release.

    Words of `_MOVED` in the source stand for what releases name differently.
    """
    release = tuple(map(int, version.split(".")[:2]))
    text = source.read_text(encoding="utf-8")
    for word, since, before, after in _MOVED:
        text = text.replace(word, after if release >= since else before)
    digest = hashlib.sha256(f"{jars(version)}\n{text}".encode()).hexdigest()[:16]
    classes = cache() / "classes" / f"{source.stem}-{version}-{digest}"
    if not classes.is_dir():
        compile_sources({source.name: text}, jars(version), classes)
    class_path = os.pathsep.join((str(classes), f"{jars(version)}/*"))
    return java_command(class_path, source.stem, arguments, heap=heap)


def program_against(folder: Path, source: Path, main_class: str) -> list[str]:
    """The command line of a program in one file, compiled once against the jars of a folder."""
    text = source.read_text(encoding="utf-8")
    digest = hashlib.sha256(f"{folder}\n{text}".encode()).hexdigest()[:16]
    classes = cache() / "classes" / f"{source.stem}-{folder.name}-{digest}"
    if not classes.is_dir():
        compile_sources({source.name: text}, folder, classes)
    return java_command(os.pathsep.join((str(classes), f"{folder}/*")), main_class)


def compile_sources(sources: Mapping[str, str], folder: Path, classes: Path) -> None:
    """Compile texts by file name against the jars of a folder."""
    compiler = _program("javac", "compile the oracle (a JDK is wanted, not only a JRE)")
    classes.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=classes.parent, prefix=".javac.") as partial:
        made = Path(partial) / "classes"
        made.mkdir()
        command = [compiler, "-encoding", "UTF-8", "-nowarn", "-proc:none"]
        command += ["-cp", f"{folder}/*", "-d", str(made)]
        for name, text in sources.items():
            source = Path(partial) / name
            source.write_text(text, encoding="utf-8")
            command.append(str(source))
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0:  # a fault of ours, not of the machine
            names = ", ".join(sources)
            raise RuntimeError(f"{names} do not compile against {folder.name}:\n{done.stderr}")
        _move_into_place(made, classes)
