import type { Usage } from "../accounts/index.ts";
import type { FileStore, FrameSeriesRepository, Ledger, RunsRepository } from "../benchmarks/index.ts";
import type { Clock } from "../infra/clock.ts";
import type { JobQueue } from "../queues/job-queue.ts";

/** What the services stand on, by the names under which a test may put something else in its place. */
export interface Ports {
  clock: Clock;
  newId: () => string;
  queue: JobQueue;
  files: FileStore;
  series: FrameSeriesRepository;
  ledger: Ledger;
  runRecords: RunsRepository;
  usage: Usage;
}

/** For some ports, what takes their place, made from the real one. */
export type Overrides = { [Name in keyof Ports]?: (real: Ports[Name]) => Ports[Name] };

/**
 * Lets every submission stop for ever at one step and say so on standard output, where a test kills the process.
 * @param step the step to stop at, as TEST_PAUSE_AT names it; `none` in production
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

type Step<Args extends unknown[], Result> = (...args: Args) => Promise<Result>;

function before<A extends unknown[], R>(pause: () => Promise<void>, step: Step<A, R>): Step<A, R> {
  return async (...args) => {
    await pause();
    return step(...args);
  };
}

function after<A extends unknown[], R>(step: Step<A, R>, pause: () => Promise<void>): Step<A, R> {
  return async (...args) => {
    const result = await step(...args);
    await pause();
    return result;
  };
}
