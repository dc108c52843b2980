#!/bin/sh
# Stands before the scripts of package.json that need the npm packages: says in a sentence that they are missing, where Node would
# end with the error of a module.
#   sh scripts/packages.sh [checks]
# With "checks" it also asks for the packages that only the checks and tests need: npm start installs without them.

# npm writes this file last.
installed=node_modules/.package-lock.json
if ! test -f "$installed"; then
  echo "The npm packages are not installed. Run: npm ci   (npm start and npm run quickstart do so by themselves)" >&2
  exit 1
fi
if test "${1:-}" = checks && ! grep -q '"node_modules/ava"' "$installed"; then
  echo "The npm packages of the checks are not installed. Run: npm ci   (npm start leaves them out; npm run check installs them)" >&2
  exit 1
fi
