import { secretsOf } from "../../src/config.ts";
import { createReadStream } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { createLogger } from "../../src/infra/logger.ts";
import type { ProductInput } from "../../src/products/catalogue/catalogue.ts";
import type { ProductDocument } from "../../src/products/catalogue/products-repository.ts";
import {
  importProducts,
  type ImportOptions,
  type RejectedRow,
  type SourceRow,
} from "../../src/products/import/import-products.ts";
import { readOpenDbRows } from "../../src/products/import/sources/opendb-rows.ts";
import { readCsvRows } from "../../src/products/import/sources/csv-rows.ts";
import { searchIndexUid } from "../../src/products/indexing/search-index.ts";
import { cpuKind } from "../../src/kinds/cpu.ts";
import { productKinds, type ProductKind } from "../../src/kinds/kinds.ts";
import type { Clock } from "../../src/infra/clock.ts";
import { openTestService } from "../helpers/service.ts";
import { onTeardown, type TestScope } from "../helpers/stores.ts";
import { projectUrl } from "../helpers/project-files.ts";

/** The processors of the sample catalogue. */
export const cpusFile = projectUrl("data/cpus.csv");

/** The test service without workers, with helpers that import, save and sync products. */
export type CatalogueService = Awaited<ReturnType<typeof openCatalogueService>>;

/** Starts the service without workers, so that the test decides when the search index is brought up to date. */
export async function startCatalogueService(scope: TestScope): Promise<CatalogueService> {
  const service = await openCatalogueService();
  onTeardown(scope, service.close);
  return service;
}

/**
 * Starts the service as startCatalogueService does, but does not close the service at the end of a test: the caller has
 * to do so.
 */
async function openCatalogueService(env: Record<string, string> = {}) {
  const requested: string[] = [];
  const service = await openTestService({
    hasWorkers: false,
    env,
    overrides: {
      queue: (queue) => ({
        ...queue,
        syncProducts: async (kind) => {
          requested.push(kind);
        },
      }),
    },
  });
  const { config, services, stores } = service;
  // The service's own connections, so that a test can intercept its calls to MongoDB and Meilisearch.
  const { db } = services.stores.mongo;
  const { client: engine } = services.stores.searchEngine;
  const { catalogue, search, allKindsSearch, productSync: sync } = services;
  const rejected: RejectedRow[] = [];
  return {
    close: service.close,
    /**
     * Environment variables with which another program uses the stores of this service, with the same database, indexes
     * and keys.
     */
    env: { ...process.env, ...stores.env },
    db,
    engine,
    index: engine.index(searchIndexUid(config.MEILI_INDEX_PREFIX, cpuKind.name)),
    config,
    logger: createLogger({
      level: config.LOG_LEVEL,
      process: "test",
      secrets: secretsOf(config),
    }),
    catalogue,
    /** The kinds for which a sync was requested, in the order of the requests. No worker runs these syncs. */
    requested,
    sync,
    /** Creates another product sync on the same stores, as another process would have. */
    startSync: (clock?: Clock) => service.servicesWith(clock ? { clock: () => clock } : {}).productSync,
    /** Creates the services of a further process on the same stores, with some objects replaced. */
    servicesWith: service.servicesWith,
    search,
    allKindsSearch,
    scoredBy: services.scoredBy,
    scoreChanges: services.scoreChanges,
    scoreVariants: services.scoreVariants,
    client: service.anonymous,
    url: service.url,
    signIn: service.signIn,
    services,
    /** The rows that the imports of this service have rejected. */
    rejected,
    /** Imports processors from a file in the service's own CSV format. */
    importCsv: async (file: Readable, { isDryRun = false, source = "test" } = {}) => {
      const bytes = await buffer(file);
      return importProducts({
        kind: cpuKind,
        source,
        rows: () => readCsvRows(cpuKind, Readable.from([bytes])),
        catalogue,
        isDryRun,
        onRejected: (row) => rejected.push(row),
      });
    },
    /** Imports rows of a kind of product from any source. */
    importRows: (
      kind: ProductKind,
      rows: () => AsyncIterable<SourceRow>,
      more: Partial<ImportOptions> = {},
    ) =>
      importProducts({
        kind,
        source: "test",
        rows,
        catalogue,
        onRejected: (row) => rejected.push(row),
        ...more,
      }),
    /** Saves processors in the catalogue, and updates the search index. */
    saveAll: async (products: readonly ProductInput[]) => {
      const outcomes = await catalogue.save(cpuKind.name, "test", products);
      await sync.sync(cpuKind);
      return outcomes;
    },
    /** Returns all stored products, including removed products, in the order of their ids. */
    stored: () => db.collection<ProductDocument>("products").find({}).sort({ id: 1 }).toArray(),
  };
}

/** Starts the service with the processors of data/cpus.csv, stored and indexed. */
export async function startServiceWithCpus(scope: TestScope): Promise<CatalogueService> {
  const service = await openCatalogueService();
  await service.importCsv(createReadStream(cpusFile));
  await service.sync.sync(cpuKind);
  onTeardown(scope, service.close);
  return service;
}

/** The file of each kind of product in the sample catalogue. */
export const sampleFiles = productKinds.map((kind): readonly [ProductKind, URL] => [
  kind,
  projectUrl(`data/${kind.collection}.csv`),
]);

/** The test service with the whole sample catalogue. `products` are the stored products. */
type SamplesService = CatalogueService & { products: ProductDocument[] };

/** The sample products have prices of several years ago. With this setting none of these prices counts as old. */
const noOldPrices = { PRICE_MAX_AGE_DAYS: "36500" };

/** Starts the service with the whole sample catalogue, stored and indexed. */
export async function startServiceWithSamples(
  scope: TestScope,
  env: Record<string, string> = noOldPrices,
): Promise<SamplesService> {
  const service = await openServiceWithSamples(env);
  onTeardown(scope, service.close);
  return service;
}

async function openServiceWithSamples(env: Record<string, string>): Promise<SamplesService> {
  const service = await openCatalogueService(env);
  for (const [kind, file] of sampleFiles) {
    await service.importRows(kind, () => readCsvRows(kind, createReadStream(file)));
    await service.sync.sync(kind);
  }
  return { ...service, products: await service.stored() };
}

/**
 * Creates the function with which all test files of a process share one service. Tests may only read from this service,
 * because anything that a test stored would reach the other tests. The service closes with the last scope that shares
 * it.
 */
function createShared<Shared extends { close: () => Promise<void> }>(open: () => Promise<Shared>) {
  let shared: Promise<Shared> | undefined;
  let holders = 0;
  return async (scope: TestScope): Promise<Shared> => {
    holders += 1;
    shared ??= open();
    const service = await shared;
    onTeardown(scope, async () => {
      holders -= 1;
      if (holders > 0) return;
      shared = undefined;
      await service.close();
    });
    return service;
  };
}

/** Returns the service with the whole sample catalogue that all test files of a process share, to read from it. */
export const shareServiceWithSamples = createShared(async () => openServiceWithSamples(noOldPrices));

/** The test service with the whole OpenDB catalogue. `folder` contains files such as opendb-cpu.ndjson. */
type RealCatalogue = CatalogueService & { folder: string };

/** The folder with the whole OpenDB catalogue; undefined if the tests have only the sample catalogue. */
const realCatalogueFolder = process.env["EXTRA_CATALOGUE"];

const shareOpenDb = createShared(async () => openRealCatalogue(realCatalogueFolder ?? ""));

/**
 * Returns the service with all of OpenDB, stored and indexed, that all test files of a process share, to read from it.
 * Returns null if EXTRA_CATALOGUE names no folder with OpenDB.
 */
export const shareRealCatalogue = async (scope: TestScope): Promise<RealCatalogue | null> =>
  realCatalogueFolder === undefined ? null : shareOpenDb(scope);

async function openRealCatalogue(folder: string): Promise<RealCatalogue> {
  const service = await openCatalogueService();
  try {
    for (const kind of productKinds) {
      const file = join(folder, `opendb-${kind.name}.ndjson`);
      await service.importRows(kind, () => readOpenDbRows(kind, file), { hasTwins: true });
      await service.sync.rebuild(kind);
    }
  } catch (error) {
    // Close the service, because an open service would keep the process of the test from ending.
    await service.close();
    throw error;
  }
  return { ...service, folder };
}

/** Returns a processor in the form in which an import source describes it. */
export function cpu(sourceId: string, fields: Partial<ProductInput["fields"]> = {}): ProductInput {
  return {
    sourceId,
    fields: {
      make: "AMD",
      model: sourceId,
      cores: 8,
      threads: 16,
      base_clock_mhz: 3800,
      boost_clock_mhz: null,
      socket: "AM4",
      ram_types: ["DDR4"],
      price_usd: null,
      price_date: fields["price_usd"] === undefined ? null : new Date().toISOString().slice(0, 10),
      ...fields,
    },
  };
}

/** Starts the service with the given processors, stored and indexed. */
export async function startServiceWith(
  scope: TestScope,
  products: readonly ProductInput[],
): Promise<CatalogueService> {
  const service = await openCatalogueService();
  await service.saveAll(products);
  // ava demands that a file declares its first hook and all tests before the event loop continues. So after its last
  // await, just before the caller declares the tests, this function registers the hook that closes the service.
  onTeardown(scope, service.close);
  return service;
}
