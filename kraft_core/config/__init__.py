"""What does a file of Kafka's properties say? The syntax, the keys and the levels of releases.

`properties` is the syntax, `process_keys` are roles, listeners, quorum and directories,
`feature_levels` the levels of each release, `gates` what a level changes, and `errors` what a node
refuses.
"""
