"""What is wrong with a quorum or a node, and what an operator does about it.

Reading order: `findings` (the table of all findings: a leaf, which every room above can use),
`node_state` (what a kraft node says of itself), `reports` (what was collected), `view`
(`QuorumView`, the one model of a quorum), `checks` (the findings of a view), `asking` (collects
over the network), `plans` (change the voters), `recovery` (what a lost majority leaves), `backup`
(the order of a copy), `backup_copy` (its sources and files).
All but `asking`, `plans.applying`, `backup_copy` and what reads directories is pure.
"""
