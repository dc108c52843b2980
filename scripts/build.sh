#!/bin/sh
# npm run build: compiles the service into dist, and puts what its pages load beside it. npm start does so only where a source has
# changed since, because the compiler takes longer than all the rest of a start.
#   sh scripts/build.sh               compiles
#   sh scripts/build.sh --is-current  compiles nothing; exit code 0 only if dist is what these sources compile to
set -eu
cd "$(dirname "$0")/.."

compiled=dist/.sources

# One line for all that the result depends on. Contents, because files that come out of an archive may be older than the last build.
sources() {
  find src embedded workers scripts packages/*/src packages/*/package.json tsconfig.json tsconfig.build.json package-lock.json \
    -type f -exec cksum {} + |
    LC_ALL=C sort | cksum
}

found=$(sources)
if [ "${1:-}" = --is-current ]; then
  [ "$found" = "$(cat "$compiled" 2>/dev/null)" ]
  exit
fi
rm -f "$compiled"
tsc -p tsconfig.build.json
sh scripts/build-pages.sh dist
node dist/scripts/bundle.js
echo "$found" >"$compiled"
