# Runs one command that never outlives the process which started it.
#
#     sh guard.sh <name> <grace period in seconds> <command> <arguments...>
#
# Standard input is a pipe on which nothing is ever sent. When it ends, because its writer closed it or died in whatever
# way, SIGKILL included, the command gets SIGTERM, and after the grace period the whole process group gets SIGKILL.
# SIGTERM is forwarded, and the command's exit code is the guard's own. The guard has to be started as the leader of a
# process group of its own, which also keeps a terminal's Ctrl-C away from the command.
# POSIX sh only: it runs under dash and under the bash 3.2 of macOS.

guard() {
  grace=$2
  shift 2
  exec 3<&0
  "$@" 3<&- </dev/null &
  command=$!
  watch_parent &
  watcher=$!
  # Not sooner: a watcher that still had this trap could miss the signal that ends it.
  trap 'kill -TERM "$command" 2>/dev/null' TERM INT HUP
  exec 3<&-
  while :; do
    wait "$command"
    code=$?
    # A signal interrupts wait: only a command that is gone has given its exit code.
    kill -0 "$command" 2>/dev/null || break
  done
  # What the command has left behind goes with it, and so does the watcher.
  trap '' TERM
  kill -TERM 0
  wait "$watcher" 2>/dev/null
  exit "$code"
}

watch_parent() {
  read -r _ <&3
  # From here on it ends between two sleeps, so that no sleep is left behind.
  trap exit TERM
  kill -TERM "$command" 2>/dev/null
  tenths=$((grace * 10))
  while [ "$tenths" -gt 0 ]; do
    kill -0 "$command" 2>/dev/null || exit
    sleep 0.1
    tenths=$((tenths - 1))
  done
  kill -KILL 0
}

# All of it is a function, so that the shell has read the whole file before it begins.
guard "$@"
