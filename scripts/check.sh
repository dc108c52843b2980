#!/usr/bin/env bash
# npm run check: runs all checks that a change has to pass. Installs missing packages, compiles the tests, and starts
# test/runner/check.ts, whose last line says how many tests passed and failed. With --all, as in npm run check:all, the
# tests of faults, of npm run bench, of the emulator and of the docs' instructions follow.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

if [[ " $* " == *" --help "* || " $* " == *" -h "* || ($# -gt 0 && $1 != --all) ]]; then
  echo "Usage: npm run check
  Installs missing packages, then checks types, lint, format, dead code and the contract, and runs all tests of the product.
       npm run check:all [-- --record]
  Does the same, and if that passes, runs the tests that kill processes and stores, the tests of npm run bench, the tests
  behind nginx and Caddy if both are on the PATH, the tests of the MongoDB emulator, and the tests that follow the
  recipes of CONTRIBUTING.md.
  --record   records how long all tests took; later runs use the times to show how much time is left
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
