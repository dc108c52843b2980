#!/bin/sh
# Stands before the scripts of package.json that need the npm packages: says in a sentence that they are missing, where Node would
# end with the error of a module.

# npm writes this file last.
test -f node_modules/.package-lock.json && exit
echo "The npm packages are not installed. Run: npm ci   (npm start and npm run quickstart do so by themselves)" >&2
exit 1
