"""`make release-of-kafka JARS=FOLDER`: take over what the jars of a release of Kafka say.

Writes the schemas and codecs, the error codes, the levels of features, the configs and the API
ranges of the controller listener, prints what changed in words, and then what a person has to
decide. Runs the rows of the interop table for the release unless `--tables-only` is given. Ends
with 1 if something is left to decide, or a cell is not ok.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from codegen.__main__ import run as run_codegen
from codegen.compatibility.evolution import compare
from codegen.compatibility.report import change_text
from codegen.releases.merge import merge
from codegen.releases.sources import read_sources
from kraft_core.config import feature_levels
from kraft_core.config.gates import Gate, Versions
from kraft_core.controller import tables
from kraft_core.controller.tables.configs_of_kafka import CHECKS
from kraft_core.node.service import SERVED
from tests.conformance import kafka

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

HERE: Final = Path(__file__).parent
ROOT: Final = HERE.parents[1]
SPECS: Final = ROOT / "message-specs"
OLDEST: Final = "3.9.2"
"""Its schemas are merged into those of the newest release."""

_IDENTITY: Final = {
    "level": ("level",),
    "release": ("release",),
    "feature": ("name", "level"),
    "synonym": ("topic", "broker"),
    "error": ("code",),
    "api": ("key",),
}
"""The fields that tell entries of a table apart; of all other tables it is the name."""

_DECIDED: Final = {18: (0, 4)}
"""APIs that kraft serves in other versions than the newest release: ApiVersions (A41)."""

_CHECKED: Final = ("topic", "group", "client metrics", "quota of users and clients")
"""The tables of configs whose values are checked."""

Entry = dict[str, Any]


@dataclass(frozen=True)
class Table:
    """A file of the project that the classes of a release print."""

    name: str
    path: Path
    printed: Callable[[str], str]
    """The text of the file by the jars of a release."""

    def text(self) -> str:
        """The file as it is."""
        return self.path.read_text(encoding="utf-8")


def _java(source: str, version: str, *arguments: str) -> str:
    command = kafka.java_program(HERE / source, version, arguments)
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=True, timeout=180)
    return done.stdout


def _lines(source: str, *arguments: str) -> Callable[[str], str]:
    def printed(version: str) -> str:
        head = json.dumps({"table": "kafka", "release": version}, separators=(",", ":"))
        return f"{head}\n{_java(source, version, *arguments)}"

    return printed


def error_codes(version: str) -> list[Entry]:
    """`Errors.values()` of a release, in order of their codes."""
    found: list[Entry] = json.loads(_java("ErrorCodes.java", version))
    return sorted(found, key=lambda error: error["code"])


def api_keys(version: str) -> dict[str, int]:
    """`ApiKeys.values()` of a release: numbers by name."""
    printed = json.loads(_java("ErrorCodes.java", version, "keys"))
    return {api["name"]: api["key"] for api in printed}


def _errors_text(version: str) -> str:
    lines = (json.dumps(error, ensure_ascii=False) for error in error_codes(version))
    body = ",\n".join(f"    {line}" for line in lines)
    return f'{{\n  "release": "{version}",\n  "errors": [\n{body}\n  ]\n}}\n'


FEATURES: Final = Table(
    "features",
    Path(feature_levels.__file__).with_name("features.jsonl"),
    _lines("FeatureLevels.java"),
)
CONFIGS: Final = Table(
    "configs", Path(tables.__file__).with_name("configs.jsonl"), _lines("ConfigTables.java")
)
ERRORS: Final = Table("errors", SPECS / "errors.json", _errors_text)
APIS: Final = Table(
    "APIs of the controller listener",
    HERE / "controller-apis.jsonl",
    _lines("ErrorCodes.java", "controller"),
)
TABLES: Final = (FEATURES, CONFIGS, ERRORS, APIS)


# -- words ----------------------------------------------------------------------------------------


def entries(text: str) -> Iterator[Entry]:
    """The entries of a file, without the release."""
    if text.startswith("{\n"):
        yield from ({"table": "error", **error} for error in json.loads(text)["errors"])
        return
    for line in text.splitlines():
        entry = json.loads(line)
        if entry["table"] != "kafka":
            yield entry


def changes(before: str, after: str) -> Iterator[str]:
    """Yield what is different in words: what is new, gone, or has another value."""
    old, new = ({_identity(each): each for each in entries(text)} for text in (before, after))
    for key in [*old, *(key for key in new if key not in old)]:
        name = " ".join(map(str, key))
        if key not in new:
            yield f"{name} is gone"
        elif key not in old:
            facts = {field: new[key][field] for field in new[key] if field not in _keys(new[key])}
            yield f"{name} is new: {_words(facts)}"
        elif old[key] != new[key]:
            fields = dict.fromkeys((*old[key], *new[key]))
            differing = (
                f"{field} is {json.dumps(new[key].get(field))}, was"
                f" {json.dumps(old[key].get(field))}"
                for field in fields
                if old[key].get(field) != new[key].get(field)
            )
            yield f"{name}: {'; '.join(differing)}"


def _keys(entry: Entry) -> tuple[str, ...]:
    return ("table", *_IDENTITY.get(entry["table"], ("name",)))


def _identity(entry: Entry) -> tuple[Any, ...]:
    return tuple(entry[field] for field in _keys(entry))


def _words(facts: Entry) -> str:
    return ", ".join(f"{field} {json.dumps(value)}" for field, value in facts.items())


def schema_changes(jars: Path) -> list[str]:
    """Return the changes of messages between the committed schemas and the release."""
    before = merge(read_sources((SPECS,))).messages
    after = merge(read_sources((jars, kafka.jars(OLDEST)))).messages
    return [
        f"{change.message}: {change_text(change)}{'' if change.legal else ' (NOT LEGAL)'}"
        for change in compare(before, after, is_major=False)
    ]


# -- what a person has to decide ------------------------------------------------------------------


def undecided(features: str, configs: str, apis: str) -> Iterator[str]:
    """Yield what the tables of a release have and kraft's code does not."""
    known = {gate.source.removeprefix("not ") for gate in Gate} | {each.value for each in Versions}
    known.add("registerControllerRecordVersion")
    for entry in entries(features):
        if entry["table"] == "gate" and entry["name"] not in known:
            yield (
                f"MetadataVersion.{entry['name']}: {_words({'since': entry['since']})}; add it to"
                " kraft_core/config/gates.py with the decisions that ask it"
            )
    for entry in entries(configs):
        if entry["table"] in _CHECKED and (check := entry.get("check")) and check not in CHECKS:
            yield (
                f"{entry['table']} config {entry['name']}: its values are checked by {check}, which"
                " kraft_core/controller/tables/configs_of_kafka.py does not know"
            )
    served = {entry["key"]: (entry["lowest"], entry["highest"]) for entry in entries(apis)}
    names = {entry["key"]: entry["name"] for entry in entries(apis)}
    for key in sorted(served.keys() | SERVED.keys()):
        if SERVED.get(key) not in (served.get(key), _DECIDED.get(key, served.get(key))):
            yield (
                f"API {key} ({names.get(key, 'gone')}): the release serves"
                f" {_versions(served.get(key))}, kraft {_versions(SERVED.get(key))}"
                " (kraft_core/node/service.py)"
            )


def _versions(versions: tuple[int, int] | None) -> str:
    return "none" if versions is None else f"{versions[0]} to {versions[1]}"


# -- the command ----------------------------------------------------------------------------------


def release_of(jars: Path) -> str:
    """The release that a folder of jars is; raises KafkaUnavailableError."""
    found = [
        match[1]
        for path in jars.glob("kafka-clients-*.jar")
        if (match := re.fullmatch(r"kafka-clients-(\d[\w.]*)\.jar", path.name))
    ]
    if len(found) != 1:
        raise kafka.KafkaUnavailableError(f"{jars} is not a folder with the jars of one release.")
    return found[0]


def take_over(jars: Path, version: str) -> Iterator[str]:
    """Write everything that the jars say; yield what changed in words."""
    words = {"schemas": schema_changes(jars)}
    sources = (str(jars), str(kafka.jars(OLDEST)))
    arguments = ("import", "--allow-loss", *sources, "--into", str(SPECS))
    if run_codegen(arguments) or run_codegen(["generate"]):
        raise kafka.KafkaUnavailableError(f"The schemas of {version} could not be imported.")
    for table in TABLES:
        before, after = table.text(), table.printed(version)
        words[table.name] = list(changes(before, after))
        if after != before:  # others can be reading a file that does not change
            table.path.write_text(after, encoding="utf-8")
    if run_codegen(["generate"]):
        raise kafka.KafkaUnavailableError(f"The error codes of {version} could not be generated.")
    for name, sentences in words.items():
        yield f"{name}: {len(sentences) or 'no'} changes"
        yield from (f"  {sentence}" for sentence in sentences)


def main(arguments: Sequence[str] | None = None) -> int:
    """Take the release over, run its rows, return the exit status."""
    parser = argparse.ArgumentParser(description="make release-of-kafka JARS=FOLDER")
    parser.add_argument("jars", type=Path, help="folder with the jars of a release")
    parser.add_argument("--tables-only", action="store_true", help="do not run the interop rows")
    options = parser.parse_args(arguments)
    try:
        version = release_of(options.jars)
        kafka.adopt(options.jars.resolve(), version)
        _say(take_over(options.jars, version))
    except kafka.KafkaUnavailableError as reason:
        sys.stderr.write(f"{reason}\n")
        return 1
    left = list(undecided(FEATURES.text(), CONFIGS.text(), APIS.text()))
    _say([f"to decide: {len(left) or 'nothing'}", *(f"  {each}" for each in left)])
    if options.tables_only:
        return 1 if left else 0
    # a new process: the tables of this one are those from before
    command = [sys.executable, "-m", "tests.conformance.interop_run", "--release", version]
    done = subprocess.run(command, cwd=ROOT, check=False)
    return 1 if left or done.returncode else 0


def _say(lines: Iterable[str]) -> None:
    for line in lines:
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    raise SystemExit(main())
