import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { parseConfig } from "../../src/config.ts";
import { createApp } from "../../src/http/app.ts";
import { createSessionCookie } from "../../src/http/session-cookie.ts";
import { systemClock } from "../../src/infra/clock.ts";
import { createLogger } from "../../src/infra/logger.ts";
import { createCatalogue, type ProductInput } from "../../src/products/catalogue/catalogue.ts";
import {
  importProducts,
  type ImportOptions,
  type RejectedRow,
  type SourceRow,
} from "../../src/products/import/import-products.ts";
import { setUpProducts, type ProductDocument } from "../../src/products/catalogue/products-repository.ts";
import { productKinds } from "../../src/products/kinds/kinds.ts";
import type { ProductKind } from "../../src/products/kinds/kind.ts";
import { cpuKind } from "../../src/products/kinds/cpu.ts";
import { gpuKind } from "../../src/products/kinds/gpu.ts";
import { motherboardKind } from "../../src/products/kinds/motherboard.ts";
import { ramKind } from "../../src/products/kinds/ram.ts";
import { createProductRoutes } from "../../src/products/routes.ts";
import { searchIndexUid } from "../../src/products/indexing/search-index.ts";
import { createProductSearch } from "../../src/products/search/search.ts";
import { readCsvRows } from "../../src/products/import/sources/csv-rows.ts";
import { createProductSync } from "../../src/products/sync/sync.ts";
import { createClient } from "../helpers/client.ts";
import { onTeardown, openTestStores, type TestScope } from "../helpers/stores.ts";

export const cpusFile = new URL("../../data/cpus.csv", import.meta.url);

/** The catalogue, its search and their routes, on names of their own in the stores of this run. */
export type ProductApp = Awaited<ReturnType<typeof startProductApp>>;

export async function startProductApp(scope: TestScope) {
  const app = await openProductApp();
  onTeardown(scope, app.close);
  return app;
}

/** As startProductApp, for who closes it himself. */
export async function openProductApp() {
  const stores = await openTestStores();
  const { db, searchEngine, indexPrefix } = stores;
  const config = parseConfig({ ...stores.env, LOG_LEVEL: process.env["TEST_LOG_LEVEL"] ?? "silent" });
  const logger = createLogger({ level: config.LOG_LEVEL, process: "test" });
  await setUpProducts(db);
  /** The kinds for which a sync was asked, in order. */
  const requested: string[] = [];
  const catalogue = createCatalogue({
    db,
    clock: systemClock,
    logger,
    queue: {
      syncProducts: async (kind) => {
        requested.push(kind);
      },
    },
  });
  const { client: engine } = searchEngine;
  /** The sync of a further process. */
  const startSync = (clock = systemClock) =>
    createProductSync({ db, client: engine, indexPrefix, clock, newId: randomUUID, logger });
  const sync = startSync();
  const search = createProductSearch(engine, indexPrefix);
  const app = createApp({
    config,
    logger,
    newId: randomUUID,
    cookie: createSessionCookie({ isSecure: false, maxAgeS: 60 }),
    routes: createProductRoutes({ kinds: productKinds, search, catalogue }),
    findCaller: async () => null,
  });
  const handle = app.callback();
  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await stores.close();
  };
  const { port } = server.address() as AddressInfo;
  const rejected: RejectedRow[] = [];
  return {
    close,
    /** The variables by which a program uses the same names. */
    env: { ...process.env, ...stores.env },
    db,
    engine,
    index: engine.index(searchIndexUid(indexPrefix, cpuKind.name)),
    config,
    logger,
    catalogue,
    requested,
    sync,
    startSync,
    search,
    client: createClient(`http://127.0.0.1:${port}`),
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
