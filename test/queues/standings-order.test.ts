import test from "ava";
import { updateStandingsJob } from "../../src/queues/jobs.ts";
import { JOB_TOKEN, openOwnJobQueue } from "../helpers/own-job-queue.ts";
import { testStores } from "../helpers/stores.ts";

const stores = await testStores(test);

test("results are ranked before builds whose parts have changed, whatever the order of the requests", async (t) => {
  const { queue, takeJob } = openOwnJobQueue(t, stores, updateStandingsJob.name);
  for (const build of [1, 2, 1]) await queue.updateStandings(build);
  for (const build of [3, 2]) await queue.updateStandings(build, 15);
  const order: unknown[] = [];
  for (;;) {
    const job = await takeJob();
    if (!job) break;
    order.push(job.data);
    // While a job to rank build 1 is being processed, another request to rank build 1 adds another job. This job, too,
    // waits behind the jobs that rank results.
    if (order.length === 3) {
      await queue.updateStandings(1);
      await queue.updateStandings(4, 15);
    }
    await job.moveToCompleted(null, JOB_TOKEN, false);
  }
  t.deepEqual(order, [
    { build_id: 3, benchmark_id: 15 },
    { build_id: 2, benchmark_id: 15 },
    { build_id: 1 },
    { build_id: 4, benchmark_id: 15 },
    { build_id: 2 },
    { build_id: 1 },
  ]);
});
