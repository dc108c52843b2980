import test, { type ExecutionContext } from "ava";
import type { Job } from "bullmq";
import { parseRunJob } from "../../src/queues/jobs.ts";
import { JOB_TOKEN, openOwnJobQueue } from "../helpers/own-job-queue.ts";
import { testStores } from "../helpers/stores.ts";

const stores = await testStores(test);

/** Returns the job key of a run that no worker has claimed yet. */
const run = (runId: string) => ({ runId, fencingToken: 0 });

function open(t: ExecutionContext) {
  const { queue, takeJob: begin } = openOwnJobQueue(t, stores, parseRunJob.name);
  return {
    queue,
    jobs: queue.queues.find(({ name }) => name === parseRunJob.name),
    add: (runId: string, priority: number) => queue.parseRun({ ...run(runId), priority }),
    begin,
    /** Takes and completes all waiting jobs. Returns their run ids in the order of the jobs. */
    readAll: async (): Promise<string[]> => {
      const order: string[] = [];
      for (let job: Job | undefined; (job = await begin());) {
        order.push((job.data as { run_id: string }).run_id);
        await job.moveToCompleted(null, JOB_TOKEN, false);
      }
      return order;
    },
  };
}

/** Fails the next job so that it is retried in an hour. */
async function failNext({ begin }: ReturnType<typeof open>): Promise<Job> {
  const job = await begin();
  if (!job) throw new Error("expected a job that waits, found none");
  job.opts.backoff = { type: "fixed", delay: 3_600_000 };
  await job.moveToFailed(new Error("no connection"), JOB_TOKEN);
  return job;
}

test("files are read in the order of their priorities, the lowest number first, and with equal priority in the order of submission", async (t) => {
  const { add, readAll } = open(t);
  await add("c", 3);
  await add("a", 1);
  await add("b", 2);
  await add("a again", 1);
  await add("b again", 2);
  t.deepEqual(await readAll(), ["a", "a again", "b", "b again", "c"]);
});

test("a file's job that is added again keeps its place in the queue, whatever its new priority", async (t) => {
  const { queue, add, readAll } = open(t);
  await add("a", 1);
  await add("b", 2);
  await add("c", 3);
  await add("c", 1);
  await queue.parseRuns([
    { ...run("b"), priority: 1 },
    { ...run("d"), priority: 2 },
  ]);
  await add("a", 9);
  t.deepEqual(await readAll(), ["a", "b", "d", "c"]);
});

test("a file whose reading is retried keeps its priority in the queue", async (t) => {
  const opened = open(t);
  await opened.add("b", 2);
  const failed = await failNext(opened);
  await opened.add("a", 1);
  await opened.add("c", 3);
  await failed.promote();
  t.deepEqual(await opened.readAll(), ["a", "b", "c"]);
});

test("a run counts as having a job if a job for the latest attempt to read its file waits, is delayed or is under way", async (t) => {
  const opened = open(t);
  const { queue, add, begin } = opened;
  await add("ended", 1);
  await opened.readAll();
  await add("delayed", 1);
  await failNext(opened);
  await add("active", 1);
  await begin();
  await add("waiting", 1);
  await add("first", 1);
  await queue.moveToFront([run("first")]);
  const runs = ["ended", "delayed", "active", "waiting", "first", "never added"].map(run);
  t.deepEqual(await queue.withoutJob([...runs, { runId: "waiting", fencingToken: 1 }]), [
    run("ended"),
    run("never added"),
    { runId: "waiting", fencingToken: 1 },
  ]);
});

test("files that are moved to the front of the queue are read before all others, in the given order, even if they are moved again", async (t) => {
  const { queue, add, readAll } = open(t);
  for (const [index, name] of ["a", "b", "c", "d", "e"].entries()) await add(name, index + 1);
  await queue.moveToFront([run("d"), run("e")]);
  await add("new", 1);
  await queue.moveToFront([run("c"), run("d"), run("e")]);
  await queue.moveToFront([]);
  t.deepEqual(await readAll(), ["c", "d", "e", "a", "new", "b"]);
});

test("a file that is moved to the front of the queue while it waits for a retry is read first once the retry is due", async (t) => {
  const opened = open(t);
  await opened.add("b", 2);
  const failed = await failNext(opened);
  await opened.add("a", 1);
  await opened.queue.moveToFront([run("b")]);
  await failed.promote();
  t.deepEqual(await opened.readAll(), ["b", "a"]);
});

test("moving files to the front of the queue leaves out files without a job, even if the job ends meanwhile", async (t) => {
  const { queue, jobs, add, readAll } = open(t);
  if (!jobs) throw new Error("the queue must exist");
  for (const [index, name] of ["a", "b", "c"].entries()) await add(name, index + 1);
  const getJob = jobs.getJob.bind(jobs);
  jobs.getJob = async (id) => {
    const job = await getJob(id);
    if (id === "b-0") await job?.remove();
    return job;
  };
  await queue.moveToFront([run("never added"), run("b"), run("c")]);
  t.deepEqual(await readAll(), ["c", "a"]);
});
