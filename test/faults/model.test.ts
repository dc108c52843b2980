import { randomUUID } from "node:crypto";
import test from "ava";
import * as fc from "fast-check";
import { StoreUnavailableError } from "../../src/errors.ts";
import type { Run } from "../../src/benchmarks/records/runs-repository.ts";
import { RunLimitReachedError } from "../../src/accounts/errors.ts";
import { testStores } from "../helpers/stores.ts";
import { createCountingParts, type Request } from "./counting-parts.ts";
import { eventually, isLong } from "./system.ts";

const LIMIT = 8;
const STALE_MS = 500;

const stores = await testStores(test);

type Step =
  | ({ do: "submit" } & Request)
  | {
      do: "submit twice" | "fail" | "fail, unrefunded" | "delete" | "lose Redis" | "sweep" | "rebuild";
      units: number;
    };

const units = fc.integer({ min: 1, max: 4 });
const submission = fc.record({
  do: fc.constant("submit" as const),
  kind: fc.constantFrom("score" as const, "file" as const),
  units,
  dies: fc.option(fc.constantFrom("received", "reserved", "attached", "inserted", "finished"), {
    nil: undefined,
    freq: 2,
  }),
});
const other = fc.record({
  do: fc.constantFrom("submit twice", "fail", "fail, unrefunded", "delete", "lose Redis", "sweep", "rebuild"),
  units,
});
const steps = fc.array(fc.oneof(submission, other) as fc.Arbitrary<Step>, { minLength: 1, maxLength: 14 });

type Parts = ReturnType<typeof createCountingParts>;

/** A submission's outcome: whether it was accepted, refused, or died with its process. */
async function submitOnce(parts: Parts, request: Request): Promise<"accepted" | "refused" | "slow" | "died"> {
  try {
    return await parts.submit(request, randomUUID());
  } catch (error) {
    if (error instanceof RunLimitReachedError) return "refused";
    // A machine that is slower than a reservation lasts.
    if (error instanceof StoreUnavailableError) return "slow";
    throw error;
  }
}

async function findRun(parts: Parts, isWanted: (run: { status: string; file: unknown }) => boolean) {
  const { account_id } = parts.account;
  const found = await stores.db.collection<{ _id: string }>("runs").find({ account_id }).toArray();
  for (const { _id } of found) {
    const one = await parts.runs.find(_id);
    if (one && isWanted(one)) return one;
  }
  return null;
}

async function take(
  parts: Parts,
  step: Step,
  model: { used: number; dead: number; owed: number },
): Promise<void> {
  const { counter, account, runs, parseRun, deleteRuns, sweeps } = parts;
  if (step.do === "submit") {
    const outcome = await submitOnce(parts, step);
    const isStored = outcome === "accepted" || step.dies === "inserted" || step.dies === "finished";
    // Units of the dead are free again after a while, those of failed runs when a sweep has given them back.
    if (outcome === "refused" && model.used + model.dead + model.owed + step.units <= LIMIT)
      throw new Error("refused without need");
    if (outcome === "died" && !isStored) model.dead += step.units;
    if ((outcome === "accepted" || outcome === "died") && isStored) model.used += step.units;
    return;
  }
  if (step.do === "submit twice") {
    // As after a lease that ran out: two requests under one id, at once.
    const id = randomUUID();
    const request: Request = { kind: "file", units: step.units };
    const both = await Promise.allSettled([parts.submit(request, id), parts.submit(request, id)]);
    if (both.some(({ status }) => status === "fulfilled")) model.used += step.units;
  }
  if (step.do === "fail" || step.do === "fail, unrefunded") {
    const run = await findRun(parts, ({ status, file }) => status === "queued" && file !== null);
    if (!run) return;
    model.used -= 1;
    if (step.do === "fail") return parseRun(run._id);
    model.owed += 1;
    const claim = await runs.claim(run, new Date());
    if (claim) await runs.fail(claim, { code: "some_fault", detail: "…" }, 1, new Date());
  }
  if (step.do === "delete") {
    const run = await findRun(parts, () => true);
    if (run) await deleteRuns.finish(run);
  }
  if (step.do === "lose Redis") await parts.forgetCounter();
  if (step.do === "rebuild") {
    const { period } = await counter.usage(account);
    await counter.rebuild(account.account_id, period);
  }
  if (step.do === "sweep") {
    for (const { run } of sweeps) await run();
    model.owed = 0;
  }
}

test("any sequence of submissions, failures, deletions, deaths and losses is counted as a plain model counts", async (t) => {
  t.timeout(isLong ? 1_800_000 : 180_000);
  const property = fc.asyncProperty(steps, async (sequence) => {
    const parts = createCountingParts(stores, { limit: LIMIT, staleMs: STALE_MS });
    const model = { used: 0, dead: 0, owed: 0 };
    const { account, counter, submissions } = parts;
    const { period } = await counter.usage(account);
    const ledger = () => submissions.sumCharged(account.account_id, period, []);
    for (const step of sequence) {
      await take(parts, step, model);
      if ((await ledger()) > LIMIT) throw new Error("above the limit");
    }
    for (const { run } of parts.sweeps) await run();
    const used = async () => (await counter.usage(account)).used;
    const counted = await eventually(used, (value) => value === model.used, 5 * STALE_MS);
    const found = { counted, ledger: await ledger() };
    const expected = { counted: model.used, ledger: model.used };
    if (JSON.stringify(found) !== JSON.stringify(expected)) {
      throw new Error(`expected ${JSON.stringify(expected)}, found ${JSON.stringify(found)}`);
    }
  });
  await t.notThrowsAsync(fc.assert(property, { numRuns: isLong ? 500 : 25 }));
});

test("a run that fails before its submission settles is not counted", async (t) => {
  const parts = createCountingParts(stores, { limit: LIMIT, staleMs: 60_000 });
  const { counter, account, submissions, refundRun } = parts;
  const submissionId = randomUUID();
  const reservation = await counter.reserve(account, { submissionId, units: 2 });
  const run = { _id: randomUUID(), submission_id: submissionId };
  await stores.db.collection<Record<string, unknown> & { _id: string }>("submissions").insertOne({
    _id: submissionId,
    account_id: account.account_id,
    period: reservation.period,
    charged: 2,
    refunded: [],
  });
  await refundRun(run);
  t.is((await counter.usage(account)).used, 1);
  await counter.settle(reservation);
  t.is((await counter.usage(account)).used, 1);
  t.is(await submissions.sumCharged(account.account_id, reservation.period, []), 1);
});

test("a run that is deleted while its submission is being finished is not made again", async (t) => {
  const parts = createCountingParts(stores, { limit: LIMIT, staleMs: 60_000 });
  const { submissions, runs, deleteRuns, account } = parts;
  await parts.submit({ kind: "file", units: 1, dies: "finished" }, "unfinished");
  await stores.db
    .collection<{ _id: string }>("submissions")
    .updateOne({ _id: "unfinished" }, { $set: { materialised: false } });
  const [run] = await stores.db.collection<Run>("runs").find({ account_id: account.account_id }).toArray();
  const readThenDeleted: typeof submissions = {
    ...submissions,
    findUnmaterialised: async (before, limit) => {
      const found = await submissions.findUnmaterialised(before, limit);
      if (run) await deleteRuns.finish(run);
      return found;
    },
  };
  for (const sweep of parts.sweepsOver(readThenDeleted)) await sweep.run();
  t.is((await submissions.find("unfinished"))?.materialised, true);
  t.is(await runs.find(run?._id ?? ""), null);
  t.is(await stores.db.collection("runs").countDocuments({ account_id: account.account_id }), 0);
});
