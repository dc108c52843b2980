import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startService } from "../../../embedded/index.ts";
import type { Services } from "../../../src/compose/services.ts";
import { parseConfig } from "../../../src/config.ts";
import { importProducts, productSearchQuery } from "../../../src/products/index.ts";
import { openServicesHere } from "../bench-services.ts";
import { madeCatalogue, type Counts, type MadeCatalogue } from "../made-catalogue.ts";
import type { BenchSetup } from "../row.ts";

const SEARCHABLE_WITHIN_MS = 300_000;
const POLL_MS = 20;
const everything = productSearchQuery.parse({ limit: "1" });

/** A running service with a made catalogue, and its services in this process, on the same stores. */
export type SearchedService = Awaited<ReturnType<typeof startSearchedService>>;

/** Starts web, worker and stores, stores a made catalogue, and waits until searches find all of it. */
export async function startSearchedService({ folder, given, say }: BenchSetup, counts: Counts) {
  const service = await startService({ dataDir: join(folder, "stores"), given, log: () => undefined });
  try {
    const config = parseConfig({ ...service.env, LOG_LEVEL: "warn" });
    const services = await openServicesHere(config);
    say(`storing ${Object.values(counts).reduce((sum, count) => sum + count, 0)} products`);
    await storeCatalogue(services, await madeCatalogue(counts));
    const close = async () => {
      await services.close();
      await service.stop();
    };
    return { url: service.url, env: service.env, config, services, close };
  } catch (error) {
    await service.stop();
    throw error;
  }
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
  const deadline = Date.now() + SEARCHABLE_WITHIN_MS;
  for (const { kind, rows } of made)
    while ((await search.find(kind, everything)).total < rows.length) {
      if (Date.now() > deadline) throw new Error("the made catalogue could not be searched in time");
      await sleep(POLL_MS);
    }
}
