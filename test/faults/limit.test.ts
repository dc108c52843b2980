import test from "ava";
import { createClient } from "../helpers/client.ts";
import { testStores } from "../helpers/stores.ts";
import { openServices } from "../../src/compose/services.ts";
import { parseConfig } from "../../src/config.ts";
import { createLogger } from "../../src/infra/logger.ts";
import { lastingFaults, usageOf } from "./audit.ts";
import { brokenCapture, fileForm, scoreForm } from "./results.ts";
import { createSystem, isLong, signIn, type WebProcess } from "./system.ts";

const REQUESTS = 200;
const LIMIT = 10;
const ROUNDS = isLong ? 10 : 1;

const stores = await testStores(test);
const limited = {
  ...stores.env,
  TIER_LIMITS: `{"ten":${LIMIT},"unlimited":null}`,
  // The time limit is long, because a busy machine may be slow when all requests arrive at once. The tests check the
  // number of accepted requests, not their speed.
  STORE_TIMEOUT_MS: "60000",
};
const constants = { STORE_SILENCE_TIMEOUT_MS: 60_000 };
const system = createSystem(test, limited, constants);
let webs: WebProcess[];

test.before(async () => {
  webs = await Promise.all([system.startWeb(), system.startWeb()]);
  await system.startWorker();
});

/** Returns clients that send the same session cookie, spread evenly over the two web processes. */
const clientsOf = (cookie: string | undefined, count: number) =>
  Array.from({ length: count }, (_unused, index) =>
    createClient(webs[index % webs.length]?.url ?? "", cookie),
  );

for (const { units, accepted } of [
  { units: 1, accepted: 10 },
  { units: 3, accepted: 3 },
]) {
  test.serial(
    `of ${REQUESTS} simultaneous submissions of ${units} runs each at two web processes, exactly ${accepted} fit into a limit of ten runs`,
    async (t) => {
      t.timeout(900_000);
      for (let round = 0; round < ROUNDS; round += 1) {
        const client = await signIn(webs[0]?.url ?? "", `${units} of ${REQUESTS}, ${round}`, "ten");
        const build_id = await client.makeBuild();
        const benchmarks = { id: 15, runs: Array.from({ length: units }, () => 5) };
        const clients = clientsOf(client.cookie, REQUESTS);
        const answers = await Promise.all(clients.map((one) => one.add({ build_id, benchmarks })));
        const count = (status: number) => answers.filter((answer) => answer.status === status).length;
        t.deepEqual([count(200), count(402)], [accepted, REQUESTS - accepted]);
        const used = units * accepted;
        t.is(await stores.db.collection("runs").countDocuments({ build_id }), used);
        t.deepEqual(await usageOf(stores, client), { ledger: used, counter: used, rebuilt: used });
      }
    },
  );
}

test.serial(
  "an account stays within its run limit and gets the right count if it submits during refunds and rebuilds of its counter",
  async (t) => {
    t.timeout(900_000);
    const client = await signIn(webs[0]?.url ?? "", "refunds", "ten");
    const { account_id } = (await client.get("/me")).body.account;
    const build_id = await client.makeBuild();
    const config = { ...parseConfig(limited), ...constants };
    const services = await openServices(config, {
      logger: createLogger({ level: "silent", process: "test", secrets: [] }),
      storeTimeoutMs: 10_000,
    });
    t.teardown(() => services.close());
    const { period } = (await client.get("/me")).body.usage;
    const submitting = new AbortController();
    const overruns: number[] = [];
    const rebuilding = (async () => {
      while (!submitting.signal.aborted) {
        await services.usage.reconcile(account_id, period);
        // The ledger never contains more runs than were reserved, so its sum must not exceed the limit at any moment.
        const charged = await services.ledger.sumCharged(account_id, period, []);
        const { used } = (await client.get("/me")).body.usage;
        if (charged > LIMIT || used > LIMIT) overruns.push(Math.max(charged, used));
      }
    })();
    let accepted = 0;
    let failing = 0;
    const submitters = clientsOf(client.cookie, 8).map(async (one, index) => {
      for (let turn = 0; turn < 15 * ROUNDS; turn += 1) {
        const isBroken = index > 1;
        const answer = await one.add(isBroken ? fileForm(build_id, brokenCapture) : scoreForm(build_id));
        t.true(answer.status === 200 || answer.status === 402, answer.text);
        if (answer.status === 200 && isBroken) failing += 1;
        else if (answer.status === 200) accepted += 1;
      }
    });
    await Promise.all(submitters);
    submitting.abort();
    await rebuilding;
    t.deepEqual(overruns, []);
    t.true(failing > 0);
    t.deepEqual(await lastingFaults(stores.db), []);
    t.deepEqual(await usageOf(stores, client), { ledger: accepted, counter: accepted, rebuilt: accepted });
  },
);
