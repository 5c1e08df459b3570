"""`python -m kraft_core.cli` is the `kraft` command."""

from kraft_core.cli.main import main

main()
