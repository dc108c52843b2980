import test from "ava";
import { MongoClient } from "mongodb";
import { variantsOf, type VariantsDeps } from "../../src/standings/lists/variants.ts";
import {
  createCategoriesRepository,
  type StoredCategory,
} from "../../src/standings/records/categories-repository.ts";
import { testStores } from "../helpers/stores.ts";

const stores = await testStores(test);
const type = { id: 16, is_of_games: false };

/** Returns ranks in which variant n has n builds; MongoDB finds the variants in ascending order of n. */
function manyVariants(count: number): VariantsDeps {
  const idOf = (number: number) => String(number).padStart(5, "0");
  const categories = Array.from({ length: count }, (_, index): StoredCategory => ({
    _id: idOf(index + 1),
    benchmark_id: 16,
    variant: `Game ${index + 1}`,
    resolution: null,
    preset: null,
    texts: { resolution: null, preset: null },
    words: ["game", String(index + 1)],
  }));
  return {
    ranks: {
      variantsOf: async (_id, { offset, limit }) => ({
        total: count,
        categories: categories
          .toReversed()
          .slice(offset, offset + limit)
          .map(({ _id }) => ({ category: _id, builds: Number(_id) })),
      }),
      settingsOf: async () => ({ resolutions: [], presets: [] }),
      sizesOf: async (cohorts) => cohorts.map(({ category }) => Number(category)),
    },
    categories: {
      find: async (ids) => categories.filter(({ _id }) => ids.includes(_id)),
      findVariants: async (_ids, words, limit) =>
        categories
          .filter((one) => words.every((word) => one.words.some((other) => other.startsWith(word))))
          .slice(0, limit),
    },
  };
}

test("a search that matches too many variants of a benchmark to read them all lists the most measured ones first, page by page", async (t) => {
  const deps = manyVariants(2500);
  const found: (string | null)[] = [];
  for (let page = 1; page <= 3; page += 1) {
    const { results } = await variantsOf(deps, type, { query: "game", page, limit: 400 });
    found.push(...results.map(({ variant }) => variant));
  }
  t.deepEqual(
    found.slice(0, 1000),
    Array.from({ length: 1000 }, (_, index) => `Game ${2500 - index}`),
  );
  t.is(new Set(found).size, found.length);
  const few = await variantsOf(deps, type, { query: "game 249", page: 1, limit: 20 });
  t.deepEqual(
    few.results.map(({ builds }) => builds),
    [2499, 2498, 2497, 2496, 2495, 2494, 2493, 2492, 2491, 2490, 249],
  );
});

test("a search for variants with too many words is refused with the number of allowed words", async (t) => {
  const deps = manyVariants(3);
  const error = await t.throwsAsync(
    variantsOf(deps, type, { query: "a b c d e f g h i", page: 1, limit: 20 }),
    { code: "invalid_input" } as never,
  );
  t.deepEqual((error as { faults?: unknown } | undefined)?.faults, [
    { pointer: "/query", detail: "Expected at most 8 different words, found 9. Leave some out." },
  ]);
  await t.notThrowsAsync(variantsOf(deps, type, { query: "a b c d e f g h a", page: 1, limit: 20 }));
});

test("a search for variants limits the time that MongoDB may take", async (t) => {
  const client = new MongoClient(stores.env["MONGODB_URL"] ?? "", { monitorCommands: true });
  t.teardown(() => client.close());
  const limits: unknown[] = [];
  client.on("commandStarted", ({ commandName, command }) => {
    if (commandName === "find") limits.push(command["maxTimeMS"]);
  });
  await createCategoriesRepository(client.db(stores.db.databaseName)).findVariants([16], ["spy"], 10);
  t.deepEqual(limits, [2000]);
});
