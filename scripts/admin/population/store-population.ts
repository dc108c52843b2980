import { inBatches } from "../../../src/infra/batches.ts";
import type { Services } from "../../../src/compose/services.ts";
import { documentsOf } from "./documents.ts";
import { simulatePopulation, type PartsForSale } from "./population.ts";

/** The `source` of the products of the sample catalogue, as in scripts/load-sample-data.ts. */
const SAMPLES = "sample";
const BATCH = 500;

/** Options of {@link storePopulation}. */
interface Simulation {
  seed: number;
  builds: number;
  /** Called during the writing. @param share from 0 to 1 */
  onProgress: (share: number) => void;
}

/**
 * Makes up a population from the sample catalogue and stores those documents that are missing. After an interruption
 * the function may be called again.
 * @throws Error where the sample catalogue is not loaded, or other builds have the ids
 */
export async function storePopulation(
  { catalogue, tiers, accountsRepository, buildsRepository, runsRepository }: Services,
  { seed, builds, onProgress }: Simulation,
) {
  const population = simulatePopulation(await partsForSale(catalogue), { seed, builds });
  const documents = documentsOf(population, { seed, tier: tiers.first });
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
    if (wanted.length > 0) stored.runs += await runsRepository.insertMissing(wanted);
  });
  return stored;
}

/** Returns the products of the sample catalogue, sorted by source id: that order is the same in every catalogue. */
async function partsForSale(catalogue: Services["catalogue"]): Promise<PartsForSale> {
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
