import process from "node:process";
import { runCommandLine } from "@pc-benchmarks/mongodb-emulator";

// Runs the MongoDB emulator alone, for development and tests, and as the store of a machine without MongoDB.

runCommandLine({
  args: process.argv.slice(2),
  env: process.env,
  name: "mongodb",
  call: "npm run mongodb --",
});
