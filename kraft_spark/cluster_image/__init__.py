"""The state of a cluster at an offset of its metadata log, and what changed, as DataFrames.

Rule: the state is `kraft_core.metadata`'s, replayed in the driver; here files become records, and a
state becomes tables.

Reading order: `image` (what a user calls), `files` (snapshot and log to a state), `tables` (a state
to rows), `changes` (rows over time).
"""
