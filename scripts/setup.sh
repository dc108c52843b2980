#!/usr/bin/env bash
# Makes a fresh clone ready to run: checks Node, installs the npm packages, and installs Redis if there is none.
# Prints what it does and asks nothing. Prints nothing if there is nothing to do.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

say() {
  echo "setup: $*" >&2
}

fail() {
  say "$*"
  exit 1
}

check_node() {
  command -v node >/dev/null || fail "Node is missing. Install Node 20.19 or later: https://nodejs.org"
  node -e '
    const [major, minor] = process.versions.node.split(".").map(Number);
    process.exit(major > 20 || (major === 20 && minor >= 19) ? 0 : 1);
  ' || fail "Node $(node --version) is too old. Install Node 20.19 or later: https://nodejs.org"
}

install_packages() {
  # npm writes this file last: if it is missing, the installation did not finish.
  local installed=node_modules/.package-lock.json
  if [[ -f $installed && ! package-lock.json -nt $installed ]]; then return; fi
  say "installing the npm packages (npm ci)"
  local options=(--include=dev --include=optional --no-audit --no-fund)
  npm ci "${options[@]}" --loglevel=silent >&2 && return
  # npm ci refuses a lock file that lacks the optional packages of this platform; the project runs without them.
  say "npm ci failed; trying npm install --no-save"
  npm install --no-save "${options[@]}" --loglevel=error >&2
}

has_redis() {
  [[ -n ${REDIS_URL:-} ]] || command -v redis-server >/dev/null || command -v valkey-server >/dev/null
}

install_redis() {
  if has_redis; then return; fi
  if command -v apt-get >/dev/null; then
    install_redis_by_apt
  elif command -v brew >/dev/null; then
    say "installing Redis (brew install redis)"
    brew install --quiet redis >&2
  fi
  has_redis || fail "There is no Redis, and no way is known here to install one." \
    "Install redis-server or valkey-server, or set REDIS_URL to a running one."
}

install_redis_by_apt() {
  local as_root=()
  if [[ $(id -u) -ne 0 ]]; then
    sudo --non-interactive true 2>/dev/null || fail "There is no Redis. Install it: sudo apt-get install redis-server"
    as_root=(sudo --non-interactive)
  fi
  local apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq)
  say "installing Redis (apt-get install redis-server)"
  "${apt[@]}" update >&2 || say "some package lists could not be updated; going on with what there is"
  "${apt[@]}" install --yes --no-install-recommends redis-server >&2
  # The package starts a server on port 6379, which this project does not use.
  if [[ -d /run/systemd/system ]]; then
    "${as_root[@]}" systemctl --quiet disable --now redis-server >&2 || true
  else
    "${as_root[@]}" service redis-server stop >/dev/null 2>&1 || true
  fi
}

check_node
install_packages
install_redis
