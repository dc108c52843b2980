#!/usr/bin/env bash
# npm start and npm run quickstart: installs what the clone lacks, builds if a source has changed, and runs the named
# program.
#   bash scripts/launch.sh start|quickstart [<arguments>]
# With --help it only prints the usage, and installs nothing.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

usage_of_start() {
  cat <<'USAGE'
Usage: npm start [-- --with-population]
  Runs the whole service on this machine until Ctrl-C, and starts the stores whose URLs are not set. Prints one line when the
  service is ready: ready http://127.0.0.1:3000
  --with-population   first loads the sample catalogue and 2,000 made-up builds with their results
Settings come from the environment or a file .env; .env.example lists them. DATA_DIR (.data) is the folder of data and logs.
Example: PORT=3001 npm start -- --with-population
USAGE
}

usage_of_quickstart() {
  cat <<'USAGE'
Usage: npm run quickstart [-- --once] [--with-population]
  Starts the whole service as npm start does, loads the sample catalogue, shows the main uses of the service with their
  answers, and keeps serving until Ctrl-C.
  --once              ends after the demonstration, with exit code 0 only if every answer was right
  --with-population   first loads 2,000 made-up builds with their results
Example: npm run quickstart -- --once
USAGE
}

# The compiler does not stop on Ctrl-C. Therefore the build runs in a process group of its own, which is killed as a
# whole.
build() {
  set -m
  npm run --silent build &
  set +m
  local group=$!
  trap 'stop_build "$group" 130' INT
  trap 'stop_build "$group" 143' TERM HUP
  wait "$group"
  trap - INT TERM HUP
}

stop_build() {
  kill -KILL -- "-$1" 2>/dev/null || true
  echo "build: stopped" >&2
  exit "$2"
}

program=$1
shift
for argument in "$@"; do
  if [[ $argument == --help || $argument == -h ]]; then
    "usage_of_$program"
    exit
  fi
done
# Look for changed sources beside the set-up, which changes no source.
sh scripts/build.sh --is-current &
comparison=$!
bash scripts/setup.sh
wait "$comparison" || build
exec node "dist/scripts/$program.js" "$@"
