import type { Usage } from "../accounts/index.ts";
import type { FileStore, FrameSeriesRepository, Ledger } from "../benchmarks/index.ts";
import type { Clock } from "../infra/clock.ts";
import type { JobQueue } from "../queues/job-queue.ts";

/** The objects that a test may replace when it creates the services, by name. */
export interface Ports {
  clock: Clock;
  newId: () => string;
  queue: JobQueue;
  files: FileStore;
  series: FrameSeriesRepository;
  ledger: Ledger;
  usage: Usage;
}

/** Replacements of some ports. Each is made from the real port. */
export type Overrides = { [Name in keyof Ports]?: (real: Ports[Name]) => Ports[Name] };

/**
 * Returns overrides with which every submission stops for ever at one step and prints `paused <step>`, so that a test can kill
 * the process at this step.
 * @param step the value of TEST_PAUSE_AT; `none`, as always in production, overrides nothing
 */
export function pauseAt(step: string): Overrides {
  const pause = async () => {
    console.log(`paused ${step}`);
    await new Promise(() => undefined);
  };
  switch (step) {
    case "received":
      return { usage: (usage) => ({ ...usage, reserve: before(pause, usage.reserve) }) };
    case "reserved":
      return { usage: (usage) => ({ ...usage, reserve: after(usage.reserve, pause) }) };
    case "attached":
      return { files: (files) => ({ ...files, attach: after(files.attach, pause) }) };
    case "inserted":
      return { ledger: (ledger) => ({ ...ledger, insert: after(ledger.insert, pause) }) };
    case "finished":
      return { ledger: (ledger) => ({ ...ledger, markRunsCreated: after(ledger.markRunsCreated, pause) }) };
    default:
      return {};
  }
}

type AsyncMethod<Args extends unknown[], Result> = (...args: Args) => Promise<Result>;

function before<A extends unknown[], R>(
  pause: () => Promise<void>,
  method: AsyncMethod<A, R>,
): AsyncMethod<A, R> {
  return async (...args) => {
    await pause();
    return method(...args);
  };
}

function after<A extends unknown[], R>(
  method: AsyncMethod<A, R>,
  pause: () => Promise<void>,
): AsyncMethod<A, R> {
  return async (...args) => {
    const result = await method(...args);
    await pause();
    return result;
  };
}
