import { randomUUID } from "node:crypto";
import { categoriesOf, categoryIdOf } from "../../src/standings/model/category.ts";
import { placesOf } from "../../src/standings/model/cohort.ts";
import { contentOf, entryIdOf } from "../../src/standings/model/entry.ts";
import { createCategoriesRepository } from "../../src/standings/records/categories-repository.ts";
import { createEntriesRepository } from "../../src/standings/records/entries-repository.ts";
import { openTestService, type TestService } from "../helpers/service.ts";
import { onTeardown, type TestScope } from "../helpers/stores.ts";
import type { ComparedIds } from "./stored-parts.ts";

/** A ranked result of a new build. */
interface GivenResult {
  /** The name of the build's owner. */
  owner: string;
  score: number;
  parts?: ComparedIds;
  benchmark_id?: number;
  variant?: string;
  settings?: { resolution?: string; preset?: string };
}

/**
 * Starts a service with two CPUs and a GPU, whose ranks are in Redis. Its pages cache no lists of top hardware and
 * games, so that they show every change at once.
 */
export async function startRankedService(scope: TestScope) {
  const service = await openTestService({ hasWorkers: false, constants: { TOP_LISTS_MAX_AGE_MS: 0 } });
  const { catalogue, ranks } = service.services;
  await catalogue.save("cpu", "test", [
    { sourceId: "a", fields: { make: "AMD", model: "Ryzen <b>7</b> & 5800X" } },
    { sourceId: "b", fields: { make: "Intel", model: "Core i5-12400" } },
  ]);
  await catalogue.save("gpu", "test", [{ sourceId: "a", fields: { make: "MSI", model: "RTX 4070" } }]);
  await ranks.refill();
  const idOf = async (kind: string, model: string) => {
    const found = await service.stores.db.collection("products").findOne({ kind, "fields.model": model });
    return { id: found?.["id"] as number, slug: found?.["url_slug"] as string };
  };
  const amd = await idOf("cpu", "Ryzen <b>7</b> & 5800X");
  const intel = await idOf("cpu", "Core i5-12400");
  const gpu = await idOf("gpu", "RTX 4070");
  // ava demands that a test file declares its first hook and all tests in one turn of the event loop. So after its last
  // await, this function registers the hook that closes the service.
  onTeardown(scope, service.close);
  return {
    ...service,
    amd,
    intel,
    gpu,
    rank: (given: GivenResult) => rank(service, given),
  };
}

/** Stores the entries of a result as the service does for a run, and updates the ranks. Returns the id of the build. */
async function rank(
  service: TestService,
  { owner, score, parts = {}, benchmark_id = 15, variant, settings }: GivenResult,
): Promise<number> {
  const client = await service.signIn(owner);
  const { account_id } = (await client.get("/me")).body.account as { account_id: string };
  const made = await client.post("/builds", { name: `${owner}'s build`, parts });
  const { build_id } = made.body.build as { build_id: number };
  const entries = createEntriesRepository(service.stores.db);
  const categories = createCategoriesRepository(service.stores.db);
  const [compared = {}] = await service.services.catalogue.comparedAs([parts]);
  const run_id = randomUUID();
  const result = { benchmark_id, variant: variant ?? null, settings };
  for (const category of categoriesOf(result, { isOfGame: benchmark_id === 16 })) {
    const id = categoryIdOf(category);
    const { resolution, preset } = { resolution: null, preset: null, ...settings };
    await categories.insertMissing([{ category, texts: { resolution, preset }, title: null }]);
    const best = { run_id, score, value: score, created_at: new Date("2026-11-20T10:00:00Z") };
    const fields = { _id: entryIdOf(build_id, id), build_id, benchmark_id, category: id, revision: 1 };
    await entries.insertMissing([{ ...fields, ...contentOf({ account_id, parts: compared }, best) }]);
    await service.services.ranks.update({ accountId: account_id, category: id }, placesOf(compared));
  }
  return build_id;
}
