#!/bin/sh
# Runs before those scripts of package.json that need the npm packages: says in one sentence that packages are missing,
# where Node would end with a module error.
#   sh scripts/packages.sh [checks]
# With "checks" it also requires the packages that only the checks and tests need: npm start does not install them.

# npm writes the file .package-lock.json last: if the file exists, the installation is complete.
installed=node_modules/.package-lock.json
if ! test -f "$installed"; then
  echo "The npm packages are not installed. Run: npm ci   (npm start and npm run quickstart do so themselves)" >&2
  exit 1
fi
if test "${1:-}" = checks && ! grep -q '"node_modules/ava"' "$installed"; then
  echo "The npm packages of the checks are not installed. Run: npm ci   (npm start does not install them; npm run check does)" >&2
  exit 1
fi
