#!/bin/sh
# npm run build:test: compiles all sources into dist-test, and bundles the modules of each program that tests start, as
# npm run build does. Then bundles the modules of all tests and of the service into few files.
set -eu
cd "$(dirname "$0")/.."

# The programs behind scripts of package.json that tests start, in addition to the programs of `npm start`.
programs="bench import-builds import-products openapi reindex"

rm -rf dist-test
tsc --noCheck --outDir dist-test
sh scripts/build-pages.sh dist-test
# shellcheck disable=SC2046,SC2086 -- the shell has to split the lists into words
node dist-test/scripts/bundle.js $(printf 'scripts/%s ' $programs)
node dist-test/test/runner/bundle-tests.js
