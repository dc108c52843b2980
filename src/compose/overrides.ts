import type { Usage } from "../accounts/index.ts";
import type { BuildLimits, FileReaders, FileStore, Ledger, RunsRepository } from "../benchmarks/index.ts";
import type { StripeAddress } from "../billing/index.ts";
import type { Config } from "../config.ts";
import type { FrameSeriesRepository } from "../frames/index.ts";
import type { Clock } from "../infra/clock.ts";
import type { JobQueue } from "../queues/job-queue.ts";
import type { NewId } from "../infra/new-id.ts";

/** The objects that a test may replace when it creates the services, by their names. */
interface Replaceable {
  clock: Clock;
  newId: NewId;
  queue: JobQueue;
  files: FileStore;
  fileReaders: FileReaders;
  series: FrameSeriesRepository;
  ledger: Ledger;
  runsRepository: RunsRepository;
  usage: Usage;
  buildLimits: BuildLimits;
  stripeAddress: StripeAddress;
}

/**
 * Functions that replace objects when the services are created: each function gets the real object and returns the
 * object to use instead.
 */
export type Overrides = { [Name in keyof Replaceable]?: (real: Replaceable[Name]) => Replaceable[Name] };

/**
 * Creates the function that replaces a real object by its override, if a test gives an override for the object's name,
 * and else returns the real object.
 */
export function createReplace(overrides: Overrides) {
  return <Name extends keyof Replaceable>(name: Name, real: Replaceable[Name]): Replaceable[Name] =>
    overrides[name]?.(real) ?? real;
}

/** The steps of storing a submission, between which a test may kill the process. */
export type SubmissionStep = NonNullable<Config["TEST_CONSTANTS"]["PAUSE_AT"]>;

/**
 * Returns overrides (replacements of services) that call `reached` with the name of each step of a submission: with
 * `received` before the runs are counted against the limit of the account, with each later step when the step is done.
 * The overrides also call `reached` when other code of the process counts or creates runs.
 */
export function atEachStep(reached: (step: SubmissionStep) => Promise<void>): Overrides {
  return {
    usage: (usage) => ({
      ...usage,
      reserve: async (...args) => {
        await reached("received");
        const units = await usage.reserve(...args);
        await reached("reserved");
        return units;
      },
    }),
    ledger: (ledger) => ({
      ...ledger,
      insert: async (submission) => {
        await ledger.insert(submission);
        await reached("inserted");
      },
    }),
    runsRepository: (runsRepository) => ({
      ...runsRepository,
      insertMissing: async (...args) => {
        const count = await runsRepository.insertMissing(...args);
        await reached("finished");
        return count;
      },
    }),
  };
}

/**
 * Returns overrides (replacements of services) with which a process stops for ever when a submission reaches a step,
 * and prints `paused <step>`, so that a test can kill the process there. The overrides are for web processes. Without a
 * step, as always in production, the function returns no overrides.
 */
export function pauseAt(step: SubmissionStep | undefined): Overrides {
  if (step === undefined) return {};
  return atEachStep(async (reached) => {
    if (reached !== step) return;
    console.log(`paused ${step}`);
    await new Promise(() => undefined);
  });
}
