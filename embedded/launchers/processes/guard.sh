# Runs a command that never outlives the process which started this script.
#
#     sh guard.sh <name> <grace period in seconds> <command> <arguments...>
#
# Standard input is a pipe into which nothing is ever written. It ends when the starting process closes it or dies, even
# by SIGKILL. Then the command gets SIGTERM, and after the grace period the whole process group gets SIGKILL. SIGTERM is
# forwarded to the command, and the command's exit code becomes the exit code of this script. The script must be started
# as the leader of its own process group, so that a terminal's Ctrl-C does not reach the command. POSIX sh only: the
# script runs under dash and under the bash 3.2 of macOS.

guard() {
  grace=$2
  shift 2
  exec 3<&0
  "$@" 3<&- </dev/null &
  command=$!
  watch_parent &
  watcher=$!
  signalled=0
  # Set the trap for signals only after the watcher process has started: a watcher that inherits the trap could miss the
  # signal that ends the watcher.
  trap 'signalled=1; kill -TERM "$command" 2>/dev/null' TERM INT HUP
  exec 3<&-
  wait "$command"
  code=$?
  # A signal interrupts `wait`, which then returns a code of its own (143 for SIGTERM): wait again. If the first `wait`
  # has returned the exit code of the command, the second one returns it again, or 127 in the POSIX mode of bash.
  while [ "$signalled" -eq 1 ]; do
    signalled=0
    wait "$command" 2>/dev/null
    again=$?
    [ "$again" -eq 127 ] || code=$again
  done
  # End the watcher process, and the child processes that the command has left behind.
  trap '' TERM
  kill -TERM 0
  wait "$watcher" 2>/dev/null
  exit "$code"
}

watch_parent() {
  read -r _ <&3
  # After the starting process has closed the pipe or died, the watcher process ends only between two sleeps, so that no
  # `sleep` process outlives the watcher.
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

# The script is one function call at its end, so that the shell has read the whole file before it runs anything.
guard "$@"
