"""`kraft doctor`: problems of the controller on this machine, and their remedies.

It looks at the configuration file, the log directories, free space and certificates here, and asks
the controllers that the file names, as `kraft status` does: by the keys of a --command-config, else
by those with which this node connects to others. Nothing is written or locked.
"""

from __future__ import annotations

import json
import os
import shutil
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from kraft_core.cli.admin_connection import (
    CONFIG_VARIABLE,
    client_options,
    json_option,
    sentences,
)
from kraft_core.cli.findings import exit_code, finding_lines
from kraft_core.cli.output import echo
from kraft_core.operations import findings as f

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from kraft_core.client.settings import Endpoint
    from kraft_core.client.steps import Operation
    from kraft_core.config.process_keys import ProcessConfiguration
    from kraft_core.config.properties import Properties
    from kraft_core.node.configuration import NodeConfiguration
    from kraft_core.operations.findings import Finding
    from kraft_core.operations.reports import LocalNode

EPILOG = """\b
Examples:
  kraft doctor controller.properties
  kraft doctor controller.properties --command-config admin.properties --json
  kraft doctor /backup/monday
  kraft doctor --before-moving c1:9093,c2:9093 --command-config admin.properties

Exit code: 0 if nothing needs to be done, 1 with warnings, 2 with errors.
"""
_FREE_SHARE_MIN: Final = 0.1
_ANY: Final = 1
"""Of types, patterns, operations and permissions of ACLs: all of them."""


@click.command(epilog=EPILOG, short_help="check a controller on its machine")
@click.argument("file", metavar="[FILE|FOLDER]", type=click.Path(), required=False)
@click.option(
    "--before-moving",
    metavar="HOST:PORT[,...]",
    help="Kafka controllers: examine their cluster before kraft replaces them.",
)
@click.option(
    "--command-config",
    metavar="FILE",
    help=f"Client properties to use instead of those in FILE. Also: {CONFIG_VARIABLE}.",
)
@json_option
def command(
    *, file: str | None, before_moving: str | None, command_config: str | None, as_json: bool
) -> None:
    """Examine the controller configured by FILE, on its machine, and its quorum.

    For a FOLDER, such as a backup, only the log directory is examined.

    With --before-moving, check whether kraft controllers can replace the controllers of a cluster,
    and report how.
    """
    if before_moving is not None and file is None:
        from kraft_core.cli.before_moving import report

        with sentences():
            raise SystemExit(report(before_moving, client_options(command_config), as_json=as_json))
    if file is None or before_moving is not None:
        raise click.UsageError("specify one of FILE, FOLDER and --before-moving")
    if Path(file).is_dir():
        raise SystemExit(_report(of_log_directory(file), f.NO_ADDRESS, as_json=as_json))
    from kraft_core.config.errors import NodeError  # --help needs no node
    from kraft_core.config.process_keys import read_process
    from kraft_core.config.properties import Properties

    with sentences():
        options = client_options(command_config)
    try:
        properties = Properties.load(file, {})
        process = read_process(properties)
    except NodeError as error:
        findings: list[Finding] = [f.ConfigurationRefused(file=file, reason=str(error).rstrip("."))]
        bootstrap = f.NO_ADDRESS
    else:
        findings = examine(file, properties, process, options)
        bootstrap = ",".join(map(str, _addresses(process))) or f.NO_ADDRESS
    raise SystemExit(_report(findings, bootstrap, as_json=as_json))


def _report(findings: Iterable[Finding], bootstrap: str, *, as_json: bool) -> int:
    """Print findings, worst first; return the exit code."""
    ordered = f.sorted_by_severity(findings)
    if as_json:
        echo(json.dumps([each.to_json(bootstrap) for each in ordered]))
    else:
        echo(*finding_lines(ordered, bootstrap))
    return exit_code(ordered)


def of_log_directory(path: str) -> list[Finding]:
    """Examine a log directory without its configuration: of a backup, or a copy of a node's."""
    from kraft_core.cli.examined import examined_directory

    return examined_directory(path)


def examine(
    file: str,
    properties: Properties,
    process: ProcessConfiguration,
    options: dict[str, object],
) -> list[Finding]:
    """Return the findings of the file, its directories and the running cluster."""
    from kraft_core.cli.examined import examined
    from kraft_core.client.errors import ClientError
    from kraft_core.config.errors import NodeError
    from kraft_core.node.configuration import read_node

    findings: list[Finding] = []
    configuration = None
    try:
        configuration = read_node(properties)
    except NodeError as error:
        findings.append(f.ConfigurationRefused(file=file, reason=str(error).rstrip(".")))
    else:
        findings += of_configuration(file, configuration)
        findings += of_certificates(configuration)
        findings += examined(configuration)
    findings += of_directories(
        process,
        configuration.reserve_bytes if configuration else 0,
        is_examined=bool(configuration),
    )
    if configuration is not None and not options:
        try:
            options = _own_options(configuration)
        except ClientError as error:
            return [*findings, f.QuorumNotAsked(reason=str(error).rstrip("."))]
    has_authorizer = configuration is not None and configuration.authorizer is not None
    findings += _of_quorum(process, options, has_authorizer=has_authorizer)
    return findings


def _own_options(configuration: NodeConfiguration) -> dict[str, object]:
    """Return the node's options for connections to other controllers, to query its quorum.

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
    """Yield findings about a valid configuration."""
    from kraft_core.node.access import unguarded

    if configuration.repeated:
        yield f.RepeatedKeys(file=file, keys=tuple(configuration.repeated))
    open_to_all = unguarded(configuration)
    if open_to_all:
        yield f.OpenListeners(listeners=tuple(map(str, open_to_all)))


def of_certificates(configuration: NodeConfiguration) -> Iterator[Finding]:
    """Check for certificates that are unreadable, have expired or soon will, or lack the host."""
    from kraft_core.config.errors import NodeError
    from kraft_core.node.transport.secure import NodeSecurity
    from kraft_core.operations.checks import of_certificate

    if not any(keys.has_tls for keys in configuration.security.listeners.values()):
        return
    security = NodeSecurity(configuration.security)
    try:
        security.load()
        security.check_own_trust(configuration.process.controller_names[0])
    except NodeError as error:
        yield f.StoresUnusable(reason=str(error).rstrip("."))
        return
    finally:
        security.close()
    now, who = datetime.now(UTC), f"node {configuration.node_id}"
    for name, certificate in security.certificates.items():
        yield of_certificate(who, name, certificate.subject, certificate.not_after, now)
    for listener in configuration.process.advertised:
        known = security.certificates.get(listener.name)
        if known is not None and listener.host and not known.fits(listener.host):
            yield f.CertificateWithoutHost(listener=listener.name, host=listener.host)


def of_directories(
    process: ProcessConfiguration, reserve_bytes: int, *, is_examined: bool = False
) -> Iterator[Finding]:
    """Check for directories that are unformatted, another node's, not writable, or nearly full.

    The examination at node start has already checked all but the last two.
    """
    from kraft_core.cli.examined import open_to_users
    from kraft_core.node.directories import DirectoryReport

    report = DirectoryReport.of(process.directories)
    for problem in () if is_examined else report.problems:
        yield f.DirectoryRefused(reason=problem.rstrip("."))
    meta = None if is_examined else report.meta
    if meta is not None and meta.node_id != process.node_id:
        yield f.DirectoryOfAnotherNode(theirs=meta.node_id, configured=process.node_id)
    if not is_examined:
        yield from open_to_users(report.directories)
    for path in report.directories:
        if not os.access(path, os.W_OK | os.X_OK):
            yield f.DirectoryNotWritable(path=str(path))
        usage = shutil.disk_usage(path)
        free, total = usage.free >> 20, usage.total >> 20
        if usage.free < reserve_bytes:
            yield f.DiskReserve(path=str(path), free=free, total=total)
        elif usage.free < usage.total * _FREE_SHARE_MIN:
            yield f.DiskNearlyFull(path=str(path), free=free, total=total)


# -- the quorum ------------------------------------------------------------------------------------


def _of_quorum(
    process: ProcessConfiguration, options: dict[str, object], *, has_authorizer: bool
) -> Iterator[Finding]:
    from kraft_core.operations.asking import observe
    from kraft_core.operations.checks import of_kind

    addresses = _addresses(process)
    if addresses:
        view = observe(addresses, local=local_node(process), **options)  # type: ignore[arg-type]  # of one caller
        yield from view.findings
        yield from of_kind(view)
        if has_authorizer:
            levels = [
                each.metadata_version.value for each in view.replicas if each.metadata_version
            ]
            yield from of_acls(_acl_hosts(addresses, options), max(levels, default=0))


def local_node(process: ProcessConfiguration) -> LocalNode:
    """Return the facts about this machine's node from its files."""
    from kraft_core.client.settings import Endpoint
    from kraft_core.node.directories import DirectoryReport
    from kraft_core.operations.reports import LocalNode
    from kraft_core.raft.storage.meta_properties import encode_id

    meta = DirectoryReport.of(process.directories).meta
    directory_id = None if meta is None else meta.directory_id
    return LocalNode(
        node_id=process.node_id,
        directory_id=None if directory_id is None else encode_id(directory_id),
        cluster_id=None if meta is None else meta.cluster_id,
        static_voters={
            node_id: str(Endpoint(*place)) for node_id, place in process.static_voters.items()
        },
    )


def _addresses(process: ProcessConfiguration) -> list[Endpoint]:
    from kraft_core.client.settings import Endpoint

    found = [*process.static_voters.values(), *process.bootstrap_servers]
    return list(dict.fromkeys(Endpoint(host, port) for host, port in found if port))


def _acl_hosts(addresses: Sequence[Endpoint], options: dict[str, object]) -> dict[str, int] | None:
    """Count the ACLs for each host; None if no controller lists them."""
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
            continue  # the status has a finding for it
        finally:
            driver.close()
        if not answer.error_code:
            hosts = Counter(acl.host for each in answer.resources for acl in each.acls)
            return dict(hosts)
    return None


def of_acls(hosts: dict[str, int] | None, metadata_version: int) -> Iterator[Finding]:
    """Check for ACLs whose host looks like a range: older releases treat it as text (KIP-1276)."""
    from kraft_core.config.feature_levels import version_name
    from kraft_core.config.gates import Gate
    from kraft_core.security.host_ranges import RangeError, parse_range

    if hosts is None:
        yield f.AclsNotListed()
        return
    for host, count in sorted(hosts.items()):
        if "/" not in host:
            continue
        try:
            parse_range(host)
        except RangeError as error:
            yield f.AclHostInvalid(acls=count, host=repr(host), reason=str(error))
            continue
        if not Gate.CIDR_ACLS.is_open(metadata_version):
            needed = version_name(Gate.CIDR_ACLS.first)
            yield f.AclHostReread(acls=count, host=repr(host), needed=needed)
