import { inBatches } from "../../../src/infra/batches.ts";
import type { Services } from "../../../src/compose/services.ts";
import { documentsOf } from "./documents.ts";
import { simulatePopulation, type PartsForSale } from "./population.ts";

/** The source of the products of the sample catalogue, as scripts/load-sample-data.ts names it. */
const SAMPLES = "sample";
const BATCH = 500;

/** What to make up. */
interface Simulation {
  seed: number;
  builds: number;
  /** Called as the writing goes on. @param share from 0 to 1 */
  onProgress: (share: number) => void;
}

/**
 * Makes up a population over the sample catalogue and stores what of it is not stored yet. It may be cut off and begun again.
 * @throws Error where the sample catalogue is not loaded, or the ids of the builds are taken by others
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
  /** How much was stored now; the rest was stored already. */
  const stored = { accounts: 0, builds: 0, runs: 0 };
  const present = new Set<number>();
  // In this order, so that each has its owner when it appears.
  await inSteps(documents.accounts, async (batch) => {
    stored.accounts += await accountsRepository.insertMissing(batch);
  });
  await inSteps(documents.builds, async (batch) => {
    const outcome = await buildsRepository.insertMissing(batch);
    stored.builds += outcome.inserted;
    for (const id of outcome.present) present.add(id);
  });
  await inSteps(documents.runs, async (batch) => {
    // Somebody may have deleted a build since.
    const wanted = batch.filter(({ build_id }) => present.has(build_id));
    if (wanted.length > 0) stored.runs += await runsRepository.insertMissing(wanted);
  });
  return stored;
}

/** Returns the products of the sample catalogue. The order of their sources' ids never changes, whatever ids they have here. */
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
  // What the fields of a kind hold, the catalogue has checked.
  return parts as unknown as PartsForSale;
}
