import { inBatches } from "../../../src/infra/batches.ts";
import type { Services } from "../../../src/compose/services.ts";
import { withProgressBar } from "../../progress-bar.ts";
import { documentsOf } from "./documents.ts";
import type { PartsForSale } from "./machines.ts";
import { simulatePopulation } from "./population.ts";

/** The seed and the number of builds of the made-up population if the command names no others. */
export const defaults = { seed: 1, builds: 2000 };
/** The `source` of the products of the sample catalogue, as in scripts/load-sample-data.ts. */
const SAMPLES = "sample";
const BATCH = 500;

/**
 * Makes up a population (accounts, builds and runs) from the sample catalogue and stores the documents that are
 * missing. After an interruption the function may be called again.
 * @throws Error if the sample catalogue is not loaded, or if other builds have the ids of the population's builds
 */
export async function storePopulation(services: Services, of: typeof defaults) {
  const population = simulatePopulation(await partsForSale(services.catalogue), of);
  const documents = documentsOf(population, { seed: of.seed, tier: services.tiers.first });
  const describe = () => `a made-up population of ${of.builds} builds`;
  return withProgressBar(describe, ({ show }) => storeDocuments(services, documents, show));
}

async function storeDocuments(
  { accountsRepository, buildsRepository, runsRepository, series }: Services,
  { accounts, builds, runs, frames }: ReturnType<typeof documentsOf>,
  onProgress: (share: number) => void,
) {
  const total = accounts.length + builds.length + runs.length;
  let done = 0;
  const inSteps = async <T>(things: readonly T[], store: (batch: T[]) => Promise<unknown>) => {
    for await (const batch of inBatches(things, BATCH)) {
      await store(batch);
      done += batch.length;
      onProgress(done / total);
    }
  };
  /**
   * How many documents of each kind this run of the script has stored. Documents that were stored before do not count.
   */
  const stored = { accounts: 0, builds: 0, runs: 0 };
  const present = new Set<number>();
  // Accounts are stored first, then builds, then runs, so that the owner of each document is stored before the
  // document.
  await inSteps(accounts, async (batch) => {
    stored.accounts += await accountsRepository.insertMissing(batch);
  });
  await inSteps(builds, async (batch) => {
    const outcome = await buildsRepository.insertMissing(batch);
    stored.builds += outcome.inserted;
    for (const id of outcome.present) present.add(id);
  });
  await inSteps(runs, async (batch) => {
    // Leave out the runs of builds that somebody has deleted since this program stored the builds.
    const wanted = batch.filter(({ build_id }) => present.has(build_id));
    if (wanted.length > 0) stored.runs += await runsRepository.insertMissing(wanted);
    for (const { _id: runId, frame_series, created_at } of wanted) {
      const frameTimesMs = frames.get(runId);
      if (!frameTimesMs || !frame_series || (await series.find(runId, frame_series))) continue;
      const key = { runId, fencingToken: frame_series.fencing_token };
      await series.store(key, { frameTimesMs, droppedFrames: null }, created_at);
      await series.confirm(key);
    }
  });
  return stored;
}

/** Returns the products of the sample catalogue, sorted by source id: that order is the same in every catalogue. */
export async function partsForSale(catalogue: Services["catalogue"]): Promise<PartsForSale> {
  const parts: Record<string, object[]> = {};
  for (const kind of ["cpu", "gpu", "ram", "motherboard"]) {
    const samples: { id: number; source_id: string; fields: object }[] = [];
    for await (const { products } of catalogue.chunks(kind))
      samples.push(...products.filter(({ source }) => source === SAMPLES));
    if (samples.length === 0)
      throw new Error(`the catalogue has no ${kind} of the sample data: npm run quickstart loads it`);
    samples.sort((a, b) => (a.source_id < b.source_id ? -1 : 1));
    parts[kind] = samples.map(({ id, fields }) => Object.assign({ id }, fields));
  }
  // The cast is safe, because the catalogue has checked that the products of each kind have the fields of the kind.
  return parts as unknown as PartsForSale;
}

/**
 * Refuses to store made-up results among real ones.
 * @throws Error in production, unless `isAllowedInProduction`
 */
export function refuseProduction(
  { NODE_ENV }: { NODE_ENV: string },
  { isAllowedInProduction }: { isAllowedInProduction: boolean },
): void {
  if (NODE_ENV === "production" && !isAllowedInProduction)
    throw new Error(
      "NODE_ENV is production: expected --allow-production, because made-up results would appear among real results in every ranking",
    );
}
