import test from "ava";
import type { Run } from "../../../src/benchmarks/model/run.ts";
import { createRunsRepository } from "../../../src/benchmarks/records/runs-repository.ts";
import { testStores } from "../../helpers/stores.ts";

const { db } = await testStores(test);
const runs = createRunsRepository(db);
const stored = db.collection<Run>("runs");

const START = Date.parse("2026-01-01T00:00:00Z");
const after = (seconds: number) => new Date(START + seconds * 1000);

/** Stores a queued run under an id. Returns the run. */
async function queue(_id: string): Promise<Run> {
  const fields = {
    fencing_token: 0,
    attempts: 0,
    status: "queued",
    touched_at: after(0),
    file: { file_id: "f" },
  };
  await stored.insertOne({ _id, ...fields } as Run);
  return find(_id);
}

const find = async (_id: string) => (await stored.findOne({ _id })) as Run;

/**
 * Claims a run as a worker does at the given time. Returns the claim.
 * @throws Error if the run cannot be claimed
 */
async function claim(run: Run, at: Date) {
  const claim = await runs.claim(run, at);
  if (!claim) throw new Error("the run has to be claimed");
  return claim;
}

test("of two workers that found the same run, one claims the run, and a worker with an older copy of the run cannot claim it", async (t) => {
  const run = await queue("two workers");
  t.deepEqual(await runs.claim(run, after(1)), { runId: run._id, fencingToken: 1 });
  t.is(await runs.claim(run, after(2)), null);
  t.like(await find(run._id), { status: "processing", fencing_token: 1, attempts: 1, touched_at: after(1) });
});

test("one worker finds and claims a run in one step, if the run has a file and no attempts", async (t) => {
  const run = await queue("new");
  const both = await Promise.all([runs.claimNew(run._id, after(1)), runs.claimNew(run._id, after(1))]);
  const claims = both.filter((claimed) => claimed !== null);
  t.deepEqual(claims, [{ run, claim: { runId: run._id, fencingToken: 1 } }]);
  t.like(await find(run._id), { status: "processing", fencing_token: 1, attempts: 1, touched_at: after(1) });
  await runs.queueNextAttempt({ runId: run._id, fencingToken: 1 }, after(2));
  t.is(await runs.claimNew(run._id, after(3)), null, "the run had an attempt before");
  t.is(await runs.claimNew("nobody's", after(3)), null);
  const typed = await queue("without a file");
  await stored.updateOne({ _id: typed._id }, { $set: { file: null } });
  t.is(await runs.claimNew(typed._id, after(3)), null, "the run has no file");
});

test("writes of a worker that has lost its claim on a run do not change the run", async (t) => {
  const run = await queue("lost");
  const lost = await claim(run, after(1));
  await claim(await find(run._id), after(2));
  const before = await find(run._id);
  const error = { code: "invalid", detail: "", public_detail: "" };
  await runs.renewClaim(lost, after(3));
  await runs.giveBack(lost, after(3));
  await runs.queueNextAttempt(lost, after(3));
  t.false(await runs.fail(lost, error, 1, after(3)));
  const result = { score: 1, variant: "", metrics: {}, warnings: [], reader_version: 1, frame_series: null };
  t.false(await runs.complete(lost, result, after(3)));
  t.deepEqual(await find(run._id), before);
});

test("a heartbeat that arrives late does not overwrite the time of a later heartbeat", async (t) => {
  const run = await queue("late heartbeat");
  const held = await claim(run, after(1));
  await runs.renewClaim(held, after(9));
  await runs.renewClaim(held, after(5));
  t.deepEqual((await find(run._id)).touched_at, after(9));
});

test("a claim of a run counts as an attempt unless the worker returns the claim, and a failed run that is queued again has all its attempts again", async (t) => {
  const run = await queue("attempts");
  await runs.giveBack(await claim(run, after(1)), after(2));
  t.like(await find(run._id), { status: "queued", attempts: 0, touched_at: after(2) });
  await runs.queueNextAttempt(await claim(await find(run._id), after(3)), after(4));
  t.like(await find(run._id), { status: "queued", attempts: 1, touched_at: after(4) });
  const last = await claim(await find(run._id), after(5));
  t.true(await runs.fail(last, { code: "reader_crashed", detail: "", public_detail: "" }, 1, after(6)));
  const failed = await find(run._id);
  t.like(failed, { status: "failed", attempts: 2, refund_due: true });
  t.is(await runs.requeue(failed, after(7)), failed.fencing_token + 1);
  t.like(await find(run._id), { status: "queued", attempts: 0, error: null, touched_at: after(7) });
  t.is(await runs.requeue(failed, after(8)), null, "the run was queued again already");
});

test("the check of jobs updates `touched_at` of the runs that it has checked, unless the runs have ended", async (t) => {
  const [waiting, ended] = [await queue("waiting"), await queue("ended")];
  await runs.fail(
    await claim(ended, after(1)),
    { code: "invalid", detail: "", public_detail: "" },
    1,
    after(2),
  );
  await runs.touchQueued(
    [waiting, ended].map(({ _id }) => _id),
    after(3),
  );
  t.like(await find(waiting._id), { touched_at: after(3) });
  t.like(await find(ended._id), { touched_at: after(1) });
});
