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
# # The flight recorder of a cluster
#
# A metadata log holds everything that controllers decided: who led, which replicas were in sync,
# when brokers were fenced. This notebook reads one and draws it. `LOGS` is the log directory of a
# controller, `PICTURES` where the pictures are written.

# %%
import os
from pathlib import Path

import kraft_spark
from kraft_spark import plots

ROOT = Path(os.environ.get("KRAFT_ROOT", "."))
LOGS = os.environ.get("LOGS", str(ROOT / "tests/data/kafka/4.3.1/metadata-log/node"))
PICTURES = Path(os.environ.get("PICTURES", "build/pictures"))
PICTURES.mkdir(parents=True, exist_ok=True)

spark = kraft_spark.local_session("local[2]")
history = kraft_spark.history(spark, LOGS)

# %% [markdown]
# ## Who led
#
# Each line is a broker; a step up is a partition that it began to lead.

# %%
partitions = history.partitions.toArrow()
figure = plots.leaders_per_broker(partitions)
plots.save_svg(figure, str(PICTURES / "leaders.svg"))
figure

# %% [markdown]
# ## What was missing
#
# Partitions without a leader, and with fewer replicas in sync than they have.

# %%
figure = plots.replicas_in_sync(partitions)
plots.save_svg(figure, str(PICTURES / "replicas.svg"))
figure

# %% [markdown]
# The same as time spans, the longest first. `until` is null for a state that still holds.

# %%
history.spans.orderBy("since").show(10, truncate=False)

# %% [markdown]
# ## Elections of controllers

# %%
figure = plots.elections(partitions)
plots.save_svg(figure, str(PICTURES / "elections.svg"))
figure

# %% [markdown]
# ## Changes per day

# %%
figure = plots.changes_per_day(
    topics=history.topics, partitions=partitions, configs=history.configs, brokers=history.brokers
)
plots.save_svg(figure, str(PICTURES / "changes.svg"))
figure

# %%
spark.stop()
