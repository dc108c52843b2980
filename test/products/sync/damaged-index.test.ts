import { randomFillSync } from "node:crypto";
import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "ava";
import { StoreUnavailableError } from "../../../src/errors.ts";
import { asStoreError } from "../../../src/infra/store-errors.ts";
import { createSearchIndex, searchIndexUid } from "../../../src/products/indexing/search-index.ts";
import { searchSettings } from "../../../src/products/indexing/search-settings.ts";
import { cpuKind } from "../../../src/kinds/cpu.ts";
import { gpuKind } from "../../../src/kinds/gpu.ts";
import type { ProductKind } from "../../../src/kinds/kinds.ts";
import { productSearchBody } from "../../../src/products/schemas.ts";
import { createProductSearch } from "../../../src/products/search/search.ts";
import { startOwnMeilisearch } from "../../helpers/own-meilisearch.ts";
import { temporaryFolder } from "../../helpers/processes.ts";

const PREFIX = "damaged";
const TIMEOUT_MS = 60_000;
const silent = () => {};
const unused = async () => {
  throw new Error("a search by this test names no build and asks for no index");
};

test("a damaged index makes only the searches of its product kind unavailable, until the file of the index is deleted", async (t) => {
  const dataDir = temporaryFolder(t);
  const folders = join(dataDir, "meilisearch", "data.ms", "indexes");

  const open = async () => {
    const { client, stop } = await startOwnMeilisearch(t, dataDir);
    const search = createProductSearch({
      client,
      clock: () => new Date(),
      config: { MEILI_INDEX_PREFIX: PREFIX, PRICE_MAX_AGE_DAYS: 365 },
      catalogue: { findBySlug: unused, findProductsOf: unused },
      buildsRepository: { find: unused },
      scoredBy: { find: async () => null },
      queue: { restoreIndex: unused },
      logger: { warn: silent } as never,
    });
    const indexOf = (kind: ProductKind) =>
      createSearchIndex(client, searchIndexUid(PREFIX, kind.name), TIMEOUT_MS);
    return {
      indexOf,
      stateOf: async (kind: ProductKind) => {
        try {
          return (await search.find(kind, productSearchBody.parse({ page: 1, limit: 1, query: "x" }))).total;
        } catch (error) {
          return asStoreError(error) instanceof StoreUnavailableError ? "unavailable" : error;
        }
      },
      stop,
    };
  };

  const first = await open();
  await first.indexOf(cpuKind).applySettings(searchSettings(cpuKind));
  const [folder = ""] = readdirSync(folders);
  await first.indexOf(gpuKind).applySettings(searchSettings(gpuKind));
  const createdAt = await first.indexOf(cpuKind).createdAt();
  t.is(await first.stateOf(cpuKind), 0);
  await first.stop();

  const file = join(folders, folder, "data.mdb");
  writeFileSync(file, randomFillSync(Buffer.alloc(40_960)));
  const second = await open();
  t.is(await second.stateOf(cpuKind), "unavailable");
  t.is(await second.stateOf(gpuKind), 0);
  await second.stop();

  // Delete the file, as docs/search.md advises. Meilisearch then creates an empty index, whose new creation time shows
  // the service that the old index is lost, so that the service rebuilds it.
  rmSync(file);
  const third = await open();
  t.is(await third.stateOf(cpuKind), 0);
  t.not(await third.indexOf(cpuKind).createdAt(), createdAt);
  await third.stop();
});
