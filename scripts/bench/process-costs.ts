import { readdirSync, readFileSync } from "node:fs";
import process from "node:process";

/** The unit of the processor times in /proc, in ms: USER_HZ is 100 on every architecture on which Node runs. */
const TICK_MS = 10;

/**
 * The positions of fields in /proc/<pid>/stat, counted from the field with the state, which follows the name of the
 * process.
 */
const PARENT = 1;
const PROCESSOR_TIMES = [11, 12, 13, 14];

interface ProcessState {
  pid: number;
  parent: number;
  /** The processor time of the process and of its children that have ended, in ms. */
  processorMs: number;
}

/**
 * Returns the processor time in ms that the service and its stores have used: all processes that this process has
 * started, directly or indirectly, except the programs of the bench itself, which are clients and yardsticks.
 * @throws Error on a system without the folder /proc of Linux
 */
export const serviceProcessorMs = (): number =>
  serviceProcesses().reduce((sum, { processorMs }) => sum + processorMs, 0);

/**
 * Returns the proportional memory (PSS) of the service and its stores in MiB: memory that several processes share
 * counts once. @throws Error on a system without the folder /proc of Linux
 */
export const servicePssMib = (): number =>
  serviceProcesses().reduce((sum, { pid }) => sum + pssKib(pid), 0) / 1024;

function serviceProcesses(): ProcessState[] {
  const all = readdirSync("/proc").flatMap((name) =>
    /^\d+$/.test(name) ? (stateOf(Number(name)) ?? []) : [],
  );
  const started: ProcessState[] = [];
  let parents = new Set([process.pid]);
  while (parents.size > 0) {
    const children = all.filter(({ pid, parent }) => parents.has(parent) && !isOfBench(pid));
    started.push(...children);
    parents = new Set(children.map(({ pid }) => pid));
  }
  return started;
}

/** Returns the state of a process; null if the process has just ended. */
function stateOf(pid: number): ProcessState | null {
  const stat = readProcess(pid, "stat");
  const figures = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  if (figures.length <= PARENT) return null;
  const ticks = PROCESSOR_TIMES.reduce((sum, position) => sum + Number(figures[position]), 0);
  return { pid, parent: Number(figures[PARENT]), processorMs: ticks * TICK_MS };
}

const isOfBench = (pid: number): boolean => readProcess(pid, "cmdline").includes("scripts/bench/");

const pssKib = (pid: number): number =>
  Number(/^Pss: *(\d+)/m.exec(readProcess(pid, "smaps_rollup"))?.[1] ?? 0);

/** Reads a file about a process; returns an empty text if the process has just ended. */
function readProcess(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return "";
  }
}
