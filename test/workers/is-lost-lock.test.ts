import { randomUUID } from "node:crypto";
import test, { type ExecutionContext } from "ava";
import { Queue, Worker } from "bullmq";
import { isLostLock } from "../../workers/is-lost-lock.ts";
import { testStores } from "../helpers/stores.ts";

/** Adds a job to a new queue, and takes the job under a token. */
async function takeJob(t: ExecutionContext, token: string) {
  const { env } = await testStores(t);
  const connection = { url: env["REDIS_URL"] ?? "", maxRetriesPerRequest: null };
  const name = randomUUID();
  const queue = new Queue(name, { connection });
  const worker = new Worker(name, null, { connection });
  t.teardown(async () => {
    await queue.obliterate({ force: true });
    await Promise.all([queue.close(), worker.close()]);
  });
  await queue.add(name, {}, { removeOnComplete: true });
  const job = await worker.getNextJob(token);
  if (!job) throw new Error("expected a job, found none");
  return { job, worker };
}

const tomorrow = () => Date.now() + 86_400_000;

test("a worker has lost the lock of a job that another worker holds or that has ended", async (t) => {
  const { job } = await takeJob(t, "ours");
  const byAnother = await t.throwsAsync(job.moveToDelayed(tomorrow(), "another's"));
  await job.moveToCompleted("done", "ours", false);
  const gone = await t.throwsAsync(job.moveToDelayed(tomorrow(), "ours"));
  for (const error of [byAnother, gone]) t.true(error !== undefined && isLostLock(error), error?.message);
});

test("a worker has lost the lock of a job that this worker has returned", async (t) => {
  const { job } = await takeJob(t, "ours");
  await job.moveToDelayed(tomorrow(), "ours");
  const error = await t.throwsAsync(job.moveToDelayed(tomorrow(), "ours"));
  t.true(error !== undefined && isLostLock(error), error?.message);
});

test("an error of Redis other than that of a lost lock does not count as a lost lock", (t) => {
  t.false(isLostLock(new Error("OOM command not allowed when used memory > 'maxmemory'.")));
});
