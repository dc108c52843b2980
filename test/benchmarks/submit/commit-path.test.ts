import test from "ava";
import { MongoNetworkError } from "mongodb";
import { RESERVATION_OLD_MS } from "../../../src/accounts/usage/run-counters.ts";
import type { FileStore } from "../../../src/benchmarks/records/file-store.ts";
import type { Submission } from "../../../src/benchmarks/model/submission.ts";
import { StoreUnavailableError } from "../../../src/errors.ts";
import { createLogger } from "../../../src/infra/logger.ts";
import { fileForm, scoreForm, smallCapture } from "../../faults/results.ts";
import { eventually } from "../../faults/system.ts";
import { formOf, type Client } from "../../helpers/client.ts";
import { startTestService } from "../../helpers/service.ts";
import { openReplacedCalls } from "./replaced-calls.ts";

// Tests submissions in which one step fails, and parallel requests with one idempotency key. No worker runs any sweep.

const { instead, overrides } = openReplacedCalls();
// The clock starts in the future, so that no document expires, and in mid-month, so that no test crosses a month's end.
let now = new Date("2030-03-10T12:00:00Z");
const pass = (ms: number) => void (now = new Date(now.getTime() + ms));
const lines: string[] = [];
const destination = { write: (line: string) => void lines.push(line) };
const service = await startTestService(test, {
  hasWorkers: false,
  logger: createLogger({ level: "error", process: "test", secrets: [], destination }),
  overrides: { clock: () => () => now, ...overrides },
});
test.beforeEach(() => instead.clear());
const { stores, config } = service;
const { length: bytes } = smallCapture.content;
const submissions = stores.db.collection<Submission>("submissions");
const sendWithoutKey = (client: Client, build_id: number) => client.addForm(formOf(fileForm(build_id)));
const send = (client: Client, build_id: number) =>
  client.addForm(formOf(fileForm(build_id)), { "Idempotency-Key": "k" });
const sendLarge = (client: Client, build_id: number) => client.addForm(formOf(fileForm(build_id, large)));
/** A file that is too large to be stored in the submission's document. */
const large = { name: "large.csv", content: String(smallCapture.content).repeat(30) };
const fail = (name: string, error: Error) => instead.set(name, async () => Promise.reject(error));

const countLargeFiles = () => stores.db.collection("files.files").countDocuments();
/** Advances the clock until all unfinished work is old enough for the sweeps, and runs the sweeps. */
async function sweepLater(): Promise<void> {
  pass(config.UPLOAD_AGE_MS + 1);
  for (const { run } of service.services.sweeps) await run();
}

/** Returns the used runs and the stored bytes of an account, as GET /me reports them. */
async function figuresOf(client: Client) {
  const { usage, budgets } = (await client.get("/me")).body;
  return { used: usage.used as number, keptBytes: budgets.kept_bytes.used as number };
}

async function makeAccount(name: string) {
  const client = await service.signIn(name);
  const build_id = await client.makeBuild();
  /** Counts the small files in the submissions to the account's build. */
  const countFiles = () => submissions.countDocuments({ build_id, "contents.1": { $exists: true } });
  return { client, build_id, countFiles };
}

test.serial(
  "a submission whose insert into MongoDB failed is not stored, and may be sent again with its idempotency key",
  async (t) => {
    const { client, build_id, countFiles } = await makeAccount("failed insert");
    fail("ledger.insert", new Error("no space left"));
    const failed = await send(client, build_id);
    t.is(failed.status, 500);
    t.is(await submissions.countDocuments({ build_id }), 0);
    const again = await send(client, build_id);
    t.is(again.status, 200, again.text);
    t.is(await submissions.countDocuments({ build_id }), 1);
    t.deepEqual(await figuresOf(client), { used: 1, keptBytes: 2 * bytes }, "the first file may be in use");
    await sweepLater();
    t.is(await countFiles(), 1);
    t.deepEqual(await figuresOf(client), { used: 1, keptBytes: bytes });
  },
);

test.serial(
  "a submission whose confirmation by MongoDB was lost still counts as a used run and keeps its file, and a repeated request finds the submission",
  async (t) => {
    const { client, build_id, countFiles } = await makeAccount("lost confirmation");
    instead.set("ledger.insert", async (insert) => {
      await insert();
      throw new MongoNetworkError("the connection broke");
    });
    const unknown = await send(client, build_id);
    t.is(unknown.status, 503);
    t.deepEqual(await figuresOf(client), { used: 1, keptBytes: bytes });
    const stored = await submissions.findOne({ build_id });
    const again = await send(client, build_id);
    t.is(again.text, stored?.answer ?? "");
    t.is(await countFiles(), 1);
    await sweepLater();
    t.is(await submissions.countDocuments({ build_id, runs_created: true }), 1);
    t.deepEqual(await figuresOf(client), { used: 1, keptBytes: bytes });
    const file = await client.get(`/benchmarks/runs/${stored?.runs[0]?.run_id}/file`);
    t.is(file.text, String(smallCapture.content));
  },
);

for (const step of ["runsRepository.countWaitingOf", "runsRepository.countSentBy", "usage.reserve"])
  test.serial(`a submission in which ${step} fails stores nothing, and no run counts as used`, async (t) => {
    const { client, build_id, countFiles } = await makeAccount(step);
    fail(step, new StoreUnavailableError("Redis", new Error("away")));
    t.is((await sendWithoutKey(client, build_id)).status, 503);
    t.is(await countFiles(), 0);
    t.deepEqual(await figuresOf(client), { used: 0, keptBytes: 0 });
    t.is(await submissions.countDocuments({ build_id }), 0);
  });

test.serial(
  "the large file of a request that is refused at its end is removed, and its bytes are subtracted from the account's stored bytes",
  async (t) => {
    const { client, build_id } = await makeAccount("refused at the end");
    const before = await countLargeFiles();
    fail("usage.reserve", new StoreUnavailableError("Redis", new Error("away")));
    t.is((await sendLarge(client, build_id)).status, 503);
    // The service may remove the large file after its response, so wait for the removal.
    t.is(await eventually(countLargeFiles, (files) => files === before), before);
    t.deepEqual(await figuresOf(client), { used: 0, keptBytes: 0 });
  },
);

test.serial("without MongoDB, submissions get a response before their files are removed", async (t) => {
  const { client, build_id } = await makeAccount("MongoDB away");
  const before = await countLargeFiles();
  fail("ledger.insert", new StoreUnavailableError("MongoDB", new Error("away")));
  fail("files.remove", new Error("the files are removed all the same"));
  t.is((await sendLarge(client, build_id)).status, 503);
  t.true(instead.has("files.remove"), "nothing was removed");
  t.is(await countLargeFiles(), before + 1);
  instead.clear();
  await sweepLater();
  t.is(await countLargeFiles(), before);
  t.is((await figuresOf(client)).keptBytes, 0);
});

test.serial("a submission that outlasts its reservation of runs is not stored", async (t) => {
  const { client, build_id, countFiles } = await makeAccount("slow");
  const reserveIn = (ms: number) =>
    instead.set("usage.reserve", async (reserve) => {
      const units = await reserve();
      pass(ms);
      return units;
    });
  const validMs = RESERVATION_OLD_MS / 2;
  reserveIn(validMs + 1);
  const late = await sendWithoutKey(client, build_id);
  t.is(late.status, 503);
  t.regex(String(late.body.type), /\/problems\/try-again$/, "no store is unavailable");
  t.truthy(late.headers.get("retry-after"));
  t.is(await submissions.countDocuments({ build_id }), 0);
  t.deepEqual(await figuresOf(client), { used: 0, keptBytes: 0 });
  reserveIn(validMs);
  t.is((await send(client, build_id)).status, 200);
  await sweepLater();
  t.is(await countFiles(), 1);
});

test.serial("a large file of a stalled upload is stored unless the sweep has removed it", async (t) => {
  const { client, build_id } = await makeAccount("stands still");
  const before = await countLargeFiles();
  instead.set("usage.reserve", async (reserve) => sweepLater().then(reserve));
  const late = await sendLarge(client, build_id);
  t.deepEqual([late.status, late.body.type], [503, `${config.PUBLIC_URL}/problems/try-again`]);
  t.deepEqual(await figuresOf(client), { used: 0, keptBytes: 0 });
  t.is(await countLargeFiles(), before);
  instead.set("usage.reserve", async (reserve) => {
    pass(config.UPLOAD_AGE_MS / 2 + 1);
    return reserve();
  });
  t.is((await sendLarge(client, build_id)).status, 200);
  await sweepLater();
  t.is(await countLargeFiles(), before + 1);
});

for (const step of [
  "runsRepository.insertMissing",
  "queue.parseRun",
  "ledger.markAllRunsCreated",
  "files.unmark",
])
  test.serial(
    `a submission in which ${step} fails after the commit is accepted, and a sweep finishes the submission`,
    async (t) => {
      const { client, build_id, countFiles } = await makeAccount(step);
      lines.length = 0;
      fail(step, new Error("a store is unavailable"));
      const accepted = await send(client, build_id);
      t.is(accepted.status, 200, accepted.text);
      // Wait for the failing step of the submission, because the response does not wait for the steps after the commit.
      await eventually(
        async () => instead.has(step),
        (isLeft) => !isLeft,
      );
      t.is(
        lines.filter((line) => line.includes("creating its runs failed")).length,
        step.startsWith("runs") ? 1 : 0,
      );
      await sweepLater();
      t.is(await submissions.countDocuments({ build_id, runs_created: true }), 1);
      t.deepEqual(await figuresOf(client), { used: 1, keptBytes: bytes });
      t.is(await countFiles(), 1);
      const [{ run_id }] = accepted.body.runs;
      t.is((await client.get(`/benchmarks/runs/${run_id}`)).body.status, "queued");
      t.is((await stores.redis.keys(`*${run_id}-0`)).length, 1, "its job");
    },
  );

test.serial("submissions that finish at the same time are marked as finished by one write", async (t) => {
  const { client, build_id } = await makeAccount("together");
  const sent = await Promise.all([1, 2, 3].map(() => client.add(scoreForm(build_id))));
  t.true(sent.every(({ status }) => status === 200));
  const pending = () => submissions.countDocuments({ build_id, runs_created: false });
  t.is(await eventually(pending, (count) => count === 0), 0);
});

/** Stores a copy of an earlier submission under `_id`, like another process that has received the same request. */
async function storeOther(build_id: number, _id: string): Promise<Submission> {
  const earlier = await submissions.findOne({ build_id });
  if (!earlier) throw new Error("the test has sent nothing before");
  const other = { ...earlier, _id, runs_created: true };
  await submissions.insertOne(other);
  return other;
}

test.serial(
  "of two requests with one idempotency key, the earlier counts although its process died, and the later subtracts its bytes from the account's stored bytes",
  async (t) => {
    const { client, build_id, countFiles } = await makeAccount("other died");
    await client.add(fileForm(build_id));
    await figuresOf(client);
    let other: Submission | undefined;
    instead.set("ledger.insert", async (insert, [submission]) => {
      other = await storeOther(build_id, (submission as Submission)._id);
      return insert();
    });
    const answer = await send(client, build_id);
    t.is(answer.status, 200, answer.text);
    t.is(answer.text, other?.answer ?? "");
    t.is(await countFiles(), 2);
    t.deepEqual(await figuresOf(client), { used: 2, keptBytes: bytes });
  },
);

test.serial(
  "a submission does not count as stored if another submission was stored under its id and removed again",
  async (t) => {
    const { client, build_id } = await makeAccount("other is gone");
    await client.add(fileForm(build_id));
    instead.set("ledger.insert", async (insert, [submission]) => {
      const { _id } = await storeOther(build_id, (submission as Submission)._id);
      try {
        return await insert();
      } finally {
        await submissions.deleteOne({ _id });
      }
    });
    t.is((await send(client, build_id)).status, 500);
    t.is(await submissions.countDocuments({ build_id }), 1);
    t.is(await stores.db.collection("runs").countDocuments({ build_id }), 1);
  },
);

test.serial(
  "of two requests with one idempotency key, the later is not charged a run if the earlier is charged",
  async (t) => {
    const { client, build_id } = await makeAccount("other is counted");
    await client.add(scoreForm(build_id));
    const { account_id, period } = (await submissions.findOne({ build_id })) ?? {};
    instead.set("usage.reserve", async (reserve, [, wanted]) => {
      await storeOther(build_id, (wanted as { submissionId: string }).submissionId);
      await service.services.usage.reconcile(account_id ?? "", period ?? "");
      return reserve();
    });
    const answer = await client.addForm(formOf(scoreForm(build_id)), { "Idempotency-Key": "k" });
    t.is(answer.status, 200, answer.text);
    t.is((await figuresOf(client)).used, 2);
  },
);

test.serial("a submission to a build that is deleted while its file arrives is refused", async (t) => {
  const { client, build_id } = await makeAccount("build goes");
  const before = await countLargeFiles();
  instead.set("files.beginLarge", (beginLarge) => {
    const upload = beginLarge() as ReturnType<FileStore["beginLarge"]>;
    return {
      ...upload,
      put: async (...args: Parameters<typeof upload.put>) => {
        const stored = await upload.put(...args);
        await client.send("DELETE", `/builds/${build_id}`);
        return stored;
      },
    };
  });
  t.is((await sendLarge(client, build_id)).status, 404);
  t.is(await submissions.countDocuments({ build_id }), 0);
  t.is(await countLargeFiles(), before);
  t.deepEqual(await figuresOf(client), { used: 0, keptBytes: 0 });
});
