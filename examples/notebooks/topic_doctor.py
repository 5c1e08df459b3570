# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # A topic's doctor
#
# What do the segments of a topic say about it? How much of it is of which day, what has compaction
# left to do, and which transactions hold consumers back. `LOGS` are log directories.

# %%
import os
from pathlib import Path

import kraft_spark
from kraft_spark import plots

ROOT = Path(os.environ.get("KRAFT_ROOT", "."))
DATA = ROOT / "tests/data/kafka/4.3.1"
LOGS = os.environ.get("LOGS", "").split() or [
    str(DATA / name) for name in ("topic-segments", "topic-compacted", "topic-txn", "topic-none")
]
PICTURES = Path(os.environ.get("PICTURES", "build/pictures"))
PICTURES.mkdir(parents=True, exist_ok=True)

spark = kraft_spark.local_session("local[2]")
doctor = kraft_spark.doctor(spark, LOGS)

# %% [markdown]
# ## Storage

# %%
figure = plots.storage_by_day(doctor.storage)
plots.save_svg(figure, str(PICTURES / "storage.svg"))
figure

# %% [markdown]
# ## Compaction
#
# The cleaner removes superseded records; a topic of mostly live records gains nothing.

# %%
figure = plots.compaction(doctor.compaction)
plots.save_svg(figure, str(PICTURES / "compaction.svg"))
figure

# %% [markdown]
# ## Transactions that are open
#
# The first of a partition holds the last stable offset: consumers of committed records wait there.

# %%
doctor.open_transactions.show(truncate=False)

# %%
spark.stop()
