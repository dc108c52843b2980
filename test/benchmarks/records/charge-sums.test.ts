import { randomUUID } from "node:crypto";
import test from "ava";
import * as fc from "fast-check";
import type { Db } from "mongodb";
import type { Submission } from "../../../src/benchmarks/model/submission.ts";
import { createChargeSums } from "../../../src/benchmarks/records/charge-sums.ts";
import { createLedger, setUpLedger } from "../../../src/benchmarks/records/ledger.ts";
import { dbThatPauses } from "../../helpers/pausing-db.ts";
import { testStores } from "../../helpers/stores.ts";

const { db } = await testStores(test);
test.before(() => setUpLedger(db));
const PERIOD = "2026-11";
const clock = () => new Date("2026-11-20T12:00:00Z");
const submissions = db.collection<Submission>("submissions");
/** The submissions of a new account, and its sum. */
function createAccount() {
  const account_id = randomUUID();
  const ledger = createLedger(db, clock);
  const sums = createChargeSums(db, clock);
  const all = () => submissions.find({ account_id }).toArray();
  return {
    account_id,
    all,
    store: async (charged: number) => {
      const submission = { _id: randomUUID(), account_id, period: PERIOD, charged, refunded: [] };
      await submissions.insertOne(submission as unknown as Submission);
    },
    refund: async () => {
      const paid = (await all()).find(({ charged }) => charged > 0);
      if (paid) await ledger.refund(paid._id, randomUUID());
    },
    takeStep: () => sums.takeStep({ account_id, period: PERIOD }),
    /** Begins a step that waits before one of its writes until the returned function is called. */
    takeStepUntil: async (write: number) => {
      let resume = () => undefined as void;
      const resumed = new Promise<void>((resolve) => {
        resume = resolve;
      });
      let arrive = () => undefined as void;
      const arrived = new Promise<void>((resolve) => {
        arrive = resolve;
      });
      const reached = async (count: number) => {
        if (count !== write) return;
        arrive();
        await resumed;
      };
      const whole = createChargeSums(dbThatPauses(db, reached), clock).takeStep({
        account_id,
        period: PERIOD,
      });
      // Without so many writes it ends without a pause.
      await Promise.race([arrived, whole]);
      return async () => {
        resume();
        await whole;
      };
    },
    unitsWithout: (ids: readonly string[]) => sums.totalOf({ account_id, period: PERIOD }, ids),
    chargedWithout: async (ids: readonly string[]) =>
      (await all()).reduce((units, { _id, charged }) => units + (ids.includes(_id) ? 0 : charged), 0),
  };
}

type Action = { do: "store" | "refund" | "step" | "die" | "stall" | "resume" | "ask"; number: number };

const actions = fc.array(
  fc.record<Action>({
    do: fc.constantFrom("store", "store", "refund", "refund", "step", "die", "stall", "resume", "ask"),
    number: fc.integer({ min: 1, max: 5 }),
  }),
  { minLength: 4, maxLength: 18 },
);

test("whenever a process dies or stalls between the writes of a step, the sum is that of all submissions", async (t) => {
  const property = fc.asyncProperty(actions, async (sequence) => {
    const account = createAccount();
    const stalled: (() => Promise<void>)[] = [];
    for (const { do: action, number } of sequence) {
      if (action === "store") await account.store(number);
      if (action === "refund") await account.refund();
      if (action === "step") await account.takeStep();
      if (action === "die") await account.takeStepUntil(number);
      if (action === "stall") stalled.push(await account.takeStepUntil(number));
      if (action === "resume") await stalled.shift()?.();
      const without = (await account.all()).slice(0, number % 3).map(({ _id }) => _id);
      if (
        action === "ask" &&
        (await account.unitsWithout(without)) !== (await account.chargedWithout(without))
      )
        return false;
    }
    for (const resume of stalled) await resume();
    while (await account.takeStep());
    const [sum] = await db.collection("charge_sums").find({ account_id: account.account_id }).toArray();
    const all = await account.all();
    const areSummed = all.every(({ charged, summed, is_summed }) => is_summed === true && summed === charged);
    const charged = await account.chargedWithout([]);
    return areSummed && (sum?.["total"] ?? 0) === charged && (await account.unitsWithout([])) === charged;
  });
  await t.notThrowsAsync(fc.assert(property, { numRuns: 60 }));
});

test("processes that take steps at the same time, during submissions and refunds, add each submission once", async (t) => {
  const account = createAccount();
  const changes = Array.from({ length: 20 }, async (_, index) => {
    await account.store(1 + (index % 4));
    if (index % 2 === 0) await account.refund();
  });
  const steps = Array.from({ length: 4 }, async () => {
    for (let step = 0; step < 5; step += 1) await account.takeStep();
  });
  await Promise.all([...changes, ...steps]);
  while (await account.takeStep());
  t.is(await account.unitsWithout([]), await account.chargedWithout([]));
});

test("a process that wakes up after its step was finished, and a run refunded since, changes nothing", async (t) => {
  for (const write of [1, 2, 3]) {
    const account = createAccount();
    await account.store(3);
    const wakeUp = await account.takeStepUntil(write);
    await account.takeStep();
    await account.refund();
    while (await account.takeStep());
    await wakeUp();
    t.is(await account.unitsWithout([]), 2, `before write ${write}`);
    const [submission] = await account.all();
    t.like(submission, { charged: 2, summed: 2, is_summed: true }, `before write ${write}`);
  }
});

test("units that a step brings into the sum while the sum is read are counted once", async (t) => {
  const account = createAccount();
  await account.store(3);
  let isFirst = true;
  const sumsOfReader = {
    collection: (name: string) =>
      new Proxy(db.collection(name), {
        get: (target, property) => {
          const value: unknown = Reflect.get(target, property);
          if (typeof value !== "function") return value;
          const call = (...args: unknown[]) => Reflect.apply(value, target, args) as unknown;
          if (property !== "findOne" || !isFirst) return call;
          isFirst = false;
          return async (...args: unknown[]) => {
            const found = await call(...args);
            await account.takeStep();
            return found;
          };
        },
      }),
  } as unknown as Db;
  t.is(
    await createChargeSums(sumsOfReader, clock).totalOf({ account_id: account.account_id, period: PERIOD }),
    3,
  );
});
