import type { Run } from "../../../src/benchmarks/index.ts";
import { inBatches } from "../../../src/infra/batches.ts";
import type { Services } from "../../../src/compose/services.ts";
import { withProgressBar } from "../../progress-bar.ts";
import { documentsOf } from "./documents.ts";
import type { PartsForSale } from "./machines.ts";
import { simulatePopulation } from "./population.ts";

/** The `source` of the products of the sample catalogue, as in scripts/load-sample-data.ts. */
const SAMPLES = "sample";
const BATCH = 500;

type Documents = ReturnType<typeof documentsOf>;

/**
 * Makes up a population from the sample catalogue and stores those documents that are missing. After an interruption
 * the function may be called again.
 * @throws Error where the sample catalogue is not loaded, or other builds have the ids
 */
export async function storePopulation(
  services: Services,
  { seed, builds }: { seed: number; builds: number },
) {
  const population = simulatePopulation(await partsForSale(services.catalogue), { seed, builds });
  const documents = documentsOf(population, { seed, tier: services.tiers.first });
  const describe = () => `a made-up population of ${builds} builds`;
  return withProgressBar(describe, ({ show }) => storeDocuments(services, documents, show));
}

async function storeDocuments(services: Services, documents: Documents, onProgress: (share: number) => void) {
  const { accountsRepository, buildsRepository, runsRepository } = services;
  const total = documents.accounts.length + documents.builds.length + documents.runs.length;
  let done = 0;
  const inSteps = async <T>(things: readonly T[], store: (batch: T[]) => Promise<unknown>) => {
    for await (const batch of inBatches(things, BATCH)) {
      await store(batch);
      done += batch.length;
      onProgress(done / total);
    }
  };
  /** The numbers of documents stored by this call, without those that were stored before. */
  const stored = { accounts: 0, builds: 0, runs: 0 };
  const present = new Set<number>();
  // Accounts, builds, runs: so that each document has its owner when it appears.
  await inSteps(documents.accounts, async (batch) => {
    stored.accounts += await accountsRepository.insertMissing(batch);
  });
  await inSteps(documents.builds, async (batch) => {
    const outcome = await buildsRepository.insertMissing(batch);
    stored.builds += outcome.inserted;
    for (const id of outcome.present) present.add(id);
  });
  await inSteps(documents.runs, async (batch) => {
    // Somebody may have deleted a build meanwhile.
    const wanted = batch.filter(({ build_id }) => present.has(build_id));
    if (wanted.length === 0) return;
    const keys = await storeFrames(services, wanted, documents.frames);
    stored.runs += await runsRepository.insertMissing(wanted);
    for (const key of keys) await services.series.confirm(key);
  });
  return stored;
}

/**
 * Stores the frame times of those runs whose frame times are not stored yet, as a worker does before it completes a
 * run. Returns the keys of the series, which are to be confirmed once the runs are stored.
 */
async function storeFrames({ series, clock }: Services, runs: readonly Run[], frames: Documents["frames"]) {
  const keys: { runId: string; fencingToken: number }[] = [];
  for (const { _id: runId, frame_series } of runs) {
    const frameTimesMs = frames.get(runId);
    if (!frameTimesMs || !frame_series || (await series.find(runId, frame_series))) continue;
    const key = { runId, fencingToken: frame_series.fencing_token };
    await series.store(key, { frameTimesMs, droppedFrames: null }, clock());
    keys.push(key);
  }
  return keys;
}

/** Returns the products of the sample catalogue, sorted by source id: that order is the same in every catalogue. */
export async function partsForSale(catalogue: Services["catalogue"]): Promise<PartsForSale> {
  const parts: Record<string, object[]> = {};
  for (const kind of ["cpu", "gpu", "ram", "motherboard"]) {
    const samples: { id: number; source_id: string; fields: object }[] = [];
    for await (const { products } of catalogue.chunks(kind))
      samples.push(...products.filter(({ source }) => source === SAMPLES));
    if (samples.length === 0)
      throw new Error(
        `the catalogue has no ${kind} of the sample data: load it with npm start -- --with-population, or npm run quickstart`,
      );
    samples.sort((a, b) => (a.source_id < b.source_id ? -1 : 1));
    parts[kind] = samples.map(({ id, fields }) => Object.assign({ id }, fields));
  }
  // The catalogue has checked the fields of each kind.
  return parts as unknown as PartsForSale;
}
