"""Flat views of an explanation."""

from __future__ import annotations


def nodes_of(found):
    """Return all nodes in the order of their bytes."""

    def walked(node):
        yield node
        for child in node.children:
            yield from walked(child)

    return [node for root in found.nodes for node in walked(root)]


def nodes_by_path(found):
    return {node.path: node for node in nodes_of(found)}
