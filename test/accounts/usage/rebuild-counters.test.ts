import { Readable } from "node:stream";
import test from "ava";
import { createCounterRebuild, inRounds } from "../../../src/accounts/usage/rebuild-counters.ts";
import { TryAgainError } from "../../../src/errors.ts";
import { asStoreError } from "../../../src/infra/store-errors.ts";
import { createRunCounters } from "../../../src/accounts/usage/run-counters.ts";
import { testStores } from "../../helpers/stores.ts";

const { redis, keyPrefix } = await testStores(test);

test("charges that are not summed up in time are worth another try, and no outage of MongoDB", async (t) => {
  const never = () => new Promise<never>(() => undefined);
  const config = { REDIS_KEY_PREFIX: keyPrefix, RESERVATION_STALE_MS: 60_000 };
  const { rebuild } = createCounterRebuild({
    counters: createRunCounters({ redis, clock: () => new Date(), config }),
    ledger: {
      lastChargeOf: async () => 0,
      raiseChargeNumber: never,
      sumCharged: never,
      sumUpAll: never,
      findChargedSince: () => Readable.from([]),
      hasSumOf: async () => true,
      findAccountsOf: () => Readable.from([]),
    },
    storeTimeoutMs: 5,
  });
  const error = await t.throwsAsync(rebuild({ accountId: "slow", period: "2026-11" }), {
    instanceOf: TryAgainError,
  });
  t.is(asStoreError(error), error);
  t.true((error.retryAfterSeconds ?? 0) > 0);
});

test("a counter that changes in each of many rounds is worth another try", async (t) => {
  let rounds = 0;
  const error = await t.throwsAsync(
    inRounds({ accountId: "busy", period: "2026-11" }, async () => {
      rounds += 1;
      return null;
    }),
    { instanceOf: TryAgainError },
  );
  t.true(rounds > 1);
  t.true((error.retryAfterSeconds ?? 0) > 0);
});
