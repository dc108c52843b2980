import { setTimeout as sleep } from "node:timers/promises";
import test from "ava";
import type { ExecutionContext } from "ava";
import { openTestStores } from "../helpers/stores.ts";
import { startOwnStores } from "./own-stores.ts";
import { createSystem, signIn } from "./system.ts";

const STORE_TIMEOUT_MS = 300;

/** Processes that are patient only when they start, with a MongoDB that is away. */
async function withoutMongo(t: ExecutionContext, settings: Record<string, string> = {}) {
  const own = await startOwnStores(t);
  const stores = await openTestStores(own.env);
  t.teardown(stores.close);
  const limits = {
    STORE_TIMEOUT_MS: String(STORE_TIMEOUT_MS),
    WORKER_STORE_TIMEOUT_MS: String(STORE_TIMEOUT_MS),
  };
  const system = createSystem(t, { ...stores.env, ...limits, ...settings });
  return { mongodb: own.stores.mongodb, system };
}

test("web and worker wait for a MongoDB that is still starting", async (t) => {
  t.timeout(120_000);
  const { mongodb, system } = await withoutMongo(t);
  await mongodb.kill();
  const starting = Promise.all([system.startWeb(), system.startWorker()]);
  await sleep(15 * STORE_TIMEOUT_MS);
  mongodb.start();
  const [web] = await starting;
  t.is((await (await signIn(web.url, "early")).get("/me")).status, 200);
});

test("web and worker wait for a MongoDB that is slow to answer", async (t) => {
  t.timeout(120_000);
  const { mongodb, system } = await withoutMongo(t);
  mongodb.pause();
  const starting = Promise.all([system.startWeb(), system.startWorker()]);
  await sleep(15 * STORE_TIMEOUT_MS);
  mongodb.resume();
  const [web] = await starting;
  t.is((await (await signIn(web.url, "slow")).get("/me")).status, 200);
});

test("a process that cannot start says why in a few words, and ends", async (t) => {
  t.timeout(120_000);
  const { mongodb, system } = await withoutMongo(t, { START_TIMEOUT_MS: "500" });
  await mongodb.kill();
  t.teardown(() => mongodb.start());
  const why =
    /cannot start: MongoDB gave no answer \(connect ECONNREFUSED 127\.0\.0\.1:\d+\)\. .*MONGODB_URL/;
  for (const start of [system.startWeb, system.startWorker]) {
    const error = await t.throwsAsync(start());
    t.regex(error.message, /ended \(1\)/);
    t.regex(error.message, why);
    t.true(error.message.split("\n").length < 4, error.message);
    const invalid = await t.throwsAsync(start({ SESSION_DAYS: "0", PORT: "none" }));
    t.regex(invalid.message, /cannot start: The settings are not valid:\n {2}PORT: .*\n {2}SESSION_DAYS: /);
    t.true(invalid.message.split("\n").length < 5, invalid.message);
  }
});
