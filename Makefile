# Shortcuts for common tasks. CMake does the build: see CMakeLists.txt and CMakePresets.json.
#
#   make            build/minos and the libraries, optimised
#   make demo       build, test SQLite and a buggy simulated database, print where the reports are
#   make test       every test; installs the packages it needs
#   make lint       commit messages, format, include order, gcc and clang with -Werror, clang-tidy,
#                   cppcheck
#   make asan tsan  every test under sanitizers; CTEST_FLAGS='-R unit' selects tests, here and above
#   make fuzz       each fuzz target for FUZZ_SECONDS (20)
#   make fuzz-ci    each fuzz target with a fixed seed and number of runs
#   make soak       the random tests on many more histories; SOAK_SCALE, SOAK_SEED
#   make findings   build the reproducers of docs/findings/, check their histories
#   make findings-postgres  PostgreSQL's forgotten conflict, deterministic with gdb
#   make findings-hunt      the same under load: how often it occurs; FINDING_SECONDS, FINDING_SEEDS
#   make bench      time and memory on ordinary and hostile histories; see bench/run.sh for settings
#   make coverage   lines that the tests execute
#   make format     format the sources
#   make install    to $(DESTDIR)$(PREFIX), PREFIX=/usr/local
#   make clean

JOBS ?= $(shell nproc 2>/dev/null || echo 2)
FUZZ_SECONDS ?= 20
SOAK_SCALE ?= 1
SOAK_SEED ?=
CTEST_FLAGS ?=
FINDING_SECONDS ?= 40
FINDING_SEEDS ?= 1 2 3
PREFIX ?= /usr/local
install_prefix = $(or $(PREFIX),/usr/local)

MAKEFLAGS += --no-print-directory
.DEFAULT_GOAL := all
.PHONY: all demo test lint asan tsan fuzz fuzz-ci soak bench coverage format install clean
.PHONY: setup-check findings findings-postgres findings-hunt

# Prints the log only if the configuration fails.
define configure
@mkdir -p build
@cmake --preset $(1) $(2) >build/configure-$(1).log 2>&1 || \
	{ cat build/configure-$(1).log >&2; exit 1; }
endef
# The make that CMake starts gets its own job server.
build = env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL cmake --build --preset $(1) -j $(JOBS)
# One job more than cores: many tests wait for a database or a clock.
started := $(shell date +%s)
ctest = scripts/run-tests.sh "make $@" $(started) --preset $(1) -j $$(($(JOBS) + 1)) \
	--no-label-summary $(CTEST_FLAGS)

all: setup-check
	$(call configure,release,)
	@$(call build,release) --target minos minos_static minos_shared manual

setup-check:
	@scripts/setup.sh --check core

demo:
	@scripts/setup.sh build
	@$(MAKE) all
	@scripts/demo.sh build/minos

test:
	@scripts/setup.sh test servers browser
	$(call configure,release,-DMINOS_TESTS=ON)
	@$(call build,release)
	@$(call ctest,release)

lint:
	@scripts/setup.sh lint
	@scripts/lint.sh

asan tsan:
	@scripts/setup.sh test
	$(call configure,$@,)
	@$(call build,$@)
	@$(call ctest,$@)

fuzz: fuzz_mode = $(FUZZ_SECONDS)
fuzz-ci: fuzz_mode = --runs
fuzz fuzz-ci:
	@scripts/setup.sh fuzz
	$(call configure,fuzz,)
	@$(call build,fuzz)
	@scripts/fuzz.sh build/fuzz $(fuzz_mode)

soak:
	@scripts/setup.sh test
	$(call configure,release,-DMINOS_TESTS=ON)
	@$(call build,release)
	@scripts/soak.sh build $(SOAK_SCALE) $(SOAK_SEED)

finding = examples/findings/postgresql-serializable
findings:
	@scripts/setup.sh findings
	@$(MAKE) all
	@$(finding)/build.sh build/findings
	@$(finding)/check.sh build/minos

findings-postgres:
	@scripts/setup.sh findings
	@$(finding)/build.sh build/findings
	@$(finding)/window.sh build/findings

findings-hunt: findings
	@sh tests/live/soak/postgres_conflict.sh $(FINDING_SECONDS) $(FINDING_SEEDS)
	@$(finding)/hunt.sh build/findings || [ $$? -eq 1 ]

bench:
	@scripts/setup.sh bench
	$(call configure,release,-DMINOS_BENCH=ON)
	@$(call build,release) --target minos bench_hostile bench_measure bench_recording bench_reading
	@bench/run.sh build

coverage:
	@scripts/setup.sh coverage
	$(call configure,coverage,)
	@$(call build,coverage)
	@$(call ctest,coverage)
	@gcovr --root . --filter src/ --object-directory build/coverage --print-summary

format:
	@command -v clang-format >/dev/null || scripts/setup.sh lint
	@find src include tests bench examples -name '*.[ch]' | xargs clang-format -i

install: setup-check
	$(call configure,release,-DCMAKE_INSTALL_PREFIX=$(install_prefix))
	@$(call build,release) --target minos minos_static minos_shared manual
	@DESTDIR=$(DESTDIR) cmake --install build

clean:
	rm -rf build demo-report
