#!/bin/sh
# Writes the assets of the pages beside the compiled service: scripts, compiled for browsers, and style sheets, all
# without comments and needless blanks, so that a visitor loads less.
#   sh scripts/build-pages.sh <folder of the compiled service>
set -e
rm -rf "$1/src/pages/browser" "$1/src/pages/style"
tsc -p src/pages/browser --outDir "$1"
cp -R src/pages/style "$1/src/pages/style"
esbuild "$1"/src/pages/browser/*.js "$1"/src/pages/style/*.css --minify --allow-overwrite --outdir="$1/src/pages" \
  --outbase="$1/src/pages" --log-level=warning
