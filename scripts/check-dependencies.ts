import { readFileSync } from "node:fs";
import { option, readProgram } from "./script-arguments.ts";
import { dependencyFaults, type LockFile } from "./check-dependencies/safe-versions.ts";

// A step of npm run check: fails where package-lock.json has a package in a version with a known weakness, also one that is
// there only because another package needs it. Needs no network.

const options = readProgram({
  call: "npm run safe-dependencies --",
  about: "Names the packages of a lock file that are in a version with a known weakness.",
  options: {
    lock: option("<file>", "the lock file; package-lock.json if not given", { default: "package-lock.json" }),
  },
  example: "--lock package-lock.json",
});
if (options !== null) {
  const faults = dependencyFaults(JSON.parse(readFileSync(options.lock, "utf8")) as LockFile);
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
}
