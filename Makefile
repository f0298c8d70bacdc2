# The only entry points. `make serve` and `make test` set up everything they need.
.DEFAULT_GOAL := help
VENV ?= .venv
PYTHON ?= python3
OLDEST := 3.11
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
TABLE := $(VENV)/.installed-table
SUDO := $(shell [ "$$(id -u)" = 0 ] || echo sudo)
UV := $(or $(shell command -v uv),$(BIN)/uv)
INSTALL = $(UV) pip install --python $(BIN)/python
HEADER = $(shell $(PYTHON) -c 'import sysconfig; print(sysconfig.get_path("include"))')/Python.h
export UV_SYSTEM_CERTS = 1
export NODE_USE_SYSTEM_CA = 1
# the tests start hundreds of processes, and each takes two seconds longer where no bytecode is kept
unexport PYTHONDONTWRITEBYTECODE
NPM := --loglevel=error --no-update-notifier --no-package-lock --no-audit --no-fund \
  --fetch-retry-mintimeout=1000 --fetch-retry-maxtimeout=3000
PORT ?= 8000
HOST ?= 127.0.0.1

# What is shown before a step, and after one that has failed: its own reason stands above.
STEP = @echo "-- $(1)"
ELSE = || { printf '\n%s\n' "make: $(1)" >&2; exit 1; }
APT = $(SUDO) env DEBIAN_FRONTEND=noninteractive apt-get
DEBIAN = { echo "-- from Debian: $(1)"; $(APT) update -q && $(APT) install -yq --no-install-recommends $(1); } \
  $(call ELSE,packages are missing that make could not install. As root: apt-get install $(1))

.PHONY: help setup serve test lint types unit compile bulk docs bench attack history pictures fonts tables record fields messages lock locked audit sbom system wheel pure-wheel clean

help: ## Show this help
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 12

$(BIN)/python:
	@command -v $(PYTHON) >/dev/null $(call ELSE,there is no $(PYTHON). Install Python $(OLDEST) or later: apt-get install python3; or name one: make PYTHON=...)
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < tuple(map(int, "$(OLDEST)".split("."))))' \
	  $(call ELSE,Python $(OLDEST) or later is needed; $(PYTHON) is $$($(PYTHON) --version 2>&1). Name another: make PYTHON=...)
	$(call STEP,a virtual environment in $(VENV))
	@$(PYTHON) -m venv --without-pip $(VENV)

$(BIN)/uv: requirements/uv.txt | $(BIN)/python
	@$(PYTHON) -c 'import ensurepip' 2>/dev/null || $(call DEBIAN,python3-venv)
	$(call STEP,uv to install the rest with)
	@$(BIN)/python packaging/bundled_pip.py install --quiet --disable-pip-version-check --require-hashes -r requirements/uv.txt \
	  $(call ELSE,uv could not be fetched from PyPI. Is there a network and does pip know its proxy or mirror? A uv in PATH is taken as well.)
	@touch $@

$(TABLE): $(BIN)/python $(UV) pyproject.toml requirements/table.txt
	$(call STEP,the packages of the table)
	@$(INSTALL) --require-hashes -r requirements/table.txt $(call ELSE,the packages of requirements/table.txt could not be installed.)
	$(call STEP,Fattorino itself)
	@$(INSTALL) --no-deps --no-build-isolation -e .
	@touch $@

$(STAMP): $(BIN)/python $(UV) pyproject.toml requirements/dev.txt
	$(call STEP,the packages for development)
	@$(INSTALL) --require-hashes -r requirements/dev.txt $(call ELSE,the packages of requirements/dev.txt could not be installed.)
	$(call STEP,Fattorino itself)
	@$(INSTALL) --no-deps --no-build-isolation -e .
	@touch $@ $(TABLE)

node_modules/.installed: package.json $(STAMP)
	$(call STEP,what checks the JavaScript of the page)
	@PATH="$(abspath $(BIN)):$$PATH" $(BIN)/npm install $(NPM) \
	  $(call ELSE,npm could not install the packages of package.json. Only make lint needs them; the rest is ready.)
	@touch $@

setup: $(STAMP) node_modules/.installed ## Prepare everything for development but Debian's packages (make system)
	@echo "Ready. A first test: $(BIN)/python -m pytest tests/games/ghost_town/test_course.py"

serve: $(TABLE) ## Set everything up and open the web table on port 8000 (another: PORT=8001)
	@$(BIN)/fattorino serve --host $(HOST) --port $(PORT) || { code=$$?; [ $$code != 2 ] || echo "make: with make these are PORT and HOST: make serve PORT=8001" >&2; exit $$code; }

test: ## Set everything up, run lint, types and all tests; ends with the seconds of each part
	@took=$$(mktemp); trap 'rm "$$took"' EXIT; \
	part() { \
	  began=$$(date +%s); $(MAKE) --no-print-directory $$1 $(call ELSE,make $$1 failed.); \
	  echo "$$1 $$(($$(date +%s) - began)) s" >>"$$took"; \
	}; \
	part setup; part system; \
	(part lint; part types; part compile) & \
	(part unit); unit=$$?; wait $$! && [ $$unit = 0 ] || exit 1; \
	part bulk; echo; cat "$$took"

system: ## Install what the tests need from Debian: Chromium, PostgreSQL, nginx, Caddy, a C compiler
	@command -v chromium-headless-shell >/dev/null && command -v cc >/dev/null && ls /usr/lib/postgresql/*/bin/initdb /usr/sbin/nginx /usr/bin/caddy $(HEADER) >/dev/null 2>&1 || \
	  $(call DEBIAN,chromium-headless-shell postgresql nginx-light caddy gcc libc6-dev python3-dev)

lint: $(STAMP) node_modules/.installed ## Check the style of Python, style and types of JavaScript
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/node node_modules/@biomejs/biome/bin/biome check
	$(BIN)/node node_modules/typescript/bin/tsc -p jsconfig.json

types: $(STAMP) ## Check types
	$(BIN)/mypy

unit: $(STAMP) ## Tests of single rules, interpreted
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest -q -m "not bulk and not browser and not postgres" -n 2 --dist worksteal

compile: $(STAMP) ## Compile all games, which the compiled tests share
	$(BIN)/fattorino compile

bulk: compile ## Compiled tests: contract, server, browser, database
	NUMBA_DISABLE_JIT=0 $(BIN)/python -m pytest -q -m "bulk or browser or postgres" -n 2 --dist worksteal

docs: $(STAMP) ## Build the docs site into site/
	NUMBA_DISABLE_JIT=1 NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict

bench: $(STAMP) ## Measure decisions per second, next to peers
	$(BIN)/python benchmarks/peers.py

attack: $(STAMP) ## Attack a server of our own for six minutes: make attack ATTACKS="chat moves"
	cd tests && ../$(BIN)/python -m attack $(ATTACKS)

MINUTES ?= 10
history: $(STAMP) ## Check what three processes acknowledge while they are killed: make history MINUTES=10
	cd tests && ../$(BIN)/python -m history --minutes $(MINUTES)

pictures: $(STAMP) ## Redraw the pictures of README, docs and the front page
	$(BIN)/python docs/pictures.py

fonts: $(STAMP) ## Make the fonts of the pages anew from their npm packages
	PATH="$(abspath $(BIN)):$$PATH" $(UV) run --no-project --with 'fonttools[woff]' packaging/fonts.py

tables: $(STAMP) ## Write the tables of the docs that come from the games and their settings
	$(BIN)/python docs/tables.py

record: $(STAMP) ## Record the games of one game: make record GAME=ghost_town (look at the difference!)
	cd tests && ../$(BIN)/python -m contract.recorder $(GAME)

fields: $(STAMP) ## Write who may see each field of each game's state (look at the difference!)
	cd tests && NUMBA_DISABLE_JIT=1 ../$(BIN)/python -m contract.fields

messages: $(STAMP) ## Collect all words for translators into src/fattorino/locale/fattorino.pot
	$(BIN)/python docs/messages.py

UPGRADE ?= --upgrade
LOCK = $(UV) pip compile --quiet --universal --python-version $(OLDEST) --generate-hashes --no-annotate $(UPGRADE) \
  --custom-compile-command "make lock"
lock: $(UV) ## Lock the newest versions that pyproject.toml allows (UPGRADE= keeps those that still fit)
	$(LOCK) pyproject.toml --group build --extra dev -o requirements/dev.txt
	$(LOCK) pyproject.toml --group build --extra postgres --extra uvloop -c requirements/dev.txt -o requirements/table.txt
	$(LOCK) --group setup -o requirements/uv.txt
	$(LOCK) --group audit -o requirements/audit.txt

locked: $(UV) ## Check that what is locked installs on the oldest Python that is promised
	$(UV) pip install --quiet --dry-run --target build/locked --python-version $(OLDEST).0 --require-hashes -r requirements/dev.txt

audit: $(UV) ## Ask OSV (api.osv.dev) for known vulnerabilities of what the table installs
	$(UV) run --quiet --isolated --no-project --with-requirements requirements/audit.txt \
	  pip-audit --vulnerability-service osv --disable-pip --require-hashes -r requirements/table.txt

sbom: $(STAMP) ## List everything an installation contains, as CycloneDX, in build/sbom.json
	rm -rf build/sbom
	$(PYTHON) -m venv --without-pip build/sbom
	$(UV) pip install --quiet --python build/sbom/bin/python --require-hashes -r requirements/table.txt
	$(UV) pip install --quiet --python build/sbom/bin/python --no-deps --no-build-isolation .
	$(BIN)/cyclonedx-py environment --pyproject pyproject.toml --of JSON -o build/sbom.json build/sbom/bin/python
	@echo build/sbom.json

wheel: $(STAMP) ## Build a wheel with compiled code, for this version of Python, into dist/ (takes minutes)
	$(BIN)/python packaging/compiled_wheel.py

pure-wheel: $(STAMP) ## Build the wheel that compiles where it is installed, into dist/
	rm -rf build/lib
	$(BIN)/python -m pip wheel . --no-deps --no-build-isolation --quiet -w dist

clean: ## Remove what was built here
	rm -rf $(VENV) node_modules site build dist *.egg-info src/*.egg-info .pytest_cache .mypy_cache .ruff_cache test-artefacts
