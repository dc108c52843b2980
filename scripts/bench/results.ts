import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { projectFile } from "../../embedded/index.ts";
import type { RowResult } from "./measure-row.ts";

/** What `npm run bench` writes into a file: the rows, and what they were measured on. */
export interface BenchResults {
  /** ISO 8601, in UTC. */
  measured_at: string;
  /** The commit of the project, with `+` behind it where files were changed since; null outside of a clone. */
  commit: string | null;
  machine: { node: string; cpu: string; cores: number; memory_bytes: number };
  size: "full" | "small";
  pairs: number;
  rows: RowResult[];
}

/** Describes this machine and this version of the project. */
export function describeSetting(): Pick<BenchResults, "commit" | "machine"> {
  const [first] = cpus();
  const machine = {
    node: process.version,
    cpu: first?.model.trim() ?? "unknown",
    cores: cpus().length,
    memory_bytes: totalmem(),
  };
  return { commit: currentCommit(), machine };
}

function currentCommit(): string | null {
  const git = (...args: string[]) =>
    execFileSync("git", args, {
      cwd: projectFile("."),
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
  try {
    const isChanged = git("status", "--porcelain", "--untracked-files=no").trim() !== "";
    return `${git("rev-parse", "--short=12", "HEAD").trim()}${isChanged ? "+" : ""}`;
  } catch {
    return null;
  }
}

/**
 * Writes results into a folder, which is made if it is missing. The file is named after the time of measuring, so that none replaces
 * another: `2026-11-23T10-15-00Z.json`.
 * @returns the path of the file
 */
export function writeResults(folder: string, results: BenchResults): string {
  mkdirSync(folder, { recursive: true });
  const name = results.measured_at.replace(/\.\d+Z$/, "Z").replaceAll(":", "-");
  const path = join(folder, `${name}.json`);
  writeFileSync(path, `${JSON.stringify(results, null, 2)}\n`);
  return path;
}

/** Reads a file that `writeResults` wrote. @throws Error with a message for the person who named it */
export function readResults(path: string): BenchResults {
  let results: Partial<BenchResults> | null;
  try {
    results = JSON.parse(readFileSync(path, "utf8")) as Partial<BenchResults> | null;
  } catch (error) {
    throw new Error(`${path}: expected results of npm run bench, found ${messageOf(error)}`, {
      cause: error,
    });
  }
  if (!Array.isArray(results?.rows) || typeof results.measured_at !== "string")
    throw new Error(`${path}: expected results of npm run bench, found other JSON`);
  return results as BenchResults;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
