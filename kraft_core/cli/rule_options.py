"""The options of `kraft mock` and `kraft proxy` about rules, and their report at the end."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from kraft_core.cli.output import echo

if TYPE_CHECKING:
    from collections.abc import Callable

    from kraft_core.testing import KafkaProxy, MockCluster

Command = TypeVar("Command", bound="Callable[..., None]")

_RULE = "--rule"
_RULES = "--rules"


def rule_options(command: Command) -> Command:
    """Add the options `rules`, `rule_files` and `check`."""
    for option in (
        click.option(
            "--check", is_flag=True, help="Exit with code 1 at the end if a rule never fired."
        ),
        click.option(
            _RULES,
            "rule_files",
            type=click.Path(exists=True, dir_okay=False, path_type=Path),
            metavar="FILE",
            multiple=True,
            help="Add the rules of a TOML file. Can be repeated.",
        ),
        click.option(
            _RULE, "rules", metavar="RULE", multiple=True, help="Add a rule. Can be repeated."
        ),
    ):
        command = option(command)
    return command


def add_rules(
    cluster: MockCluster | KafkaProxy, rule_files: tuple[Path, ...], rules: tuple[str, ...]
) -> None:
    """Read the rules of files, then those of the command line; raises BadParameter."""
    for path in rule_files:
        _add_file(cluster, path)
    from kraft_core.testing import RuleError
    from kraft_core.testing.rule_files import add_rule, table_of_words

    for text in rules:
        try:
            add_rule(cluster, table_of_words(text))
        except RuleError as error:
            raise click.BadParameter(str(error), param_hint=_RULE) from None


def _add_file(cluster: MockCluster | KafkaProxy, path: Path) -> None:
    from kraft_core.testing import RuleError
    from kraft_core.testing.rule_files import TEXT_MAX, add_rule, rules_of_toml

    where = str(path)
    try:
        with path.open(encoding="utf-8") as file:
            tables: list[dict[str, Any]] = rules_of_toml(file.read(TEXT_MAX + 1))
        for number, table in enumerate(tables, 1):
            where = f"{path}, rule {number}"
            add_rule(cluster, table)
    except (RuleError, UnicodeDecodeError, OSError) as error:
        raise click.BadParameter(f"{where}: {error}", param_hint=_RULES) from None


def report_rules(cluster: MockCluster | KafkaProxy, *, check: bool) -> None:
    """Print faults, and rules that never fired; exit with code 1 for those with `check`."""
    from kraft_core.testing import UnfiredRuleError

    unfired = cluster.unfired()
    for sentence in (*cluster.faults, *unfired):
        echo(sentence, err=True)
    try:
        cluster.check()
    except UnfiredRuleError:
        if check:
            raise click.exceptions.Exit(1) from None
    except AssertionError as error:  # a mistake of the mock or proxy
        raise click.ClickException(str(error)) from None
