#!/usr/bin/env node
import process from "node:process";
import { runCommandLine } from "./command-line.ts";

// This file is the program `mongodb-emulator` of the package.

runCommandLine({ args: process.argv.slice(2), env: process.env });
