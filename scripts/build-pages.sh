#!/bin/sh
# Puts what browsers load of the pages beside the compiled service: its scripts, which are compiled for browsers, and its style
# sheets. Usage: sh scripts/build-pages.sh <folder of the compiled service>
set -e
rm -rf "$1/src/pages/browser" "$1/src/pages/style"
tsc -p src/pages/browser --outDir "$1"
cp -R src/pages/style "$1/src/pages/style"
