"""What is wrong with a quorum or a node, and what an operator does about it.

Reading order: `findings` (the table of all findings: a leaf, which every room above can use).
"""
