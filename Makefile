# Every command that players and developers need; `make help` lists them. Anything longer than three lines lives in scripts/.

PORT ?= 8000
BIN := .venv/bin
CATALOGUES = $(patsubst %.po,%.mo,$(wildcard translations/*/LC_MESSAGES/messages.po))
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --editable

.PHONY: help run test bench format catalogues screenshots clean

help: ## show this list
	@sed -n 's/^\([a-z]*\):.*## /  make \1|/p' Makefile | awk -F'|' '{printf "%-20s %s\n", $$1, $$2}'

run: .venv/installed $(CATALOGUES) ## install what is missing and start the server (PORT=8000)
	@$(BIN)/companion serve --port $(PORT)

test: .venv/installed-dev $(CATALOGUES) ## install what is missing and run every check
	sh scripts/browser.sh
	sh scripts/pango.sh
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/pytest -n auto --dist worksteal

bench: .venv/installed-dev $(CATALOGUES) ## measure the speed of the rules, of a tap and of printing
	@for bench in $(basename $(notdir $(wildcard bench/[a-z]*.py))); do $(BIN)/python -m bench.$$bench || exit 1; done

format: .venv/installed-dev ## put the code into its form
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

catalogues: .venv/installed ## gather the sentences of code and pages, and compile their translations
	sh scripts/catalogues.sh

screenshots: .venv/installed-dev $(CATALOGUES) ## photograph the pages at the sizes of a phone and a laptop
	@sh scripts/browser.sh
	$(BIN)/python scripts/screenshots.py

clean: ## remove what the other commands made; saved games stay
	rm -rf .venv build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis translations/*/LC_MESSAGES/*.mo
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# The stamps are renewed when the list of dependencies changes.
.venv/installed: pyproject.toml hatch_build.py | $(BIN)/python
	@echo "Installing the companion into .venv ..."
	@$(INSTALL) .
	@sh scripts/pango.sh || true
	@touch $@

.venv/installed-dev: pyproject.toml hatch_build.py | $(BIN)/python
	@echo "Installing the companion and the tools of development into .venv ..."
	@$(INSTALL) '.[dev]'
	@touch .venv/installed $@

$(BIN)/python:
	@sh scripts/venv.sh

%.mo: %.po | .venv/installed
	@$(BIN)/pybabel --quiet compile --input-file $< --output-file $@
