# Two commands do all set-up: `make run` and `make test`. Both say what they will install before they do it.
# `make help` lists the rest.

.DEFAULT_GOAL := help
.ONESHELL:
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
MAKEFLAGS += --no-print-directory
# Some machines say that nothing compiled is kept. Tests begin hundreds of processes: each would compile all of us anew.
unexport PYTHONDONTWRITEBYTECODE

VENV := .venv
PY := $(VENV)/bin/python
ARGS ?=
# How many test processes; each test file stays in one (Kivy and the processes under test dislike being split). Two
# more than there are cores, for half of the time a test waits for a window, a process or a page (in a fresh clone on two
# cores the suite takes 6 min 18 s with four of them, 6 min 36 s with three; 5 min 41 s the second time).
WORKERS ?= 4
PYTEST := $(PY) -m pytest -n $(WORKERS) --dist loadfile --no-loadscope-reorder

# 1 on a Raspberry Pi: its camera and pins come from apt (libcamera has no stable ABI, the lgpio that pip finds for
# Python 3.13 is an empty module), and the virtual environment sees them.
PI ?= $(shell grep -aqs 'Raspberry Pi' /proc/device-tree/model && echo 1 || echo 0)

# On Debian 13 the system's numpy and OpenCV are new enough for us and are the ones that picamera2's own extensions
# were built against: they stay in charge and pip may not shadow them. Debian 12's are too old, so ours go on top.
NATIVE ?= $(shell . /etc/os-release 2>/dev/null; [ "$(PI)" = 1 ] && [ "$${VERSION_ID:-0}" -ge 13 ] 2>/dev/null && echo 1 || echo 0)

APT_PI ?= python3-picamera2 python3-lgpio $(if $(filter 1,$(NATIVE)),python3-numpy python3-opencv)
APT_RUN := libegl1 libgl1 libgl1-mesa-dri libmtdev1 libzbar0 $(if $(filter 1,$(PI)),$(APT_PI))
APT_TEST := chromium-headless-shell espeak-ng mosquitto nats-server poppler-utils postgresql sox systemd

# The system's own python3 first: a shim earlier on PATH (pyenv) need not have what apt installs beside it.
PYTHON ?= $(shell for p in /usr/bin/python3 python3 python3.14 python3.13 python3.12 python3.11; do \
	"$$p" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { echo "$$p"; break; }; done)

# Installs those of the named Debian packages that are not there yet, and says so first. Debian 13 calls some of them
# NAMEt64, which apt understands by the plain name; dpkg does not.
define INSTALL_MISSING
test -n "$(PYTHON)" || { echo "make: no python3 of 3.11 or newer was found; install one, then run make again" >&2; exit 2; }
missing=()
have() { [ "$$(dpkg-query -W -f '$${db:Status-Status}' "$$1" 2>/dev/null)" = installed ]; }
for package in $(1); do have "$$package" || have "$${package}t64" || missing+=("$$package"); done
if [ ! -d $(VENV) ] && ! "$(PYTHON)" -c 'import ensurepip, venv' 2>/dev/null; then missing+=(python3-venv); fi
if [ $${#missing[@]} -gt 0 ]; then
	if ! command -v apt-get >/dev/null; then
		echo "make: this is not a Debian; please install what these Debian packages hold: $${missing[*]}" >&2
	else
		if [ "$$(id -u)" = 0 ]; then sudo=(env); else sudo=(sudo env); fi
		if [ "$${sudo[0]}" = sudo ] && ! command -v sudo >/dev/null; then
			echo "make: missing: $${missing[*]}; as root, run: apt-get install $${missing[*]}" >&2; exit 2
		fi
		echo "These system packages are missing and will now be installed (apt-get, $${sudo[0]/env/as root}): $${missing[*]}"
		"$${sudo[@]}" DEBIAN_FRONTEND=noninteractive apt-get update -q
		"$${sudo[@]}" DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "$${missing[@]}"
	fi
fi
endef

.NOTPARALLEL:
.PHONY: run hub test proof tournament mutation bench photoreal screens lock install-units lay-units clean help apt-run apt-test

help:
	@echo "make run     install what is missing, then play a game at a demo table (ARGS='--players 4')"
	echo "make hub     install what is missing, then serve a tournament on this machine (docs/tournament.md)"
	echo "make test    install what tests need, then lint, strict types and every test"
	echo "make proof   the long proofs (kill storms, rehearsals at 2, 4 and 7 players)"
	echo "make tournament  a whole day: eight tables, three rounds, faults; the page against the journals"
	echo "make mutation  are the rules' tests sharp? (ARGS='architects --sample 40'; all of a game: an hour or more)"
	echo "make photoreal  short games painted by Blender, played through the whole product (ARGS='--light lamp,window')"
	echo "make bench   the benchmarks, half an hour (ARGS=--quick: a minute)"
	echo "make screens take the screenshots in docs/screens anew"
	echo "make lock    resolve requirements.lock anew"
	echo "make install-units  on an appliance, as root: one systemd unit a process, started at boot"
	echo "make clean   remove the virtual environment and the caches"

run: apt-run $(VENV)/.ready
	@$(VENV)/bin/companion run $(ARGS)

hub: apt-run $(VENV)/.ready
	@$(VENV)/bin/companion hub serve $(ARGS)

# What tests write lies in memory where there is room: they say "on disk, for good" after every move, and a disk takes
# milliseconds for it. Nothing that they ask is the disk's: a killed process loses nothing in memory either, and power
# cuts are played by a file system of the tests' own. Removed at the end.
define SCRATCH
if [ "$$(df --output=avail -k /dev/shm 2>/dev/null | tail -1)" -gt 4000000 ] 2>/dev/null; then
	TMPDIR=$$(mktemp -d /dev/shm/c.XXXXXX); export TMPDIR; scratch=$$TMPDIR
fi
endef

# A socket's name has room for 107 letters, folders and all.
BRIEFLY = $${scratch:+--basetemp=$$scratch/t}

# Types are read, and on a machine that has never run it the practice pieces learned, while tests wait for something.
test: apt-test $(VENV)/.ready
	@$(PY) -m ruff check .
	$(PY) -m ruff format --check --quiet .
	$(SCRATCH)
	OPENBLAS_NUM_THREADS=1 nice -n 19 $(PY) -m tests.learned & learning=$$!
	nice -n 19 $(PY) -m mypy >$(VENV)/types.txt 2>&1 & reading=$$!
	trap 'kill $$learning $$reading 2>/dev/null || true; rm -rf "$${scratch:-}"' EXIT
	failed=0
	$(PYTEST) $(BRIEFLY) -m "not proof" $(ARGS) || failed=1
	wait $$reading || failed=1
	cat $(VENV)/types.txt
	exit $$failed

proof: apt-test $(VENV)/.ready
	@$(SCRATCH)
	trap 'rm -rf "$${scratch:-}"' EXIT
	$(PYTEST) $(BRIEFLY) -m proof $(ARGS)

tournament: apt-test $(VENV)/.ready
	@$(PY) -m tests.hub.day $(ARGS)

mutation: apt-test $(VENV)/.ready
	@$(PY) -m tests.mutation $(ARGS)

bench: apt-run $(VENV)/.ready
	@$(PY) -m benchmarks $(ARGS)

photoreal: apt-run $(VENV)/.ready .blender/.ready
	@$(PY) -m benchmarks.photoreal $(ARGS)

# Blender as a Python module wants Python 3.11 and an older numpy than ours: an environment of its own.
.blender/.ready:
	@python3.11 -m venv .blender
	.blender/bin/python -m pip install -q --disable-pip-version-check 'bpy==5.0.1' 'numpy<2' msgspec
	touch $@

screens: apt-test $(VENV)/.ready
	@COMPANION_SCREENS=docs/screens $(PYTEST) --dist load -m proof tests/ui/test_gallery.py $(ARGS)

apt-run:
	@$(call INSTALL_MISSING,$(APT_RUN))

apt-test:
	@$(call INSTALL_MISSING,$(APT_RUN) $(APT_TEST))

# The lock is complete and hashed, so nothing outside it is resolved.
PIP := $(PY) -m pip install -q --disable-pip-version-check --no-deps
$(VENV)/.ready: requirements.lock pyproject.toml | apt-run
	@echo "Setting up $(VENV) with $(PYTHON) from requirements.lock ..."
	$(PY) -m pip --version >/dev/null 2>&1 || "$(PYTHON)" -m venv --clear $(if $(filter 1,$(PI)),--system-site-packages) $(VENV)
	awk '/^[a-z]/ { ours = !($(NATIVE) && /^(numpy|opencv-python-headless)==/) } ours' requirements.lock > $(VENV)/wanted.txt
	$(PIP) --require-hashes -r $(VENV)/wanted.txt
	$(PIP) -e .
	if [ $(PI) = 1 ] && ! $(PY) -c 'import picamera2' 2>/dev/null; then
		echo "make: python3-picamera2 cannot be imported here, so no Pi camera (a USB camera works);" \
			"Raspberry Pi OS 13 (trixie) has one that can" >&2
	fi
	touch $@

lock: $(VENV)/.ready
	@$(PY) -m pip install -q --disable-pip-version-check uv
	UV_PYTHON_DOWNLOADS=never $(PY) -m uv pip compile -q --universal --python-version 3.11 --generate-hashes \
		--no-header --no-annotate --extra dev -o requirements.lock pyproject.toml

install-units: $(VENV)/.ready
	@[ "$(CURDIR)" = /opt/companion ] || { echo "make: the units expect the project in /opt/companion, not $(CURDIR)" >&2; exit 2; }
	$(MAKE) lay-units
	systemd-sysusers
	systemd-tmpfiles --create companion.conf
	udevadm control --reload && udevadm trigger
	systemctl daemon-reload
	systemctl restart systemd-journald
	systemctl enable --now companion.target

# The files alone, below DESTDIR: for whoever builds an image, and for the test of what is installed.
lay-units:
	@install -v -D -m 644 systemd/*.service systemd/*.target systemd/*.path -t $(DESTDIR)/etc/systemd/system
	install -v -D -m 644 systemd/companion.journald $(DESTDIR)/etc/systemd/journald.conf.d/companion.conf
	install -v -D -m 644 systemd/companion.sysusers $(DESTDIR)/etc/sysusers.d/companion.conf
	install -v -D -m 644 systemd/companion.tmpfiles $(DESTDIR)/etc/tmpfiles.d/companion.conf
	install -v -D -m 644 systemd/60-companion.rules -t $(DESTDIR)/etc/udev/rules.d

clean:
	@rm -rf $(VENV) .blender build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis *.egg-info .stamp-*
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
