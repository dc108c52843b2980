import { startGuarded } from "../../../../embedded/launchers/processes/start-guarded.ts";

// Starts a guarded child process that ignores SIGTERM, prints the process group of the child, and runs until killed.
const { groupId } = startGuarded({
  name: "stubborn",
  command: "sh",
  args: ["-c", "trap '' TERM; while :; do sleep 1; done"],
  env: process.env,
  graceSeconds: 1,
});
console.log(groupId);
