"""Tables of exports, read by the libraries of their formats."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pyarrow.dataset as ds
import pytest

FORMATS = (
    "parquet",
    pytest.param("delta", marks=pytest.mark.spark),
    pytest.param("iceberg", marks=pytest.mark.spark),
)
"""The libraries of the last two are there where PySpark is."""

NAMESPACE, NAME = "logs", "orders"


@dataclass
class WrittenTable:
    """A table that is not there yet: what a job needs to write it, and how it is read."""

    job: dict[str, Any]

    def arrow(self):
        kind, out = self.job["format"], self.job["out"]
        if kind == "parquet":
            return ds.dataset(out, format="parquet", partitioning="hive").to_table()
        if kind == "delta":
            from deltalake import DeltaTable

            return DeltaTable(out).to_pyarrow_dataset().to_table()
        from pyiceberg.catalog import load_catalog

        return load_catalog("default", **self.job["catalog"]).load_table(out).scan().to_arrow()

    def rows(self):
        return self.arrow().to_pylist()


def table_at(name, folder):
    if name == "iceberg":
        (folder / "warehouse").mkdir(exist_ok=True)
        catalog = {
            "type": "sql",
            "uri": f"sqlite:///{folder}/catalog.db",
            "warehouse": f"file://{folder}/warehouse",
        }
        return WrittenTable({"format": name, "out": f"{NAMESPACE}.{NAME}", "catalog": catalog})
    return WrittenTable({"format": name, "out": str(folder / "table")})
