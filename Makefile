# Everything sets itself up: `make play` and `make test` need Python 3.11+ and make, nothing else.
# Python and its packages live in .venv, files that can be made anew in .cache.

PYTHON ?= python3
VENV   ?= .venv
ARGS   ?=
# How pytest runs; `make test PYTEST_ARGS="-n0 -k chance"` for one thing at a time.
PYTEST_ARGS ?= -n auto

BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --no-input

# Compiled code is kept between runs, in the checkout.
NIGHTREEL_CACHE ?= $(CURDIR)/.cache
export NIGHTREEL_CACHE

# The source is English; a translation is a catalogue in LOCALE.
LOCALE := src/nightreel/locale
CATALOGUES := $(wildcard $(LOCALE)/*/LC_MESSAGES/nightreel.po)
POT := $(NIGHTREEL_CACHE)/nightreel.pot

.DEFAULT_GOAL := help
.PHONY: help play play-terminal play-plain test soak lint types tests format messages generate docs clean distclean

help:  ## Show this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 16

play: $(VENV)/.play  ## Play in the browser; options in ARGS="--port 9000"
	@NIGHTREEL_STARTED_BY="make play" $(BIN)/nightreel serve $(ARGS)

play-terminal: $(VENV)/.play  ## Play on the full screen of the terminal; options in ARGS="--seed 7"
	@NIGHTREEL_STARTED_BY="make play-terminal" $(BIN)/nightreel play $(ARGS)

play-plain: $(VENV)/.play  ## Play in the plain terminal; options in ARGS="--seed 7"
	@NIGHTREEL_STARTED_BY="make play-plain" $(BIN)/nightreel play --plain $(ARGS)

test: lint types tests  ## All checks: lint, types, generated files, tests

soak: $(VENV)/.dev  ## All tests with the long runs among them
	$(BIN)/python -m tests.warm
	$(BIN)/python -m pytest -m "" --hypothesis-profile=soak $(PYTEST_ARGS)
	$(BIN)/python -m tests.web.load

lint: $(VENV)/.dev  ## Style, with ruff
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/.dev  ## Types, with mypy
	$(BIN)/mypy

tests: $(VENV)/.dev  ## The tests alone (they also compare generated files)
	$(BIN)/python -m tests.warm
	$(BIN)/python -m pytest $(PYTEST_ARGS)

format: $(VENV)/.dev  ## Mend style where ruff can
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

generate: $(VENV)/.dev  ## Write generated sources anew
	$(BIN)/python -m nightreel.machine.generate
	$(BIN)/python -m nightreel.films.reference
	$(BIN)/python -m nightreel.table.rule_table
	$(BIN)/python -m nightreel.pages.write
	$(BIN)/python docs/pictures/make.py
	$(BIN)/python docs/pictures/table.py
	$(BIN)/python docs/pictures/browser.py

docs: $(VENV)/.dev  ## Make a site of the documents, in build/docs/
	$(BIN)/python -m sphinx -W --keep-going -q docs build/docs
	@echo "The site begins at build/docs/index.html"

messages: $(VENV)/.dev  ## Bring translations up to date; a new one with NEW=fr
	@mkdir -p $(NIGHTREEL_CACHE) $(LOCALE)
	$(BIN)/pybabel --quiet extract -F pyproject.toml -k shown --project=Nightreel --no-location \
	    --sort-output --copyright-holder="Nightreel contributors" -o $(POT) src
	$(if $(NEW),$(BIN)/pybabel init --domain nightreel -l $(NEW) -i $(POT) -d $(LOCALE))
	$(if $(NEW)$(CATALOGUES),$(BIN)/pybabel update --domain nightreel -i $(POT) -d $(LOCALE))
	$(if $(NEW)$(CATALOGUES),$(BIN)/pybabel compile --domain nightreel -d $(LOCALE))

clean:  ## Remove what can be made anew, but for the virtual environment
	rm -rf .cache .hypothesis build dist
	find src tests -name __pycache__ -type d -prune -exec rm -rf {} +

distclean: clean  ## Remove the virtual environment too
	rm -rf $(VENV)

# ---------------------------------------------------------------- the virtual environment

$(VENV)/.made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	    echo "Python 3.11 or newer is needed; name one: make PYTHON=python3.12 ..." >&2; exit 2; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
	    echo "Python's venv module is missing (on Debian: apt install python3-venv)" >&2; exit 2; }
	@echo "Setting up Python in $(VENV) ..." >&2
	@$(PYTHON) -m venv --clear $(VENV)
	@touch $@

$(VENV)/.play: pyproject.toml $(VENV)/.made
	@echo "Installing what the game needs (once) ..." >&2
	@$(PIP) install --quiet --editable '.[all]' >&2
	@touch $@

$(VENV)/.dev: pyproject.toml $(VENV)/.made
	@echo "Installing what the game and its tests need ..." >&2
	@$(PIP) install --quiet --editable '.[all,dev]' >&2
	@touch $(VENV)/.play $@
