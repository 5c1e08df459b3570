# make demo and make test do all that is needed on a fresh machine with Python 3.11.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
STAMP  := $(VENV)/.set-up
ENGINE := $(VENV)/.engine

# many tests wait for nodes: one worker more than there are processors
WORKERS = $(shell $(BIN)/python -c 'import os; print(1 + len(getattr(os, "sched_getaffinity", lambda _: range(os.cpu_count()))(0)))')

# pytest compiles 700 test modules in each worker and part (20 s of CPU) unless it can keep them
unexport PYTHONDONTWRITEBYTECODE

.PHONY: $(shell grep -oE '^[a-z][a-z-]*:' $(firstword $(MAKEFILE_LIST)) | tr -d :)
help: ## this list
	@grep -E '^[a-z-]+:.*##' Makefile | sed -E 's/:.*## /\t/' | expand -t 14

setup: $(STAMP) $(ENGINE) ## .venv with every command of the project in .venv/bin
$(STAMP): pyproject.toml locks/dev.lock
	$(PYTHON) -c 'import sys; sys.exit("kraft needs Python 3.11 or newer; set PYTHON=...") if sys.version_info < (3, 11) else 0'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r locks/dev.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	$(BIN)/python -m compileall -q codegen kraft_wire kraft_core kraft_spark
	@touch $@

$(ENGINE): $(STAMP) hatch_build.py $(wildcard kraft_wire/native/*.[ch])
	$(BIN)/python hatch_build.py --optional
	@touch $@

engine: $(STAMP) ## the compiled engine of kraft_wire alone (C compiler)
	$(BIN)/python hatch_build.py
	@touch $(ENGINE)

generate: setup ## write kraft_wire/generated from message-specs
	$(BIN)/python -m codegen generate

release-of-kafka: setup ## take over schemas, errors, features, configs and APIs of a release, run its rows; JARS=folder (Java and Maven)
	$(BIN)/python -m tests.conformance.release "$(JARS)"

record: setup ## write tests/data/recorded: ask Kafka again what is replayed without Java (Java and Maven)
	$(BIN)/python -m tests.conformance.prepare
	$(BIN)/python -m tests.conformance.recorded_files

import-releases: setup ## write the table of imported and merged releases in docs/codecs-of-your-own.md (Java and Maven)
	$(BIN)/python -m tests.conformance.release_table

verify: setup ## everything that needs no Java; writes nothing
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m codegen check
	$(BIN)/check-jsonschema --quiet --builtin-schema vendor.github-workflows .github/workflows/*.yml
	$(BIN)/check-jsonschema --quiet --builtin-schema vendor.github-issue-forms .github/ISSUE_TEMPLATE/bug_report.yml .github/ISSUE_TEMPLATE/feature_request.yml
	$(BIN)/zizmor --offline --quiet .github
	$(BIN)/pytest -n $(WORKERS) -m 'not kafka and not slow and not simulation and not spark and not browser'
	@# without the compiled engine the line above has run them in Python
	if $(BIN)/python -c 'import kraft_wire.native._engine' 2>/dev/null; then \
	  KRAFT_WIRE_ENGINE=python $(BIN)/pytest -n auto -m 'not kafka and not slow' tests/wire tests/codegen; fi

fix: setup ## let the tools fix what they can
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

quick: setup ## lint, types, and the tests of what changed since a commit, in under a minute; SINCE=commit
	$(BIN)/python -m tests.quick --since $${SINCE:-HEAD}

against-kafka: setup ## a slice of conformance: vectors, dump, one mixed quorum, 300 sequences (Java and Maven)
	$(BIN)/python -m tests.conformance.prepare
	KRAFT_SEQUENCES=300 $(BIN)/pytest -m 'kafka and core' -p tests.conformance.reruns tests/conformance

conformance: export KRAFT_SEQUENCES ?= 1000
conformance: spec-setup ## compare with Apache Kafka's own classes, tools and servers (Java and Maven)
	$(BIN)/python -m tests.conformance.prepare
	$(BIN)/pytest -n 2 --dist load --maxschedchunk 1 -m 'kafka and not nightly' -p tests.conformance.reruns --durations=20 tests/conformance

nightly: export KRAFT_SEQUENCES ?= 5000
nightly: spec-setup spark-setup ## rows that make conformance and spark-test leave out, and 5,000 drawn sequences (Java and Maven)
	$(BIN)/python -m tests.conformance.prepare
	$(BIN)/pytest -m nightly -p tests.conformance.reruns tests/conformance
	$(BIN)/pytest -m nightly tests/spark
	$(BIN)/pytest -p tests.conformance.reruns tests/conformance/test_quorum_controller.py

interop: export KRAFT_INTEROP_RELEASES = 3.9.2,4.0.2,4.1.2,4.2.1,4.3.1,4.4.0
interop: setup ## every row of docs/interop.md with every release of Kafka, and the document
	$(BIN)/python -m tests.conformance.prepare
	$(BIN)/python -m tests.conformance.interop_run

kafka-tests: setup ## Kafka's own tests with kraft's controllers: those of tests/kafka_tests/slice.txt, or CLASSES="CLASS ..." (Java and Maven)
	$(BIN)/pytest -m kafka tests/kafka_tests
	$(BIN)/python -m tests.kafka_tests $(CLASSES)

kafka-tests-all: setup ## the same with all classes of tests/kafka_tests/classes.txt
	$(BIN)/python -m tests.kafka_tests --list all

slow: setup ## what takes minutes and needs no Java
	$(BIN)/pytest -n auto -m 'slow and not kafka and not simulation'

seeds: setup ## 5,000 simulated runs of a quorum over all scenarios, 60 of clusters with brokers, 60 disasters, and every injected bug
	$(BIN)/kraft simulate --seeds 0:5000 --scenario all --require-reached
	$(BIN)/kraft simulate --seeds 0:60 --scenario cluster --require-reached
	$(BIN)/kraft simulate --seeds 0:60 --scenario disaster --require-reached
	$(BIN)/pytest -n auto -m simulation

simulate: setup ## 10,000 simulated runs over all scenarios; SEEDS=A:B
	$(BIN)/kraft simulate --seeds $${SEEDS:-0:10000} --scenario all --require-reached

verdicts: setup ## verdicts about 1,000,000 drawn states of five voters, against a model of Raft; BLOCKS=A:B of 20,000 each
	$(BIN)/python -m tests.operations.judged_states --blocks $${BLOCKS:-0:50}

year: setup ## a simulated year without faults: 365 brokers, hourly snapshots, cleanings, changes of voters, planned stops
	$(BIN)/kraft simulate --seeds $${SEEDS:-0:1} --scenario year

digests: setup ## a digest for each scenario, to compare commits; SEEDS=n is the total of all scenarios, OUT=FILE
	$(BIN)/python -m tests.digests --seeds $${SEEDS:-2000} --out $${OUT:-build.digests}

rounds: setup ## rounds of faults with real processes; ROUNDS=A:B, ROW=all, names, clones or restored, QUORUM=python or mixed, SECURITY=plaintext, ssl or sasl_ssl
	$(BIN)/python -m tests.faults --rounds $${ROUNDS:-0:100} --row $${ROW:-all} --quorum $${QUORUM:-python} --security $${SECURITY:-plaintext}

flood: setup ## strangers at the leader of three nodes next to 1,000 appends a second; SECONDS=n, SECURITY=plaintext, ssl or sasl_ssl
	$(BIN)/python -m tests.faults.flood --seconds $(or $(SECONDS),300) --security $${SECURITY:-plaintext}

endurance: setup ## three nodes, 1,000 appends a second, small segments, no restart: memory, descriptors, disk are flat; SECONDS=n
	$(BIN)/python -m tests.faults.endurance --seconds $(or $(SECONDS),1200)

test: setup ## what needs Python alone, and a slice against Kafka if Java and Maven are here
	$(BIN)/python -m tests.run_parts verify against-kafka

test-rest: setup ## all tests that make test leaves out
	$(BIN)/python -m tests.run_parts slow sanitize seeds conformance kafka-tests spark-test mock-clients

test-all: test test-rest ## everything that CI runs, with the seconds of each part

demo: setup ## a schema becomes a codec, and four processes lose their leader but no record
	$(BIN)/python examples/demo

cluster-demo: setup ## kraft controllers, real brokers, kill -9; Kafka's own tools show that nothing is lost; Java, Maven
	$(BIN)/python -m tests.conformance.prepare
	$(BIN)/python examples/cluster_demo.py $$($(BIN)/python -c "from tests.conformance import kafka; print(kafka.jars('4.3.1'))")

mock-clients: setup ## librdkafka, kafka-python and aiokafka against the mock cluster
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r locks/clients.lock
	$(BIN)/pytest tests/testing/test_clients.py tests/testing/test_documented_samples.py tests/testing/test_plugin.py

benchmark: setup ## side by side with peers; PART=wire runs one part
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r locks/benchmark.lock
	$(BIN)/python -m benchmarks $(PART)

PYTHONS ?= $(foreach v,3.11 3.12 3.13 3.14,$(firstword $(foreach p,$(shell command -v python$(v)) \
  $(wildcard $(HOME)/.pyenv/versions/$(v).*/bin/python$(v)),$(shell $(p) -c '' 2>/dev/null && echo $(p)))))
pythons: ## tests/wire and tests/codegen with every installed Python 3.11 to 3.14; PYTHONS=commands
	@set -e; for python in $(PYTHONS); do \
	  folder=$(VENV)/pythons/$$($$python -c 'import sys; print("%d.%d" % sys.version_info[:2])'); \
	  echo "$$python in $$folder"; \
	  $$python -m venv $$folder; \
	  $$folder/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r locks/dev.lock; \
	  $$folder/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .; \
	  $$folder/bin/python -c 'import kraft_wire; print("engine:", kraft_wire.engine)'; \
	  $$folder/bin/python -m pytest -n auto -m 'not kafka and not slow' tests/wire tests/codegen; \
	done

sanitize: setup ## the compiled engine under sanitizers (gcc); SEED=n COUNT=n
	$(BIN)/python -m tests.sanitize --seed $${SEED:-1} --count $${COUNT:-100000}

mutants: setup ## small changes of the code that a test or the simulator must notice; SEED=n COUNT=n PACKAGE=folder
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r locks/mutants.lock
	$(BIN)/python -m tests.mutants --seed $${SEED:-1} --count $${COUNT:-400} $(if $(PACKAGE),--package $(PACKAGE))

fuzz: setup ## mutated bytes against every decoder; SEED=n COUNT=n
	$(BIN)/python -m tests.fuzz --seed $${SEED:-1} --count $${COUNT:-200000}

spark-setup: setup ## PySpark into .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r locks/spark.lock

spark-test: spark-setup ## the data pipeline inside Spark (Java, Maven)
	$(BIN)/python -m tests.conformance.prepare
	$(BIN)/pytest -m 'spark and not nightly' tests/spark tests/benchmarks

notebooks: export KRAFT_ROOT = $(CURDIR)
notebooks: spark-setup ## both notebooks over the fixtures, pictures in build/pictures (Java)
	for each in examples/notebooks/*.py; do $(BIN)/python $$each || exit 1; done

spark-demo: export PYSPARK_PYTHON = $(CURDIR)/$(BIN)/python
spark-demo: spark-setup ## every table of docs/spark-examples.md (Java)
	$(BIN)/python examples/spark_demo.py

spec-setup: setup ## the model checker TLC into .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --no-deps --upgrade --target $(VENV)/tlc -r locks/spec.lock

spec: spec-setup ## the TLA+ specification, its negative controls, and simulated runs against it (Java)
	$(BIN)/python -m tests.specification controls
	$(BIN)/python -m tests.specification reduction
	$(BIN)/python -m tests.specification traces --seeds 0:500
	$(BIN)/python -m tests.specification check three change
	$(BIN)/python -m tests.specification walk beyond --minutes 30

browser: setup ## the HTML pages in headless Chromium (Debian's package chromium)
	$(BIN)/pytest -m browser tests/browser

docs: setup ## the documentation site in build/site
	test -x $(VENV)/docs/bin/mkdocs || $(PYTHON) -m venv $(VENV)/docs
	$(VENV)/docs/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r locks/docs.lock
	$(BIN)/python docs/site/build.py
	NO_MKDOCS_2_WARNING=1 $(VENV)/docs/bin/mkdocs build --quiet --strict -f docs/site/mkdocs.yml
	@echo $(CURDIR)/build/site/index.html

clean: ## remove what make made
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .benchmarks
