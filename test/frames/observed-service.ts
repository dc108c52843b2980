import { EventEmitter, once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type { Run } from "../../src/benchmarks/model/run.ts";
import type { FrameSeriesRepository } from "../../src/frames/records/frame-series-repository.ts";
import { makeCapture, makeFrameTimes } from "../helpers/capture-generator.ts";
import type { Client } from "../helpers/client.ts";
import { startTestService } from "../helpers/service.ts";
import type { TestScope } from "../helpers/stores.ts";

const POLL_MS = 20;

const game = { application: "harbour.exe", processId: 4711, swapChain: "0x1", isDropped: false };

/** A capture of 3000 frames of the game harbour.exe. */
export const capture = {
  name: "capture.csv",
  content: makeCapture(
    "presentmon-1.0",
    makeFrameTimes(3000, 5).map((frameTimeMs) => Object.assign({ frameTimeMs }, game)),
  ),
};

/** The fields of a stored overview of frame times that the tests read. */
interface StoredOverview {
  _id: string;
  run_id: string;
  fencing_token: number;
  renderer_version: number;
  unconfirmed_since?: Date;
  chart: string;
  points: string;
}

/**
 * Returns the headers of a conditional request: the service sends a body only if the ETag of the response differs from
 * `etag`. Without a Cache-Control header of the caller, fetch would send no-cache, which asks for the whole response in
 * any case.
 */
export function ifNot(etag: string | null, headers: Record<string, string> = {}): Record<string, string> {
  return { "If-None-Match": etag ?? "", "Cache-Control": "max-age=0", ...headers };
}

/** Starts the service with counters of how often it loads the series of a run and stores the overview of a run. */
export async function startObservedService(scope: TestScope) {
  const loads = new Map<string, number>();
  const stores = new Map<string, number>();
  /** Functions by the id of a run. The service awaits the function before it loads the series of that run. */
  const beforeLoading = new Map<string, () => Promise<unknown>>();
  const count = (counts: Map<string, number>, runId: string) =>
    counts.set(runId, (counts.get(runId) ?? 0) + 1);
  const observe = (real: FrameSeriesRepository): FrameSeriesRepository => ({
    ...real,
    find: async (runId, reference) => {
      count(loads, runId);
      await beforeLoading.get(runId)?.();
      return real.find(runId, reference);
    },
    storeOverview: (key, made) => {
      count(stores, key.runId);
      return real.storeOverview(key, made);
    },
  });
  const service = await startTestService(scope, { overrides: { series: observe } });
  const runs = service.stores.db.collection<Run>("runs");
  const overviews = service.stores.db.collection<StoredOverview>("frame_overviews");

  /** Submits the capture `capture` and waits for its run and its overview. */
  async function makeRun(name: string): Promise<{ client: Client; runId: string; path: string }> {
    const client = await service.signIn(name);
    const form = { build_id: await client.makeBuild(), benchmarks: { id: 16 }, files: [capture] };
    const runId = (await client.add(form)).body.runs[0].run_id as string;
    await client.waitForRun(runId);
    // Wait until the worker has removed the mark `unconfirmed_since` of the overview, which it does after the run is
    // complete.
    while (!(await overviews.findOne({ run_id: runId, unconfirmed_since: { $exists: false } })))
      await sleep(POLL_MS);
    return { client, runId, path: `/benchmarks/runs/${runId}` };
  }

  return {
    service,
    runs,
    overviews,
    beforeLoading,
    /** Returns how many times the service has loaded the series of a run. */
    loadsOf: (runId: string) => loads.get(runId) ?? 0,
    /** Returns how many times the service has stored an overview of a run. */
    storesOf: (runId: string) => stores.get(runId) ?? 0,
    findRun: async (runId: string) => (await runs.findOne({ _id: runId })) as Run,
    makeRun,
    /**
     * Makes a run as `makeRun` does, then removes the stored overview of its frames, as if an older version of the
     * service, which stored no overviews, had read the file.
     */
    makeOldRun: async (name: string) => {
      const made = await makeRun(name);
      await overviews.deleteMany({ run_id: made.runId });
      return made;
    },
  };
}

/**
 * Starts the service with a store that returns no series and no channels until `release` is called, and with a renderer
 * for which at most one request waits. `reached` resolves when the service asks the store.
 */
export async function startHeldService(scope: TestScope) {
  const signs = new EventEmitter();
  const reached = once(signs, "reached");
  const released = once(signs, "released");
  const held =
    <Args extends unknown[], Found>(find: (...args: Args) => Promise<Found>) =>
    async (...args: Args): Promise<Found> => {
      signs.emit("reached");
      await released;
      return find(...args);
    };
  const service = await startTestService(scope, {
    constants: { FRAME_RENDERS_WAITING: 1 },
    overrides: {
      series: (real) => ({ ...real, find: held(real.find), findChannels: held(real.findChannels) }),
    },
  });
  return { service, reached, release: () => signs.emit("released") };
}
