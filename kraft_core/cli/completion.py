"""`kraft completion`: commands and options complete in bash, zsh and fish."""

from __future__ import annotations

import click

EXAMPLES = """\b
Examples:
  kraft completion bash > ~/.local/share/bash-completion/completions/kraft
  kraft completion zsh > ~/.zfunc/_kraft
  kraft completion fish > ~/.config/fish/completions/kraft.fish
"""


@click.command(epilog=EXAMPLES)
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def command(*, shell: str) -> None:
    """Print the script that completes the commands and options of kraft in SHELL.

    Write it where your shell looks for completions, or evaluate it in its start-up file.
    """
    from click.shell_completion import get_completion_class  # noqa: PLC0415  # seldom

    from kraft_core.cli.main import COMPLETE_VARIABLE, kraft  # noqa: PLC0415  # it imports this

    script = get_completion_class(shell)
    if script is None:
        raise click.ClickException(f"no completion for {shell}")
    click.echo(script(kraft, {}, "kraft", COMPLETE_VARIABLE).source())
