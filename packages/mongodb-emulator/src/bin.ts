#!/usr/bin/env node
import process from "node:process";
import { runCommandLine } from "./command-line.ts";

// The program of the package: mongodb-emulator.

runCommandLine({ args: process.argv.slice(2), env: process.env });
