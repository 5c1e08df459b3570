"""Kafka's properties files: the syntax, the keys and the feature levels of releases.

`properties` is the syntax, `process_keys` are roles, listeners, quorum and directories,
`feature_levels` the levels of each release, `gates` the behaviour that depends on a level, and
`errors` the refusals of a node.
"""
