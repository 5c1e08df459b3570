"""Mutation testing: does a test or the simulator notice a small change of the code?

`make mutants` draws changes by seed over the syntax trees of the packages (`mutations`), makes each
in a copy of the tree (`trial`) and runs the tests that cover the changed line (`coverage_map`). For
consensus, replica and storage simulated runs follow (`seeds`). `known.json` has changes that
must be found in CI; `equivalent.json` those that cannot change any outcome, each with its reason.

Written here rather than taken from mutmut or cosmic-ray: neither selects tests by coverage contexts
and then goes on to a simulator, and both want a layout or a database of their own.
"""
