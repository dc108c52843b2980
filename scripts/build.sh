#!/bin/sh
# npm run build: compiles the service into dist, and adds the assets of its pages. npm start builds only if a source has
# changed, because the compiler takes longer than the rest of a start.
#   sh scripts/build.sh               compiles
#   sh scripts/build.sh --is-current  compiles nothing; exit code 0 only if dist is up to date with the sources
set -eu
cd "$(dirname "$0")/.."

compiled=dist/.sources

# Prints one line that identifies all inputs of npm run build. Uses contents rather than times, because files from an
# archive may be older than the last build.
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
