import { createReadStream } from "node:fs";
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
import { readCsvRows } from "../../src/products/import/sources/csv-rows.ts";
import { searchIndexUid } from "../../src/products/indexing/search-index.ts";
import { cpuKind } from "../../src/products/kinds/cpu.ts";
import { gpuKind } from "../../src/products/kinds/gpu.ts";
import type { ProductKind } from "../../src/products/kinds/kind.ts";
import { motherboardKind } from "../../src/products/kinds/motherboard.ts";
import { ramKind } from "../../src/products/kinds/ram.ts";
import type { Clock } from "../../src/infra/clock.ts";
import { openTestService } from "../helpers/service.ts";
import { onTeardown, type TestScope } from "../helpers/stores.ts";

export const cpusFile = new URL("../../data/cpus.csv", import.meta.url);

/** The service without workers, so that a test decides when the search index is brought up to date. */
export type ProductApp = Awaited<ReturnType<typeof startProductApp>>;

export async function startProductApp(scope: TestScope) {
  const app = await openProductApp();
  onTeardown(scope, app.close);
  return app;
}

/** As startProductApp, for a caller who closes it. */
export async function openProductApp() {
  /** The kinds for which a sync was requested, in order. */
  const requested: string[] = [];
  const service = await openTestService({
    hasWorkers: false,
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
  // The connections of the service itself, so that a test can step between it and its stores.
  const { db } = services.stores.mongo;
  const { client: engine } = services.stores.searchEngine;
  const { catalogue, search, productSync: sync } = services;
  const rejected: RejectedRow[] = [];
  return {
    close: service.close,
    /** The variables by which a program uses the same names. */
    env: { ...process.env, ...stores.env },
    db,
    engine,
    index: engine.index(searchIndexUid(config.MEILI_INDEX_PREFIX, cpuKind.name)),
    config,
    logger: createLogger({ level: config.LOG_LEVEL, process: "test" }),
    catalogue,
    requested,
    sync,
    /** The sync of a further process. */
    startSync: (clock?: Clock) => service.servicesWith(clock ? { clock: () => clock } : {}).productSync,
    search,
    client: service.anonymous,
    rejected,
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
    saveAll: async (products: readonly ProductInput[]) => {
      const outcomes = await catalogue.save(cpuKind.name, "test", products);
      await sync.sync(cpuKind);
      return outcomes;
    },
    stored: () => db.collection<ProductDocument>("products").find({}).sort({ id: 1 }).toArray(),
  };
}

/** An app that has the processors of data/cpus.csv, in the index as well. */
export async function startAppWithCpus(scope: TestScope): Promise<ProductApp> {
  const app = await openProductApp();
  await app.importCsv(createReadStream(cpusFile));
  await app.sync.sync(cpuKind);
  onTeardown(scope, app.close);
  return app;
}

/** The files of the sample catalogue. */
export const sampleFiles: readonly (readonly [ProductKind, URL])[] = [
  [cpuKind, cpusFile],
  [gpuKind, new URL("../../data/gpus.csv", import.meta.url)],
  [ramKind, new URL("../../data/ram.csv", import.meta.url)],
  [motherboardKind, new URL("../../data/motherboards.csv", import.meta.url)],
];

/** An app that has the whole sample catalogue, in the indexes as well. */
export async function startAppWithSamples(
  scope: TestScope,
): Promise<ProductApp & { products: ProductDocument[] }> {
  const app = await openProductApp();
  for (const [kind, file] of sampleFiles) {
    await app.importRows(kind, () => readCsvRows(kind, createReadStream(file)));
    await app.sync.sync(kind);
  }
  const products = await app.stored();
  onTeardown(scope, app.close);
  return { ...app, products };
}

/** A processor as a source tells of it. */
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
      price_date: null,
      ...fields,
    },
  };
}

/** An app that has these products, in the index as well. */
export async function startAppWith(scope: TestScope, products: readonly ProductInput[]): Promise<ProductApp> {
  const app = await openProductApp();
  await app.saveAll(products);
  // At the end, for ava wants every test of a file declared in the same turn as the first hook.
  onTeardown(scope, app.close);
  return app;
}
