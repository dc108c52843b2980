import { readFileSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { cpuUsage, memoryUsage } from "node:process";
import { setTimeout } from "node:timers/promises";
import { ReaderError, readResult } from "../../../src/readers/index.ts";
import { attacks } from "../../helpers/attack-generator.ts";

// Reads one attack in a process of its own, and prints what came of it and what it cost.

/** What the process prints, as JSON. */
export interface AttackOutcome {
  code: string;
  detail: string;
  /** The processor time of the reading: other work on the machine adds little to it. */
  readCpuMs: number;
  longestTurnMs: number;
  /** The most memory that the process ever had, above what it had before it began to read. */
  peakMiB: number;
}

async function* streamOf(chunks: Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) {
    await Promise.resolve();
    yield chunk;
  }
}

async function read(name: string): Promise<Pick<AttackOutcome, "code" | "detail">> {
  const attack = attacks[name];
  if (attack === undefined) throw new Error(`no attack is named ${name}`);
  const { format, chunks } = attack;
  const request = format === "frame-csv" ? { format } : ({ format, graphicsTest: 1 } as const);
  try {
    await readResult(streamOf(chunks()), request);
    return { code: "", detail: "the file was read" };
  } catch (error) {
    if (!(error instanceof ReaderError)) throw error;
    return { code: error.code, detail: error.detail };
  }
}

const delay = monitorEventLoopDelay({ resolution: 10 });
delay.enable();
await setTimeout(50);
delay.reset();
// The monitor counts from its second tick on: without this the first turn of the reading would be missing.
await setTimeout(50);
const idleMiB = memoryUsage.rss() / 1024 / 1024;
const start = cpuUsage();
const outcome = await read(process.argv[2] ?? "");
const used = cpuUsage(start);
// A turn that was held to the end shows in the one behind it.
await setTimeout(30);
delay.disable();
const peakKiB = Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync("/proc/self/status", "utf8"))?.[1]);
process.stdout.write(
  JSON.stringify({
    ...outcome,
    readCpuMs: (used.user + used.system) / 1000,
    longestTurnMs: delay.max / 1e6,
    peakMiB: peakKiB / 1024 - idleMiB,
  } satisfies AttackOutcome),
);
