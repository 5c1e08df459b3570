"""Comparisons with other libraries: `python -m benchmarks [wire|records|dump-log|quorum ...]`.

Each library runs in a process of its own; samples are taken in turn, round after round, so that a
busy machine slows all of them alike. Claims are ratios within a round, never absolute times.
Reading order: `race` and `worker` (how samples are taken), `peers/` (the timed code), then one
module for each comparison.
"""
