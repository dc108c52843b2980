#!/usr/bin/env node
import process from "node:process";
import { runCommandLine } from "./command/run-command-line.ts";

// This file is the command `pc-benchmarks` of the package. The first signal ends the work in order; a second signal
// kills the process.
const stop = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop.abort());
// End this command if the program that reads its output, such as `head`, has ended.
process.stdout.on("error", () => process.exit(1));
process.exitCode = await runCommandLine(process.argv.slice(2), { env: process.env, signal: stop.signal });
