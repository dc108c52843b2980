import { join } from "node:path";
import { startService } from "../../../embedded/index.ts";
import type { Services } from "../../../src/compose/services.ts";
import { parseConfig } from "../../../src/config.ts";
import { importProducts, productSearchQuery } from "../../../src/products/index.ts";
import { openServicesHere } from "../bench-services.ts";
import { madeCatalogue, type Counts, type MadeCatalogue } from "../made-catalogue.ts";
import { pollUntil } from "../poll-until.ts";
import type { BenchSetup } from "../row.ts";

/** How long it may take until searches find all products of a kind. */
const SEARCHABLE_WITHIN_MS = 300_000;
const POLL_MS = 20;
const everything = productSearchQuery.parse({ limit: "1" });

/** A running service with a made catalogue, and its services in this process, on the same stores. */
export type SearchedService = Awaited<ReturnType<typeof startSearchedService>>;

/**
 * Starts web, worker and stores, stores a made catalogue, and waits until searches find all of it. All is stopped at the end of the
 * measurement.
 */
export async function startSearchedService({ folder, given, say, atEnd }: BenchSetup, counts: Counts) {
  const service = await startService({ dataDir: join(folder, "stores"), given, log: () => undefined });
  atEnd(service.stop);
  const config = parseConfig({ ...service.env, LOG_LEVEL: "warn" });
  const services = await openServicesHere(config);
  atEnd(services.close);
  say(`storing ${Object.values(counts).reduce((sum, count) => sum + count, 0)} products`);
  await storeCatalogue(services, await madeCatalogue(counts));
  return { url: service.url, env: service.env, config, services };
}

/** Imports a made catalogue, and waits until the worker has made all of it searchable. @throws Error where that takes too long */
export async function storeCatalogue({ catalogue, search }: Services, made: MadeCatalogue): Promise<void> {
  for (const { kind, rows } of made)
    await importProducts({
      kind,
      source: "made",
      rows: async function* () {
        yield* rows;
      },
      catalogue,
      onRejected: ({ line, reasons }) => {
        throw new Error(`the made row ${line} is damaged: ${reasons.join("; ")}`);
      },
    });
  for (const { kind, rows } of made)
    await pollUntil(async () => (await search.find(kind, everything)).total >= rows.length, {
      everyMs: POLL_MS,
      withinMs: SEARCHABLE_WITHIN_MS,
      what: `a search that finds all ${rows.length} ${kind.plural}`,
    });
}
