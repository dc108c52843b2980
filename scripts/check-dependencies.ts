import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { scriptArguments } from "./script-arguments.ts";
import { dependencyFaults, type LockFile } from "./check-dependencies/safe-versions.ts";

// A step of npm run check: fails where package-lock.json has a package in a version with a known weakness, also one that is
// there only because another package needs it. Needs no network.

const usage = `Usage: safe-dependencies [--lock <file>]
  Names the packages of a lock file, package-lock.json if none is given, that are in a version with a known weakness.
Example: npm run safe-dependencies -- --lock package-lock.json`;

const lockFile = scriptArguments(usage, (args) => {
  const options = { lock: { type: "string", default: "package-lock.json" } } as const;
  return parseArgs({ args, options }).values.lock;
});
if (lockFile !== null) {
  const faults = dependencyFaults(JSON.parse(readFileSync(lockFile, "utf8")) as LockFile);
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
}
