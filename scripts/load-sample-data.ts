import { createReadStream } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type { Config } from "../src/config.ts";
import { projectFile } from "../embedded/index.ts";
import { importBuilds } from "../src/builds/index.ts";
import type { Logger } from "../src/infra/logger.ts";
import {
  importProducts,
  productKinds,
  productSearchQuery,
  readCsvRows,
  type ProductKind,
} from "../src/products/index.ts";
import { openServices, type Services } from "../src/compose/services.ts";

/** Counts of the loaded sample data. */
export interface SampleData {
  /** How many products of all kinds; `cpus` are counted here, too. */
  products: number;
  cpus: number;
  builds: number;
}

/** Returns the file of the sample catalogue with the products of a kind. */
export const sampleFileOf = ({ collection }: ProductKind): string => projectFile(`data/${collection}.csv`);

const SEARCHABLE_WITHIN_MS = 30_000;
const POLL_MS = 20;
const SOURCE = "sample";
const everything = productSearchQuery.parse({ limit: "1" });

/**
 * Loads the sample catalogue and builds that come with the project, and waits until searches find all products. Loading them
 * again changes nothing.
 * @throws Error when a row is rejected, or when searches do not find all products in time
 */
export async function loadSampleData(config: Config, logger: Logger): Promise<SampleData> {
  const services = await openServices(config, { logger, storeTimeoutMs: config.WORKER_STORE_TIMEOUT_MS });
  const refuse = (line: number, reasons: readonly string[]) => {
    throw new Error(`the sample data is damaged in line ${line}: ${reasons.join("; ")}`);
  };
  try {
    const { catalogue, search } = services;
    const counts = new Map<ProductKind, number>();
    for (const kind of productKinds) {
      const { read } = await importProducts({
        kind,
        source: SOURCE,
        rows: () => readCsvRows(kind, createReadStream(sampleFileOf(kind))),
        catalogue,
        onRejected: ({ line, reasons }) => refuse(line, reasons),
      });
      counts.set(kind, read);
    }
    const builds = await importBuilds({
      file: createReadStream(projectFile("data/builds.csv")),
      format: "csv",
      builds: services.builds,
      catalogue,
      onRejected: refuse,
    });
    await untilSearchable(search, counts, SEARCHABLE_WITHIN_MS);
    const products = [...counts.values()].reduce((sum, count) => sum + count, 0);
    return {
      products,
      cpus: [...counts].find(([{ name }]) => name === "cpu")?.[1] ?? 0,
      builds: builds.stored,
    };
  } finally {
    await services.close();
  }
}

/** Waits until searches find so many products of each kind. @throws Error where that takes longer than so many milliseconds */
export async function untilSearchable(
  search: Services["search"],
  counts: ReadonlyMap<ProductKind, number>,
  withinMs: number,
): Promise<void> {
  const deadline = performance.now() + withinMs;
  for (const [kind, count] of counts)
    while ((await search.find(kind, everything)).total < count) {
      if (performance.now() > deadline)
        throw new Error(`expected searches to find ${count} ${kind.plural} within ${withinMs} ms`);
      await sleep(POLL_MS);
    }
}
