# Needs python3 and make, nothing else. `make help` lists the targets.
#
#   make test PYTHON=python3.12      another interpreter, in an environment of its own
#   make demo Q="Shall we ...?"      a question of your own
#   make test LOCKED=                by versions alone, for a registry whose files differ from the public ones

PYTHON ?= python3
VENV   ?= $(if $(filter python3,$(PYTHON)),.venv,.venv-$(notdir $(PYTHON)))
Q      ?=
ARGS   ?=
JOBS   ?= auto
PORT   ?= 2024
MINUTES ?= 10
LOCKED ?= yes
PEERS  := autogen crewai language

BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check

export Q

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help demo serve test test-distributed browser lint types check-docs site dist docs format bench peers chaos benchmarks pictures pins locks clean distclean

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  %-16s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

demo: $(VENV)/.installed-local $(VENV)/.fetched-weights ## See what moot does, in two minutes; Q="..." asks your question instead
	@$(BIN)/moot demo $(ARGS) $${Q:+-- "$$Q"} || test $$? -eq 3

serve: $(VENV)/.installed-local $(VENV)/.installed-server ## Start a LangGraph server with the five graphs and the desk, on the best model there is
	@$(BIN)/python scripts/serve.py $(PORT) $(ARGS)

# What fails beside many others is run once more on a quiet machine: a wait that was too short there passes, a fault fails again.
test: lint types check-docs browser ## Run every check and every test; ARGS="..." goes to pytest
	$(BIN)/python -m pytest -n $(JOBS) $(ARGS) || { test $$? -eq 1 && echo "== what failed, once more, one after the other" && \
		$(BIN)/python -m pytest --last-failed --last-failed-no-failures=none $(ARGS); }

test-distributed: ## Kill one of two Aegra workers among 50 debates; needs Python 3.12 or 3.13
	@scripts/test_distributed.sh $(ARGS)

browser: ## Get Chromium and axe-core for the tests of pages, where that is possible
	@scripts/setup_browser.sh

lint: $(VENV)/.installed-dev ## Check style, formatting and the direction of imports
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	PYTHONPATH=. $(BIN)/lint-imports --no-logo
	$(BIN)/python -m scripts.print_figures --check
	$(BIN)/python -m scripts.lock_hashes --check
	$(BIN)/python -m scripts.write_licences --check

types: $(VENV)/.installed-dev ## Check the types
	$(BIN)/mypy

check-docs: $(VENV)/.installed-dev ## Check that the generated documentation is current, and that no code is dead
	$(BIN)/python -m scripts.reachability
	$(BIN)/python -m scripts.check_catalogue
	$(BIN)/python -m scripts.requirements_map --check
	$(BIN)/python scripts/draw_graphs.py --check
	$(BIN)/python scripts/write_schemas.py --check
	$(BIN)/python scripts/write_settings.py --check
	$(BIN)/python scripts/run_examples.py --check
	$(BIN)/python scripts/render_notebooks.py --check
	@$(MAKE) --no-print-directory site

site: $(VENV)/.installed-dev ## Build the documentation into site/, which opens from the folder
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet --strict

dist: $(VENV)/.installed-dev ## Build sdist and wheel into dist/, and try the wheel in an environment of its own
	$(BIN)/python -m scripts.check_dist

docs: $(VENV)/.installed-dev ## Write the generated documentation
	$(BIN)/python -m scripts.requirements_map
	$(BIN)/python scripts/draw_graphs.py
	$(BIN)/python scripts/write_schemas.py
	$(BIN)/python scripts/write_settings.py
	$(BIN)/python scripts/run_examples.py
	$(BIN)/python scripts/render_notebooks.py

format: $(VENV)/.installed-dev ## Format the code and fix what can be fixed
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(VENV)/.installed-dev peers ## Run the benchmarks, beside the peers that can be installed
	@mkdir -p build/bench; set -e; for script in bench/bench_*.py; do \
		echo "== $$script"; said=build/bench/$$(basename $$script .py).txt; \
		$(BIN)/python "$$script" $(ARGS) > $$said || { cat $$said; exit 1; }; cat $$said; done

peers: $(VENV)/.installed-dev ## Install what we are measured against, each in an environment of its own
	-@$(MAKE) --no-print-directory --keep-going $(PEERS:%=.venv-peers/%/.installed)

chaos: $(VENV)/.installed-dev ## Run debates in trouble and kill their processes; MINUTES=10
	$(BIN)/python -m bench.chaos --minutes $(MINUTES) $(ARGS)

benchmarks: $(VENV)/.installed-dev ## Write docs/benchmarks.md from the last bench and chaos
	$(BIN)/python -m scripts.write_benchmarks

pictures: $(VENV)/.installed-dev browser ## Take the pictures of the README anew
	$(BIN)/python -m scripts.take_pictures
	$(BIN)/python -m scripts.record_demo

pins: $(VENV)/.installed-dev ## Resolve all dependencies anew into constraints.txt, and lock them
	$(BIN)/python scripts/pin_versions.py
	@$(MAKE) --no-print-directory locks

locks: $(BIN)/python ## Write the hashes of the versions in constraints.txt into locks/, and the page of licences
	$(PIP) install uv packaging
	$(BIN)/python -m scripts.lock_hashes
	$(BIN)/python -m scripts.write_licences

clean: ## Remove what was built and cached; the environment stays
	rm -rf build dist site *.egg-info .coverage .coverage.* .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -not -path './.venv*' -prune -exec rm -rf {} +

distclean: clean ## Remove the environments as well
	rm -rf .venv .venv-*

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)

# One stamp per extra: nothing is installed again until the dependencies change. Everything that is downloaded has to have
# its hash in the lock, the build backend too, hence no build isolation; then moot itself comes from this folder, which no
# hash can name, with what the lock may lack while somebody adds a dependency. LOCKED= installs by constraints.txt alone.
$(VENV)/.installed-%: pyproject.toml constraints.txt $(wildcard locks/*.txt) | $(BIN)/python
	$(if $(and $(LOCKED),$(wildcard locks/$*.txt)),$(PIP) install --require-hashes --requirement locks/$*.txt)
	$(PIP) install --constraint constraints.txt setuptools
	$(PIP) install --constraint constraints.txt --no-build-isolation --editable ".[$*]"
	@touch $@

# Without them the demonstration leaves its self-test out.
$(VENV)/.fetched-weights: | $(VENV)/.installed-local
	-@$(BIN)/python -c "from moot.models.testing import ensure_weights; ensure_weights()" && touch $@

# A peer that cannot be installed is left out of the benchmark, which says why.
.venv-peers/%/.installed: bench/peers/%.txt
	$(PYTHON) -m venv .venv-peers/$*
	.venv-peers/$*/bin/python -m pip --quiet --disable-pip-version-check install --requirement $<
	@touch $@
