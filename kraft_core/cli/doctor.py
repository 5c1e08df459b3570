"""`kraft doctor`: what is wrong with the controller of this machine, and what to do about it.

It looks at the configuration file, the log directories, free space and certificates here, and asks
the controllers that the file names, as `kraft status` does: by the keys of a --command-config, else
by those with which this node connects to others. Nothing is written or locked.
"""

from __future__ import annotations

import json
import os
import shutil
from collections import Counter
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

import click

from kraft_core.cli.admin_connection import (
    CONFIG_VARIABLE,
    client_options,
    json_option,
    sentences,
)
from kraft_core.cli.output import echo

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kraft_core.admin.status import QuorumStatus
    from kraft_core.client.settings import Endpoint
    from kraft_core.client.steps import Operation
    from kraft_core.config.process_keys import ProcessConfiguration
    from kraft_core.config.properties import Properties
    from kraft_core.node.configuration import NodeConfiguration

EPILOG = """\b
Examples:
  kraft doctor controller.properties
  kraft doctor controller.properties --command-config admin.properties --json

Exit code: 0 if nothing needs to be done, 1 with warnings, 2 with errors.
"""
_FREE_SHARE_MIN: Final = 0.1
_CLOCK_MS_MAX: Final = 2_000
_DAYS_MIN: Final = 30
_ANY: Final = 1
"""Of types, patterns, operations and permissions of ACLs: all of them."""
_CODES: Final = {"info": 0, "warning": 1, "error": 2}


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that was found: how bad it is, where, what, and what to do."""

    severity: str
    """info, warning or error."""
    area: str
    reason: str
    remedy: str


@click.command(epilog=EPILOG, short_help="check a controller on its machine")
@click.argument("file", metavar="FILE", type=click.Path())
@click.option(
    "--command-config",
    metavar="FILE",
    help=f"A file with keys of clients, in place of those of FILE. Also: {CONFIG_VARIABLE}.",
)
@json_option
def command(*, file: str, command_config: str | None, as_json: bool) -> None:
    """Examine the controller that is configured by FILE, on its machine, and its quorum."""
    from kraft_core.config.errors import NodeError  # --help needs no node
    from kraft_core.config.process_keys import read_process
    from kraft_core.config.properties import Properties

    with sentences():
        options = client_options(command_config)
    try:
        properties = Properties.load(file, {})
        process = read_process(properties)
    except NodeError as error:
        remedy = f"Correct {file}; `kraft start --check {file}` reads it again."
        findings = [Finding("error", "configuration", str(error), remedy)]
    else:
        findings = examine(file, properties, process, options)
    if as_json:
        echo(json.dumps([asdict(each) for each in findings]))
    else:
        echo(*finding_lines(findings))
    raise SystemExit(max((_CODES[each.severity] for each in findings), default=0))


def finding_lines(findings: Sequence[Finding]) -> list[str]:
    """The findings for people, the worst first."""
    worst_first = sorted(findings, key=lambda each: -_CODES[each.severity])
    lines = []
    for each in worst_first:
        lines += [f"{each.severity.upper()} ({each.area}): {each.reason}", f"  {each.remedy}"]
    if not any(_CODES[each.severity] for each in findings):
        lines.append("Nothing is wrong.")
    return lines


def examine(
    file: str,
    properties: Properties,
    process: ProcessConfiguration,
    options: dict[str, object],
) -> list[Finding]:
    """Look at everything."""
    from kraft_core.client.errors import ClientError
    from kraft_core.config.errors import NodeError
    from kraft_core.node.configuration import read_node

    findings: list[Finding] = []
    configuration = None
    try:
        configuration = read_node(properties)
    except NodeError as error:
        remedy = "Correct it, or run this node with Apache Kafka: kraft cannot start it so."
        findings.append(Finding("error", "configuration", str(error), remedy))
    else:
        findings += of_configuration(file, configuration)
        findings += of_certificates(configuration)
    findings += of_directories(process, 0 if configuration is None else configuration.reserve_bytes)
    if configuration is not None and not options:
        try:
            options = _own_options(configuration)
        except ClientError as error:
            remedy = "Correct these keys, or give --command-config with others."
            reason = f"The quorum was not asked, since this node cannot connect to it: {error}"
            return [*findings, Finding("error", "quorum", reason, remedy)]
    has_authorizer = configuration is not None and configuration.authorizer is not None
    findings += _of_quorum(process, options, has_authorizer=has_authorizer)
    return findings


def _own_options(configuration: NodeConfiguration) -> dict[str, object]:
    """How this node connects to other controllers: its quorum is asked in the same way.

    Raises ClientError if its stores cannot be read: without them the quorum would be asked in plain
    text, and the answer would be about that.
    """
    from kraft_core.client.errors import ClientError
    from kraft_core.client.settings import Settings
    from kraft_core.security.client_keys import read_security
    from kraft_core.security.errors import SecurityConfigError

    try:
        security = read_security(configuration.security.client)
    except SecurityConfigError as error:
        raise ClientError(str(error)) from None
    return {"tls": security.tls, "settings": Settings(sasl=security.sasl)}


# -- files -----------------------------------------------------------------------------------------


def of_configuration(file: str, configuration: NodeConfiguration) -> Iterator[Finding]:
    """What a valid configuration should not say."""
    from kraft_core.node.access import unguarded

    if configuration.repeated:
        names = ", ".join(configuration.repeated)
        yield Finding(
            "warning",
            "configuration",
            f"{names}: given more than once, and the last value counts.",
            f"Leave one line of each in {file}.",
        )
    open_to_all = unguarded(configuration)
    if open_to_all:
        yield Finding(
            "warning",
            "configuration",
            f"Whoever reaches {', '.join(map(str, open_to_all))} can read the metadata and remove"
            " voters.",
            "Set authorizer.class.name and super.users, or require client certificates or SASL.",
        )


def of_certificates(configuration: NodeConfiguration) -> Iterator[Finding]:
    """Certificates that cannot be read, have expired or soon will, or lack the advertised host."""
    from kraft_core.config.errors import NodeError
    from kraft_core.node.transport.secure import NodeSecurity

    if not any(keys.has_tls for keys in configuration.security.listeners.values()):
        return
    security = NodeSecurity(configuration.security)
    try:
        security.load()
        security.check_own_trust(configuration.process.controller_names[0])
    except NodeError as error:
        remedy = "Correct the file or the key; the node does not start so."
        yield Finding("error", "certificates", str(error), remedy)
        return
    finally:
        security.close()
    now = datetime.now(UTC)
    for name, certificate in security.certificates.items():
        days = (certificate.not_after - now).total_seconds() / 86_400
        severity = "error" if days < 0 else "warning" if days < _DAYS_MIN else "info"
        what = f"The certificate of listener {name} ({certificate.subject})"
        when = f"{certificate.not_after:%Y-%m-%d %H:%M} UTC"
        reason = f"{what} ends in {int(days)} days, at {when}."
        if days < 0:
            reason = f"{what} has expired at {when}."
        remedy = "Nothing needs to be done."
        if severity != "info":
            remedy = "Put a new one in its place: the node reads it within a minute, or at SIGHUP."
        yield Finding(severity, "certificates", reason, remedy)
    for listener in configuration.process.advertised:
        known = security.certificates.get(listener.name)
        if known is not None and listener.host and not known.fits(listener.host):
            yield Finding(
                "warning",
                "certificates",
                f"The certificate of listener {listener.name} does not have the advertised host"
                f" {listener.host}: peers that check names refuse it.",
                "Have one issued with that host as subject alternative name.",
            )


def of_directories(process: ProcessConfiguration, reserve_bytes: int) -> Iterator[Finding]:
    """Directories that are not formatted, not this node's, not writable, or nearly full."""
    from kraft_core.node.directories import DirectoryReport, wide_directories

    report = DirectoryReport.of(process.directories)
    for problem in report.problems:
        yield Finding(
            "error",
            "directories",
            problem,
            "Format it with `kraft storage format` if it is new; else restore it, or correct"
            " log.dirs.",
        )
    if report.meta is not None and report.meta.node_id != process.node_id:
        yield Finding(
            "error",
            "directories",
            f"The directories belong to node {report.meta.node_id}, the file is of node"
            f" {process.node_id}.",
            "Correct node.id or log.dirs: two nodes with one id damage a quorum.",
        )
    for wide in wide_directories(report.directories):
        remedy = f"Run `{wide.command}` as its owner."
        yield Finding("warning", "directories", wide.reason, remedy)
    for path in report.directories:
        if not os.access(path, os.W_OK | os.X_OK):
            remedy = "Start the controller as its owner, or give the user the right to write."
            yield Finding("error", "directories", f"{path} cannot be written to.", remedy)
        usage = shutil.disk_usage(path)
        where = f"{path}: {usage.free >> 20} MiB of {usage.total >> 20} MiB are free"
        if usage.free < reserve_bytes:
            yield Finding(
                "error",
                "free space",
                f"{where}, less than kraft.log.reserve.bytes: a leader hands over or refuses"
                " appends.",
                "Make room, or lower kraft.log.reserve.bytes for as long as that takes.",
            )
        elif usage.free < usage.total * _FREE_SHARE_MIN:
            remedy = "Make room: a controller ends when a write to its log fails."
            yield Finding("warning", "free space", f"{where}, less than a tenth.", remedy)


# -- the quorum ------------------------------------------------------------------------------------


def _of_quorum(
    process: ProcessConfiguration, options: dict[str, object], *, has_authorizer: bool
) -> Iterator[Finding]:
    from kraft_core.admin.status import quorum_status

    addresses = _addresses(process)
    if addresses:
        status = quorum_status(addresses, **options)  # type: ignore[arg-type]  # of one caller
        yield from of_status(status, process)
        if has_authorizer:
            level = max((each.metadata_version or 0 for each in status.nodes), default=0)
            yield from of_acls(_acl_hosts(addresses, options), level)


def _addresses(process: ProcessConfiguration) -> list[Endpoint]:
    from kraft_core.client.settings import Endpoint

    found = [*process.static_voters.values(), *process.bootstrap_servers]
    return list(dict.fromkeys(Endpoint(host, port) for host, port in found if port))


def of_status(status: QuorumStatus, process: ProcessConfiguration) -> Iterator[Finding]:
    """What is wrong with the quorum, and of which kind it is."""
    for problem in status.problems:
        yield Finding(problem.severity, "quorum", problem.text, _remedy(problem.text))
    if status.leader_id is None:
        return
    here = next((each for each in status.nodes if each.node_id == process.node_id), None)
    if here is None:
        yield Finding(
            "warning",
            "quorum",
            f"The leader does not know node {process.node_id}: it does not run, or does not fetch.",
            "Start it; if it runs, compare its cluster id (meta.properties) with the quorum's.",
        )
    elif here.role == "Observer":
        yield Finding(
            "info",
            "quorum",
            f"Node {process.node_id} is an observer.",
            "Make it a voter with `kraft metadata-quorum add-controller`, if it is to vote.",
        )
    ahead_ms = status.clock_ahead_ms
    if ahead_ms is not None and abs(ahead_ms) > _CLOCK_MS_MAX:
        yield Finding(
            "warning",
            "clocks",
            f"The clock here differs from the leader's by {ahead_ms / 1000:+.1f} s.",
            "Have both synchronized (NTP): certificates, tokens and timestamps depend on it.",
        )
    yield _kind(status, process)


def _acl_hosts(addresses: Sequence[Endpoint], options: dict[str, object]) -> dict[str, int] | None:
    """The hosts of all ACLs with how many have each; None if no controller lists them."""
    from kraft_core.client.blocking import BlockingDriver
    from kraft_core.client.errors import ClientError
    from kraft_core.client.session import open_session
    from kraft_core.client.settings import Settings
    from kraft_wire.errors import WireError
    from kraft_wire.messages import DescribeAclsRequest, DescribeAclsResponse

    request = DescribeAclsRequest(
        resource_type_filter=_ANY,
        resource_name_filter=None,
        pattern_type_filter=_ANY,
        principal_filter=None,
        host_filter=None,
        operation=_ANY,
        permission_type=_ANY,
    )
    settings = options.get("settings") or Settings()

    def ask(endpoint: Endpoint) -> Operation[DescribeAclsResponse]:
        session = yield from open_session(endpoint, settings)  # type: ignore[arg-type]
        return (yield from session.call(request))

    for endpoint in addresses:
        driver = BlockingDriver(options.get("tls"))  # type: ignore[arg-type]
        try:
            answer = driver.run(ask(endpoint))
        except (ClientError, OSError, WireError):
            continue  # the status says what is wrong with it
        finally:
            driver.close()
        if not answer.error_code:
            hosts = Counter(acl.host for each in answer.resources for acl in each.acls)
            return dict(hosts)
    return None


def of_acls(hosts: dict[str, int] | None, metadata_version: int) -> Iterator[Finding]:
    """ACLs whose host looks like a range: older releases take it for text (KIP-1276)."""
    from kraft_core.config.feature_levels import version_name
    from kraft_core.config.gates import Gate
    from kraft_core.security.host_ranges import RangeError, parse_range

    if hosts is None:
        yield Finding(
            "info",
            "ACLs",
            "No controller lists the ACLs: hosts that are ranges of addresses are not checked.",
            "Give --command-config of a user with DESCRIBE on the cluster.",
        )
        return
    for host, count in sorted(hosts.items()):
        if "/" not in host:
            continue
        what = f"{count} ACL{'s have' if count > 1 else ' has'} the host {host!r}"
        try:
            parse_range(host)
        except RangeError as error:
            yield Finding(
                "warning",
                "ACLs",
                f"{what}, which is not a range of addresses and matches nothing: {error}.",
                "Remove it, and add one with an address or a range.",
            )
            continue
        if not Gate.CIDR_ACLS.is_open(metadata_version):
            yield Finding(
                "warning",
                "ACLs",
                f"{what}, stored by a release before 4.4, which takes it for text and matches"
                " nothing. kraft and Kafka 4.4 take it for a range.",
                "Remove it if the range is not meant. New ones need metadata.version"
                f" {version_name(Gate.CIDR_ACLS.first)}.",
            )


def _remedy(text: str) -> str:
    if "odd number" in text:
        return "Add a voter, or remove one with `kraft metadata-quorum remove-controller`."
    if "just a majority" in text:
        return "Start the voters that are down before anything else is changed."
    if "has not fetched" in text:
        return (
            "Start it. If its disk is lost, remove it with its directory id, format a new one and"
            " add that."
        )
    if "--command-config" in text:
        return "The file says PLAINTEXT: correct listener.security.protocol.map, or give that file."
    if "active controller" in text:
        return (
            "Brokers cannot register and nothing can be changed while such a node leads. Start a"
            " controller of Kafka's, or remove what is named; stop swapping controllers until then."
        )
    if "needs DESCRIBE" in text or "ACLs are not loaded" in text:
        return "Give --command-config of a super user, or add the ACL."
    if "lags" in text:
        return "Look at its disk (kraft_disk_write_seconds) and at its connection to the leader."
    return "Look at the log of that node, and at the network between it and the others."


def _kind(status: QuorumStatus, process: ProcessConfiguration) -> Finding:
    """Whether the quorum is static or dynamic, and whether it can be made dynamic."""
    from kraft_core.config.gates import Gate

    levels = [each.kraft_version for each in status.nodes if each.kraft_version is not None]
    if max(levels, default=0) > 0:
        if not process.static_voters:
            return Finding("info", "quorum", "The quorum is dynamic.", "Nothing needs to be done.")
        return Finding(
            "warning",
            "quorum",
            "The quorum is dynamic, so that controller.quorum.voters is ignored.",
            "Replace it with controller.quorum.bootstrap.servers.",
        )
    reasons = []
    for view in status.voters:
        if view.kraft_version_max is None:
            reasons.append(f"voter {view.node_id} does not answer")
        elif view.kraft_version_max < 1:
            reasons.append(f"voter {view.node_id} is older than Kafka 3.9")
    metadata = max((each.metadata_version or 0 for each in status.nodes), default=0)
    if not Gate.DYNAMIC_QUORUM.is_open(metadata):
        first = Gate.DYNAMIC_QUORUM.first
        reasons.append(f"metadata.version {metadata} is below {first} (3.9)")
    if reasons:
        return Finding(
            "info",
            "quorum",
            f"The quorum is static, and cannot be made dynamic yet: {'; '.join(reasons)}.",
            "Settle that first; until then voters are changed by controller.quorum.voters alone.",
        )
    return Finding(
        "info",
        "quorum",
        "The quorum is static, and can be made dynamic.",
        "Run `kraft features --bootstrap-controller HOST:PORT upgrade --feature kraft.version=1`"
        " (leaders of Kafka 4.1 and later, and kraft's).",
    )
