"""Faults with real processes: rounds drawn from a seed, a workload below them, judges behind.

Read first: `round` (what a round is), `faults` (what is done to nodes), `list_history` (what must
be true of what clients saw).
"""
