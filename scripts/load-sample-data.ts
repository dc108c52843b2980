import { createReadStream } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type { Config } from "../src/config.ts";
import { importBuilds } from "../src/builds/import-builds.ts";
import { projectFile } from "../src/embedded/project-files.ts";
import { systemClock } from "../src/infra/clock.ts";
import type { Logger } from "../src/infra/logger.ts";
import { importProducts } from "../src/products/import.ts";
import { cpuKind } from "../src/products/kinds/cpu.ts";
import { productSearchQuery } from "../src/products/schemas.ts";
import { openServices } from "../src/services.ts";

/** How much sample data there is. */
export interface SampleData {
  cpus: number;
  builds: number;
}

const SEARCHABLE_WITHIN_MS = 30_000;
const POLL_MS = 50;
const SOURCE = "sample";
const everything = productSearchQuery.parse({});

/**
 * Loads the sample catalogue and builds that come with the project, and waits until they can be searched. Loading them
 * again changes nothing.
 * @throws when a row of them is refused, or when they cannot be searched in time
 */
export async function loadSampleData(config: Config, logger: Logger): Promise<SampleData> {
  const services = await openServices(config, { logger, storeTimeoutMs: config.WORKER_STORE_TIMEOUT_MS });
  const refuse = (line: number, reasons: readonly string[]) => {
    throw new Error(`the sample data is damaged in line ${line}: ${reasons.join("; ")}`);
  };
  try {
    const { catalogue, search } = services.products;
    const cpus = await importProducts({
      kind: cpuKind,
      source: SOURCE,
      file: createReadStream(projectFile("data/cpus.csv")),
      catalogue,
      onRejected: ({ line, reasons }) => refuse(line, reasons),
    });
    const builds = await importBuilds({
      file: createReadStream(projectFile("data/builds.csv")),
      form: "csv",
      builds: services.buildsRepository,
      findPartBySlug: services.products.catalogue.findPartBySlug,
      clock: systemClock,
      onRejected: refuse,
    });
    const total = async () => (await search(cpuKind, everything)).total;
    const deadline = Date.now() + SEARCHABLE_WITHIN_MS;
    while ((await total()) < cpus.read) {
      if (Date.now() > deadline) throw new Error("the sample catalogue could not be searched in time");
      await sleep(POLL_MS);
    }
    return { cpus: cpus.read, builds: builds.stored };
  } finally {
    await services.close();
  }
}
