"""Findings about a quorum or a node, and the remedies of an operator.

Reading order: `findings` (the table of all findings: a leaf, which every room above can use),
`node_state` (what a kraft node says of itself), `reports` (what was collected), `view`
(`QuorumView`, the one model of a quorum), `checks` (the findings of a view), `asking` (collects
over the network), `examination` (the findings of directories, which `read_only` opens without a
change), `lasting` (which findings of a node are due to be logged), `plans` (change the voters),
`recovery` (what a lost majority leaves), `backup` (the order of a copy), `backup_copy` (its sources
and files), `new_folder` (create a folder completely or not at all).
`asking`, `plans.applying`, `recovery.fencing` and `recovery.verify` use the network; `examination`,
`recovery.directories`, `recovery.applying`, `backup_copy` and `new_folder` use files. The others
are pure.
"""
