# `make demo` and `make test` need nothing but Python 3.11 or newer: they make a virtual environment of their own.
PYTHON ?= python3
VENV ?= .venv
LAKES ?= .venv-lakes
BIN := $(VENV)/bin
JOBS ?= 2
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
# Tests start many processes of Python: what the first has compiled the others read.
unexport PYTHONDONTWRITEBYTECODE
# What consists of parts does JOBS of them at a time, and shows what each has said when it has ended.
ifneq ($(filter test test-all unit,$(MAKECMDGOALS)),)
MAKEFLAGS += --jobs=$(JOBS) $(if $(filter output-sync,$(.FEATURES)),--output-sync=target)
endif

.DEFAULT_GOAL := help
.PHONY: abuse docs pages pyright changes release-check faults busy-members integration help matrix walks demo demo-spark test lint types contracts codegen unit coverage mutate test-slow test-all bench bench-broker bench-client bench-spark scale-spark generate wheel interop interop-spark reliability spark-faults spark-recipes clean man opcodes interop-capture bench-logs bench-proxy faults-proxy reliability-proxy accessibility pictures bench-tools bench-console interop-proxy

help:  ## say what can be made
	@sed -n 's/^\([a-z-]*\):.*## /  make \1\t/p' $(MAKEFILE_LIST) | expand -t 22

demo: $(VENV)/.demo  ## the first run end to end: flights through the broker, back, and into Spark
	$(BIN)/kafkawire demo

demo-spark: $(VENV)/.demo  ## flights audited and aggregated on a Spark master with two workers
	$(BIN)/kafkawire demo --workers 2

test: lint contracts codegen unit types docs  ## everything that a change has to pass

lint: $(VENV)/.test
	$(BIN)/ruff check
	$(BIN)/ruff format --check

types: $(VENV)/.test
	$(BIN)/mypy
	$(BIN)/python -m tests.user_program mypy

pyright: $(VENV)/.test  ## what pyright says of a user's program and a generated package; installs it, with its own node
	$(PIP) install 'pyright[nodejs]>=1.1.400'
	$(BIN)/python -m tests.user_program pyright

contracts: $(VENV)/.test
	$(BIN)/lint-imports

man: $(VENV)/.test  ## the manual pages, in build/man
	$(BIN)/kafkawire man build/man

codegen: $(VENV)/.test
	$(BIN)/python -m codegen check

pages: $(VENV)/.test
	$(BIN)/python -m docs.site.options
	$(BIN)/python -m docs.site.commands

docs: pages  ## the site of the documentation, in build/site; any warning is an error
	$(BIN)/sphinx-build --quiet --fail-on-warning --keep-going -c docs/site . build/site

# Each part is one process, the longest first: nobody should have to wait for one alone. Those of the core run under
# coverage.py; unit-others has all that no other part has. See docs/design/testing.md.
PARTS := spark client broker proxy
COVERED := tests/unit/codegen tests/unit/compression tests/unit/protocol tests/unit/records tests/protocol \
	tests/golden/test_fault_errors.py tests/unit/testing/test_fault_engine.py tests/unit/testing/test_fault_rules.py
PYTEST := pytest -q -m "not slow"

unit: unit-others $(PARTS:%=unit-%) coverage  ## all tests but the long ones

$(PARTS:%=unit-%): unit-%: pages
	$(BIN)/$(PYTEST) tests/$*

unit-others: pages
	$(BIN)/$(PYTEST) $(COVERED:%=--ignore=%) $(PARTS:%=--ignore=tests/%)

coverage: pages  ## branch coverage of protocol, records, compression and codegen: 95 % of each at least
	$(BIN)/coverage erase
	$(BIN)/coverage run -m $(PYTEST) $(COVERED)
	$(BIN)/coverage combine --quiet
	@for package in kafkawire/protocol kafkawire/records kafkawire/compression codegen; do \
		printf '%s: ' $$package; $(BIN)/coverage report --format=total --include="$$package/*" --fail-under=95 || exit 1; done

mutate: $(VENV)/.test  ## change a token of the code, 300 times: does a test notice? See docs/design/testing.md
	$(BIN)/python -m tests.mutate $(MUTATE)

test-slow: $(VENV)/.test  ## the long checks: a million mutated messages and the like
	$(BIN)/pytest -m slow

test-all: test
	$(MAKE) test-slow

bench: $(VENV)/.bench  ## measure against the other libraries; writes benchmarks/README.md
	$(BIN)/python -m benchmarks
	$(BIN)/python -m benchmarks.start_up

accessibility: $(VENV)/.test  ## what axe-core says of the pages of the console; needs Chromium and npm, which fetches axe-core
	@rm -rf build/axe && mkdir -p build/axe && cd build/axe && npm pack --silent axe-core@4 && tar xzf axe-core-*.tgz
	$(BIN)/python -m tests.console.accessibility build/axe/package/axe.min.js

pictures: $(VENV)/.test  ## take the pictures of the console in docs/images anew; needs Chromium
	$(BIN)/python -m tests.console.pictures

bench-logs: $(VENV)/.test  ## `kafkawire log` beside kafka-dump-log on 1 GB of segments: the same lines, and the time of each
	$(BIN)/python -m benchmarks.logs 1000

bench-tools: $(VENV)/.test  ## captures decoded beside tshark, log files verified beside kafka-dump-log, in processor time
	$(BIN)/python -m benchmarks.tools $(BENCH_TOOLS)

bench-console: $(VENV)/.test  ## a capture of 100,000 messages in Chromium: its first view, and every frame while it is scrolled
	$(BIN)/python -m benchmarks.console $(BENCH_CONSOLE)

opcodes: $(VENV)/.bench  ## count the bytecodes of ten workloads; writes benchmarks/opcodes.json, which a test holds every change against
	$(BIN)/python -m benchmarks.opcodes

bench-broker: $(VENV)/.bench  ## measure the broker beside Apache Kafka and kfake; writes benchmarks/broker/README.md
	$(BIN)/python -m benchmarks.broker

bench-client: $(VENV)/.bench  ## measure the client beside aiokafka and others; writes benchmarks/client/README.md
	$(BIN)/python -m benchmarks.client

bench-proxy: $(VENV)/.bench  ## measure the proxy beside a bare byte pump and Kroxylicious; writes benchmarks/proxy/README.md
	$(BIN)/python -m benchmarks.proxy $(BENCH_PROXY)

interop: $(VENV)/.test  ## ask Apache Kafka and our broker the same and compare the answers; see docs/interop.md
	$(BIN)/python -m tests.interop

interop-proxy: $(VENV)/.test  ## other clients' checks directly and through the proxy, before our broker and Apache Kafka; see docs/clients.md
	$(BIN)/python -m tests.interop.proxied $(INTEROP_PROXY)

interop-capture: $(VENV)/.test  ## read captures as tshark does, frame by frame; needs tshark (apt install tshark)
	$(BIN)/pytest tests/interop/test_capture_tshark.py tests/unit/capture

reliability: $(VENV)/.test  ## kill the broker 200 times under load and look for what was lost; see docs/reliability.md
	$(BIN)/python -m tests.reliability
	$(BIN)/pytest tests/reliability

faults-proxy: $(VENV)/.test  ## clients through the proxy and 100 seeds of its faults each way; FAULTS_PROXY="--broker HOST:PORT" for another broker
	$(BIN)/python -m tests.faults.over_tcp --rules delivery --seeds 100 --at-once 4 $(FAULTS_PROXY)
	$(BIN)/python -m tests.faults.over_tcp --rules exactly-once --seeds 100 --at-once 12 $(FAULTS_PROXY)

reliability-proxy: $(VENV)/.test  ## kill the proxy and the broker behind it, 50 times each client; see docs/reliability.md
	$(BIN)/python -m tests.reliability.proxied
	$(BIN)/python -m tests.reliability.proxied --client confluent

abuse: $(VENV)/.test  ## attack the broker and Apache Kafka beside an honest client that must not wait; see docs/reliability.md
	$(BIN)/python -m tests.abuse $(ABUSE)

interop-spark: $(VENV)/.test  ## compare the Spark source with Spark's own, row for row; the jars come from Maven Central
	$(BIN)/python -m tests.spark.interop $(INTEROP_SPARK)

spark-faults: $(VENV)/.test  ## kill tasks, executors and drivers that write exactly once; see docs/design/spark-sink.md
	$(BIN)/python -m tests.spark.exactly_once

spark-recipes: $(LAKES)-4.1/.lakes $(LAKES)-4.2/.lakes  ## fill tables of Delta and Iceberg; the jars come from Maven Central; see docs/howto/spark-recipes.md
	$(LAKES)-4.1/bin/pytest tests/spark/lakes
	$(LAKES)-4.2/bin/pytest tests/spark/lakes

faults: $(VENV)/.test  ## clients through 200 seeds of trouble each way: nothing lost, twice or half; see docs/reliability.md
	PYTHONHASHSEED=0 $(BIN)/python -m tests.faults

busy-members: $(VENV)/.bench  ## members that work for longer than their session lasts, beside one of librdkafka; ours and Apache Kafka
	$(BIN)/python -m tests.client.busy_members

integration: $(VENV)/.test  ## the client's tests against Apache Kafka in three versions and our broker, TLS and SASL included
	$(BIN)/python -m tests.integration $(INTEGRATION)

bench-spark: $(VENV)/.demo  ## measure the Spark source and sink beside Spark's own; writes benchmarks/spark/README.md
	$(BIN)/python -m benchmarks.spark $(BENCH_SPARK)

scale-spark: $(VENV)/.demo  ## read a topic that grows to 10 GB, on one core and two; writes benchmarks/spark_scale/README.md
	$(BIN)/python -m benchmarks.spark_scale $(SCALE_SPARK)

generate: $(VENV)/.test  ## write the generated modules anew
	$(BIN)/python -m codegen generate

matrix: $(VENV)/.test  ## unit tests on every Python from 3.11 to 3.14 that is found
	$(BIN)/python -m tests.matrix

walks: $(VENV)/.test  ## count through how many modules a byte goes; writes docs/design/walks.md
	$(BIN)/python -m benchmarks.walks

changes: $(VENV)/.test  ## collect the notes of changelog.d/ into CHANGELOG.md
	$(BIN)/python -m tests.release --changes

release-check: $(VENV)/.test  ## build what would be released and use it as its first user would; see docs/release.md
	$(BIN)/python -m tests.release $(RELEASE_CHECK)

wheel: $(VENV)/.test
	$(PIP) wheel --no-deps --wheel-dir dist .

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "kafkawire needs Python 3.11 or newer; choose one with: make PYTHON=python3.12 ..." >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV) || \
		{ echo "$(PYTHON) cannot make a virtual environment; on Debian: apt-get install python3-venv" >&2; exit 1; }

$(VENV)/.demo: pyproject.toml | $(VENV)/bin/python
	$(PIP) install --editable '.[demo]'
	@touch $@

$(VENV)/.test: pyproject.toml | $(VENV)/bin/python
	$(PIP) install --editable '.[dev,demo,docs]'
	@touch $@ $(VENV)/.demo

# Jars are for one minor version of Spark each: Iceberg's for 4.1, Delta's for 4.2. Where there is none the test is skipped.
$(LAKES)-%/.lakes: pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m venv $(@D)
	$(@D)/bin/python -m pip --disable-pip-version-check --quiet install --editable '.[spark,test]' 'pyspark==$*.*' delta-spark==4.4.0
	@touch $@

$(VENV)/.bench: pyproject.toml | $(VENV)/bin/python
	$(PIP) install --editable '.[bench]'
	@touch $@

clean:
	rm -rf $(VENV) $(LAKES)-* .venv-matrix build dist demo-data demo-output .mypy_cache .ruff_cache .pytest_cache .hypothesis
