#!/usr/bin/env bash
# npm run check: all checks that a change has to pass. Installs what is missing, compiles the tests, and leaves the rest to
# test/runner/check.ts, whose last line says how many tests passed and failed.
# With --all, as npm run check:all calls it, the tests of faults, those of the emulator and those of the recipes follow.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

if [[ " $* " == *" --help "* || " $* " == *" -h "* || ($# -gt 0 && $1 != --all) ]]; then
  echo "Usage: npm run check
  Installs what is missing, then checks types, lint, format, dead code and the contract, and runs all tests of the product.
       npm run check:all [-- --record]
  The same, and where it passes the tests that kill processes and stores, those of the MongoDB emulator, and those that follow the recipes
  of CONTRIBUTING.md.
  --record   writes down how long all tests took, by which later runs tell how much time is left
Example: npm run check"
  [[ " $* " == *" --help "* || " $* " == *" -h "* ]] || exit 2
  exit
fi

bash scripts/setup.sh --for-checks
npm run --silent build:test || {
  echo "check: the tests could not be compiled" >&2
  echo "0 passed, 1 failed"
  exit 1
}
exec node dist-test/test/runner/check.js "$@"
