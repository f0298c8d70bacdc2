# The only entry points. `make serve` and `make test` set up everything they need.
.DEFAULT_GOAL := help
VENV ?= .venv
PYTHON ?= python3
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
TABLE := $(VENV)/.installed-table
SUDO := $(shell [ "$$(id -u)" = 0 ] || echo sudo)
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt
HEADER = $(shell $(PYTHON) -c 'import sysconfig; print(sysconfig.get_path("include"))')/Python.h
PORT ?= 8000
HOST ?= 127.0.0.1

.PHONY: help serve test lint types unit bulk docs bench pictures record messages lock sbom system wheel pure-wheel clean

help: ## Show this help
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 12

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; assert sys.version_info >= (3, 11), "Python 3.11 or later is needed"'
	@$(PYTHON) -m venv $(VENV) 2>/dev/null || { $(SUDO) apt-get update -q && $(SUDO) apt-get install -yq python3-venv && $(PYTHON) -m venv $(VENV); }

$(STAMP): $(VENV)/bin/python pyproject.toml constraints.txt
	$(PIP) -e '.[dev]'
	@touch $@ $(TABLE)

$(TABLE): $(VENV)/bin/python pyproject.toml constraints.txt
	$(PIP) -e .
	@touch $@

system: ## Install what the tests need from Debian: Chromium, PostgreSQL, nginx, Caddy, a C compiler
	@command -v chromium >/dev/null && command -v cc >/dev/null && ls /usr/lib/postgresql/*/bin/initdb /usr/sbin/nginx /usr/bin/caddy $(HEADER) >/dev/null 2>&1 || \
	  { $(SUDO) apt-get update -q && DEBIAN_FRONTEND=noninteractive $(SUDO) apt-get install -yq --no-install-recommends chromium postgresql nginx-light caddy gcc libc6-dev python3-dev; }

serve: $(TABLE) ## Set everything up and open the web table on port 8000
	$(BIN)/fattorino serve --host $(HOST) --port $(PORT)

test: $(STAMP) system lint types unit bulk ## Set everything up, run lint, types and all tests

node_modules/.installed: package.json $(STAMP)
	PATH="$(abspath $(BIN)):$$PATH" $(BIN)/npm install --silent --no-package-lock --no-audit --no-fund
	@touch $@

lint: $(STAMP) node_modules/.installed ## Check the style of Python, style and types of JavaScript
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/node node_modules/@biomejs/biome/bin/biome check
	$(BIN)/node node_modules/typescript/bin/tsc -p jsconfig.json

types: $(STAMP) ## Check types
	$(BIN)/mypy

unit: $(STAMP) ## Tests of single rules, interpreted
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest -q -m "not bulk and not browser and not postgres" -n 2

bulk: $(STAMP) ## Compiled tests: contract, server, browser, database
	$(BIN)/fattorino compile
	NUMBA_DISABLE_JIT=0 $(BIN)/python -m pytest -q -m "bulk or browser or postgres" -n 2 --dist loadgroup

docs: $(STAMP) ## Build the docs site into site/
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict

bench: $(STAMP) ## Measure decisions per second, next to peers
	$(BIN)/python benchmarks/peers.py

pictures: $(STAMP) ## Redraw the pictures of README, docs and the front page
	$(BIN)/python docs/pictures.py

record: $(STAMP) ## Record the games of one game: make record GAME=ghost_town (look at the difference!)
	cd tests && ../$(BIN)/python -m contract.recorder $(GAME)

messages: $(STAMP) ## Collect all words for translators into src/fattorino/locale/fattorino.pot
	$(BIN)/python docs/messages.py

lock: ## Write the newest versions that pyproject.toml allows into constraints.txt
	rm -rf build/lock
	$(PYTHON) -m venv build/lock
	build/lock/bin/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	{ echo "# Versions of a tested installation: make lock writes them, make serve and make test install them."; \
	  build/lock/bin/python -m pip freeze --all --exclude pip --exclude setuptools --exclude-editable; } > constraints.txt

sbom: $(STAMP) ## List everything an installation contains, as CycloneDX, in build/sbom.json
	rm -rf build/sbom
	$(PYTHON) -m venv build/sbom
	build/sbom/bin/python -m pip install --quiet --disable-pip-version-check -c constraints.txt '.[postgres,uvloop]'
	$(BIN)/cyclonedx-py environment --pyproject pyproject.toml --of JSON -o build/sbom.json build/sbom/bin/python
	@echo build/sbom.json

wheel: $(STAMP) ## Build a wheel with compiled code, for this version of Python, into dist/
	$(BIN)/python packaging/compiled_wheel.py

pure-wheel: $(STAMP) ## Build the wheel that compiles where it is installed, into dist/
	$(BIN)/python -m pip wheel . --no-deps --quiet -w dist

clean: ## Remove what was built here
	rm -rf $(VENV) node_modules site build dist *.egg-info src/*.egg-info .pytest_cache .mypy_cache .ruff_cache test-artefacts
