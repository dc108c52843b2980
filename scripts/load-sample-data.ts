import { createReadStream } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { projectFile } from "../embedded/index.ts";
import { importBuilds } from "../src/builds/index.ts";
import {
  importProducts,
  productKinds,
  productSearchQuery,
  readCsvRows,
  type ProductKind,
  type RejectedRow,
} from "../src/products/index.ts";
import type { Services } from "../src/compose/services.ts";

/** The kinds of product, each with a function that reads the rows of its file in the sample catalogue. */
export const sampleCatalogue = productKinds.map((kind) => ({
  kind,
  rows: () => readCsvRows(kind, createReadStream(projectFile(`data/${kind.collection}.csv`))),
}));

const SEARCHABLE_WITHIN_MS = 30_000;
const POLL_MS = 20;
const SOURCE = "sample";
const everything = productSearchQuery.parse({ limit: "1" });

/**
 * Loads the sample catalogue and the sample builds, and waits until searches find all products. A second call changes
 * nothing.
 * @throws Error when a row is rejected, or when searches do not find all products in time
 */
export async function loadSampleData(services: Pick<Services, "catalogue" | "search" | "builds">) {
  const options = { source: SOURCE, withinMs: SEARCHABLE_WITHIN_MS };
  const counts = await importUntilSearchable(services, sampleCatalogue, options);
  const { stored } = await importBuilds({
    file: createReadStream(projectFile("data/builds.csv")),
    format: "csv",
    builds: services.builds,
    catalogue: services.catalogue,
    onRejected: (line, reasons) => refuse(SOURCE, line, reasons),
  });
  return {
    /** The number of loaded products of all kinds, including the processors in `cpus`. */
    products: [...counts.values()].reduce((sum, count) => sum + count, 0),
    cpus: [...counts].find(([{ name }]) => name === "cpu")?.[1] ?? 0,
    builds: stored,
  };
}

/**
 * Imports products of several kinds, and waits until searches find all of them. Returns the number of products of each
 * kind.
 * @throws Error when a row is rejected, or when searches do not find all products within `withinMs`
 */
export async function importUntilSearchable(
  { catalogue, search }: Pick<Services, "catalogue" | "search">,
  kinds: readonly Pick<Parameters<typeof importProducts>[0], "kind" | "rows">[],
  { source, withinMs }: { source: string; withinMs: number },
): Promise<ReadonlyMap<ProductKind, number>> {
  const onRejected = ({ line, reasons }: RejectedRow) => refuse(source, line, reasons);
  const counts = new Map<ProductKind, number>();
  for (const { kind, rows } of kinds)
    counts.set(kind, (await importProducts({ kind, rows, source, catalogue, onRejected })).read);
  const deadline = performance.now() + withinMs;
  for (const [kind, count] of counts)
    while ((await search.find(kind, everything)).total < count) {
      if (performance.now() > deadline)
        throw new Error(`expected searches to find ${count} ${kind.plural} within ${withinMs} ms`);
      await sleep(POLL_MS);
    }
  return counts;
}

function refuse(source: string, line: number, reasons: readonly string[]): never {
  throw new Error(`the ${source} data is damaged in line ${line}: ${reasons.join("; ")}`);
}
