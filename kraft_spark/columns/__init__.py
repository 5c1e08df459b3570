"""Columns: how they are written down, which a view has, and rows of them as Arrow.

Rule: a column is a name and a type of our own; Arrow's and Spark's objects are made when they are
asked for, so that `ddl` and `schemas` import anywhere.

Reading order: `ddl` (a schema as a user writes it), `schemas` (the columns of every view, and those
that are picked), `row_batches` (rows of Python as a batch of Arrow).
"""
