"""Mutation testing: does a test or the simulator notice a small change of the code?

`make mutants` draws changes by seed over the syntax trees of the packages (`mutations`), makes each
in a copy of the tree (`trial`) and runs the tests that cover the changed line (`coverage_map`). For
consensus, replica and storage simulated runs follow (`seeds`). `known.json` has changes that
must be found in CI; `equivalent.json` those that cannot change any outcome, each with its reason.

Written here, not taken from a library. cosmic-ray runs one test command for every change: the
tests of a folder take a minute, those that cover a line take seconds. mutmut chooses tests by the
functions that they call and changes functions only: constants and tables of modules, in which many
rules are, stay as they are. Neither goes on to simulated runs or to pure Python without the
compiled engine, and neither names a change so that a list of equivalent ones outlives moved lines.
"""
