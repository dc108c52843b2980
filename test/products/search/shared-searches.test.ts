import { setImmediate } from "node:timers/promises";
import test from "ava";
import { MeilisearchRequestError, MeilisearchRequestTimeOutError } from "meilisearch";
import { startWeb } from "../../../src/compose/web.ts";
import { cpuKind } from "../../../src/kinds/cpu.ts";
import { createIndexRevisions } from "../../../src/products/search/index-revisions.ts";
import { createSharedSearches } from "../../../src/products/search/shared-searches.ts";
import { createClient, type Client } from "../../helpers/client.ts";
import { until } from "../../helpers/until.ts";
import { cpu, startServiceWith } from "../catalogue-service.ts";

const MODEL = "Ryzen 7 5800X";
const service = await startServiceWith(test, [cpu(MODEL)]);
const search = { page: 1, limit: 5, query: MODEL };

test.serial(
  "equal product searches at the same time share one query to Meilisearch, different searches do not",
  async (t) => {
    const revisions = createIndexRevisions(service.engine);
    const share = createSharedSearches<string>({ revisions, countRecords: () => 1 });
    const { uid } = service.index;
    await revisions.current(uid);
    const begun: string[] = [];
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const ask = (key: string) =>
      share(uid, key, async () => {
        begun.push(key);
        await ended;
        return key;
      });
    const asked = ["a", "a", "b", "a"].map(ask);
    // Each request first waits for a check of whether the index has changed. When `current` returns, that check has
    // ended, and equal requests share a search.
    await revisions.current(uid);
    await setImmediate();
    end();
    t.deepEqual(await Promise.all(asked), ["a", "a", "b", "a"]);
    t.deepEqual(begun, ["a", "b"]);
  },
);

test.serial("a product search after a synced change shows the change, in every web process", async (t) => {
  // A second web process shares only the stores with the first web process.
  const other = await startWeb(service.config, service.servicesWith({}), service.logger);
  t.teardown(() => other.stop());
  const clients = [service.client, createClient(other.url)];
  const priceOf = async (client: Client): Promise<number | null | undefined> =>
    (await client.post("/products/cpu", search)).body.results[0]?.price;
  const ending = new AbortController();
  // Clients that search in a loop cause searches that begin before a change and end after it, and responses from the
  // cache.
  const asking = clients.flatMap((client) =>
    [1, 2].map(async () => {
      while (!ending.signal.aborted) await priceOf(client);
    }),
  );
  try {
    for (let price = 100; price < 130; price += 1) {
      await service.saveAll([cpu(MODEL, { price_usd: price, price_date: "2026-11-01" })]);
      const found = await Promise.all([...clients, ...clients].map(priceOf));
      t.deepEqual(found, [price, price, price, price]);
    }
    await service.catalogue.remove("cpu", "test", [MODEL]);
    await service.sync.sync(cpuKind);
    for (const client of clients) t.is((await client.post("/products/cpu", search)).body.total, 0);
  } finally {
    ending.abort();
    await Promise.allSettled(asking);
  }
});

test.serial("the result of a failed product search is not cached", async (t) => {
  const { engine, client } = service;
  const find = engine.multiSearch.bind(engine);
  t.teardown(() => Object.assign(engine, { multiSearch: find }));
  engine.multiSearch = () => Promise.reject(new Error("broken"));
  const query = { ...search, limit: 7 };
  t.is((await client.post("/products/cpu", query)).status, 500);
  engine.multiSearch = find;
  t.is((await client.post("/products/cpu", query)).status, 200);
});

test("if Meilisearch does not answer whether the index has changed, equal product searches fail after one timeout", async (t) => {
  const late = new MeilisearchRequestTimeOutError(900, {});
  let questions = 0;
  let answer = async (): Promise<never> => Promise.reject(late);
  const getRawIndex = () => {
    questions += 1;
    return questions === 1 ? service.engine.getRawIndex(service.index.uid) : answer();
  };
  const revisions = createIndexRevisions({ getRawIndex });
  const share = createSharedSearches<string>({ revisions, countRecords: () => 1 });
  await revisions.current("index");
  let searches = 0;
  const ask = () =>
    share("index", "a", () => {
      searches += 1;
      // Never answer the first search, so that it is under way until the end of the test.
      return searches === 1 ? new Promise<string>(() => undefined) : Promise.resolve("its own");
    });
  void ask();
  let fail = (): void => undefined;
  answer = () =>
    new Promise((_resolve, reject) => {
      fail = () => reject(late);
    });
  const first = ask();
  await until(async () => questions === 2, "the question to Meilisearch is under way");
  const others = [ask(), ask()];
  fail();
  for (const asked of [first, ...others]) t.is(await t.throwsAsync(asked), late);
  t.deepEqual({ questions, searches }, { questions: 2, searches: 1 });
  answer = () => Promise.reject(new Error("not allowed"));
  t.is(await ask(), "its own");
  t.is(questions, 3);
  // After a broken connection, equal searches run separately instead of failing together, because the next connection
  // may succeed.
  answer = () => Promise.reject(new MeilisearchRequestError("/indexes/index", new Error("ECONNRESET")));
  t.deepEqual(await Promise.all([ask(), ask()]), ["its own", "its own"]);
});
