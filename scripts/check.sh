#!/usr/bin/env bash
# npm run check: all checks that a change has to pass. Stops at the first step that fails. The tests come last, so that the
# last line says how many of them passed and failed.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

if [[ $# -gt 0 ]]; then
  echo "Usage: npm run check
  Installs what is missing, then checks types, lint, format, dependencies and dead code, and runs all tests. Takes no arguments.
Example: npm run check"
  [[ $1 == --help || $1 == -h ]]
  exit
fi

step() {
  local name=$1
  shift
  echo "== $name"
  "$@" || {
    echo "check: the step '$name' failed" >&2
    exit 1
  }
}

step "set-up" bash scripts/setup.sh --for-checks
step "types" npm run --silent types
step "lint" npm run --silent lint
step "format" npm run --silent format
step "dependencies" npm run --silent safe-dependencies
step "dead code" npm run --silent dead-code
step "contract" npm run --silent contract
echo "== tests"
exec npm run --silent test
