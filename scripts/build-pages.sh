#!/bin/sh
# Copies the assets of the pages beside the compiled service: scripts, compiled for browsers, and style sheets.
#   sh scripts/build-pages.sh <folder of the compiled service>
set -e
rm -rf "$1/src/pages/browser" "$1/src/pages/style"
tsc -p src/pages/browser --outDir "$1"
cp -R src/pages/style "$1/src/pages/style"
