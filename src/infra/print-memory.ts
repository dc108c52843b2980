import { readFileSync } from "node:fs";
import process from "node:process";

// Prints what Linux reports about the memory of this idle process. `readReservedKib` in bounded-process.ts starts this
// program.

process.stdout.write(readFileSync("/proc/self/status"));
