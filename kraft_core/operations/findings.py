"""The table of findings: everything that `status`, `doctor`, `/ready` and the log can report.

A row is a subclass of `Finding`: its class name is its id, its keywords are severity, sentence,
remedy, command and section, its fields are the typed arguments of the sentence, and its docstring
is the cause that docs/troubleshooting.md shows. To report a finding, make an instance; to add a
row, add a class, run `python -m tests.architecture.findings` and add a pair to
tests/operations/set_ups.py. No code parses a sentence: compare ids, types and fields.

The names of the fields and ids are public: JSON has them.
"""

from __future__ import annotations

import dataclasses
import re
import shlex
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
    """Severity of a finding; the values are those of JSON."""

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
    PLANS = "Plans for voters"
    NODES = "Nodes and connections"
    CONTROLLER = "The active controller"
    METADATA = "Metadata"
    CONFIGURATION = "Configuration"
    DIRECTORIES = "Directories"
    CERTIFICATES = "Certificates"
    ACLS = "ACLs"
    MACHINE = "The machine"
    MOVING = "Before moving to kraft"

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
        return _SENTENCES.vformat(self.sentence, (), {"": self})

    @property
    def remedy(self) -> str:
        """The remedy; "" if nothing needs to be done."""
        return _SENTENCES.vformat(self.remedy_template, (), {"": self})

    def command_for(self, bootstrap: str = NO_ADDRESS) -> str:
        """Return the command line of the remedy; "" if there is none.

        Values are quoted for a shell: ids and addresses come from other nodes.
        """
        fields = {"": self, "bootstrap": bootstrap}
        return _COMMANDS.vformat(self.command_template, (), fields)

    @property
    def arguments(self) -> dict[str, Any]:
        """The fields by name."""
        return {each.name: getattr(self, each.name) for each in dataclasses.fields(self)}  # type: ignore[arg-type]  # each row is a dataclass

    def to_json(self, bootstrap: str = NO_ADDRESS) -> dict[str, Any]:
        """Return all fields for `--json`: `id` and `arguments` for programs, texts for people."""
        return {
            "id": self.id,
            "severity": str(self.severity),
            "section": self.section.anchor,
            "text": self.text,
            "remedy": self.remedy,
            "command": self.command_for(bootstrap),
            "arguments": self.arguments,
        }


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


class _Commands(_Sentences):
    """Fills the command lines of a finding."""

    def format_field(self, value: Any, format_spec: str) -> str:
        """Return one word of a shell."""
        return shlex.quote(super().format_field(value, format_spec))


_SENTENCES: Final = _Sentences()
_COMMANDS: Final = _Commands()

FINDINGS: Final[dict[str, type[Finding]]] = {}
"""All rows by id, in the order of the table."""


def restored(finding_id: str, arguments: Mapping[str, object]) -> Finding | None:
    """Return the finding of another node with its id and arguments, which are text or numbers.

    None if this release has no such row, or the row has other arguments.
    """
    row = FINDINGS.get(finding_id)
    kinds = {} if row is None else {e.name: e.type for e in dataclasses.fields(row)}  # type: ignore[arg-type]
    if {name: type(each).__name__ for name, each in arguments.items()} != kinds or row is None:
        return None
    return row(**arguments)


def worst(findings: Iterable[Finding]) -> Severity:
    """Return the highest severity; info without findings."""
    return max(
        (each.severity for each in findings),
        key=lambda severity: severity.exit_code,
        default=Severity.INFO,
    )


def sorted_by_severity(findings: Iterable[Finding]) -> list[Finding]:
    """Return the findings without duplicates, the worst first, else in their order.

    Of findings that name one fault the most precise is kept: see `_covered`.
    """
    found = dict.fromkeys(findings)
    kept = [each for each in found if not any(_covered(each, other) for other in found)]
    return sorted(kept, key=lambda each: -each.severity.exit_code)


def _covered(finding: Finding, other: Finding) -> bool:
    """Return True if another finding names the same fault and says more about it.

    The files and the leader both show that a node has another directory than its voter; the
    finding about the files names the file to restore.
    """
    return (
        isinstance(finding, OtherDirectory)
        and isinstance(other, NotTheVoter)
        and (finding.node, finding.voter) == (other.node, other.voter)
    )


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
    sentence="No answer from {asked:address|addresses}, so nothing is known of the quorum.",
    remedy="Start the controllers. If they run, check the addresses and the network.",
):
    """No controller answered. The reasons are in the findings about the addresses."""

    asked: int


class NothingReported(
    Finding,
    severity=Severity.ERROR,
    section=Section.QUORUM,
    sentence=(
        "A process answers at {answering} of {asked:address|addresses}, and none reports the"
        " quorum, so nothing is known of it."
    ),
    remedy="Correct what the lines about the addresses name, then ask again. Controllers may run.",
):
    """A right, a login, a protocol or an address is wrong, for which another finding stands."""

    answering: int
    asked: int


class NoLeader(
    Finding,
    severity=Severity.ERROR,
    section=Section.QUORUM,
    sentence=(
        "There is no leader ({answering:controller answers|controllers answer} and know none):"
        " fewer than a majority of {voters} run, reach and accept each other."
    ),
    remedy=(
        "Start the voters that are down. If they are lost for good, keep the directory of the node"
        " with the longest log."
    ),
):
    """A majority of the voters must run, reach each other and accept each other."""

    answering: int
    voters: str


class LeaderSilent(
    Finding,
    severity=Severity.ERROR,
    section=Section.QUORUM,
    sentence="The leader that nodes name ({leaders}) is not among those that answered.",
    remedy="Give the address of that node too. If it does not answer, look at its log.",
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
    sentence="Cluster {cluster} has {count:quorum|quorums} with voters of their own: {quorums}.",
    remedy=(
        "Keep one of them. Stop the other nodes, format their directories with"
        " --no-initial-controllers, start them, and add each to the quorum that is kept."
    ),
    command=(
        "kraft metadata-quorum --bootstrap-controller {bootstrap} --command-config"
        " controller.properties add-controller"
    ),
):
    """Each node was formatted with --standalone, or a quorum was copied. Each commits alone."""

    cluster: str
    quorums: tuple[str, ...]

    @property
    def count(self) -> int:
        """The number of them."""
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
    sentence="{address} belongs to cluster {theirs}, not to {ours} as {others}.",
    remedy="Correct the address, or format the directory of that node with the right cluster id.",
):
    """A node of another cluster is among the addresses. It can never join this quorum."""

    address: str
    theirs: str
    ours: str
    others: str
    """Who belongs to the right one."""


class NoVoters(
    Finding,
    severity=Severity.ERROR,
    section=Section.QUORUM,
    sentence="{who} knows no voters: it can take part in no election and find no leader.",
    remedy=(
        "If the quorum is new, format one node with --standalone or all with --initial-controllers."
        " Else set controller.quorum.bootstrap.servers to controllers that run."
    ),
):
    """The log has no VotersRecord, controller.quorum.voters is empty, and no leader was found."""

    who: str


class VoterListsDiffer(
    Finding,
    severity=Severity.ERROR,
    section=Section.QUORUM,
    sentence="The nodes do not have the same controller.quorum.voters: {lists}.",
    remedy="Write the same list into each file, then restart the nodes one by one.",
):
    """Nodes of a static quorum with different lists can elect two leaders."""

    lists: tuple[str, ...]


class StaticVotersIgnored(
    Finding,
    severity=Severity.WARNING,
    section=Section.QUORUM,
    sentence=(
        "controller.quorum.voters of node {node} is ignored, since the voters are in the log; it"
        " names {listed}, the log {voters}."
    ),
    remedy="Replace the key with controller.quorum.bootstrap.servers.",
):
    """The quorum is dynamic (kraft.version 1): the log of its leader or of this machine has voters.

    The list of the file misleads its readers.
    """

    node: int
    listed: str
    voters: str


class StaticVotersChanged(
    Finding,
    severity=Severity.WARNING,
    section=Section.QUORUM,
    sentence=(
        "controller.quorum.voters names {listed}, but the last election in {path}/quorum-state was"
        " among {voters}."
    ),
    remedy=(
        "Write the earlier list into the file. To change voters, raise kraft.version to 1 and use"
        " kraft quorum plan."
    ),
):
    """The list of a static quorum was edited, or the directory is from a quorum with other voters.

    Voters with the earlier list and voters with the new one can elect two leaders. Kafka before
    KIP-853 refuses the start; later releases start without a message.
    """

    path: str
    listed: str
    voters: str


class JustAMajority(
    Finding,
    severity=Severity.WARNING,
    section=Section.QUORUM,
    sentence=(
        "{alive} of {voters:voter|voters} follow, which is just a majority: one more loss stops the"
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
    sentence="{voters} voters survive {survived}, as {fewer}.",
    remedy="Add a voter, or remove one.",
    command="kraft metadata-quorum --bootstrap-controller {bootstrap} describe --replication",
):
    """An even number of voters needs one more for a majority and survives no more failures."""

    voters: int

    @property
    def survived(self) -> str:
        """The number of voters that can fail."""
        losses = (self.voters - 1) // 2
        return {0: "no failure", 1: "one failure"}.get(losses, f"{losses} failures")

    @property
    def fewer(self) -> str:
        """The odd number of voters that survives as many failures."""
        return f"{self.voters - 1} {'does' if self.voters - 1 == 1 else 'do'}"


class KraftVersion(
    Finding,
    severity=Severity.INFO,
    section=Section.QUORUM,
    sentence="The quorum is dynamic: its voters are in the log (kraft.version {level}).",
):
    """Voters are added and removed by commands."""

    level: int


class CanBecomeDynamic(
    Finding,
    severity=Severity.INFO,
    section=Section.QUORUM,
    sentence="The quorum is static, and can be made dynamic.",
    remedy="Upgrade kraft.version (leaders of Kafka 4.1 and later, and kraft's).",
    command=("kraft features --bootstrap-controller {bootstrap} upgrade --feature kraft.version=1"),
):
    """Its voters are those of controller.quorum.voters; all of them support kraft.version 1."""


class CannotBecomeDynamic(
    Finding,
    severity=Severity.INFO,
    section=Section.QUORUM,
    sentence="The quorum is static, and cannot be made dynamic yet: {reasons}.",
    remedy="Until then voters are changed by controller.quorum.voters alone.",
):
    """kraft.version 1 needs metadata.version 3.9 and voters that support it."""

    reasons: str


# -- voters ----------------------------------------------------------------------------------------


class SilentVoter(
    Finding,
    severity=Severity.WARNING,
    section=Section.VOTERS,
    sentence="Voter {voter} has not fetched {since}: it is down or cut off.",
    remedy=(
        "Start it. If its disk is lost, remove it with its directory id, format a new disk and add"
        " that."
    ),
):
    """A voter fetches at least every 500 ms while it follows."""

    voter: int
    since: str


class LaggingVoter(
    Finding,
    severity=Severity.WARNING,
    section=Section.VOTERS,
    sentence="Voter {voter} lags by {lag:record|records}.",
    remedy="Look at its disk (kraft_disk_write_seconds) and at its connection to the leader.",
):
    """It fetches, and does not keep up with what the leader appends."""

    voter: int
    lag: int


class StuckVoter(
    Finding,
    severity=Severity.WARNING,
    section=Section.VOTERS,
    sentence=(
        "Voter {voter} fetches, lags by {lag:record|records} and has not caught up for {seconds} s."
    ),
    remedy="Look at the log of that node: it may reject what it fetches, or its disk may hang.",
):
    """Its fetches make no progress, or less than the leader appends."""

    voter: int
    lag: int
    seconds: int


class DiskReplaced(
    Finding,
    severity=Severity.WARNING,
    section=Section.VOTERS,
    sentence=(
        "Node {node} runs with directory {new}, and voter {node} is still its former directory"
        " {old}, which has not fetched {since}: it has no vote."
    ),
    remedy="Remove the old entry, then add the node with its new directory.",
    command=(
        "kraft metadata-quorum --bootstrap-controller {bootstrap} remove-controller"
        " --controller-id {node} --controller-directory-id {old}"
    ),
):
    """The disk of a voter was replaced, or its directory was formatted again."""

    node: int
    new: str
    old: str
    since: str


class OldEntry(
    Finding,
    severity=Severity.INFO,
    section=Section.VOTERS,
    sentence=(
        "Directory {old} of node {node} is no voter and has not fetched {since}: the leader forgets"
        " it 5 minutes after its last fetch."
    ),
):
    """The former disk of a voter that was replaced. Voter sets do not have it any more."""

    node: int
    old: str
    since: str


class DuplicateNodeId(
    Finding,
    severity=Severity.WARNING,
    section=Section.VOTERS,
    sentence=(
        "Node id {node} is used twice: voter {node} has directory {voter}, and an observer with the"
        " same node id has {observer}. Both fetch."
    ),
    remedy="Stop one of the two processes, and give it another node id before it starts again.",
):
    """Two processes have the same node.id in different directories."""

    node: int
    voter: str
    observer: str


class ClonedVoter(
    Finding,
    severity=Severity.ERROR,
    section=Section.VOTERS,
    sentence=(
        "Two processes run as voter {voter} with directory {directory}, at {addresses}: a machine"
        " or a directory was copied."
    ),
    remedy=("Stop the copy, and format its directory with another node id before it starts again."),
):
    """Their fetches count for one voter, so a record can count as stored by a disk without it."""

    voter: int
    directory: str
    addresses: tuple[str, ...]


class RestoredVoter(
    Finding,
    severity=Severity.ERROR,
    section=Section.VOTERS,
    sentence=(
        "Voter {voter} with directory {directory} acknowledged records up to offset {acknowledged},"
        " and at {when} it fetched from {fetched}: its directory was restored from an older copy,"
        " or a second process runs with its key. Records may be lost if this leader ends before"
        " that voter is level."
    ),
    remedy="Stop the voter, remove it, format its directory, and add it again.",
    command=(
        "kraft metadata-quorum --bootstrap-controller {bootstrap} remove-controller"
        " --controller-id {voter} --controller-directory-id {directory}"
    ),
):
    """A restore before a change of leader is not seen: the new leader does not know the offset."""

    voter: int
    directory: str
    acknowledged: int
    fetched: int
    when: str


class EmptyLog(
    Finding,
    severity=Severity.WARNING,
    section=Section.VOTERS,
    sentence=(
        "Voter {voter} has an empty log while {committed:record|records} are committed: its"
        " __cluster_metadata-0 was deleted, or it is new."
    ),
    remedy=(
        "If it is not new, remove it before it votes, format its directory and add it again: it has"
        " forgotten its votes and acknowledged records."
    ),
    command=(
        "kraft metadata-quorum --bootstrap-controller {bootstrap} remove-controller"
        " --controller-id {voter} --controller-directory-id {directory}"
    ),
):
    """A voter without its log and quorum-state can vote twice in an epoch and undo commits."""

    voter: int
    directory: str
    committed: int


class NotAVoter(
    Finding,
    severity=Severity.INFO,
    section=Section.VOTERS,
    sentence="Node {node} is an observer: it has no vote.",
    remedy="Add it, if it is to vote.",
    command=(
        "kraft metadata-quorum --bootstrap-controller {bootstrap} --command-config"
        " controller.properties add-controller"
    ),
):
    """A controller that fetches and is not in the voter set."""

    node: int


class UnknownToLeader(
    Finding,
    severity=Severity.WARNING,
    section=Section.VOTERS,
    sentence="The leader does not know node {node}: it does not run, or does not fetch.",
    remedy="Start it. If it runs, compare its cluster id (meta.properties) with the quorum's.",
):
    """The node of this machine is neither a voter nor an observer."""

    node: int


class OtherDirectory(
    Finding,
    severity=Severity.ERROR,
    section=Section.VOTERS,
    sentence=(
        "The directory of node {node} on this machine is {here}; voter {node} is directory {voter}."
    ),
    remedy=(
        "If the disk was replaced, remove the old entry and add the new directory. Else another"
        " machine runs with this node id."
    ),
    command=(
        "kraft metadata-quorum --bootstrap-controller {bootstrap} remove-controller"
        " --controller-id {node} --controller-directory-id {voter}"
    ),
):
    """Found by `kraft doctor`, which knows the directory id of the files."""

    node: int
    here: str
    voter: str


# -- plans for voters ------------------------------------------------------------------------------


class LeaderNeeded(
    Finding,
    severity=Severity.ERROR,
    section=Section.PLANS,
    sentence="No leader with a high watermark answered, so the voters cannot be changed.",
    remedy="Find out why with kraft status. A change of voters needs a majority of them.",
    command="kraft status {bootstrap}",
):
    """The leader writes every change of the voters, and a majority of them commits it."""


class StaticVoters(
    Finding,
    severity=Severity.ERROR,
    section=Section.PLANS,
    sentence="The voters are in controller.quorum.voters (kraft.version 0) and cannot be changed.",
    remedy="Raise kraft.version to 1 first (Kafka 4.1 or newer).",
    command="kraft features --bootstrap-controller {bootstrap} upgrade --feature kraft.version=1",
):
    """KIP-853: voters are records of the log from kraft.version 1 on."""


class ChangePending(
    Finding,
    severity=Severity.ERROR,
    section=Section.PLANS,
    sentence="A change of the voters at offset {offset} is not committed yet.",
    remedy="Wait until it is committed. If it stays, start the voters that do not fetch.",
    command="kraft status {bootstrap}",
):
    """A leader allows one change at a time. A request that timed out can still be in the log."""

    offset: int


class PendingUnknown(
    Finding,
    severity=Severity.ERROR,
    section=Section.PLANS,
    sentence="It is not known whether a change of the voters is pending: {reason}.",
    remedy="Use a principal that has CLUSTER_ACTION on the cluster.",
):
    """The uncommitted end of the log has to be read with a Fetch of the leader."""

    reason: str


class CandidateMissing(
    Finding,
    severity=Severity.ERROR,
    section=Section.PLANS,
    sentence="Node {node} does not fetch from the leader{more}.",
    remedy=(
        "Format it with kraft storage format --no-initial-controllers, start it, and make the plan"
        " again."
    ),
):
    """A new voter has to follow the quorum first: the leader then knows its directory id."""

    node: int
    more: str
    """Ends the sentence, for example " with a new directory"."""


class CandidateAmbiguous(
    Finding,
    severity=Severity.ERROR,
    section=Section.PLANS,
    sentence="Node id {node} is used by {count:process|processes}, with directories {directories}.",
    remedy="Stop all of them but one.",
):
    """Several observers with one node id fetch at the same time."""

    node: int
    directories: tuple[str, ...]

    @property
    def count(self) -> int:
        """The number of processes."""
        return len(self.directories)


class CandidateSilent(
    Finding,
    severity=Severity.ERROR,
    section=Section.PLANS,
    sentence="Node {node} (directory {directory}) does not fetch from the leader any more.",
    remedy="Start it, and look at its log.",
):
    """A new voter that does not fetch counts for the majority and cannot acknowledge anything."""

    node: int
    directory: str


class CandidateBehind(
    Finding,
    severity=Severity.ERROR,
    section=Section.PLANS,
    sentence="Node {node} lags {lag:record|records} behind the leader.",
    remedy="Wait until it has caught up.",
):
    """A voter that lags can delay commits, so the leader refuses it until it has caught up."""

    node: int
    lag: int


class CandidateAddressUnknown(
    Finding,
    severity=Severity.ERROR,
    section=Section.PLANS,
    sentence="Nobody says where node {node} listens.",
    remedy="Write its address into the plan: {node}@HOST:PORT.",
):
    """Controllers register their addresses; a replica without a controller does not."""

    node: int


class CandidateUnreachable(
    Finding,
    severity=Severity.ERROR,
    section=Section.PLANS,
    sentence="Node {node} is not reached at {address} ({reason}).",
    remedy="Check the address, the listener and the network: the voters need it for elections.",
):
    """A voter that cannot be reached gets no requests for votes, and cannot lead."""

    node: int
    address: str
    reason: str


class CandidateIsAnother(
    Finding,
    severity=Severity.ERROR,
    section=Section.PLANS,
    sentence="{address} is the address of {found}, not of node {node}.",
    remedy="Correct the address.",
):
    """The node at the address says who it is, or a registration does."""

    node: int
    address: str
    found: str


class CandidateTooOld(
    Finding,
    severity=Severity.ERROR,
    section=Section.PLANS,
    sentence="Node {node} supports {feature} up to {highest}; the quorum needs {level}.",
    remedy="Install a newer release on that node.",
):
    """A voter that cannot read the metadata log cannot lead."""

    node: int
    feature: str
    level: int
    highest: int


class SeveralListeners(
    Finding,
    severity=Severity.ERROR,
    section=Section.PLANS,
    sentence="The voters have the listeners {names}, and one address of node {node} is known.",
    remedy="Add it on its machine, where its file has all listeners, and make the plan again.",
    command=(
        "kraft metadata-quorum --bootstrap-controller {bootstrap} --command-config"
        " controller.properties add-controller"
    ),
):
    """A plan takes addresses from registrations, which have one for the listener that was asked."""

    node: int
    names: tuple[str, ...]


class OldVoterAlive(
    Finding,
    severity=Severity.ERROR,
    section=Section.PLANS,
    sentence=(
        "Voter {node} with directory {old} still fetches, so it cannot be replaced by directory"
        " {new} with the same id."
    ),
    remedy=(
        "Stop the old process for good and wait ten seconds, or give the new node an id of its own."
    ),
):
    """Two running processes with one node id. The same id is for a machine that cannot start."""

    node: int
    old: str
    new: str


class MajorityMissing(
    Finding,
    severity=Severity.ERROR,
    section=Section.PLANS,
    sentence="{when}, {live} of {voters:voter|voters} fetch, and a majority is {majority}.",
    remedy="Start the voters that do not fetch, or choose other voters.",
    command="kraft status {bootstrap}",
):
    """A change needs a majority of the voters before it and after it, or nothing commits."""

    when: str
    live: int
    voters: int
    majority: int


class WouldRejoin(
    Finding,
    severity=Severity.ERROR,
    section=Section.PLANS,
    sentence=(
        "Node {node} has controller.quorum.auto.join.enable=true: it would add itself again after"
        " it is removed."
    ),
    remedy="Stop it, or set the key to false and restart it.",
):
    """KIP-1186: an observer with that key sends AddRaftVoter for itself."""

    node: int


class RejoinUnknown(
    Finding,
    severity=Severity.INFO,
    section=Section.PLANS,
    sentence="Node {node} does not say whether controller.quorum.auto.join.enable is set.",
    remedy="If it is true, stop the node before it is removed: it would add itself again.",
):
    """The configuration of a controller is asked with DescribeConfigs."""

    node: int


class LeaderLast(
    Finding,
    severity=Severity.INFO,
    section=Section.PLANS,
    sentence="Node {node} leads: it is removed last, and another voter is elected then.",
    remedy="With a leader of Kafka 3.9.0, restart it first: that release ends (KAFKA-17608).",
):
    """A leader that is removed commits the change without its own vote and resigns."""

    node: int


class PlanOfAnotherCluster(
    Finding,
    severity=Severity.ERROR,
    section=Section.PLANS,
    sentence="The plan is for cluster {planned}; the quorum is cluster {found}.",
    remedy="Correct the address, or make a plan for this cluster.",
):
    """Cluster ids are compared before anything else."""

    planned: str
    found: str


class VotersChanged(
    Finding,
    severity=Severity.ERROR,
    section=Section.PLANS,
    sentence="The voters are {found}, which is no state of the plan ({expected}).",
    remedy="Find out who changed them, and make the plan again.",
):
    """Somebody else changed the voters after the plan was made, or a node added itself."""

    found: tuple[str, ...]
    expected: tuple[str, ...]


class StepFailed(
    Finding,
    severity=Severity.ERROR,
    section=Section.PLANS,
    sentence="The quorum did not {step}: {error}.",
    remedy="Look at the reason, then apply the plan again: it continues where it stopped.",
):
    """The leader refused the request or did not answer, and the voters are as before."""

    step: str
    error: str


# -- nodes and connections -------------------------------------------------------------------------


class Unresolved(
    Finding,
    severity=Severity.WARNING,
    section=Section.NODES,
    sentence="{who}: the name {address} is not resolved ({error}).",
    remedy="Check the name with `getent hosts NAME`, then the name service.",
):
    """DNS does not answer, or does not know the host."""

    who: str
    address: str
    error: str


class Unreachable(
    Finding,
    severity=Severity.WARNING,
    section=Section.NODES,
    sentence="{who}: {address} does not answer ({error}).",
    remedy=(
        "Start the node, or look at the network and the firewall between the two. If it runs, check"
        " the port."
    ),
):
    """Connections are refused, time out or end before an answer."""

    who: str
    address: str
    error: str


class NotKafka(
    Finding,
    severity=Severity.WARNING,
    section=Section.NODES,
    sentence="{who}: {address} does not speak Kafka's protocol ({error}).",
    remedy="Correct the port: take that of a listener in controller.listener.names.",
):
    """Another server listens at that port, as an HTTP server of metrics does."""

    who: str
    address: str
    error: str


class BrokerListener(
    Finding,
    severity=Severity.WARNING,
    section=Section.NODES,
    sentence="{address} is a listener of a broker, which has no state of a controller.",
    remedy=(
        "Give the address of a controller; controller.quorum.bootstrap.servers or"
        " controller.quorum.voters of the broker names it."
    ),
):
    """A broker passes DescribeQuorum on to the active controller; this command asks that itself."""

    address: str


class SpeaksTls(
    Finding,
    severity=Severity.WARNING,
    section=Section.NODES,
    sentence="{who}: the listener {address} speaks TLS and was asked in plain text.",
    remedy=(
        "Give --command-config with security.protocol; for a node, correct"
        " listener.security.protocol.map."
    ),
):
    """The protocol of the listener and that of the client are not the same."""

    who: str
    address: str


class SpeaksPlaintext(
    Finding,
    severity=Severity.WARNING,
    section=Section.NODES,
    sentence="{who}: the listener {address} speaks plaintext and was asked with TLS.",
    remedy=(
        "Set security.protocol to PLAINTEXT or SASL_PLAINTEXT in the file of --command-config. If"
        " the listener should have TLS, correct listener.security.protocol.map of the node."
    ),
):
    """The protocol of the listener and that of the client are not the same."""

    who: str
    address: str


class CertificateRefused(
    Finding,
    severity=Severity.WARNING,
    section=Section.NODES,
    sentence="{who}: TLS with {address} fails ({error}).",
    remedy=(
        "Compare the certificate of each side with the trust store of the other: issuer, end, host"
        " names."
    ),
):
    """One side refuses the certificate, the host name or the protocol version of the other."""

    who: str
    address: str
    error: str


class LoginRequired(
    Finding,
    severity=Severity.WARNING,
    section=Section.NODES,
    sentence="{who}: the listener {address} requires SASL ({error}) and was asked without.",
    remedy=(
        "Give --command-config with security.protocol=SASL_PLAINTEXT, or SASL_SSL for a listener"
        " with TLS, sasl.mechanism and sasl.jaas.config."
    ),
):
    """A SASL listener closes a connection that does not begin with authentication."""

    who: str
    address: str
    error: str


class LoginNotOffered(
    Finding,
    severity=Severity.WARNING,
    section=Section.NODES,
    sentence="{who}: the listener {address} has no SASL and was asked to log in.",
    remedy=(
        "Set security.protocol to PLAINTEXT, or SSL for a listener with TLS. If the listener should"
        " have SASL, correct listener.security.protocol.map of the node."
    ),
):
    """The protocol of the listener and that of the client are not the same."""

    who: str
    address: str


class LoginRefused(
    Finding,
    severity=Severity.WARNING,
    section=Section.NODES,
    sentence="{who}: {address} refuses the login ({error}).",
    remedy="Compare security.protocol, sasl.mechanism and the credentials of both sides.",
):
    """SASL failed: an unknown user, a wrong password, or no common mechanism."""

    who: str
    address: str
    error: str


class PrincipalRefused(
    Finding,
    severity=Severity.WARNING,
    section=Section.NODES,
    sentence="{who}: {address} denies the request ({error}).",
    remedy=(
        "For a command: give --command-config of a user with DESCRIBE on the cluster, or wait until"
        " the node has loaded its ACLs. For a node: add its principal to super.users, or an ACL for"
        " CLUSTER_ACTION."
    ),
):
    """The authorizer of that node denies the principal of whoever asks."""

    who: str
    address: str
    error: str


class NodeRefused(
    Finding,
    severity=Severity.ERROR,
    section=Section.NODES,
    sentence="{address} denies this node what peers of a quorum do ({error}).",
    remedy="Add the principal of this node there to super.users, or an ACL for CLUSTER_ACTION.",
):
    """The authorizer of a peer does not know this node: it can neither vote nor fetch there."""

    address: str
    error: str


class OtherClusterRefused(
    Finding,
    severity=Severity.ERROR,
    section=Section.NODES,
    sentence="{who}: {address} belongs to another cluster (INCONSISTENT_CLUSTER_ID).",
    remedy="Correct the address in the file of the node, or the cluster id of its directory.",
):
    """A node asks a node of another cluster, which refuses every request."""

    who: str
    address: str


class AnswersError(
    Finding,
    severity=Severity.WARNING,
    section=Section.NODES,
    sentence="{who}: {address} answers with an error ({error}).",
    remedy="Look at the log of that node.",
):
    """An error code, or an answer that is not of Kafka's protocol."""

    who: str
    address: str
    error: str


class EarlierEpoch(
    Finding,
    severity=Severity.WARNING,
    section=Section.NODES,
    sentence=(
        "{who} is in epoch {epoch}, the leader in {newest}: it is cut off from the leader, or an"
        " election has just ended."
    ),
    remedy="Ask again. If it stays, look at the network between that node and the leader.",
):
    """A node learns the epoch from the leader's requests and from the answers to its fetches."""

    who: str
    epoch: int
    newest: int


class KnowsNoLeader(
    Finding,
    severity=Severity.ERROR,
    section=Section.NODES,
    sentence="{who} knows no leader since epoch {epoch}: it gets no records and commits none.",
    remedy="Ask all controllers; the finding about the quorum says why.",
    command="kraft status {bootstrap}",
):
    """A node about itself (`/ready`, kraft_findings): an election is open, or it is alone."""

    who: str
    epoch: int


class NotCaughtUp(
    Finding,
    severity=Severity.WARNING,
    section=Section.NODES,
    sentence=(
        "{who} has not applied what leader {leader} has committed, or no longer receives"
        " responses from it."
    ),
    remedy="Wait while it starts or loads a snapshot. Otherwise check its disk and its connection.",
    command="kraft status {bootstrap}",
):
    """A node about itself (`/ready`): see Readiness in docs/node.md."""

    who: str
    leader: int


class NotReady(
    Finding,
    severity=Severity.WARNING,
    section=Section.NODES,
    sentence="{who} is not ready: {reason}.",
    remedy="Wait while it starts. Else look at the lag of the node, and at the reason.",
):
    """`/ready` of the node answers 503; with --ready-port alone."""

    who: str
    reason: str


class UnreadState(
    Finding,
    severity=Severity.WARNING,
    section=Section.NODES,
    sentence="The state of {who} cannot be read in full: {error}.",
    remedy="Use the same release of kraft for the command and the node.",
):
    """The state document in its answer has another form."""

    who: str
    error: str


class NodeReports(
    Finding,
    severity=Severity.WARNING,
    section=Section.NODES,
    sentence="{who} reports: {sentence_of_node}.",
    remedy="Run `kraft doctor FILE` on the machine of that node.",
):
    """A finding that a node has about itself and that this release does not derive."""

    who: str
    finding: str
    """Its id."""
    sentence_of_node: str


# -- the active controller -------------------------------------------------------------------------


class NoActiveController(
    Finding,
    severity=Severity.ERROR,
    section=Section.CONTROLLER,
    sentence="There is no active controller: node {leader} leads and does not act{because}.",
    remedy=(
        "Brokers cannot register and nothing can be changed while such a node leads. Remove what is"
        " named, or start a voter that can act."
    ),
):
    """Every change of metadata needs the active controller. A reason names what it cannot do."""

    leader: int
    reason: str

    @property
    def because(self) -> str:
        """The reason, if one is known."""
        return self.reason and f": {self.reason}"


class CannotBecomeActive(
    Finding,
    severity=Severity.WARNING,
    section=Section.CONTROLLER,
    sentence="{who} cannot become the active controller: {reason}.",
    remedy="Remove what is named, or upgrade kraft on that node.",
):
    """The metadata has something that the release on this node cannot decide on."""

    who: str
    reason: str


class Witness(
    Finding,
    severity=Severity.INFO,
    section=Section.CONTROLLER,
    sentence="{who} is a witness ({reasons}): it leads only while no other voter can.",
):
    """A voter that stores the full log and does not campaign while another voter can lead."""

    who: str
    reasons: tuple[str, ...]


# -- metadata --------------------------------------------------------------------------------------


class NewerMetadata(
    Finding,
    severity=Severity.ERROR,
    section=Section.METADATA,
    sentence=(
        "The metadata has {feature} {level}; {who} supports levels up to {highest}, and cannot read"
        " all of it."
    ),
    remedy="Upgrade that node before it leads.",
):
    """The cluster was upgraded while a node of an older release remained."""

    who: str
    feature: str
    level: int
    highest: int


class GhostRegistration(
    Finding,
    severity=Severity.WARNING,
    section=Section.METADATA,
    sentence=(
        "Controller {node} at {address} is registered, and is neither a voter nor an observer: it"
        " is gone, and its registration still counts for upgrades of features."
    ),
    remedy="Start it, or unregister it (metadata.version 33 and later).",
    command=("kraft cluster unregister-controller --bootstrap-controller {bootstrap} --id {node}"),
):
    """Registrations of controllers never expire (KIP-919, KIP-1312)."""

    node: int
    address: str


# -- configuration ---------------------------------------------------------------------------------


class ConfigurationRefused(
    Finding,
    severity=Severity.ERROR,
    section=Section.CONFIGURATION,
    sentence="The configuration is refused: {reason}.",
    remedy="Correct {file}, or run this node with Apache Kafka: kraft cannot start it so.",
    command="kraft start --check {file}",
):
    """A value is invalid, contradicts another one or needs what kraft does not have."""

    file: str
    reason: str


class RepeatedKeys(
    Finding,
    severity=Severity.WARNING,
    section=Section.CONFIGURATION,
    sentence="{keys}: given more than once, and the last value counts.",
    remedy="Leave one line of each in {file}.",
):
    """The file names a key twice."""

    file: str
    keys: tuple[str, ...]


class OpenListeners(
    Finding,
    severity=Severity.WARNING,
    section=Section.CONFIGURATION,
    sentence="Anyone who can connect to {listeners} can read the metadata and remove voters.",
    remedy=("Set authorizer.class.name and super.users, or require client certificates or SASL."),
):
    """A listener is open beyond this machine, without authentication and without an authorizer."""

    listeners: tuple[str, ...]


class ListenerUnusable(
    Finding,
    severity=Severity.ERROR,
    section=Section.CONFIGURATION,
    sentence="This node cannot listen on {listener}: {fault}.",
    remedy=(
        "Correct listeners and kraft.metrics.listener: the host must be an address of this machine,"
        " and the port one that this user can take."
    ),
):
    """The start takes the ports of the file, and fails if it cannot have one."""

    listener: str
    fault: str


class QuorumNotAsked(
    Finding,
    severity=Severity.ERROR,
    section=Section.CONFIGURATION,
    sentence="The quorum was not asked, since this node cannot connect to it: {reason}.",
    remedy="Correct these keys, or give --command-config with others.",
):
    """The keys by which this node connects to others cannot be used."""

    reason: str


# -- certificates ----------------------------------------------------------------------------------


class StoresUnusable(
    Finding,
    severity=Severity.ERROR,
    section=Section.CERTIFICATES,
    sentence="The keys of TLS cannot be used: {reason}.",
    remedy="Correct the file or the key; the node does not start so.",
):
    """A key store or trust store cannot be read, or does not fit the others."""

    reason: str


class CertificateExpired(
    Finding,
    severity=Severity.ERROR,
    section=Section.CERTIFICATES,
    sentence="The certificate of listener {listener} ({subject}) has expired at {when} UTC.",
    remedy="Put a new one in its place: the node reads it within a minute, or at SIGHUP.",
):
    """Peers and clients refuse it."""

    listener: str
    subject: str
    when: str


class CertificateEnds(
    Finding,
    severity=Severity.WARNING,
    section=Section.CERTIFICATES,
    sentence=(
        "The certificate of listener {listener} ({subject}) ends in {days:day|days}, at {when} UTC."
    ),
    remedy="Put a new one in its place: the node reads it within a minute, or at SIGHUP.",
):
    """Fewer than 30 days are left."""

    listener: str
    subject: str
    days: int
    when: str


class CertificateValid(
    Finding,
    severity=Severity.INFO,
    section=Section.CERTIFICATES,
    sentence=(
        "The certificate of listener {listener} ({subject}) ends in {days:day|days}, at {when} UTC."
    ),
):
    """At least 30 days are left."""

    listener: str
    subject: str
    days: int
    when: str


class CertificateWithoutHost(
    Finding,
    severity=Severity.WARNING,
    section=Section.CERTIFICATES,
    sentence=(
        "The certificate of listener {listener} does not have the advertised host {host}: peers"
        " that check names refuse it."
    ),
    remedy="Have one issued with that host as subject alternative name.",
):
    """The host of advertised.listeners is not among the names of the certificate."""

    listener: str
    host: str


# -- ACLs ------------------------------------------------------------------------------------------


class AclsNotListed(
    Finding,
    severity=Severity.INFO,
    section=Section.ACLS,
    sentence=("No controller lists the ACLs: hosts that are ranges of addresses are not checked."),
    remedy="Give --command-config of a user with DESCRIBE on the cluster.",
):
    """The principal of the command has no right to describe ACLs."""


class AclHostInvalid(
    Finding,
    severity=Severity.WARNING,
    section=Section.ACLS,
    sentence=(
        "{acls:ACL has|ACLs have} the host {host}, which is not a range of addresses and matches"
        " nothing: {reason}."
    ),
    remedy="Remove it, and add one with an address or a range.",
):
    """A host with a slash is a range of addresses (KIP-1276)."""

    acls: int
    host: str
    reason: str


class AclHostReread(
    Finding,
    severity=Severity.WARNING,
    section=Section.ACLS,
    sentence=(
        "{acls:ACL has|ACLs have} the host {host}, stored by a release before 4.4, which takes it"
        " for text and matches nothing. kraft and Kafka 4.4 take it for a range."
    ),
    remedy="Remove it if the range is not meant. New ones need metadata.version {needed}.",
):
    """Older releases accept such a host and compare it as text."""

    acls: int
    host: str
    needed: str


# -- the machine -----------------------------------------------------------------------------------


class DiskReserve(
    Finding,
    severity=Severity.ERROR,
    section=Section.MACHINE,
    sentence=(
        "{path}: {free} of {total} MiB are free, less than kraft.log.reserve.bytes: a leader hands"
        " over or refuses appends."
    ),
    remedy="Make room, or lower kraft.log.reserve.bytes for as long as that takes.",
):
    """The disk of the metadata log is nearly full."""

    path: str
    free: int
    total: int


class DiskNearlyFull(
    Finding,
    severity=Severity.WARNING,
    section=Section.MACHINE,
    sentence="{path}: {free} of {total} MiB are free, less than a tenth.",
    remedy="Make room: a controller ends when a write to its log fails.",
):
    """There is room for now."""

    path: str
    free: int
    total: int


class NodeLacksRoom(
    Finding,
    severity=Severity.ERROR,
    section=Section.MACHINE,
    sentence=(
        "The disk of {who} has {free} free, less than kraft.log.reserve.bytes: it hands over, or"
        " refuses appends if it leads."
    ),
    remedy="Make room on that machine.",
):
    """Reported by the node itself, in its metrics."""

    who: str
    free: str


class ClocksDiffer(
    Finding,
    severity=Severity.WARNING,
    section=Section.MACHINE,
    sentence="The clock of {who} differs from the leader's by {seconds:+.1f} s.",
    remedy="Have both synchronized (NTP): certificates, tokens and timestamps depend on it.",
):
    """More than two seconds apart."""

    who: str
    seconds: float


# -- directories -----------------------------------------------------------------------------------


class DirectoryRefused(
    Finding,
    severity=Severity.ERROR,
    section=Section.DIRECTORIES,
    sentence="The log directories are refused: {reason}.",
    remedy=(
        "Format it with `kraft storage format` if it is new; else restore it, or correct log.dirs."
    ),
):
    """A log directory is not formatted, not readable, or of another cluster."""

    reason: str


class DirectoryOfAnotherNode(
    Finding,
    severity=Severity.ERROR,
    section=Section.DIRECTORIES,
    sentence="The directories belong to node {theirs}, the file is of node {configured}.",
    remedy="Correct node.id or log.dirs: two nodes with one id damage a quorum.",
):
    """The node.id in meta.properties is not that of the configuration."""

    theirs: int
    configured: int


class DirectoryOpenToUsers(
    Finding,
    severity=Severity.WARNING,
    section=Section.DIRECTORIES,
    sentence=(
        "{path} has mode {mode}: users other than its owner can open it, and the metadata log has"
        " the SCRAM keys of users."
    ),
    remedy="Change the mode as the owner of the directory.",
    command="chmod g-w,o-rwx {path}",
):
    """The directory has the SCRAM keys of users."""

    path: str
    mode: str


class DirectoryNotWritable(
    Finding,
    severity=Severity.ERROR,
    section=Section.DIRECTORIES,
    sentence="{path} cannot be written to.",
    remedy="Start the controller as its owner, or give the user the right to write.",
):
    """The user of this command is taken for the user of the controller."""

    path: str


class DirectoryNotFormatted(
    Finding,
    severity=Severity.ERROR,
    section=Section.DIRECTORIES,
    sentence="A log directory is not formatted: {fault}.",
    remedy=(
        "Format it if the node is new: add --no-initial-controllers to join a running quorum,"
        " --standalone to create one, and neither with controller.quorum.voters. Else mount or"
        " restore it, or correct log.dirs and metadata.log.dir."
    ),
    command="kraft storage format --config FILE --cluster-id CLUSTER_ID",
):
    """A log directory is missing or has no `meta.properties`. The start is refused."""

    fault: str


class DirectoryOfAnother(
    Finding,
    severity=Severity.ERROR,
    section=Section.DIRECTORIES,
    sentence="A log directory is not this node's: {fault}.",
    remedy="Correct node.id, log.dirs or the mounts: two nodes with one id damage a quorum.",
):
    """A directory belongs to another node, cluster or quorum. The start is refused."""

    fault: str


class DirectoryUnusable(
    Finding,
    severity=Severity.ERROR,
    section=Section.DIRECTORIES,
    sentence="A log directory cannot be opened: {fault}.",
    remedy="Correct the owner and the mode, or what the path is; start as the owner.",
):
    """A file or folder cannot be opened, or others could replace it. The start is refused."""

    fault: str


class FileDamaged(
    Finding,
    severity=Severity.ERROR,
    section=Section.DIRECTORIES,
    sentence="A file is damaged: {fault}.",
    remedy=(
        "Check the disk. While the other voters have a majority, remove this replica from the"
        " quorum, format its directory and add it again; do not repair the file by hand."
    ),
    command="kraft metadata-quorum --bootstrap-controller {bootstrap} describe --replication",
):
    """A file has content that neither Kafka nor kraft writes. The start is refused."""

    fault: str


class SnapshotDamaged(
    Finding,
    severity=Severity.ERROR,
    section=Section.DIRECTORIES,
    sentence="The latest snapshot is damaged: {fault}.",
    remedy="Move this file away: the log still has everything that the snapshot holds.",
):
    """The latest snapshot is damaged and the log below it is still there. The start is refused."""

    fault: str


class OldSnapshotDamaged(
    Finding,
    severity=Severity.INFO,
    section=Section.DIRECTORIES,
    sentence="A snapshot that a later one has replaced is damaged: {fault}.",
):
    """No reader uses such a snapshot any more, and cleaning deletes it."""

    fault: str


class FileOfLaterRelease(
    Finding,
    severity=Severity.ERROR,
    section=Section.DIRECTORIES,
    sentence="A file is of a later release: {fault}.",
    remedy="Run the release that wrote this directory, or a later one.",
):
    """A file has a version that this release does not know. The start is refused."""

    fault: str


class RecordsMissing(
    Finding,
    severity=Severity.ERROR,
    section=Section.DIRECTORIES,
    sentence="Records or a vote are missing: {fault}.",
    remedy="{way_out}.",
):
    """The disk lost records or a vote that were durable. The start is refused."""

    fault: str
    way_out: str


class VoteMayBeLost(
    Finding,
    severity=Severity.ERROR,
    section=Section.DIRECTORIES,
    sentence="A start with {path} may lose a vote or records: {fault}.",
    remedy=(
        "Do not start it while it is a voter: remove it from the quorum, format its directory and"
        " add it again."
    ),
    command="kraft metadata-quorum --bootstrap-controller {bootstrap} describe --replication",
):
    """Files are missing, cut, or older than others. The node starts.

    Kafka starts with such a directory too. A voter that forgets what it acknowledged can make
    committed records vanish.
    """

    path: str
    fault: str


class NotTheVoter(
    Finding,
    severity=Severity.ERROR,
    section=Section.DIRECTORIES,
    sentence=(
        "{path}/meta.properties has directory id {directory_id}, but voter {node} has {voter}: this"
        " node starts as an observer, and its vote is missing."
    ),
    remedy=(
        "If the disk was replaced, remove the old entry and add the new one. Else restore"
        " meta.properties with the directory id of the voter."
    ),
    command=(
        "kraft metadata-quorum --bootstrap-controller {bootstrap} remove-controller"
        " --controller-id {node} --controller-directory-id {voter}"
    ),
):
    """`meta.properties` was lost, restored or made again: its directory id is part of the voter."""

    path: str
    node: int
    directory_id: str
    voter: str


class RecordsUnreadable(
    Finding,
    severity=Severity.ERROR,
    section=Section.DIRECTORIES,
    sentence="The records of {path} from offset {offset} on cannot be read: {fault}.",
    remedy="Keep the directory and report it: the node cannot be the active controller.",
):
    """A batch has a right checksum and records of no known form."""

    path: str
    offset: int
    fault: str


class StartRepairs(
    Finding,
    severity=Severity.WARNING,
    section=Section.DIRECTORIES,
    sentence="A start repairs {path}: {note}.",
    remedy="Start the node. If it happens again without a crash, check the disk.",
):
    """Something is damaged that the start cuts off or makes again from the log."""

    path: str
    note: str


class DirectoryInUse(
    Finding,
    severity=Severity.INFO,
    section=Section.DIRECTORIES,
    sentence=(
        "Process {process} has {path} open and answers at {listener}: what it is writing is no"
        " damage."
    ),
):
    """The node runs. Its directory is examined while it changes."""

    path: str
    process: int
    listener: str


class OwnListenerSilent(
    Finding,
    severity=Severity.WARNING,
    section=Section.DIRECTORIES,
    sentence="Process {process} has {path} open, but {listener} does not answer: {fault}.",
    remedy="Wait if it has just been started. Else look at its log, or stop it.",
):
    """A process holds the lock of the directory. It starts, hangs, or has another configuration."""

    path: str
    process: int
    listener: str
    fault: str


class OwnListenerTaken(
    Finding,
    severity=Severity.ERROR,
    section=Section.DIRECTORIES,
    sentence="Another process listens on {listener}, and no process has {path} open.",
    remedy="Stop that process, or change listeners: this node cannot take the port.",
):
    """The port of this node is taken. The start is refused."""

    path: str
    listener: str


# -- states of a node ------------------------------------------------------------------------------


class NoLeaderKnown(
    Finding,
    severity=Severity.WARNING,
    section=Section.QUORUM,
    sentence="This node reaches no leader in epoch {epoch}.",
    remedy="Start the voters that are down; other lines name the nodes that do not answer.",
    command="kraft status {bootstrap}",
):
    """Fewer than a majority of the voters run, or they do not reach or accept each other."""

    epoch: int


class NoVoteHere(
    Finding,
    severity=Severity.WARNING,
    section=Section.VOTERS,
    sentence="This node ({node}) is not a voter: the voters are {voters}.",
    remedy="Add it if it is to vote. If its id is among them, its directory id is another one.",
    command=(
        "kraft metadata-quorum --bootstrap-controller {bootstrap} --command-config"
        " controller.properties add-controller"
    ),
):
    """The node was not added yet, was removed, or its directory was formatted again."""

    node: int
    voters: tuple[int, ...]


class NameUnresolved(
    Finding,
    severity=Severity.WARNING,
    section=Section.NODES,
    sentence="The name {host} is not resolved ({fault}): {consequence}.",
    remedy="Check the name on this machine with `getent hosts {host}`, then the name service.",
):
    """DNS does not answer, or does not know the host of a controller or bootstrap server."""

    host: str
    fault: str
    consequence: str


class SnapshotsFail(
    Finding,
    severity=Severity.WARNING,
    section=Section.MACHINE,
    sentence=("No snapshot can be stored on {who}, after {failures:attempt|attempts}: {reason}."),
    remedy=(
        "Make room or repair the disk. The node tries again after one minute, then after two, at"
        " most after an hour; its log grows until a snapshot is stored."
    ),
):
    """The disk refuses a snapshot that the node writes or downloads, or a download is damaged."""

    who: str
    failures: int
    """In a row."""
    reason: str


class DiskSlow(
    Finding,
    severity=Severity.WARNING,
    section=Section.MACHINE,
    sentence="The disk of {who} has not completed the work of {queue} for {seconds} s.",
    remedy="Look at the disk: commits and votes wait for it.",
):
    """A write or sync hangs, or takes more than a second each time."""

    who: str
    queue: str
    seconds: int


# -- before moving a cluster to kraft --------------------------------------------------------------


class WouldAct(
    Finding,
    severity=Severity.INFO,
    section=Section.MOVING,
    sentence=(
        "A kraft controller would act: metadata.version is {level} ({name}), and all records are"
        " known."
    ),
    remedy=(
        "Give it kraft.controller=active, and what the files of the controllers say about topics,"
        " brokers and security. Java classes cannot be run: make sure that"
        " create.topic.policy.class.name and alter.config.policy.class.name are not set, and that"
        " the authorizer is StandardAuthorizer."
    ),
):
    """Asked before controllers of Kafka are replaced: the metadata log was replayed."""

    level: int
    name: str


class WouldNotAct(
    Finding,
    severity=Severity.ERROR,
    section=Section.MOVING,
    sentence="A kraft controller would not act: {reason}.",
    remedy=(
        "kraft knows what Kafka {release} writes, metadata.version 7 to {latest}. Finish what is"
        " open, or lower the level; do not replace a majority of the controllers before."
    ),
):
    """The metadata log has something that an active controller of kraft does not decide about."""

    reason: str
    release: str
    latest: int


class NotBegun(
    Finding,
    severity=Severity.ERROR,
    section=Section.MOVING,
    sentence="The log has no metadata.version yet: no active controller has written to it.",
    remedy="Start the controllers that formatted it first, and ask again.",
):
    """The quorum was formatted and has no active controller, or it is not Kafka's metadata."""


class MoveInPlaceOrWithNewIds(
    Finding,
    severity=Severity.INFO,
    section=Section.MOVING,
    sentence="The voters are records (kraft.version 1): move in place, or with new ids.",
    remedy="Replace one controller at a time; wait until it has caught up before the next.",
):
    """kraft nodes can take over directories, or be added as new voters."""


class MoveInPlace(
    Finding,
    severity=Severity.INFO,
    section=Section.MOVING,
    sentence="The voters are in controller.quorum.voters (kraft.version 0): move in place only.",
    remedy="Give each kraft controller the id, address and directory of the one that it replaces.",
):
    """A static quorum takes no new voters."""


class RegisteredNotVoting(
    Finding,
    severity=Severity.INFO,
    section=Section.MOVING,
    sentence="Controllers are registered and are not voters: {controllers}.",
    remedy="Kafka counts them for feature levels for good, kraft only while they fetch.",
):
    """Registrations of controllers that were replaced stay in the metadata."""

    controllers: tuple[int, ...]


class UnmeasuredSize(
    Finding,
    severity=Severity.WARNING,
    section=Section.MOVING,
    sentence="The cluster has {partitions} partitions; kraft was not measured above {measured}.",
    remedy="Try a copy of the cluster first.",
):
    """The measurements are in docs/controller.md."""

    partitions: int
    measured: int
