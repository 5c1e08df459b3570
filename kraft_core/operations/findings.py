"""The table of findings: everything that `status`, `doctor`, `/ready` and the log can report.

A row is a subclass of `Finding`: its class name is its id, its keywords are severity, sentence,
remedy, command and section, its fields are the typed arguments of the sentence, and its docstring
is the cause that docs/troubleshooting.md shows. To report a finding, make an instance; to add a
row, add a class, run `python -m tests.architecture.findings` and add a case to
tests/operations/test_findings.py. No code parses a sentence: compare ids, types and fields.

The names of the fields and ids are public: JSON has them.
"""

from __future__ import annotations

import dataclasses
import re
from dataclasses import dataclass
from enum import StrEnum
from string import Formatter
from typing import TYPE_CHECKING, Any, ClassVar, Final, dataclass_transform

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

NO_ADDRESS: Final = "HOST:PORT"
"""Stands in commands where the address of a controller is not known."""

_WORD: Final = re.compile(r"(?<!^)(?=[A-Z])")


class Severity(StrEnum):
    """How bad a finding is; the values are those of JSON."""

    INFO = "info"
    """Nothing needs to be done."""
    WARNING = "warning"
    """It works, and may stop working or hides something."""
    ERROR = "error"
    """The quorum or the node does not work, or loses records."""

    @property
    def exit_code(self) -> int:
        """The exit code of a command whose worst finding this is."""
        return {Severity.INFO: 0, Severity.WARNING: 1, Severity.ERROR: 2}[self]


class Section(StrEnum):
    """A section of docs/troubleshooting.md; the values are the headings."""

    QUORUM = "The quorum"
    VOTERS = "Voters"
    NODES = "Nodes and connections"
    CONTROLLER = "The active controller"
    METADATA = "Metadata"
    CONFIGURATION = "Configuration"
    DIRECTORIES = "Directories"
    CERTIFICATES = "Certificates"
    ACLS = "ACLs"
    MACHINE = "The machine"

    @property
    def anchor(self) -> str:
        """The anchor of the heading in the page."""
        return self.lower().replace(" ", "-")


@dataclass_transform(frozen_default=True, kw_only_default=True)
class Finding:
    """A row of the table, and with its arguments one finding.

    Keywords of a row:

    - `severity`.
    - `section` of docs/troubleshooting.md.
    - `sentence`: what is the case. `{name}` is a field or a property of the class, and
      `{count:voter|voters}` a number with its noun. Sequences are written "1, 2 and 3".
    - `remedy`: what to do, in the imperative; "" for a finding that needs nothing.
    - `command`: a command line to paste, "" if no command does it. `{bootstrap}` is the address of
      a controller, which the caller of `command_for` knows.
    """

    id: ClassVar[str]
    severity: ClassVar[Severity]
    section: ClassVar[Section]
    sentence: ClassVar[str]
    remedy_template: ClassVar[str]
    command_template: ClassVar[str]

    def __init_subclass__(
        cls,
        *,
        severity: Severity,
        section: Section,
        sentence: str,
        remedy: str = "",
        command: str = "",
    ) -> None:
        cls.id = _WORD.sub("-", cls.__name__).lower()
        cls.severity, cls.section = severity, section
        cls.sentence, cls.remedy_template, cls.command_template = sentence, remedy, command
        dataclass(frozen=True, kw_only=True)(cls)
        if FINDINGS.setdefault(cls.id, cls) is not cls:
            raise TypeError(f"duplicate finding {cls.id}")

    @property
    def text(self) -> str:
        """The sentence."""
        return self._filled(self.sentence)

    @property
    def remedy(self) -> str:
        """What to do; "" if nothing needs to be done."""
        return self._filled(self.remedy_template)

    def command_for(self, bootstrap: str = NO_ADDRESS) -> str:
        """Return the command line of the remedy; "" if there is none."""
        return self._filled(self.command_template, bootstrap=bootstrap)

    @property
    def arguments(self) -> dict[str, Any]:
        """The fields by name."""
        return {each.name: getattr(self, each.name) for each in dataclasses.fields(self)}  # type: ignore[arg-type]  # each row is a dataclass

    def to_json(self, bootstrap: str = NO_ADDRESS) -> dict[str, Any]:
        """Everything, for `--json`: `id` and `arguments` for programs, the texts for people."""
        return {
            "id": self.id,
            "severity": str(self.severity),
            "section": self.section.anchor,
            "text": self.text,
            "remedy": self.remedy,
            "command": self.command_for(bootstrap),
            "arguments": self.arguments,
        }

    def _filled(self, template: str, **more: str) -> str:
        return _SENTENCES.vformat(template, (), {"": self, **more})


class _Sentences(Formatter):
    """Fills the templates of a finding."""

    def get_value(self, key: int | str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        """Return an argument of the caller, or an attribute of the finding."""
        del args
        name = str(key)
        return kwargs[name] if name in kwargs else getattr(kwargs[""], name)

    def format_field(self, value: Any, format_spec: str) -> str:
        """Return a number with its noun, a list in words, or the value in its form."""
        if "|" in format_spec:
            one, many = format_spec.split("|")
            return f"{value} {one if value == 1 else many}"
        return in_words(value) if isinstance(value, tuple) else format(value, format_spec)


_SENTENCES: Final = _Sentences()

FINDINGS: Final[dict[str, type[Finding]]] = {}
"""All rows by id, in the order of the table."""


def worst(findings: Iterable[Finding]) -> Severity:
    """Return the highest severity; info without findings."""
    return max(
        (each.severity for each in findings),
        key=lambda severity: severity.exit_code,
        default=Severity.INFO,
    )


def sorted_by_severity(findings: Iterable[Finding]) -> list[Finding]:
    """Return the findings without duplicates, the worst first, else in their order."""
    return sorted(dict.fromkeys(findings), key=lambda each: -each.severity.exit_code)


def in_words(values: Iterable[object]) -> str:
    """Return "1", "1 and 2" or "1, 2 and 3"."""
    texts = [str(each) for each in values]
    if len(texts) < 2:
        return "".join(texts)
    return f"{', '.join(texts[:-1])} and {texts[-1]}"


# -- the quorum ------------------------------------------------------------------------------------


class NoAnswer(
    Finding,
    severity=Severity.ERROR,
    section=Section.QUORUM,
    sentence="None of {asked:address|addresses} answers, so nothing is known of the quorum.",
    remedy="Start the controllers. If they run, check the addresses and the network.",
):
    """No controller answered. The reasons are in the findings about the addresses."""

    asked: int


class NoLeader(
    Finding,
    severity=Severity.ERROR,
    section=Section.QUORUM,
    sentence=(
        "{answering:controller answers|controllers answer} and none of them knows a leader: fewer"
        " than a majority of the voters run or reach each other."
    ),
    remedy=(
        "Start the voters that are down. If they are lost, keep the directory of the node with the"
        " longest log."
    ),
):
    """A majority of the voters must run, reach each other and accept each other."""

    answering: int


class LeaderSilent(
    Finding,
    severity=Severity.ERROR,
    section=Section.QUORUM,
    sentence="The leader that nodes name ({leaders}) is not among those that answered.",
    remedy="Give the address of that node too, or look at its log.",
):
    """Followers know a leader whose address was not given, or that does not answer clients."""

    leaders: tuple[int, ...]


class LongestLog(
    Finding,
    severity=Severity.INFO,
    section=Section.QUORUM,
    sentence=(
        "The longest log of those that are known is that of {nodes}: it ends at offset {end} in"
        " epoch {epoch}."
    ),
):
    """Shown while there is no leader. The end of a log counts by epoch first, then by offset."""

    nodes: tuple[str, ...]
    end: int
    epoch: int


class NoHighWatermark(
    Finding,
    severity=Severity.WARNING,
    section=Section.QUORUM,
    sentence=(
        "Node {leader} leads epoch {epoch} and has not committed a record in it: the high watermark"
        " and metadata.version are not known yet."
    ),
    remedy="Start the voters that are down: a majority must fetch from the leader.",
):
    """A new leader knows no high watermark until a majority has the first record of its epoch."""

    leader: int
    epoch: int


class SplitBrain(
    Finding,
    severity=Severity.ERROR,
    section=Section.QUORUM,
    sentence=(
        "Cluster {cluster_id} has {count} quorums, each with a leader and voters of its own:"
        " {quorums}."
    ),
    remedy=(
        "Keep one of them. Stop the other nodes, format their directories without --standalone"
        " (kraft storage format --no-initial-controllers), start them and add them to it."
    ),
    command=(
        "kraft metadata-quorum --bootstrap-controller {bootstrap} --command-config"
        " controller.properties add-controller"
    ),
):
    """Each node was formatted with --standalone, or a quorum was copied. Each commits alone."""

    cluster_id: str
    quorums: tuple[str, ...]

    @property
    def count(self) -> int:
        """How many there are."""
        return len(self.quorums)


class StaleLeader(
    Finding,
    severity=Severity.WARNING,
    section=Section.QUORUM,
    sentence=(
        "Node {node} still leads epoch {epoch} while node {leader} leads epoch {newest}: it is cut"
        " off from the other voters."
    ),
    remedy="Look at the network between that node and the others; its clients get no commits.",
):
    """A leader without a majority resigns after one and a half fetch timeouts."""

    node: int
    epoch: int
    leader: int
    newest: int


class ForeignCluster(
    Finding,
    severity=Severity.ERROR,
    section=Section.QUORUM,
    sentence="{address} belongs to cluster {theirs}, the other nodes to {ours}.",
    remedy="Correct the address, or format the directory of that node with the right cluster id.",
):
    """A node of another cluster is among the addresses. It can never join this quorum."""

    address: str
    theirs: str
    ours: str


class NoVoters(
    Finding,
    severity=Severity.ERROR,
    section=Section.QUORUM,
    sentence="{who} knows no voters: there is nobody to elect a leader.",
    remedy=(
        "Format one node with --standalone or all with --initial-controllers. A node that is new"
        " needs controller.quorum.bootstrap.servers of a quorum that runs."
    ),
):
    """The log has no VotersRecord, and controller.quorum.voters is empty."""

    who: str


class VoterListsDiffer(
    Finding,
    severity=Severity.ERROR,
    section=Section.QUORUM,
    sentence="The nodes do not have the same voters: {lists}.",
    remedy="Write the same controller.quorum.voters into each file, then restart the nodes.",
):
    """Nodes of a static quorum with different lists can elect two leaders."""

    lists: tuple[str, ...]


class JustAMajority(
    Finding,
    severity=Severity.WARNING,
    section=Section.QUORUM,
    sentence=(
        "{alive} of {voters} voters follow, which is just a majority: one more loss stops the"
        " quorum."
    ),
    remedy="Start the voters that are down before anything else is changed.",
):
    """Voters are down or cut off."""

    alive: int
    voters: int


class EvenVoters(
    Finding,
    severity=Severity.WARNING,
    section=Section.QUORUM,
    sentence="{voters} voters survive {losses:failure|failures}, as {fewer:voter does|voters do}.",
    remedy="Add a voter, or remove one.",
    command="kraft metadata-quorum --bootstrap-controller {bootstrap} describe --replication",
):
    """An even number of voters needs one more for a majority and survives no more failures."""

    voters: int

    @property
    def losses(self) -> int:
        """How many voters can fail."""
        return (self.voters - 1) // 2

    @property
    def fewer(self) -> int:
        """The odd number of voters that survives as many failures."""
        return self.voters - 1
