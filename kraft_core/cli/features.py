"""`kraft features`: show and change feature levels, as kafka-features does.

Options, standard output and exit codes are those of Kafka 4.3.1; errors are one sentence on
standard error.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from kraft_core.cli import storage
from kraft_core.cli.admin_connection import (
    Connection,
    OperatorGroup,
    connection_options,
    json_option,
    print_response,
    sentences,
)
from kraft_core.cli.output import echo

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kraft_core.admin import FeatureUpdate, UpdateOutcome
    from kraft_wire.messages import ApiVersionsResponse

EXAMPLES = """\b
Examples:
  kraft features --bootstrap-controller c1:9093 describe
  kraft features --bootstrap-controller c1:9093 upgrade --feature kraft.version=1
  kraft features --bootstrap-controller c1:9093 downgrade --release-version 4.2 --dry-run
  kraft features version-mapping --release-version 4.3
"""
UPGRADE = """\b
Example:
  kraft features --bootstrap-controller c1:9093 upgrade --feature kraft.version=1
"""
DOWNGRADE = """\b
Example:
  kraft features --bootstrap-controller c1:9093 \\
    downgrade --release-version 4.2 --dry-run
"""
DISABLE = """\b
Example:
  kraft features --bootstrap-controller c1:9093 disable --feature share.version
"""
INT32 = click.IntRange(-(2**31), 2**31 - 1)

_release = click.option(
    "--release-version",
    metavar="VERSION",
    help="Set the levels of all features to those of a release.",
)
_metadata = click.option("--metadata", metavar="VERSION", help="Set metadata.version (deprecated).")
_levels = click.option(
    "--feature", multiple=True, metavar="NAME=LEVEL", help="Feature and the level to set."
)
_unsafe = click.option("--unsafe", is_flag=True, help="Allow permanent loss of metadata.")
_dry_run = click.option("--dry-run", is_flag=True, help="Validate the change without making it.")


@click.group(cls=OperatorGroup, epilog=EXAMPLES)
@connection_options()
@click.pass_context
def command(ctx: click.Context, /, **options: Any) -> None:
    """Describe the features of a cluster, or change their levels."""
    ctx.obj = Connection.of(**options)


@command.command(epilog="Example: kraft features --bootstrap-controller c1:9093 describe")
@click.option("--node-id", type=INT32, help="Query this node (default: any node).")
@json_option
@click.pass_obj
def describe(connection: Connection, *, node_id: int | None, as_json: bool) -> None:
    """Show supported and finalized feature levels."""
    connection.require_one()
    if node_id is not None and node_id < 0:
        raise click.UsageError(f"--node-id {node_id}: an id cannot be negative")
    with connection.admin() as admin:
        response = admin.describe_features(node_id)
    if as_json:
        print_response(response)
    elif lines := describe_lines(response):
        echo(*lines)


@command.command(epilog=UPGRADE)
@_metadata
@_release
@_levels
@_dry_run
@json_option
@click.pass_obj
def upgrade(connection: Connection, /, **options: Any) -> None:
    """Raise feature levels."""
    _change("upgrade", connection, unsafe=None, **options)


@command.command(epilog=DOWNGRADE)
@_metadata
@_release
@_levels
@_unsafe
@_dry_run
@json_option
@click.pass_obj
def downgrade(connection: Connection, /, **options: Any) -> None:
    """Lower feature levels."""
    _change("downgrade", connection, **options)


@command.command(epilog=DISABLE)
@click.option("--feature", multiple=True, metavar="NAME", help="Name of a feature.")
@_unsafe
@_dry_run
@json_option
@click.pass_obj
def disable(
    connection: Connection, *, feature: tuple[str, ...], unsafe: bool, dry_run: bool, as_json: bool
) -> None:
    """Disable features: lower their levels to 0."""
    from kraft_core.admin.features import disabled

    connection.require_one()
    with sentences():
        updates = disabled(feature, unsafe=unsafe)
    _update("disable", connection, updates, dry_run=dry_run, as_json=as_json)


@command.command(
    "version-mapping", epilog="Example: kraft features version-mapping --release-version 4.3"
)
@click.option("--release-version", help="Kafka release (default: the newest stable one).")
@json_option
def version_mapping(*, release_version: str | None, as_json: bool) -> None:
    """Show the feature levels of a release."""
    storage.print_version_mapping(release_version, as_json=as_json)


@command.command(
    "feature-dependencies",
    epilog="Example: kraft features feature-dependencies --feature group.version=1",
)
@click.option(
    "--feature", required=True, multiple=True, metavar="NAME=LEVEL", help="Feature and its level."
)
@json_option
def feature_dependencies(*, feature: tuple[str, ...], as_json: bool) -> None:
    """Show the dependencies of feature levels."""
    storage.print_feature_dependencies(feature, as_json=as_json)


def _change(
    verb: str,
    connection: Connection,
    *,
    metadata: str | None,
    release_version: str | None,
    feature: tuple[str, ...],
    unsafe: bool | None,
    dry_run: bool,
    as_json: bool,
) -> None:
    """Upgrade, or downgrade where `unsafe` is not None."""
    from kraft_core.admin.features import upgrade_type, wished

    connection.require_one()
    if metadata is not None and release_version is None:
        note = " `metadata` flag is deprecated and may be removed in a future release."
        echo(note, err=True)
    with sentences():
        kind = upgrade_type(unsafe=unsafe)
        updates = wished(kind, release=release_version, metadata=metadata, levels=feature)
    _update(verb, connection, updates, dry_run=dry_run, as_json=as_json)


def _update(
    verb: str, connection: Connection, updates: list[FeatureUpdate], *, dry_run: bool, as_json: bool
) -> None:

    if not updates:
        raise click.UsageError(f"no feature to {verb}: specify at least one")
    with connection.admin() as admin:
        outcomes: list[UpdateOutcome] = admin.update_features(updates, validate_only=dry_run)
    if as_json:
        echo(outcome_json(outcomes))
    else:
        for outcome in outcomes:
            echo(outcome_line(verb, outcome, dry_run=dry_run))
        for note in dict.fromkeys(outcome.note for outcome in outcomes if outcome.note):
            echo(note, err=True)
    failed = sum(outcome.error is not None for outcome in outcomes)
    if failed:
        raise click.ClickException(f"{failed} out of {len(outcomes)} operation(s) failed.")


def describe_lines(response: ApiVersionsResponse) -> list[str]:
    """Return one line for each supported feature."""
    epoch = response.finalized_features_epoch
    from kraft_core.admin.features import feature_levels

    return [
        f"Feature: {each.feature:<40}"
        f"  SupportedMinVersion: {level_text(each.feature, each.lowest):<15}"
        f"  SupportedMaxVersion: {level_text(each.feature, each.highest):<15}"
        f"  FinalizedVersionLevel: {level_text(each.feature, each.finalized):<15}"
        f"  Epoch: {epoch if epoch >= 0 else '-'}"
        for each in feature_levels(response)
    ]


def level_text(feature: str, level: int | None) -> str:
    """Return a level as a number, or by its name for a known metadata.version."""
    from kraft_core.config.feature_levels import (  # --help needs none of it
        METADATA_VERSION,
        version_name,
    )

    if level is None:
        return "unknown"
    if feature != METADATA_VERSION:
        return str(level)
    try:
        return version_name(level)
    except KeyError:
        return str(level)


def outcome_line(verb: str, outcome: UpdateOutcome, *, dry_run: bool) -> str:
    """Format the result of one update."""
    name, level, _ = outcome.update
    is_disable = verb == "disable"
    if outcome.error is not None:
        what = f"{verb} {name}" if is_disable else f"{verb} {name} to {level}"
        return f"{'Can not' if dry_run else 'Could not'} {what}. {outcome.error}"
    done = "disabled." if is_disable else f"{verb}d to {level}."
    return f"{name} {'can be' if dry_run else 'was'} {done}"


def outcome_json(outcomes: Sequence[UpdateOutcome]) -> str:
    """Return all updates under the field names of the UpdateFeatures response."""
    from kraft_wire.json_form import dumps

    results = [
        {
            "feature": each.update.feature,
            "maxVersionLevel": each.update.level,
            "errorCode": 0 if each.error is None else int(each.error.code),
            "errorMessage": each.note if each.error is None else str(each.error),
        }
        for each in outcomes
    ]
    return dumps({"results": results})
