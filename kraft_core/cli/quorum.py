"""`kraft quorum`: plan a change of the voters, look at it, and apply it step by step."""

from __future__ import annotations

import functools
import json
import os
import re
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from kraft_core.cli.admin_connection import (
    CONFIG_HELP,
    CONTROLLER_HELP,
    CONTROLLER_VARIABLE,
    CommandError,
    OperatorGroup,
    client_options,
    json_option,
    sentences,
)
from kraft_core.cli.findings import finding_lines
from kraft_core.cli.output import check_output, echo

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from kraft_core.client.settings import Endpoint
    from kraft_core.operations.findings import Finding
    from kraft_core.operations.plans.applying import Progress
    from kraft_core.operations.plans.membership import Goal, Plan, Step
    from kraft_core.operations.view import QuorumView

EXIT_CODES = """\b
Exit code: 0 if the plan is possible or done, 1 if it is refused, 3 if it is unsafe: a change would
lose the majority, or two processes would share a node id.
"""
EXAMPLES = """\b
Examples:
  kraft quorum --bootstrap-controller c1:9093 plan --voters 4,5,6 --output plan.json
  kraft quorum --bootstrap-controller c1:9093 plan replace 3 --output plan.json
  kraft quorum --bootstrap-controller c1:9093 plan move 2 --to c7:9093 --output plan.json
  kraft quorum --bootstrap-controller c1:9093 apply plan.json --wait

"""
PLAN = f"""\b
Examples:
  kraft quorum --bootstrap-controller c1:9093 plan --voters 1,2,3,4,5
  kraft quorum --bootstrap-controller c1:9093 plan --voters 4@c4:9093,5,6 --output plan.json

{EXIT_CODES}"""
REPLACE = f"""\b
Examples:
  kraft quorum --bootstrap-controller c1:9093 plan replace 3 --output plan.json
  kraft quorum --bootstrap-controller c1:9093 plan replace 3 --with 4 --output plan.json

{EXIT_CODES}"""
MOVE = f"""\b
Example:
  kraft quorum --bootstrap-controller c1:9093 plan move 2 --to c7:9093 --output plan.json

{EXIT_CODES}"""
APPLY = f"""\b
Examples:
  kraft quorum --bootstrap-controller c1:9093 apply plan.json --wait
  kraft quorum --bootstrap-controller c1:9093 apply - --wait --json

{EXIT_CODES}"""

UNSAFE_EXIT: Final = 3
PAUSE_S: Final = 0.5
_NODE: Final = re.compile(r"(\d{1,10})(?:@(.+))?")
_ID_MAX: Final = 2**31 - 1
_STANDARD_INPUT: Final = "-"


class Target:
    """The quorum that a command of the group works on."""

    def __init__(self, bootstrap: str | None, command_config: str | None) -> None:
        self._given = bootstrap or os.environ.get(CONTROLLER_VARIABLE)
        self._command_config = command_config

    @property
    def bootstrap(self) -> str:
        """The addresses as they were given; raises UsageError without any."""
        if not self._given:
            raise click.UsageError("specify --bootstrap-controller")
        return self._given

    @functools.cached_property
    def endpoints(self) -> tuple[Endpoint, ...]:
        """The addresses of `bootstrap`."""
        from kraft_core.client.settings import parse_endpoints  # --help needs no client

        with sentences():
            return parse_endpoints(self.bootstrap)

    @functools.cached_property
    def options(self) -> dict[str, Any]:
        """The options of a client, from the file of --command-config."""
        with sentences():
            return client_options(self._command_config)

    def look(self, more: Iterable[Endpoint] = ()) -> QuorumView:
        """Ask the controllers, and those at further addresses."""
        from kraft_core.operations.asking import observe

        endpoints = list(dict.fromkeys([*self.endpoints, *more]))
        return observe(endpoints, for_plan=True, **self.options)


@click.group(cls=OperatorGroup, epilog=EXAMPLES + EXIT_CODES)
@click.option("--bootstrap-controller", metavar="HOST:PORT[,...]", help=CONTROLLER_HELP)
@click.option("--command-config", metavar="FILE", help=CONFIG_HELP)
@click.pass_context
def command(
    ctx: click.Context, /, *, bootstrap_controller: str | None, command_config: str | None
) -> None:
    """Plan a change of the voters, and apply it one voter at a time.

    A plan lists the steps in order, what is missing, and how many failures the quorum survives
    after each step. Planning changes nothing.
    """
    ctx.obj = Target(bootstrap_controller, command_config)


def _plan_options(function: Any) -> Any:
    function = json_option(function)
    return click.option(
        "--output", metavar="FILE", help="Write the plan to FILE, unless it is refused."
    )(function)


@command.group(
    "plan", epilog=PLAN, invoke_without_command=True, options_metavar="--voters ID,... | COMMAND"
)
@click.option(
    "--voters",
    metavar="ID[@HOST:PORT],...",
    help="Voters after the change. Without an address, the registered one is used.",
)
@_plan_options
@click.pass_context
def plan_command(
    ctx: click.Context, /, *, voters: str | None, output: str | None, as_json: bool
) -> None:
    """Plan the steps to a new voter set."""
    if ctx.invoked_subcommand is not None:
        if voters is not None or output is not None or as_json:
            raise click.UsageError(
                f"place the options after {ctx.invoked_subcommand}; it does not accept --voters"
            )
        return
    if voters is None:
        raise click.UsageError("specify --voters, replace or move")
    from kraft_core.operations.plans.membership import voters_goal

    wanted = _wanted(voters)
    addresses = [each for each in wanted.values() if each is not None]
    _plan(ctx.obj, lambda view: voters_goal(view, wanted), addresses, output, as_json=as_json)


@plan_command.command("replace", epilog=REPLACE)
@click.argument("node_id", metavar="ID", type=click.IntRange(0, _ID_MAX))
@click.option(
    "--with",
    "new",
    metavar="ID[@HOST:PORT]",
    help="Node that replaces the voter (default: the same id with a new directory).",
)
@_plan_options
@click.pass_obj
def replace_command(
    target: Target, *, node_id: int, new: str | None, output: str | None, as_json: bool
) -> None:
    """Replace a voter with another node, or its lost disk with a new one."""
    from kraft_core.operations.plans.membership import replacement

    ((new_id, address),) = _one(new, node_id).items()
    addresses = [] if address is None else [address]
    _plan(
        target,
        lambda view: replacement(view, node_id, new_id, address),
        addresses,
        output,
        as_json=as_json,
    )


@plan_command.command("move", epilog=MOVE)
@click.argument("node_id", metavar="ID", type=click.IntRange(0, _ID_MAX))
@click.option(
    "--to", metavar="HOST:PORT", required=True, help="Listener of the node at its new address."
)
@_plan_options
@click.pass_obj
def move_command(
    target: Target, *, node_id: int, to: str, output: str | None, as_json: bool
) -> None:
    """Move a voter to the node at another address."""
    from kraft_core.client.settings import parse_endpoints
    from kraft_core.operations.plans.membership import move

    with sentences():
        endpoints = parse_endpoints(to)
    if len(endpoints) != 1:
        raise click.UsageError("--to must be a single HOST:PORT")
    address = str(endpoints[0])
    _plan(target, lambda view: move(view, node_id, address), [address], output, as_json=as_json)


@command.command("apply", epilog=APPLY)
@click.argument("file", metavar="FILE")
@click.option(
    "--wait",
    "waits",
    is_flag=True,
    help="Wait for nodes that lag, and until all voters have caught up.",
)
@click.option(
    "--timeout",
    "timeout_s",
    type=click.FloatRange(min=1),
    default=600,
    show_default=True,
    metavar="SECONDS",
    help="With --wait: timeout of each step.",
)
@json_option
@click.pass_obj
def apply_command(
    target: Target, *, file: str, waits: bool, timeout_s: float, as_json: bool
) -> None:
    """Apply the plan of FILE (- for standard input).

    The state of the quorum is checked before each step. An interrupted plan continues where it
    stopped, and a finished plan changes nothing. --json prints one object per line.
    """
    from kraft_core.operations.plans.applying import apply

    plan = _read(file)
    operator = _Operator(target, plan)
    last: Progress | None = None
    for last in apply(plan, operator, wait_s=timeout_s if waits else None):
        _print_progress(last, plan, target.bootstrap, as_json=as_json)
    raise SystemExit(_exit_code(last.findings, is_unsafe=last.is_unsafe) if last else 0)


# -- the plan --------------------------------------------------------------------------------------


def _wanted(text: str) -> dict[int, str | None]:
    wanted: dict[int, str | None] = {}
    for part in text.split(","):
        for node_id, address in _one(part.strip(), None).items():
            if node_id in wanted:
                raise click.UsageError(f"duplicate node id {node_id}")
            wanted[node_id] = address
    return wanted


def _one(text: str | None, default: int | None) -> dict[int, str | None]:
    from kraft_core.client.settings import parse_endpoints

    if text is None and default is not None:
        return {default: None}
    match = _NODE.fullmatch(text or "")
    if match is None or int(match[1]) > _ID_MAX:
        raise click.UsageError(f"invalid node {text!r}; expected ID or ID@HOST:PORT")
    if match[2] is None:
        return {int(match[1]): None}
    with sentences():
        (endpoint,) = parse_endpoints(match[2])
    return {int(match[1]): str(endpoint)}


def _plan(
    target: Target,
    goal: Callable[[QuorumView], Goal],
    addresses: Iterable[str],
    output: str | None,
    *,
    as_json: bool,
) -> None:
    from kraft_core.client.settings import parse_endpoints
    from kraft_core.operations.plans.membership import plan
    from kraft_core.operations.plans.plan_files import to_json

    if output is not None:
        check_output(output)
    with sentences():
        view = target.look(each for text in addresses for each in parse_endpoints(text))
        made = plan(view, goal(view))
    document = json.dumps(to_json(made, target.bootstrap), indent=None if as_json else 2)
    is_written = output is not None and made.is_possible
    if is_written and output is not None:
        _write(output, document)
    if as_json:
        echo(document)
    else:
        echo(*plan_lines(made, target.bootstrap))
        if is_written and made.steps:
            echo(f"Apply it with: kraft quorum apply {output} --wait")
    refusals = () if made.is_possible else made.refusals
    raise SystemExit(_exit_code(refusals, is_unsafe=made.is_unsafe))


def plan_lines(plan: Plan, bootstrap: str) -> list[str]:
    """Return the plan for people: steps, survivable failures after each, and obstacles."""
    lines = []
    if plan.leader_id is not None:
        lines = [
            f"Cluster {plan.cluster_id}: node {plan.leader_id} leads epoch {plan.epoch}.",
            f"  now    voters {_ids(plan.voters)}; {_survived(plan.tolerance)}",
        ]
    for number, (step, state) in enumerate(zip(plan.steps, plan.states[1:], strict=True), 1):
        where = "".join(f" at {_address(step)}" for _ in step.endpoints[:1])
        lines.append(f"  {number}. {step.change}{where}")
        lines.append(f"         voters {_ids(state)}; {_survived(step.tolerance)}")
    if not plan.steps and not plan.refusals:
        lines.append("Nothing needs to be done.")
    found = [*plan.findings, *(each for step in plan.steps for each in step.findings)]
    return lines + (["", *finding_lines(found, bootstrap)] if found else [])


def _survived(tolerance: int) -> str:
    if tolerance < 0:
        return "no majority"
    return f"survives {tolerance or 'no'} failure{'' if tolerance < 2 else 's'}"


def _ids(keys: Iterable[Any]) -> str:
    return ", ".join(str(each) for each in sorted(key.node_id for key in keys))


def _address(step: Step) -> str:
    return str(_voter_endpoints(step)[0])


def _write(path: str, document: str) -> None:
    """Write a file atomically: a reader sees the old one or the new one."""
    beside = Path(f"{path}.new")
    try:
        beside.write_text(document + "\n", encoding="utf-8")
        beside.replace(path)
    except OSError as error:
        raise CommandError(f"{path} cannot be written: {error.strerror}", "failed") from None


def _read(path: str) -> Plan:
    from kraft_core.operations.plans.plan_files import BYTES_MAX, from_json

    try:
        if path == _STANDARD_INPUT:
            text = sys.stdin.read(BYTES_MAX + 1)
        else:
            with Path(path).open(encoding="utf-8") as file:
                text = file.read(BYTES_MAX + 1)
    except UnicodeDecodeError:
        raise CommandError(f"{path} is not a plan: it is not text", "usage") from None
    except OSError as error:
        raise CommandError(f"{path} cannot be read: {error.strerror}", "failed") from None
    with sentences():
        return from_json(text)


def _exit_code(refusals: Iterable[Finding], *, is_unsafe: bool) -> int:
    if is_unsafe:
        return UNSAFE_EXIT
    return 1 if tuple(refusals) else 0


# -- applying --------------------------------------------------------------------------------------


class _Operator:
    """Reads and changes the quorum over the network, with all known addresses."""

    def __init__(self, target: Target, plan: Plan) -> None:
        from kraft_core.client.settings import Endpoint

        self._target = target
        self._known: dict[Endpoint, None] = dict.fromkeys(target.endpoints)
        # new voters too: their addresses are checked, and one can lead after the others left
        for step in plan.steps:
            for each in step.endpoints:
                self._known[Endpoint(each.host, each.port)] = None

    def look(self) -> QuorumView:
        return self._target.look(self._known)

    def change(self, plan: Plan, step: Step) -> None:
        from kraft_core.admin.admin import Admin
        from kraft_core.operations.plans.membership import Action
        from kraft_wire.primitives import Uuid

        key = step.change.key
        directory_id = Uuid.parse(key.directory_id or "")
        bootstrap = ",".join(map(str, self._known))
        with Admin(bootstrap, **self._target.options) as admin:
            if step.change.action is Action.ADD:
                endpoints = _voter_endpoints(step)
                admin.add_voter(key.node_id, directory_id, endpoints, plan.cluster_id)
            else:
                admin.remove_voter(key.node_id, directory_id)

    def now_s(self) -> float:
        return time.monotonic()

    def pause(self) -> None:
        time.sleep(PAUSE_S)


def _voter_endpoints(step: Step) -> list[Any]:
    from kraft_core.admin.quorum import VoterEndpoint

    return [VoterEndpoint(*each) for each in step.endpoints]


def _print_progress(progress: Progress, plan: Plan, bootstrap: str, *, as_json: bool) -> None:
    if as_json:
        echo(json.dumps(_progress_json(progress, bootstrap)))
    else:
        echo(*_progress_lines(progress, plan, bootstrap))


def _progress_json(progress: Progress, bootstrap: str) -> Mapping[str, Any]:
    return {
        "event": str(progress.event),
        "step": progress.step,
        "change": progress.change,
        "ready": not progress.findings,
        "reason": progress.findings[0].text if progress.findings else None,
        "findings": [each.to_json(bootstrap) for each in progress.findings],
    }


def _progress_lines(progress: Progress, plan: Plan, bootstrap: str) -> list[str]:
    from kraft_core.operations.plans.applying import Event

    where = "" if progress.step is None else f"step {progress.step} of {len(plan.steps)}, "
    match progress.event:
        case Event.CHANGING:
            return [f"{where}{progress.change}: asked"]
        case Event.CHANGED:
            return [f"{where}{progress.change}: done"]
        case Event.FINISHED:
            return [f"The voters are {_ids(plan.goal)}."]
        case Event.WAITING:
            return [f"{where or 'the quorum, '}waiting: {progress.findings[0].text}"]
        case Event.STOPPED:
            lines = finding_lines(progress.findings, bootstrap)
            return [f"{where or 'the quorum, '}stopped", *lines]
