# Needs python3 and make, nothing else. `make help` lists the targets.
#
#   make test PYTHON=python3.12      another interpreter, in an environment of its own
#   make demo Q="Shall we ...?"      another question

PYTHON ?= python3
VENV   ?= $(if $(filter python3,$(PYTHON)),.venv,.venv-$(notdir $(PYTHON)))
Q      ?= Should a family bakery open a second shop this year, or first pay back its loan?
ARGS   ?=
JOBS   ?= auto
PORT   ?= 2024
MINUTES ?= 10
PEERS  := autogen crewai

BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check

export Q

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help demo serve test test-distributed browser lint types check-docs docs format bench peers chaos benchmarks pictures pins clean distclean

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  %-16s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

demo: $(VENV)/.installed-local ## Run one debate on the embedded model; Q="..." asks another question
	@$(BIN)/moot run --model local --profile examples/demo.yaml "$$Q" $(ARGS) || test $$? -eq 3

serve: $(VENV)/.installed-local $(VENV)/.installed-server ## Start a LangGraph server with the five graphs and the desk, on the best model there is
	@$(BIN)/python scripts/serve.py $(PORT) $(ARGS)

test: lint types check-docs browser ## Run every check and every test; ARGS="..." goes to pytest
	$(BIN)/python -m pytest -n $(JOBS) $(ARGS)

test-distributed: ## Kill one of two Aegra workers among 50 debates; needs Python 3.12 or 3.13
	@scripts/test_distributed.sh $(ARGS)

browser: ## Get Chromium and axe-core for the tests of pages, where that is possible
	@scripts/setup_browser.sh

lint: $(VENV)/.installed-dev ## Check style, formatting and the direction of imports
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	PYTHONPATH=. $(BIN)/lint-imports --no-logo
	$(BIN)/python -m scripts.print_figures --check

types: $(VENV)/.installed-dev ## Check the types
	$(BIN)/mypy

check-docs: $(VENV)/.installed-dev ## Check that the generated documentation is current, and that no code is dead
	$(BIN)/python -m scripts.reachability
	$(BIN)/python -m scripts.requirements_map --check
	$(BIN)/python scripts/draw_graphs.py --check
	$(BIN)/python scripts/write_schemas.py --check
	$(BIN)/python scripts/write_settings.py --check
	$(BIN)/python scripts/run_examples.py --check
	$(BIN)/python scripts/render_notebooks.py --check

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

pins: $(VENV)/.installed-dev ## Resolve all dependencies anew into constraints.txt
	$(BIN)/python scripts/pin_versions.py

clean: ## Remove what was built and cached; the environment stays
	rm -rf build dist *.egg-info .coverage .coverage.* .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -not -path './.venv*' -prune -exec rm -rf {} +

distclean: clean ## Remove the environments as well
	rm -rf .venv .venv-*

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)

# One stamp per extra: nothing is installed again until the dependencies change. The build backend comes first and is
# pinned like everything else, hence no build isolation.
$(VENV)/.installed-%: pyproject.toml constraints.txt | $(BIN)/python
	$(PIP) install --constraint constraints.txt setuptools
	$(PIP) install --constraint constraints.txt --no-build-isolation --editable ".[$*]"
	@touch $@

# A peer that cannot be installed is left out of the benchmark, which says why.
.venv-peers/%/.installed: bench/peers/%.txt
	$(PYTHON) -m venv .venv-peers/$*
	.venv-peers/$*/bin/python -m pip --quiet --disable-pip-version-check install --requirement $<
	@touch $@
