#!/bin/sh
# npm run build:test: compiles everything into dist-test, joins the modules of each program that tests start, as npm run build does, and
# joins the modules of all tests and of the service into few files.
set -eu
cd "$(dirname "$0")/.."

# The programs of package.json that tests start, beside those of a start.
programs="bench import-builds import-products openapi reindex"

rm -rf dist-test
tsc --noCheck --outDir dist-test
sh scripts/build-pages.sh dist-test
# shellcheck disable=SC2046,SC2086 -- words are wanted
node dist-test/scripts/bundle.js $(printf 'scripts/%s ' $programs)
node dist-test/test/runner/bundle-tests.js
