import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { z } from "zod";
import { projectFile } from "../../embedded/index.ts";
import { messageOf } from "../../src/infra/message-of.ts";

const figureResult = z.object({
  /**
   * What npm run bench compares with the goal of the figure. Only results of earlier versions of `npm run bench`
   * contain the value `difference`.
   */
  judged: z.enum(["ratio", "difference", "value"]),
  /**
   * The goal of a figure that npm run bench measures; null in results of an earlier version in which the figure had no
   * goal.
   */
  goal: z.union([z.object({ atLeast: z.number() }), z.object({ atMost: z.number() })]).nullable(),
  better: z.enum(["more", "less"]),
  /**
   * The median of the figure over all measurements of the service. `yardstick` is the median over all measurements of
   * the yardstick (a bare program to compare with), or null if that program lacks the figure.
   */
  ours: z.number(),
  yardstick: z.number().nullable(),
  /**
   * The median over all pairs of measurements: of the ratio of the service to its yardstick (a bare program), or of the
   * value of the service alone. `judged` says which of the two.
   */
  median: z.number(),
  /**
   * For each pair of measurements, in their order: the ratio of the service to its yardstick (a bare program), or the
   * value of the service alone.
   */
  pairs: z.array(z.number()),
  /** Whether the figure reaches its goal; null if the figure has no goal. */
  isReached: z.boolean().nullable(),
});

const rowResult = z.object({
  name: z.string(),
  path: z.string(),
  yardstick: z.string(),
  /** The results of a measured operation, by the names of the figures. */
  figures: z.record(z.string(), figureResult),
});

const benchResults = z.object({
  /** The start of the measurement: ISO 8601, in UTC. */
  measured_at: z.string(),
  /**
   * The commit of the project, followed by `+` if files differ from that commit; null if the project is no Git clone.
   */
  commit: z.string().nullable(),
  machine: z.object({ node: z.string(), cpu: z.string(), cores: z.number(), memory_bytes: z.number() }),
  /**
   * The settings of the stores that were given, such as `REDIS_URL`; the other stores were started as `npm start`
   * starts them.
   */
  given_stores: z.array(z.string()),
  size: z.enum(["full", "small"]),
  pairs: z.number(),
  rows: z.array(rowResult),
  /** The operations that npm run bench could not measure, each with the reason. */
  failed: z.array(z.object({ name: z.string(), reason: z.string() })),
});

/** The result of one figure of a measured operation, such as its requests per second. */
export type FigureResult = z.infer<typeof figureResult>;

/** The result of one measured operation: the values of its figures. */
export type RowResult = z.infer<typeof rowResult>;

/**
 * The content of the file that `npm run bench` writes: the results of the measured operations, the machine and the
 * version.
 */
export type BenchResults = z.infer<typeof benchResults>;

const STORES = ["MONGODB_URL", "REDIS_URL", "MEILI_URL"];

/** Describes this machine, its stores and this version of the project. */
export function describeSetting(): Pick<BenchResults, "commit" | "machine" | "given_stores"> {
  const [first] = cpus();
  const machine = {
    node: process.version,
    cpu: first?.model.trim() ?? "unknown",
    cores: cpus().length,
    memory_bytes: totalmem(),
  };
  return { commit: currentCommit(), machine, given_stores: STORES.filter((name) => process.env[name]) };
}

function currentCommit(): string | null {
  const describe = ["describe", "--always", "--exclude=*", "--abbrev=12", "--dirty=+"];
  const { status, stdout } = spawnSync("git", describe, { cwd: projectFile("."), encoding: "utf8" });
  return status === 0 ? stdout.trim() : null;
}

/**
 * Writes results into a folder, which is created if it is missing. The file is named after the start of the
 * measurement, so that no file replaces the results of another measurement: `2026-11-23T10-15-00Z.json`.
 * @returns the path of the file
 */
export function writeResults(folder: string, results: BenchResults): string {
  mkdirSync(folder, { recursive: true });
  const name = results.measured_at.replace(/\.\d+Z$/, "Z").replaceAll(":", "-");
  const path = join(folder, `${name}.json`);
  writeFileSync(path, `${JSON.stringify(results, null, 2)}\n`);
  return path;
}

/** Reads a file that `writeResults` wrote. @throws Error with a message for the person who named the file */
export function readResults(path: string): BenchResults {
  try {
    return benchResults.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch (error) {
    const found = error instanceof z.ZodError ? `other JSON: ${z.prettifyError(error)}` : messageOf(error);
    throw new Error(`${path}: expected results of npm run bench, found ${found}`, { cause: error });
  }
}
