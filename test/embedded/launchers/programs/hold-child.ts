import { startGuarded } from "../../../../embedded/launchers/processes/start-guarded.ts";

// Starts one guarded child that does not mind SIGTERM, says its process group, and holds it until it is ended.
const { groupId } = startGuarded({
  name: "stubborn",
  command: "sh",
  args: ["-c", "trap '' TERM; while :; do sleep 1; done"],
  env: process.env,
  graceSeconds: 1,
});
console.log(groupId);
