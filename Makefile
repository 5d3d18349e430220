# Everything a contributor types. The work itself is done by CMake, Maven and scripts/.
SHELL := bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.PHONY: help setup build test demo bench-truth bench-totals bench-accuracy bench-overhead bench-jmh bench-survival clean

BENCH := java -cp 'bench/target/classes:bench/target/lib/*' -Dheaptwin.root=.
RUNS ?= 5
ROUNDS ?= 10
TRUTH ?= 300
CYCLES ?= 400

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## /  make \1\t/p' $(MAKEFILE_LIST) | expand -t 24

setup: ## install the Debian packages that are missing
	@scripts/setup.sh

build: setup build/java.stamp ## build the agent and the tools
	@env -u MAKEFLAGS -u MAKELEVEL cmake --build build --parallel 2 | { grep -v "Built target\|Consolidate\|Dependencies" || true; }

build/CMakeCache.txt: | setup
	@cmake -S . -B build

JAVA_INPUTS := $(shell find pom.xml javaagent analysis bench \( -name target -prune \) -o -type f -print)
build/java.stamp: build/CMakeCache.txt $(JAVA_INPUTS)
	@mvn -q -Dmaven.test.skip=true -Dheaptwin.native.skip=true -Dspotless.check.skip=true package
	@touch $@

test: setup ## all tests: native, unit, integration
	@mvn -B -ntp verify

demo: build ## record FindBugs for 20 s and print the report
	@scripts/demo.sh

bench-truth: build ## judge the intervals against known truth (RUNS=5 rounds of JDK x collector x threads)
	@$(BENCH) org.heaptwin.bench.coverage.TruthHarness --runs $(RUNS)

bench-totals: build ## judge allocation totals by thread and context against exact counts (RUNS=5 rounds)
	@$(BENCH) org.heaptwin.bench.coverage.TotalsHarness --runs $(RUNS)

bench-accuracy: build ## judge reports of six real programs against exhaustive recordings and heap dumps (RUNS=5 TRUTH=300 PROGRAMS=a,b JDKS=17,25)
	@$(BENCH) org.heaptwin.bench.accuracy.AccuracyHarness --runs $(RUNS) --truth-seconds $(TRUTH) \
	  $(if $(PROGRAMS),--programs $(PROGRAMS)) $(if $(JDKS),--jdks $(JDKS))

bench-overhead: build ## what recording costs whole programs, beside other profilers (ROUNDS=10 PROGRAMS=a,b JDKS=17,25 MODES=a,b)
	@$(BENCH) org.heaptwin.bench.overhead.OverheadHarness --rounds $(ROUNDS) \
	  $(if $(PROGRAMS),--programs $(PROGRAMS)) $(if $(JDKS),--jdks $(JDKS)) $(if $(MODES),--modes $(MODES))

bench-jmh: build ## what single operations cost: probe, registration, lookup, decoding, fingerprint
	@scripts/setup.sh libbenchmark-dev
	@cmake -S . -B build >/dev/null && cmake --build build --target native_benchmark --parallel 2 >/dev/null
	@$(BENCH) org.heaptwin.bench.jmh.BenchmarkHarness

bench-survival: build ## what a target lives through: start and stop, thread churn, retention, address truth (CYCLES=400 PARTS=a,b JDKS=17,25 COLLECTORS=a,b)
	@$(BENCH) org.heaptwin.bench.survival.SurvivalHarness --cycles $(CYCLES) $(if $(PARTS),--parts $(PARTS)) \
	  $(if $(JDKS),--jdks $(JDKS)) $(if $(COLLECTORS),--collectors $(COLLECTORS))

clean: ## remove everything that was built
	@rm -rf build javaagent/target analysis/target bench/target
