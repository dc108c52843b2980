import { randomUUID } from "node:crypto";
import test from "ava";
import * as fc from "fast-check";
import { RunLimitReachedError } from "../../src/accounts/errors.ts";
import type { Run } from "../../src/benchmarks/model/run.ts";
import { TryAgainError } from "../../src/errors.ts";
import {
  openInterruptibleServices,
  type InterruptibleServices,
  type Request,
  type TestAccount,
} from "./interruptible-services.ts";
import { eventually, isLong } from "./system.ts";

const LIMIT = 8;
const STALE_MS = 500;

/** With SWEEP_AGE_MS 0 the sweeps finish all unfinished work, however recent. */
const settings = { TIER_LIMITS: { limited: LIMIT }, SWEEP_AGE_MS: 0 };

const otherSteps = [
  "submit twice",
  "fail",
  "fail, unrefunded",
  "delete",
  "lose Redis",
  "put an older copy of Redis back",
  "put an older copy of Redis back",
  "sweep",
  "reconcile",
] as const;

type Step =
  | ({ do: "submit" } & Request)
  | {
      do: (typeof otherSteps)[number];
      units: number;
    };

const units = fc.integer({ min: 1, max: 4 });
const submission = fc.record({
  do: fc.constant("submit" as const),
  kind: fc.constantFrom("score" as const, "file" as const),
  units,
  dies: fc.option(fc.constantFrom("received", "reserved", "inserted", "finished"), {
    nil: undefined,
    freq: 2,
  }),
});
const other = fc.record({
  do: fc.constantFrom(...otherSteps),
  units,
});
const steps = fc.array(fc.oneof(submission, other) as fc.Arbitrary<Step>, { minLength: 1, maxLength: 14 });

/**
 * An account of the services, and the model of its used runs. `used` counts the stored runs, `dead` the runs that are
 * reserved by submissions whose process died, and `owed` the failed runs that have still to be refunded. `twice` is the
 * maximum number of runs that an older copy of Redis may count too many until its reservations expire. An older copy
 * may also count too few runs until the next round of the sweep, so that submissions may exceed the limit until then.
 * `copies` has the account's counter after each step.
 */
interface Subject extends InterruptibleServices {
  account: TestAccount;
  model: { used: number; dead: number; owed: number; twice: number; isBehind: boolean; mayExceed: boolean };
  copies: (Buffer | null)[];
}

/**
 * Sends a submission. Returns whether it was accepted, refused because of the limit, too slow, or interrupted by the
 * death of its process.
 */
async function submitOnce(
  { account, submit }: Subject,
  request: Request,
): Promise<"accepted" | "refused" | "slow" | "died"> {
  try {
    return await submit(account, request);
  } catch (error) {
    if (error instanceof RunLimitReachedError) return "refused";
    // The reservation of the submission expired before the commit, because the machine was slow.
    if (error instanceof TryAgainError) return "slow";
    throw error;
  }
}

async function findRun({ account, services, stores }: Subject, isWanted: (run: Run) => boolean) {
  const { account_id } = account;
  const found = await stores.db.collection<Run>("runs").find({ account_id }).toArray();
  for (const { _id } of found) {
    const run = await services.runsRepository.find(_id);
    if (run && isWanted(run)) return run;
  }
  return null;
}

async function runSweeps({ sweeps }: Pick<InterruptibleServices["services"], "sweeps">): Promise<void> {
  for (const { run } of sweeps) await run();
}

async function take(subject: Subject, step: Step): Promise<void> {
  const { account, model, services, submit } = subject;
  const { usage, runs, runParser, runsRepository } = services;
  if (step.do === "submit") {
    const outcome = await submitOnce(subject, step);
    const isStored = outcome === "accepted" || step.dies === "inserted" || step.dies === "finished";
    // Runs that dead submissions have reserved are released when their reservations expire. Failed runs are refunded by
    // a sweep.
    if (outcome === "refused" && model.used + model.dead + model.owed + model.twice + step.units <= LIMIT)
      throw new Error("refused without need");
    if (outcome === "died" && !isStored) model.dead += step.units;
    if ((outcome === "accepted" || outcome === "died") && isStored) model.used += step.units;
    return;
  }
  if (step.do === "submit twice") {
    // Send two submissions with the same id at the same time, as after the lease of an idempotency key has expired.
    const id = randomUUID();
    const request: Request = { kind: "file", units: step.units };
    const both = await Promise.allSettled([submit(account, request, id), submit(account, request, id)]);
    if (both.some(({ status }) => status === "fulfilled")) model.used += step.units;
  }
  if (step.do === "fail" || step.do === "fail, unrefunded") {
    const run = await findRun(subject, ({ status, file }) => status === "queued" && file !== null);
    if (!run) return;
    model.used -= 1;
    if (step.do === "fail") return runParser.parse(run._id);
    model.owed += 1;
    const claim = await runsRepository.claim(run, new Date());
    if (claim)
      await runsRepository.fail(
        claim,
        { code: "some_fault", detail: "…", public_detail: "…" },
        1,
        new Date(),
      );
  }
  if (step.do === "delete") {
    const run = await findRun(subject, () => true);
    if (run) await runs.delete(run._id, account);
  }
  if (step.do === "lose Redis") await subject.loseCounter(account);
  if (step.do === "put an older copy of Redis back") {
    await subject.putCounterBack(account, subject.copies.at(-1 - step.units) ?? null);
    model.twice = LIMIT;
    model.isBehind = true;
    model.mayExceed = true;
  }
  if (step.do === "reconcile") {
    const { period } = await usage.of(account);
    await usage.reconcile(account.account_id, period);
  }
  if (step.do === "sweep") {
    await runSweeps(services);
    model.owed = 0;
    model.isBehind = false;
  }
}

test("after any submissions, failures, deletions, crashes, losses and older copies of Redis, an account's run count equals that of a simple model", async (t) => {
  t.timeout(isLong ? 7_200_000 : 900_000);
  const opened = await openInterruptibleServices(t, settings, { reservationOldMs: STALE_MS });
  const { usage, ledger } = opened.services;
  const property = fc.asyncProperty(steps, async (sequence) => {
    const account = await opened.createAccount("limited");
    const model = { used: 0, dead: 0, owed: 0, twice: 0, isBehind: false, mayExceed: false };
    const copies: (Buffer | null)[] = [await opened.copyCounter(account)];
    const { period } = await usage.of(account);
    const inLedger = () => ledger.sumCharged(account.account_id, period, []);
    for (const step of sequence) {
      await take({ ...opened, account, model, copies }, step);
      copies.push(await opened.copyCounter(account));
      const charged = await inLedger();
      if (charged > LIMIT && !model.mayExceed) throw new Error("above the limit");
      if (!model.isBehind && (await usage.of(account)).used < charged)
        throw new Error("fewer units than the ledger has");
    }
    await runSweeps(opened.services);
    const used = async () => (await usage.of(account)).used;
    const counted = await eventually(used, (value) => value === model.used, 5 * STALE_MS);
    const found = { counted, ledger: await inLedger() };
    const expected = { counted: model.used, ledger: model.used };
    if (JSON.stringify(found) !== JSON.stringify(expected)) {
      throw new Error(`expected ${JSON.stringify(expected)}, found ${JSON.stringify(found)}`);
    }
  });
  await t.notThrowsAsync(fc.assert(property, { numRuns: isLong ? 500 : 25 }));
});

test("a run that is deleted while a sweep finishes its submission is not created again", async (t) => {
  const { services, servicesWith, stores, createAccount, submit } = await openInterruptibleServices(
    t,
    settings,
  );
  const { ledger, runsRepository } = services;
  const account = await createAccount("limited");
  const { account_id } = account;
  await submit(account, { kind: "file", units: 1, dies: "finished" }, "unfinished");
  await stores.db
    .collection<{ _id: string }>("submissions")
    .updateOne({ _id: "unfinished" }, { $set: { runs_created: false } });
  const [run] = await stores.db.collection<Run>("runs").find({ account_id }).toArray();
  const deletedOnceRead = servicesWith({
    ledger: (ledger) => ({
      ...ledger,
      findPending: async (before, limit) => {
        const found = await ledger.findPending(before, limit);
        if (run) await services.runs.delete(run._id, account);
        return found;
      },
    }),
  });
  await runSweeps(deletedOnceRead);
  t.is((await ledger.find("unfinished"))?.runs_created, true);
  t.is(await runsRepository.find(run?._id ?? ""), null);
  t.is(await stores.db.collection("runs").countDocuments({ account_id }), 0);
});
