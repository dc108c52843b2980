import { randomUUID } from "node:crypto";
import { join } from "node:path";
import type { Meilisearch } from "meilisearch";
import { startService, startStores } from "../../../embedded/index.ts";
import type { Services } from "../../../src/compose/services.ts";
import { parseConfig } from "../../../src/config.ts";
import { inBatches } from "../../../src/infra/batches.ts";
import {
  createSearchIndex,
  searchSettings,
  toSearchDocument,
  type ProductKind,
  type SearchDocument,
} from "../../../src/products/index.ts";
import { durationMs } from "../measures.ts";
import type { BenchRow, BenchSetup, Duel, Sample } from "../row.ts";
import { madeCatalogue, storeCatalogue, type Counts, type MadeCatalogue } from "../search/made-catalogue.ts";
import { openServicesFor, withServices } from "../../with-services.ts";

/** The number of products of each kind in OpenDB. */
const COUNTS: Record<BenchSetup["size"], Counts> = {
  full: { cpu: 789, gpu: 3835, motherboard: 3699, ram: 4828 },
  small: { cpu: 20, ram: 20 },
};
/** The number of documents that one request to Meilisearch contains, the same as in requests of the service. */
const BATCH = 1000;
const TASK_TIMEOUT_MS = 120_000;

/** Measures how long the import of a whole catalogue takes, from the first row until searches find all products. */
export const importRow: BenchRow = {
  name: "import",
  path: "importing 13,151 records until searches find all of them, the worker beside",
  yardstick: "Meilisearch indexing the same documents, with the same settings",
  figures: { took_ms: { judged: "ratio", goal: { atMost: 1.6 } } },
  open: openImports,
};

async function openImports({ folder, given, size, say, atEnd }: BenchSetup): Promise<Duel> {
  const made = await madeCatalogue(COUNTS[size]);
  const stores = await startStores({ dataDir: join(folder, "stores"), given, log: () => undefined });
  atEnd(stores.stop);
  const documents: Documents = [];
  let measurements = 0;
  const ours = async (): Promise<Sample> => {
    measurements += 1;
    const dataDir = join(folder, `service-${measurements}`);
    // Give each measurement its own names in the stores, so that the measurement begins with an empty catalogue.
    const names = ["MONGODB_DATABASE", "REDIS_KEY_PREFIX", "MEILI_INDEX_PREFIX"];
    const own = Object.fromEntries(names.map((name) => [name, `${given[name]}-${measurements}`]));
    const apart = { ...given, ...stores.env, ...own };
    const service = await startService({ dataDir, given: apart, log: () => undefined });
    atEnd(service.stop);
    const took_ms = await withServices("bench", parseConfig(service.env), async (services) => {
      const ms = await durationMs(() => storeCatalogue(services, made));
      if (documents.length === 0) documents.push(...(await readDocuments(services, made)));
      return ms;
    });
    await service.stop();
    return { took_ms };
  };
  say("importing the catalogue once, to get the search documents");
  await ours();
  const config = parseConfig({ ...given, ...stores.env });
  const services = await openServicesFor("bench", config);
  atEnd(services.close);
  const { client } = services.stores.searchEngine;
  return { ours, yardstick: () => indexAll(client, config.MEILI_INDEX_PREFIX, documents) };
}

/** The search documents of all products, by kind. */
type Documents = { kind: ProductKind; documents: SearchDocument[] }[];

async function readDocuments({ catalogue }: Services, made: MadeCatalogue): Promise<Documents> {
  const read: Documents = [];
  for (const { kind } of made) {
    const documents: SearchDocument[] = [];
    for await (const { products } of catalogue.chunks(kind.name))
      documents.push(...products.map((product) => toSearchDocument(kind, product, "")));
    read.push({ kind, documents });
  }
  return read;
}

/**
 * Makes Meilisearch index documents as fast as Meilisearch can: all batches are sent before the first one is indexed.
 * @param prefix prefix of the names of the indexes
 */
async function indexAll(client: Meilisearch, prefix: string, all: Documents): Promise<Sample> {
  const indexes = await Promise.all(
    all.map(async ({ kind, documents }) => {
      const index = createSearchIndex(client, `${prefix}-bare-${kind.name}-${randomUUID()}`, TASK_TIMEOUT_MS);
      await index.applySettings(searchSettings(kind));
      return { index, documents };
    }),
  );
  const put = async ({ index, documents }: (typeof indexes)[number]) => {
    const tasks: Promise<void>[] = [];
    for await (const batch of inBatches(documents, BATCH)) {
      const lines = batch.map((document) => JSON.stringify(document));
      tasks.push(index.enqueue({ lines, removed: [] }).then((untilIndexed) => untilIndexed()));
    }
    await Promise.all(tasks);
  };
  const took_ms = await durationMs(() => Promise.all(indexes.map(put)));
  for (const { index } of indexes) await index.drop();
  return { took_ms };
}
