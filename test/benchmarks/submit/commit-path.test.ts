import { RESERVATION_OLD_MS } from "../../../src/accounts/usage/run-counters.ts";
import test from "ava";
import { MongoNetworkError } from "mongodb";
import type { Submission } from "../../../src/benchmarks/model/submission.ts";
import type { Overrides } from "../../../src/compose/ports.ts";
import { StoreUnavailableError } from "../../../src/errors.ts";
import { createLogger } from "../../../src/infra/logger.ts";
import { fileForm, scoreForm, smallCapture } from "../../faults/results.ts";
import { eventually } from "../../faults/system.ts";
import { formOf, type Client } from "../../helpers/client.ts";
import { startTestService } from "../../helpers/service.ts";

// Submissions of which one step fails, or meets another request with the same key. There are no workers, so that no sweep runs
// before a test runs it.

/** What happens in place of the next call of a method, by port and method. It may call the method itself. */
type Instead = (call: () => unknown, args: readonly unknown[]) => unknown;
const instead = new Map<string, Instead>();

/** Returns a port whose methods look into `instead` before each call. */
function watched<Port extends object>(name: string, port: Port): Port {
  const wrap = ([method, value]: [string, unknown]) => {
    if (typeof value !== "function") return [method, value];
    const watchedMethod = (...args: unknown[]) => {
      const replacement = instead.get(`${name}.${method}`);
      instead.delete(`${name}.${method}`);
      const call = () => (value as (...given: unknown[]) => unknown)(...args);
      return replacement ? replacement(call, args) : call();
    };
    return [method, watchedMethod];
  };
  return Object.fromEntries(Object.entries(port).map(wrap)) as Port;
}

// In the future, so that MongoDB keeps what has an end; in the middle of a month, so that no test crosses its end.
let now = new Date("2030-03-10T12:00:00Z");
const pass = (ms: number) => void (now = new Date(now.getTime() + ms));
const lines: string[] = [];
const destination = { write: (line: string) => void lines.push(line) };
const overrides: Overrides = {
  clock: () => () => now,
  ledger: (port) => watched("ledger", port),
  usage: (port) => watched("usage", port),
  files: (port) => watched("files", port),
  queue: (port) => watched("queue", port),
  runRecords: (port) => watched("runs", port),
};
const service = await startTestService(test, {
  hasWorkers: false,
  logger: createLogger({ level: "error", process: "test", secrets: [], destination }),
  overrides,
});
test.beforeEach(() => instead.clear());

const { stores, config } = service;
const submissions = stores.db.collection<Submission>("submissions");
const uploads = stores.db.collection<{ _id: string; state: string; account_id?: string }>("uploads");
const sendWithoutKey = (client: Client, build_id: number) => client.addForm(formOf(fileForm(build_id)));
const send = (client: Client, build_id: number) =>
  client.addForm(formOf(fileForm(build_id)), { "Idempotency-Key": "k" });
/** Sends a request again whose claim on its key is given up in a moment. */
const sendAgain = (client: Client, build_id: number) =>
  eventually(
    () => send(client, build_id),
    ({ status }) => status !== 409,
  );
const fail = (name: string, error: Error) => instead.set(name, async () => Promise.reject(error));

/** Lets so much time pass that the sweeps take up whatever is left, and runs them. */
async function sweepLater(): Promise<void> {
  pass(config.UPLOAD_AGE_MS + 1);
  for (const { run } of service.services.sweeps) await run();
}

/** What the account of a client has used, as it is told. */
async function figuresOf(client: Client) {
  const { usage, budgets } = (await client.get("/me")).body;
  return { used: usage.used as number, keptBytes: budgets.kept_bytes.used as number };
}

async function makeAccount(name: string) {
  const client = await service.signIn(name);
  const build_id = await client.makeBuild();
  const filesBefore = await uploads.countDocuments();
  const countFiles = async () => (await uploads.countDocuments()) - filesBefore;
  return { client, build_id, countFiles };
}

const content = String(smallCapture.content);
const bytes = content.length;

test.serial(
  "an insert that failed is no submission, and the request may be sent again with its key",
  async (t) => {
    const { client, build_id, countFiles } = await makeAccount("failed insert");
    fail("ledger.insert", new Error("no space left"));
    const failed = await send(client, build_id);
    t.is(failed.status, 500);
    t.is(await submissions.countDocuments({ build_id }), 0);
    const again = await sendAgain(client, build_id);
    t.is(again.status, 200, again.text);
    t.is(await submissions.countDocuments({ build_id }), 1);
    t.deepEqual(await figuresOf(client), { used: 1, keptBytes: 2 * bytes }, "the first file may be in use");
    await sweepLater();
    t.is(await countFiles(), 1);
  },
);

test.serial(
  "a submission whose confirmation was lost keeps its unit and its file, and the request finds it",
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
    const again = await sendAgain(client, build_id);
    t.is(again.text, stored?.answer ?? "");
    t.is(await countFiles(), 1, "the file of the repetition is removed");
    await sweepLater();
    t.is(await submissions.countDocuments({ build_id, runs_created: true }), 1);
    t.deepEqual(await figuresOf(client), { used: 1, keptBytes: bytes });
    const file = await client.get(`/benchmarks/runs/${stored?.runs[0]?.run_id}/file`);
    t.is(file.text, content);
  },
);

for (const step of ["files.attach", "runs.countSentBy"])
  test.serial(`where ${step} fails, the unit is free again and nothing is stored`, async (t) => {
    const { client, build_id, countFiles } = await makeAccount(step);
    fail(step, new StoreUnavailableError("Redis", new Error("away")));
    t.is((await sendWithoutKey(client, build_id)).status, 503);
    // Nobody waits for the removal of the file.
    t.is(await eventually(countFiles, (files) => files === 0), 0);
    t.deepEqual(await figuresOf(client), { used: 0, keptBytes: 0 });
    t.is(await submissions.countDocuments({ build_id }), 0);
  });

test.serial("a request that MongoDB does not answer waits for no removal of its files", async (t) => {
  const { client, build_id, countFiles } = await makeAccount("MongoDB away");
  fail("files.attach", new StoreUnavailableError("MongoDB", new Error("away")));
  fail("files.remove", new Error("the files are removed all the same"));
  t.is((await sendWithoutKey(client, build_id)).status, 503);
  t.true(instead.has("files.remove"), "nothing was removed");
  t.is((await figuresOf(client)).used, 0);
  instead.clear();
  await sweepLater();
  t.is(await countFiles(), 0);
});

test.serial("a submission that takes longer than its reservation lasts is not stored", async (t) => {
  const { client, build_id, countFiles } = await makeAccount("slow");
  const attachIn = (ms: number) =>
    instead.set("files.attach", async (attach) => {
      await attach();
      pass(ms);
    });
  const validMs = RESERVATION_OLD_MS / 2;
  attachIn(validMs + 1);
  const late = await sendWithoutKey(client, build_id);
  t.is(late.status, 503);
  t.regex(String(late.body.type), /\/problems\/try-again$/, "no store is away");
  t.truthy(late.headers.get("retry-after"));
  t.is(await submissions.countDocuments({ build_id }), 0);
  t.is((await figuresOf(client)).used, 0);
  attachIn(validMs);
  t.is((await sendAgain(client, build_id)).status, 200);
  await sweepLater();
  t.is(await countFiles(), 1);
});

for (const step of ["runs.insertMissing", "files.markReferenced", "queue.parseRun", "ledger.markRunsCreated"])
  test.serial(
    `where ${step} fails after the commit, the submission is accepted, logged and finished by a sweep`,
    async (t) => {
      const { client, build_id, countFiles } = await makeAccount(step);
      lines.length = 0;
      fail(step, new Error("a store is away"));
      const accepted = await send(client, build_id);
      t.is(accepted.status, 200, accepted.text);
      t.is(lines.filter((line) => line.includes("a step after the commit is left for later")).length, 1);
      t.is(await submissions.countDocuments({ build_id, runs_created: false }), 1);
      await sweepLater();
      t.is(await submissions.countDocuments({ build_id, runs_created: true }), 1);
      t.deepEqual(await figuresOf(client), { used: 1, keptBytes: bytes });
      t.is(await countFiles(), 1);
      const [{ run_id }] = accepted.body.runs;
      t.is((await client.get(`/benchmarks/runs/${run_id}`)).body.status, "queued");
      t.is((await stores.redis.keys(`*${run_id}-0`)).length, 1, "its job");
      const { runs } = (await submissions.findOne({ build_id })) ?? { runs: [] };
      const fileIds = runs.flatMap((run) => ("file" in run ? run.file.file_id : []));
      t.is((await uploads.findOne({ _id: fileIds[0] ?? "" }))?.state, "referenced");
    },
  );

/** Stores a submission under an id, as another process does that has taken the same request over: a copy of an earlier one. */
async function storeOther(build_id: number, _id: string): Promise<Submission> {
  const earlier = await submissions.findOne({ build_id });
  if (!earlier) throw new Error("the test has sent nothing before");
  const other = { ...earlier, _id, runs_created: true };
  await submissions.insertOne(other);
  return other;
}

test.serial(
  "of two requests with one key the later one removes its files, and the other, which died, is counted",
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
    t.is(await countFiles(), 1);
    t.deepEqual(await figuresOf(client), { used: 2, keptBytes: bytes });
  },
);

test.serial(
  "a submission under whose id another was stored and removed again is not taken as stored",
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
  "of two requests with one key the later one counts nothing where the other is counted",
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
  const { client, build_id, countFiles } = await makeAccount("build goes");
  instead.set("files.putTogether", (putTogether) => {
    const put = putTogether() as (...args: unknown[]) => Promise<unknown>;
    return async (...args: unknown[]) => {
      const stored = await put(...args);
      await client.send("DELETE", `/builds/${build_id}`);
      return stored;
    };
  });
  t.is((await send(client, build_id)).status, 404);
  t.is(await submissions.countDocuments({ build_id }), 0);
  t.is(await countFiles(), 0);
  t.deepEqual(await figuresOf(client), { used: 0, keptBytes: 0 });
});
