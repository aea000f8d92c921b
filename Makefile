# make play: play a game.  make test: everything that must hold.  make check: the inner loop.  make soak: the long runs.
# make load: what a house can bear.
# Each installs what it needs into .venv; nothing but Python 3.11 or later, make and git is needed before.

PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
PYTEST := $(BIN)/python -m pytest
NODE := $(BIN)/python -m scripts.node

.PHONY: play test check lint types page pictures soak load clean

play: .venv/.play
	@$(BIN)/ludozero play $(GAME)

test: lint types page
	$(PYTEST) -n auto --dist worksteal

check: lint types page
	$(PYTEST) -n auto --dist worksteal -m "not slow"

lint: .venv/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: .venv/.dev
	$(BIN)/mypy

page: .venv/.dev
	$(NODE) svelte-check --tsconfig ./tsconfig.json --fail-on-warnings
	$(NODE) vitest run

pictures: .venv/.dev
	$(BIN)/python -m scripts.screenshots

soak: .venv/.soak
	$(BIN)/python -m scripts.soak $(PARTS)

load: .venv/.dev
	$(BIN)/python -m scripts.load $(PARTS)

.venv:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Ludozero needs Python 3.11 or later: make PYTHON=/path/to/python"; exit 2; }
	@echo "Setting up .venv ..."
	@$(PYTHON) -m venv .venv

.venv/.play: pyproject.toml | .venv
	@echo "Installing Ludozero (once) ..."
	@$(PIP) --editable .
	@touch $@

.venv/.dev: pyproject.toml web/package-lock.json | .venv
	@echo "Installing Ludozero and its tools (once) ..."
	@$(PIP) --editable '.[dev]'
	@$(NODE)
	@touch $@ .venv/.play

.venv/.soak: .venv/.dev
	@$(PIP) --editable '.[dev,soak]'
	@touch $@

clean:
	rm -rf .venv build dist mutants .mypy_cache .ruff_cache .pytest_cache .hypothesis
