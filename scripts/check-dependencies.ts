import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { dependencyFaults, type LockFile } from "./check-dependencies/safe-versions.ts";

// A step of npm run check: fails where package-lock.json has a package in a version with a known weakness, also one that is
// there only because another package needs it. Needs no network.

const { values } = parseArgs({ options: { lock: { type: "string", default: "package-lock.json" } } });
const lock = JSON.parse(readFileSync(values.lock, "utf8")) as LockFile;
const faults = dependencyFaults(lock);
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
