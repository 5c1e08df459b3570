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
    sentence="No answer from {asked:address|addresses}: the state of the quorum is unknown.",
    remedy="Start the controllers. If they run, check the addresses and the network.",
):
    """No controller answered. The findings about the addresses have the reasons."""

    asked: int


class NothingReported(
    Finding,
    severity=Severity.ERROR,
    section=Section.QUORUM,
    sentence=(
        "Of {asked:address|addresses}, {answering} answered, but none reported the state of the"
        " quorum."
    ),
    remedy=(
        "Correct the errors reported for the addresses, then run the command again. The controllers"
        " can be running."
    ),
):
    """A permission, a login, a protocol or an address is wrong. Another finding names it."""

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
        "Start the voters that are down. If they are permanently lost, keep the directory of the"
        " node with the longest log."
    ),
):
    """An election needs a majority of voters that run, can connect and authorize each other."""

    answering: int
    voters: str


class LeaderSilent(
    Finding,
    severity=Severity.ERROR,
    section=Section.QUORUM,
    sentence="The leader that nodes name ({leaders}) is not among the nodes that answered.",
    remedy="Add the address of that node to the command. If it does not answer, check its log.",
):
    """Followers know a leader whose address was not given, or which does not answer clients."""

    leaders: tuple[int, ...]


class LongestLog(
    Finding,
    severity=Severity.INFO,
    section=Section.QUORUM,
    sentence="The longest known log is on {nodes}: it ends at offset {end} in epoch {epoch}.",
):
    """Shown while there is no leader. Logs are compared by epoch first, then by offset."""

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
    sentence="Cluster {cluster} has {count:quorum|quorums} with different voters: {quorums}.",
    remedy=(
        "Keep one of them. Stop the other nodes, format their directories with"
        " --no-initial-controllers, start them, and add each to the remaining quorum."
    ),
    command=(
        "kraft metadata-quorum --bootstrap-controller {bootstrap} --command-config"
        " controller.properties add-controller"
    ),
):
    """Several nodes were formatted with --standalone, or a quorum was copied.

    Each quorum commits separately.
    """

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
    remedy="Check the network between that node and the others. Its clients get no commits.",
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
    sentence="{who} knows no voters: it cannot take part in elections or find a leader.",
    remedy=(
        "If the quorum is new, format one node with --standalone or all with --initial-controllers."
        " Otherwise, set controller.quorum.bootstrap.servers to controllers that run."
    ),
):
    """The log has no VotersRecord, controller.quorum.voters is empty, and no leader was found."""

    who: str


class VoterListsDiffer(
    Finding,
    severity=Severity.ERROR,
    section=Section.QUORUM,
    sentence="The nodes have different values of controller.quorum.voters: {lists}.",
    remedy="Set the same list in each file, then restart the nodes one by one.",
):
    """Nodes of a static quorum with different lists can elect two leaders."""

    lists: tuple[str, ...]


class StaticVotersIgnored(
    Finding,
    severity=Severity.WARNING,
    section=Section.QUORUM,
    sentence=(
        "controller.quorum.voters of node {node} is ignored, because the voters are in the log. The"
        " key has {listed}, the log {voters}."
    ),
    remedy="Replace the key with controller.quorum.bootstrap.servers.",
):
    """The quorum is dynamic (kraft.version 1): the log of its leader or of this machine has voters.

    The list in the file misleads readers of the file.
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
        "Restore the earlier list in the file. To change voters, raise kraft.version to 1 and use"
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
        "{alive} of {voters:voter|voters} follow, which is just a majority: one more failure stops"
        " the quorum."
    ),
    remedy="Start the voters that are down before you change anything else.",
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
    """An even number of voters needs a larger majority, but does not survive more failures."""

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
    remedy="Upgrade kraft.version. The leader must be kraft, or Kafka 4.1 or later.",
    command=("kraft features --bootstrap-controller {bootstrap} upgrade --feature kraft.version=1"),
):
    """Its voters are those of controller.quorum.voters; all of them support kraft.version 1."""


class CannotBecomeDynamic(
    Finding,
    severity=Severity.INFO,
    section=Section.QUORUM,
    sentence="The quorum is static, and cannot be made dynamic yet: {reasons}.",
    remedy="Until then, change voters only in controller.quorum.voters.",
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
        "Start it. If its disk is lost, remove the voter with its directory id, format a new disk"
        " and add the node again."
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
    remedy="Check its disk (kraft_disk_write_seconds) and its connection to the leader.",
):
    """The voter fetches more slowly than the leader appends."""

    voter: int
    lag: int


class StuckVoter(
    Finding,
    severity=Severity.WARNING,
    section=Section.VOTERS,
    sentence=(
        "Voter {voter} fetches, lags by {lag:record|records} and has not caught up for {seconds} s."
    ),
    remedy="Check the log of that node: it can reject the fetched records, or its disk can hang.",
):
    """The fetch offset of the voter does not advance, or more slowly than the leader appends."""

    voter: int
    lag: int
    seconds: int


class DiskReplaced(
    Finding,
    severity=Severity.WARNING,
    section=Section.VOTERS,
    sentence=(
        "Node {node} runs with directory {new}, but voter {node} is still its former directory"
        " {old}, which has not fetched {since}: the node has no vote."
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
        "Directory {old} of node {node} is not a voter and has not fetched {since}: the leader"
        " forgets it 5 minutes after its last fetch."
    ),
):
    """The disk of a voter was replaced. The voter set no longer contains the old directory."""

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
    remedy="Stop one of the two processes. Give it another node id before you start it again.",
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
    remedy="Stop the copy. Format its directory with another node id before you start it again.",
):
    """Fetches of both processes count for one voter.

    A record can count as stored on a disk that does not have it.
    """

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
        " or a second process runs with its key. Records can be lost if this leader stops before"
        " that voter has caught up."
    ),
    remedy="Stop the voter, remove it, format its directory, and add it again.",
    command=(
        "kraft metadata-quorum --bootstrap-controller {bootstrap} remove-controller"
        " --controller-id {voter} --controller-directory-id {directory}"
    ),
):
    """A restore before a change of leader is not detected.

    The new leader does not know the offset.
    """

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
        "If it is not new, its votes and acknowledged records are lost: remove it before it votes,"
        " format its directory and add it again."
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
    remedy="Add it if it should vote.",
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
        "Node {node} on this machine has directory {here}, but voter {node} has directory {voter}."
    ),
    remedy=(
        "If the disk was replaced, remove the old entry and add the new directory. Otherwise,"
        " another machine uses this node id."
    ),
    command=(
        "kraft metadata-quorum --bootstrap-controller {bootstrap} remove-controller"
        " --controller-id {node} --controller-directory-id {voter}"
    ),
):
    """Reported by `kraft doctor`, which reads the directory id from the files."""

    node: int
    here: str
    voter: str


# -- plans for voters ------------------------------------------------------------------------------


class LeaderNeeded(
    Finding,
    severity=Severity.ERROR,
    section=Section.PLANS,
    sentence="No leader with a high watermark answered, so the voters cannot be changed.",
    remedy="Find the reason with kraft status. A change of the voters needs a majority of them.",
    command="kraft status {bootstrap}",
):
    """The leader writes every change of the voters, and a majority of them commits it."""


class StaticVoters(
    Finding,
    severity=Severity.ERROR,
    section=Section.PLANS,
    sentence="The voters are in controller.quorum.voters (kraft.version 0) and cannot be changed.",
    remedy="Raise kraft.version to 1 first (Kafka 4.1 or later).",
    command="kraft features --bootstrap-controller {bootstrap} upgrade --feature kraft.version=1",
):
    """Voters are records of the log since kraft.version 1 (KIP-853)."""


class ChangePending(
    Finding,
    severity=Severity.ERROR,
    section=Section.PLANS,
    sentence="A change of the voters at offset {offset} is not committed yet.",
    remedy=(
        "Wait until it is committed. If it remains uncommitted, start the voters that do not fetch."
    ),
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
    """The command fetches the uncommitted end of the log from the leader."""

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
    """A new voter must follow the quorum first, so that the leader knows its directory id."""

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
    sentence="Node {node} (directory {directory}) no longer fetches from the leader.",
    remedy="Start it, and check its log.",
):
    """A new voter that does not fetch counts for the majority and cannot acknowledge records."""

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
    sentence="The address of node {node} is unknown.",
    remedy="Add its address to --voters: {node}@HOST:PORT.",
):
    """Controllers register their addresses; a replica without a controller does not."""

    node: int


class CandidateUnreachable(
    Finding,
    severity=Severity.ERROR,
    section=Section.PLANS,
    sentence="Node {node} cannot be reached at {address} ({reason}).",
    remedy="Check the address, the listener and the network: the voters need it for elections.",
):
    """A voter that cannot be reached receives no vote requests and cannot lead."""

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
    """The node at the address reported its id, or a registration has this address."""

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
    sentence="The voters have the listeners {names}, but only one address of node {node} is known.",
    remedy=(
        "Add the node on its machine with its own file, which has all listeners, and make the plan"
        " again."
    ),
    command=(
        "kraft metadata-quorum --bootstrap-controller {bootstrap} --command-config"
        " controller.properties add-controller"
    ),
):
    """A plan gets addresses from registrations.

    They show one address: that of the queried listener.
    """

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
        "Stop the old process permanently and wait ten seconds, or give the new node another id."
    ),
):
    """Two processes with the same node id are running.

    Reuse an id only if the old machine cannot start.
    """

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
    """A change needs a majority of the voters both before and after it."""

    when: str
    live: int
    voters: int
    majority: int


class WouldRejoin(
    Finding,
    severity=Severity.ERROR,
    section=Section.PLANS,
    sentence=(
        "Node {node} has controller.quorum.auto.join.enable=true: after its removal it would add"
        " itself again."
    ),
    remedy="Stop it, or set the key to false and restart it.",
):
    """An observer with that key sends AddRaftVoter for itself (KIP-1186)."""

    node: int


class RejoinUnknown(
    Finding,
    severity=Severity.INFO,
    section=Section.PLANS,
    sentence="The value of controller.quorum.auto.join.enable on node {node} is unknown.",
    remedy="If it is true, stop the node before you remove it: otherwise it adds itself again.",
):
    """The command reads the configuration of a controller with DescribeConfigs."""

    node: int


class LeaderLast(
    Finding,
    severity=Severity.INFO,
    section=Section.PLANS,
    sentence="Node {node} leads: it is removed last. Another voter is then elected.",
    remedy="If it runs Kafka 3.9.0, restart it first: that release ends (KAFKA-17608).",
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
    """The cluster ids are compared before every step."""

    planned: str
    found: str


class VotersChanged(
    Finding,
    severity=Severity.ERROR,
    section=Section.PLANS,
    sentence="The voters are {found}, which does not match any step of the plan ({expected}).",
    remedy="Find out who changed them, and make the plan again.",
):
    """The voters were changed after the plan was made, or a node added itself."""

    found: tuple[str, ...]
    expected: tuple[str, ...]


class StepFailed(
    Finding,
    severity=Severity.ERROR,
    section=Section.PLANS,
    sentence="The quorum did not {step}: {error}.",
    remedy="Correct the cause, then apply the plan again: it continues where it stopped.",
):
    """The leader refused the request or did not answer. The voters are unchanged."""

    step: str
    error: str


# -- nodes and connections -------------------------------------------------------------------------


class Unresolved(
    Finding,
    severity=Severity.WARNING,
    section=Section.NODES,
    sentence="{who}: the name {address} cannot be resolved ({error}).",
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
        "Start the node. If it runs, check the port, the network and the firewall between the two."
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
    remedy="Use the port of a listener in controller.listener.names.",
):
    """Another server listens on that port, for example the HTTP server for metrics."""

    who: str
    address: str
    error: str


class BrokerListener(
    Finding,
    severity=Severity.WARNING,
    section=Section.NODES,
    sentence=(
        "{address} is a listener of a broker, which does not report the state of a controller."
    ),
    remedy=(
        "Use the address of a controller. The broker has it in controller.quorum.bootstrap.servers"
        " or controller.quorum.voters."
    ),
):
    """A broker forwards DescribeQuorum to the active controller.

    This command queries controllers directly.
    """

    address: str


class SpeaksTls(
    Finding,
    severity=Severity.WARNING,
    section=Section.NODES,
    sentence="{who}: the listener {address} requires TLS, but the client used plaintext.",
    remedy=(
        "Use --command-config with security.protocol. For a node, correct"
        " listener.security.protocol.map."
    ),
):
    """The listener and the client use different protocols."""

    who: str
    address: str


class SpeaksPlaintext(
    Finding,
    severity=Severity.WARNING,
    section=Section.NODES,
    sentence="{who}: the listener {address} uses plaintext, but the client used TLS.",
    remedy=(
        "Set security.protocol to PLAINTEXT or SASL_PLAINTEXT in the file of --command-config. If"
        " the listener should have TLS, correct listener.security.protocol.map of the node."
    ),
):
    """The listener and the client use different protocols."""

    who: str
    address: str


class CertificateRefused(
    Finding,
    severity=Severity.WARNING,
    section=Section.NODES,
    sentence="{who}: TLS with {address} fails ({error}).",
    remedy=(
        "Compare the certificate of each side with the trust store of the other: issuer, expiry,"
        " host names."
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
    sentence=(
        "{who}: the listener {address} requires SASL ({error}), but the client did not"
        " authenticate."
    ),
    remedy=(
        "Use --command-config with sasl.mechanism, sasl.jaas.config and"
        " security.protocol=SASL_PLAINTEXT, or SASL_SSL for a listener with TLS."
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
    sentence="{who}: the listener {address} has no SASL, but the client tried to authenticate.",
    remedy=(
        "Set security.protocol to PLAINTEXT, or SSL for a listener with TLS. If the listener should"
        " have SASL, correct listener.security.protocol.map of the node."
    ),
):
    """The listener and the client use different protocols."""

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
        "For a command, use --command-config of a user with DESCRIBE on the cluster, or wait until"
        " the node has loaded its ACLs. For a node, add its principal to super.users, or add an ACL"
        " for CLUSTER_ACTION."
    ),
):
    """The authorizer of that node denies the request to the principal of the client."""

    who: str
    address: str
    error: str


class NodeRefused(
    Finding,
    severity=Severity.ERROR,
    section=Section.NODES,
    sentence="{address} denies the quorum requests of this node ({error}).",
    remedy=(
        "On that node, add the principal of this node to super.users, or add an ACL for"
        " CLUSTER_ACTION."
    ),
):
    """A peer does not authorize this node, so it can neither vote nor fetch there."""

    address: str
    error: str


class OtherClusterRefused(
    Finding,
    severity=Severity.ERROR,
    section=Section.NODES,
    sentence="{who}: {address} belongs to another cluster (INCONSISTENT_CLUSTER_ID).",
    remedy="Correct the address in the file of the node, or the cluster id of its directory.",
):
    """The node sends requests to a node of another cluster, which refuses all of them."""

    who: str
    address: str


class AnswersError(
    Finding,
    severity=Severity.WARNING,
    section=Section.NODES,
    sentence="{who}: {address} answers with an error ({error}).",
    remedy="Check the log of that node.",
):
    """An error code, or a response outside Kafka's protocol."""

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
    remedy=(
        "Run the command again. If the finding remains, check the network between that node and the"
        " leader."
    ),
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
    remedy="Query all controllers: the finding about the quorum has the reason.",
    command="kraft status {bootstrap}",
):
    """Reported by the node itself (`/ready`, kraft_findings).

    An election is in progress, or the node reaches no peer.
    """

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
    """Reported by the node itself (`/ready`): see Readiness in docs/node.md."""

    who: str
    leader: int


class NotReady(
    Finding,
    severity=Severity.WARNING,
    section=Section.NODES,
    sentence="{who} is not ready: {reason}.",
    remedy="Wait while it starts. Otherwise, check the reason and the lag of the node.",
):
    """`/ready` of the node returns 503. Only with --ready-port."""

    who: str
    reason: str


class UnreadState(
    Finding,
    severity=Severity.WARNING,
    section=Section.NODES,
    sentence="The state of {who} cannot be read completely: {error}.",
    remedy="Use the same release of kraft for the command and the node.",
):
    """The state document of the node has another format."""

    who: str
    error: str


class NodeReports(
    Finding,
    severity=Severity.WARNING,
    section=Section.NODES,
    sentence="{who} reports: {sentence_of_node}.",
    remedy="Run `kraft doctor FILE` on the machine of that node.",
):
    """A finding of the node about itself that this release of kraft does not know."""

    who: str
    finding: str
    """Its id."""
    sentence_of_node: str


# -- the active controller -------------------------------------------------------------------------


class NoActiveController(
    Finding,
    severity=Severity.ERROR,
    section=Section.CONTROLLER,
    sentence="There is no active controller: node {leader} leads but is not active{because}.",
    remedy=(
        "While such a node leads, brokers cannot register and metadata cannot change. Remove the"
        " reason, or start a voter that can become active."
    ),
):
    """Every change of metadata needs the active controller.

    The reason names what the node does not support.
    """

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
    remedy="Remove the reason, or upgrade kraft on that node.",
):
    """The metadata contains something that the release on this node does not support."""

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
        "The metadata has {feature} {level}; {who} supports levels up to {highest}, so it cannot"
        " read all of the metadata."
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
        "Controller {node} at {address} is registered, but is neither a voter nor an observer. Its"
        " registration still counts for feature upgrades."
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
    remedy="Correct {file}, or run this node with Apache Kafka: kraft cannot start with this file.",
    command="kraft start --check {file}",
):
    """A value is invalid, contradicts another one or needs a feature that kraft does not have."""

    file: str
    reason: str


class RepeatedKeys(
    Finding,
    severity=Severity.WARNING,
    section=Section.CONFIGURATION,
    sentence="{keys}: set more than once; the last value is used.",
    remedy="Keep one line for each in {file}.",
):
    """The file contains a key twice."""

    file: str
    keys: tuple[str, ...]


class OpenListeners(
    Finding,
    severity=Severity.WARNING,
    section=Section.CONFIGURATION,
    sentence="Anyone who can connect to {listeners} can read the metadata and remove voters.",
    remedy=("Set authorizer.class.name and super.users, or require client certificates or SASL."),
):
    """Other machines can connect without authentication, and there is no authorizer."""

    listeners: tuple[str, ...]


class ListenerUnusable(
    Finding,
    severity=Severity.ERROR,
    section=Section.CONFIGURATION,
    sentence="This node cannot listen on {listener}: {fault}.",
    remedy=(
        "Correct listeners and kraft.metrics.listener: the host must be an address of this machine,"
        " and this user must be allowed to use the port."
    ),
):
    """The node opens all its listeners when it starts, and fails if it cannot open one."""

    listener: str
    fault: str


class QuorumNotAsked(
    Finding,
    severity=Severity.ERROR,
    section=Section.CONFIGURATION,
    sentence="The quorum was not queried, because this node cannot connect to it: {reason}.",
    remedy="Correct these keys, or use --command-config with another file.",
):
    """The configuration keys for connections from this node to other nodes are invalid."""

    reason: str


# -- certificates ----------------------------------------------------------------------------------


class StoresUnusable(
    Finding,
    severity=Severity.ERROR,
    section=Section.CERTIFICATES,
    sentence="The TLS configuration cannot be used: {reason}.",
    remedy="Correct the file or the configuration key. The node does not start with it.",
):
    """A key store or trust store cannot be read, or does not match the others."""

    reason: str


class CertificateExpired(
    Finding,
    severity=Severity.ERROR,
    section=Section.CERTIFICATES,
    sentence="The certificate of listener {listener} of {who} ({subject}) expired at {when} UTC.",
    remedy="Replace it: the node reads the new file within a minute, or at SIGHUP.",
):
    """Peers and clients refuse an expired certificate."""

    who: str
    listener: str
    subject: str
    when: str


class CertificateEnds(
    Finding,
    severity=Severity.WARNING,
    section=Section.CERTIFICATES,
    sentence=(
        "The certificate of listener {listener} of {who} ({subject}) expires in"
        " {days:day|days}, at {when} UTC."
    ),
    remedy="Replace it: the node reads the new file within a minute, or at SIGHUP.",
):
    """It expires in less than 30 days."""

    who: str
    listener: str
    subject: str
    days: int
    when: str


class CertificateValid(
    Finding,
    severity=Severity.INFO,
    section=Section.CERTIFICATES,
    sentence=(
        "The certificate of listener {listener} of {who} ({subject}) expires in"
        " {days:day|days}, at {when} UTC."
    ),
):
    """It is valid for at least 30 days."""

    who: str
    listener: str
    subject: str
    days: int
    when: str


class CertificateKept(
    Finding,
    severity=Severity.WARNING,
    section=Section.CERTIFICATES,
    sentence="The former stores of {where} stay in use at {who}: {reason}.",
    remedy="Repair the files: the node reads them when they change, and at SIGHUP.",
):
    """A changed key store or trust store cannot be read, or key and certificate do not match."""

    who: str
    where: str
    """A listener, or the connections to other controllers."""
    reason: str


class TokenKeysUnread(
    Finding,
    severity=Severity.WARNING,
    section=Section.CERTIFICATES,
    sentence="The keys for tokens at {url} cannot be read by {who}: {reason}.",
    remedy="Make the file or the server of that URL available; the node tries again.",
):
    """Tokens with newer keys are refused, and all tokens if the keys were never read."""

    who: str
    url: str
    reason: str


class CertificateWithoutHost(
    Finding,
    severity=Severity.WARNING,
    section=Section.CERTIFICATES,
    sentence=(
        "The certificate of listener {listener} does not contain the advertised host {host}: peers"
        " that verify host names refuse it."
    ),
    remedy="Issue a certificate with that host as subject alternative name.",
):
    """The host of advertised.listeners is not among the names of the certificate."""

    listener: str
    host: str


# -- ACLs ------------------------------------------------------------------------------------------


class AclsNotListed(
    Finding,
    severity=Severity.INFO,
    section=Section.ACLS,
    sentence="No controller returned the ACLs, so hosts with address ranges are not checked.",
    remedy="Use --command-config of a user with DESCRIBE on the cluster.",
):
    """The principal of the command is not authorized to describe ACLs."""


_READ_BY_A_NEWER_RELEASE: Final = (
    "Run a release of kraft that knows the metadata.version of the cluster. A snapshot of another"
    " node without such a record ends it too."
)


class AclsUnreadable(
    Finding,
    severity=Severity.ERROR,
    section=Section.ACLS,
    sentence=(
        "All users but super users are denied by {who}: it cannot read {changes:change|changes} of"
        " the ACLs."
    ),
    remedy=_READ_BY_A_NEWER_RELEASE,
):
    """A record of an ACL, of its removal or of a transaction has an unknown form."""

    who: str
    changes: int


class CredentialsUnreadable(
    Finding,
    severity=Severity.ERROR,
    section=Section.ACLS,
    sentence=(
        "No SCRAM user of the metadata can log in at {who}: it cannot read"
        " {changes:change|changes} of the credentials."
    ),
    remedy=_READ_BY_A_NEWER_RELEASE,
):
    """A record of a SCRAM credential, of its removal or of a transaction has an unknown form."""

    who: str
    changes: int


class AclHostInvalid(
    Finding,
    severity=Severity.WARNING,
    section=Section.ACLS,
    sentence=(
        "{acls:ACL has|ACLs have} the host {host}, which is not a range of addresses and matches"
        " nothing: {reason}."
    ),
    remedy="Remove it, and add one with an address or a valid range.",
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
        "{acls:ACL has|ACLs have} the host {host}, stored by a release before 4.4, which compares"
        " it as text: it matches nothing. kraft and Kafka 4.4 use it as an address range."
    ),
    remedy="Remove it if no range is intended. New ranges need metadata.version {needed}.",
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
        "{path}: {free} of {total} MiB are free, less than kraft.log.reserve.bytes: a leader"
        " transfers leadership or refuses appends."
    ),
    remedy="Free disk space, or lower kraft.log.reserve.bytes until you can.",
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
    remedy="Free disk space: a controller stops when a write to its log fails.",
):
    """The free space is above kraft.log.reserve.bytes."""

    path: str
    free: int
    total: int


class NodeLacksRoom(
    Finding,
    severity=Severity.ERROR,
    section=Section.MACHINE,
    sentence=(
        "The disk of {who} has {free} free, less than kraft.log.reserve.bytes: if it leads, it"
        " transfers leadership or refuses appends."
    ),
    remedy="Free disk space on that machine.",
):
    """Reported by the node itself, in its metrics."""

    who: str
    free: str


class ClocksDiffer(
    Finding,
    severity=Severity.WARNING,
    section=Section.MACHINE,
    sentence="The clock of {who} differs from the leader's by {seconds:+.1f} s.",
    remedy="Synchronize both clocks (NTP): certificates, tokens and timestamps depend on them.",
):
    """The clocks differ by more than two seconds."""

    who: str
    seconds: float


# -- directories -----------------------------------------------------------------------------------


class DirectoryRefused(
    Finding,
    severity=Severity.ERROR,
    section=Section.DIRECTORIES,
    sentence="The log directories are refused: {reason}.",
    remedy=(
        "If it is new, format it with `kraft storage format`. Otherwise, restore it or correct"
        " log.dirs."
    ),
):
    """A log directory is not formatted, not readable, or of another cluster."""

    reason: str


class DirectoryOfAnotherNode(
    Finding,
    severity=Severity.ERROR,
    section=Section.DIRECTORIES,
    sentence="The directories belong to node {theirs}, but the file configures node {configured}.",
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
        "{path} has mode {mode}: users other than its owner can open it, and the metadata log"
        " contains SCRAM keys of users."
    ),
    remedy="Change the mode as the owner of the directory.",
    command="chmod g-w,o-rwx {path}",
):
    """The metadata log contains the SCRAM keys of Kafka users."""

    path: str
    mode: str


class DirectoryNotWritable(
    Finding,
    severity=Severity.ERROR,
    section=Section.DIRECTORIES,
    sentence="{path} cannot be written to.",
    remedy="Start the controller as the owner, or give its user write permission.",
):
    """The check assumes that the controller runs as the user of this command."""

    path: str


class DirectoryNotFormatted(
    Finding,
    severity=Severity.ERROR,
    section=Section.DIRECTORIES,
    sentence="A log directory is not formatted: {fault}.",
    remedy=(
        "Format it if the node is new: add --no-initial-controllers to join a running quorum,"
        " --standalone to create one, and neither with controller.quorum.voters. Otherwise, mount"
        " or restore it, or correct log.dirs and metadata.log.dir."
    ),
    command="kraft storage format --config FILE --cluster-id CLUSTER_ID",
):
    """A log directory is missing or has no `meta.properties`. The node does not start."""

    fault: str


class DirectoryOfAnother(
    Finding,
    severity=Severity.ERROR,
    section=Section.DIRECTORIES,
    sentence="A log directory does not belong to this node: {fault}.",
    remedy="Correct node.id, log.dirs or the mounts: two nodes with one id damage a quorum.",
):
    """A directory belongs to another node, cluster or quorum. The node does not start."""

    fault: str


class DirectoryUnusable(
    Finding,
    severity=Severity.ERROR,
    section=Section.DIRECTORIES,
    sentence="A log directory cannot be opened: {fault}.",
    remedy="Correct the path, its owner or its mode. Start the node as the owner.",
):
    """A file or directory cannot be opened, or others could replace it. The node does not start."""

    fault: str


class FileDamaged(
    Finding,
    severity=Severity.ERROR,
    section=Section.DIRECTORIES,
    sentence="A file is damaged: {fault}.",
    remedy=(
        "Check the disk. Unless the sentence names another way, and while the other voters have a"
        " majority, remove this replica from the quorum, format its directory and add it again. Do"
        " not edit the file."
    ),
    command="kraft metadata-quorum --bootstrap-controller {bootstrap} describe --replication",
):
    """A file has content that neither Kafka nor kraft writes. The node does not start."""

    fault: str


class SnapshotDamaged(
    Finding,
    severity=Severity.ERROR,
    section=Section.DIRECTORIES,
    sentence="The latest snapshot is damaged: {fault}.",
    remedy="Move this file away: the log still contains all records of the snapshot.",
):
    """The latest snapshot is damaged. The log still has its records. The node does not start."""

    fault: str


class OldSnapshotDamaged(
    Finding,
    severity=Severity.INFO,
    section=Section.DIRECTORIES,
    sentence="A snapshot that a later one has replaced is damaged: {fault}.",
):
    """Such a snapshot is no longer used, and cleaning deletes it."""

    fault: str


class FileOfLaterRelease(
    Finding,
    severity=Severity.ERROR,
    section=Section.DIRECTORIES,
    sentence="A file was written by a later release: {fault}.",
    remedy="Run the release that wrote this directory, or a later one.",
):
    """A file has a version that this release does not know. The node does not start."""

    fault: str


class RecordsMissing(
    Finding,
    severity=Severity.ERROR,
    section=Section.DIRECTORIES,
    sentence="Records or a vote are missing: {fault}.",
    remedy="{way_out}.",
):
    """The disk lost records or a vote that were durable. The node does not start."""

    fault: str
    way_out: str


class VoteMayBeLost(
    Finding,
    severity=Severity.ERROR,
    section=Section.DIRECTORIES,
    sentence="A start with {path} can lose a vote or records: {fault}.",
    remedy=(
        "Do not start it while it is a voter: remove it from the quorum, format its directory and"
        " add it again."
    ),
    command="kraft metadata-quorum --bootstrap-controller {bootstrap} describe --replication",
):
    """Files are missing, truncated, or older than others.

    The node starts, as Kafka does. A voter without the records that it acknowledged can make
    committed records disappear.
    """

    path: str
    fault: str


class NotTheVoter(
    Finding,
    severity=Severity.ERROR,
    section=Section.DIRECTORIES,
    sentence=(
        "{path}/meta.properties has directory id {directory_id}, but voter {node} has {voter}: this"
        " node starts as an observer, and the quorum lacks its vote."
    ),
    remedy=(
        "If the disk was replaced, remove the old entry and add the new one. Otherwise, restore"
        " meta.properties with the directory id of the voter."
    ),
    command=(
        "kraft metadata-quorum --bootstrap-controller {bootstrap} remove-controller"
        " --controller-id {node} --controller-directory-id {voter}"
    ),
):
    """`meta.properties` was lost, restored or created again.

    The directory id identifies the voter.
    """

    path: str
    node: int
    directory_id: str
    voter: str


class OfAnotherVoter(
    Finding,
    severity=Severity.ERROR,
    section=Section.DIRECTORIES,
    sentence=(
        "{path}/meta.properties has node id {node} and the directory id of voter {voter}: this node"
        " starts as an observer, and the quorum lacks the vote of {voter}."
    ),
    remedy=(
        "Correct node.id in meta.properties and in the configuration, or use the directory of node"
        " {node}. Remove no voter: both directories are in use."
    ),
):
    """`meta.properties` was edited, or the directory of another node is mounted."""

    path: str
    node: int
    voter: int


class RecordsUnreadable(
    Finding,
    severity=Severity.ERROR,
    section=Section.DIRECTORIES,
    sentence="The records of {path} from offset {offset} on cannot be read: {fault}.",
    remedy="Keep the directory and report it: the node cannot be the active controller.",
):
    """A batch has a correct checksum, but its records have an unknown format."""

    path: str
    offset: int
    fault: str


class StartRepairs(
    Finding,
    severity=Severity.WARNING,
    section=Section.DIRECTORIES,
    sentence="The next start repairs {path}: {note}.",
    remedy="Start the node. If it happens again without a crash, check the disk.",
):
    """The start truncates the damaged part, or rebuilds it from the log."""

    path: str
    note: str


class DirectoryInUse(
    Finding,
    severity=Severity.INFO,
    section=Section.DIRECTORIES,
    sentence=(
        "Process {process} has {path} open and answers at {listener}: incomplete data at the end is"
        " not damage."
    ),
):
    """The node is running, so its directory changes during the check."""

    path: str
    process: int
    listener: str


class OwnListenerSilent(
    Finding,
    severity=Severity.WARNING,
    section=Section.DIRECTORIES,
    sentence="Process {process} has {path} open, but {listener} does not answer: {fault}.",
    remedy="Wait if it has just started. Otherwise, check its log or stop it.",
):
    """A process holds the lock of the directory.

    It is starting, hangs, or uses another configuration.
    """

    path: str
    process: int
    listener: str
    fault: str


class OwnListenerTaken(
    Finding,
    severity=Severity.ERROR,
    section=Section.DIRECTORIES,
    sentence="Another process listens on {listener}, and no process has {path} open.",
    remedy="Stop that process, or change listeners: this node cannot use the port.",
):
    """The port of this node is in use. The node does not start."""

    path: str
    listener: str


# -- states of a node ------------------------------------------------------------------------------


class NoLeaderKnown(
    Finding,
    severity=Severity.WARNING,
    section=Section.QUORUM,
    sentence="This node cannot reach a leader in epoch {epoch}.",
    remedy="Start the voters that are down. Other findings name the nodes that do not answer.",
    command="kraft status {bootstrap}",
):
    """Fewer than a majority of the voters run, or they do not reach or accept each other."""

    epoch: int


class NoVoteHere(
    Finding,
    severity=Severity.WARNING,
    section=Section.VOTERS,
    sentence="This node ({node}) is not a voter: the voters are {voters}.",
    remedy=(
        "Add it if it should vote. If its id is in the list, its directory id differs from that of"
        " the voter."
    ),
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
    sentence="The name {host} cannot be resolved ({fault}): {consequence}.",
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
        "Free disk space or repair the disk. The node tries again after one minute, then at"
        " intervals that double, up to an hour. Its log grows until a snapshot is stored."
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
    remedy="Check the disk: commits and votes wait for it.",
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
        "A kraft controller can become active: metadata.version is {level} ({name}), and all"
        " records are known."
    ),
    remedy=(
        "Set kraft.controller=active, and copy the settings for topics, brokers and security from"
        " the files of the controllers. kraft cannot run Java classes: make sure that"
        " create.topic.policy.class.name and alter.config.policy.class.name are not set, and that"
        " the authorizer is StandardAuthorizer."
    ),
):
    """The command replayed the metadata log."""

    level: int
    name: str


class WouldNotAct(
    Finding,
    severity=Severity.ERROR,
    section=Section.MOVING,
    sentence="A kraft controller cannot become active: {reason}.",
    remedy=(
        "kraft supports the records of Kafka {release}, metadata.version 7 to {latest}. Remove the"
        " reason, or lower the level. Do not replace a majority of the controllers before that."
    ),
):
    """The metadata log contains something that kraft's active controller does not support."""

    reason: str
    release: str
    latest: int


class NotBegun(
    Finding,
    severity=Severity.ERROR,
    section=Section.MOVING,
    sentence="The log has no metadata.version yet: no active controller has written to it.",
    remedy="Start the controllers that formatted it first, then run the command again.",
):
    """The quorum was formatted and has no active controller, or it is not Kafka's metadata."""


class MoveInPlaceOrWithNewIds(
    Finding,
    severity=Severity.INFO,
    section=Section.MOVING,
    sentence="The voters are in the log (kraft.version 1): move in place, or with new ids.",
    remedy="Replace one controller at a time; wait until it has caught up before the next.",
):
    """kraft nodes can take over the directories, or be added as new voters."""


class MoveInPlace(
    Finding,
    severity=Severity.INFO,
    section=Section.MOVING,
    sentence="The voters are in controller.quorum.voters (kraft.version 0): move in place only.",
    remedy="Give each kraft controller the id, address and directory of the one that it replaces.",
):
    """New voters cannot be added to a static quorum."""


class RegisteredNotVoting(
    Finding,
    severity=Severity.INFO,
    section=Section.MOVING,
    sentence="Controllers are registered but are not voters: {controllers}.",
    remedy="Kafka always counts them for feature levels, kraft only while they fetch.",
):
    """Registrations of replaced controllers remain in the metadata."""

    controllers: tuple[int, ...]


class UnmeasuredSize(
    Finding,
    severity=Severity.WARNING,
    section=Section.MOVING,
    sentence=(
        "The cluster has {partitions} partitions; kraft has not been measured above {measured}."
    ),
    remedy="Test with a copy of the cluster first.",
):
    """docs/controller.md has the measurements."""

    partitions: int
    measured: int
