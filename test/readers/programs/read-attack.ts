import { readFileSync } from "node:fs";
import { cpuUsage, memoryUsage } from "node:process";
import { ReaderError, readResult } from "../../../src/readers/index.ts";
import { attacks } from "../../helpers/attack-generator.ts";

// Reads one malicious file in a process of its own, and prints the outcome, the processor time and the peak memory.

/** The measurements of reading one malicious file, which the process prints as JSON. */
export interface AttackOutcome {
  code: string;
  detail: string;
  /** The processor time of the reading, which depends less on other work of the machine than the elapsed time. */
  readCpuMs: number;
  /**
   * The longest processor time between two ticks of a timer, in ms. Between two ticks the process can do no other work.
   */
  longestTurnCpuMs: number;
  /** The peak memory of the process, less its memory before the reading. */
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

/** Returns the processor time since `start`, in milliseconds. */
function cpuMsSince(start: NodeJS.CpuUsage): number {
  const { user, system } = cpuUsage(start);
  return (user + system) / 1000;
}

/** Measures the longest turn of the event loop until `stop` is called. */
function watchTurns() {
  let longestCpuMs = 0;
  let turnStart = cpuUsage();
  const tick = () => {
    longestCpuMs = Math.max(longestCpuMs, cpuMsSince(turnStart));
    turnStart = cpuUsage();
  };
  const timer = setInterval(tick, 1);
  return {
    stop: (): number => {
      clearInterval(timer);
      tick();
      return longestCpuMs;
    },
  };
}

const idleMiB = memoryUsage.rss() / 1024 / 1024;
const turns = watchTurns();
const start = cpuUsage();
const outcome = await read(process.argv[2] ?? "");
const readCpuMs = cpuMsSince(start);
const longestTurnCpuMs = turns.stop();
const peakKiB = Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync("/proc/self/status", "utf8"))?.[1]);
process.stdout.write(
  JSON.stringify({
    ...outcome,
    readCpuMs,
    longestTurnCpuMs,
    peakMiB: peakKiB / 1024 - idleMiB,
  } satisfies AttackOutcome),
);
