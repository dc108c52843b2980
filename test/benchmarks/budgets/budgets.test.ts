import test, { type ExecutionContext } from "ava";
import { createAccountUploads } from "../../../src/benchmarks/budgets/account-uploads.ts";
import { makeCapture, makeGameFrames } from "../../helpers/capture-generator.ts";
import { formOf, type Answer, type Client, type SentFile } from "../../helpers/client.ts";
import { startTestService, type TestService } from "../../helpers/service.ts";
import { openSlowForm } from "../../helpers/slow-form.ts";
import { brokenCapture, fileForm, scoreForm, smallCapture } from "../../faults/results.ts";
import { eventually } from "../../faults/system.ts";

let now = new Date("2030-03-10T22:00:00Z");
const clock = { clock: () => () => now };
const TWO_HOURS_S = 7200;

const budgetsOf = async (client: Client) => (await client.get("/me")).body.budgets;
const accountOf = async (client: Client) => (await client.get("/me")).body.account.account_id as string;
const countOf = ({ stores }: TestService, name: string) => stores.db.collection(name).countDocuments();

function count(answers: readonly Answer[], status: number): number {
  return answers.filter((answer) => answer.status === status).length;
}

/** Sends files at once, one a submission. */
function sendAll(client: Client, build_id: number, files: readonly SentFile[]): Promise<Answer[]> {
  return Promise.all(files.map((file) => client.add(fileForm(build_id, file))));
}

/**
 * Sends files at once, and then one after the other until one is refused. A file counts twice for the moment in which its upload
 * ends, so parallel ones may be refused although there is room; nothing is refused for long. Returns the answers of those taken.
 */
async function fillUp(
  t: ExecutionContext,
  { client, build_id, refusal }: { client: Client; build_id: number; refusal: number },
  files: readonly SentFile[],
): Promise<Answer[]> {
  const answers = await sendAll(client, build_id, files);
  const taken = answers.filter(({ status }) => status === 200);
  t.is(count(answers, refusal), files.length - taken.length);
  for (const file of files) {
    const answer = await client.add(fileForm(build_id, file));
    if (answer.status !== 200) break;
    taken.push(answer);
  }
  return taken;
}

/** Makes captures with bytes of their own, all of one length. */
function makeFiles(howMany: number): SentFile[] {
  const content = makeCapture("presentmon-1.0", makeGameFrames(1));
  return Array.from({ length: howMany }, (_unused, index) => ({
    name: "capture.csv",
    content: content.replaceAll("harbour", `game${String(100 + index)}`),
  }));
}

/** Asserts that an answer refuses because of a budget, with its facts. */
function refuses(t: ExecutionContext, answer: Answer, status: number, type: string, facts: object): void {
  t.is(answer.status, status, answer.text);
  t.is(answer.body.type, `http://bench.test/problems/${type}`);
  t.like(answer.body, facts);
}

test("a flood of failing files is stored and read up to the budget of the day and no further", async (t) => {
  t.timeout(600_000);
  const service = await startTestService(t, { env: { MAX_FAILED_RUNS_A_DAY: "6" }, overrides: clock });
  const client = await service.signIn("flood", "unlimited");
  const build_id = await client.makeBuild();
  const sent: Answer[] = [];
  const senders = Array.from({ length: 3 }, async () => {
    for (let turn = 0; turn < 100; turn += 1) sent.push(await client.add(fileForm(build_id, brokenCapture)));
  });
  await Promise.all(senders);
  const hasFailed = async () => (await budgetsOf(client)).failed_runs.used as number;
  t.is(await eventually(hasFailed, (used) => used === 6), 6);
  t.deepEqual([count(sent, 200), count(sent, 429)], [6, 294]);
  t.is(await countOf(service, "runs"), 6);
  t.is(await countOf(service, "files.files"), 6);
  const facts = { used: 6, limit: 6, waiting: 0, resets_at: "2030-03-11T00:00:00.000Z" };
  const refused = await client.add(fileForm(build_id));
  refuses(t, refused, 429, "failed-run-limit-reached", facts);
  t.is(Number(refused.headers.get("retry-after")), TWO_HOURS_S);
  t.is((await client.add(scoreForm(build_id))).status, 200, "scores are taken all the same");
  t.is((await client.get("/me")).body.usage.used, 1, "failed runs are refunded");

  for (const { body } of sent.filter(({ status }) => status === 200))
    t.is((await client.send("DELETE", `/benchmarks/runs/${body.runs[0].run_id}`)).status, 204);
  const again = await client.add(fileForm(build_id));
  refuses(t, again, 429, "failed-run-limit-reached", facts);
  const other = await service.signIn("other", "unlimited");
  t.is((await other.add(fileForm(build_id))).status, 403, "the build is not its own");
  t.is((await other.add(fileForm(await other.makeBuild()))).status, 200, "the budget is the account's");

  now = new Date("2030-03-11T00:00:00Z");
  t.is((await client.add(fileForm(build_id))).status, 200, "the next day has a budget of its own");
});

test("of fifty parallel files of which each might fail, as many are taken as may fail", async (t) => {
  const service = await startTestService(t, {
    hasWorkers: false,
    env: { MAX_FAILED_RUNS_A_DAY: "7", MAX_UPLOADS_AT_ONCE: "100" },
  });
  const client = await service.signIn("parallel");
  const build_id = await client.makeBuild();
  t.is((await fillUp(t, { client, build_id, refusal: 429 }, makeFiles(50))).length, 7);
  t.is(await countOf(service, "files.files"), 7);
  t.like(await budgetsOf(client), {
    failed_runs: { used: 0, limit: 7 },
    waiting_runs: { used: 7, limit: 100 },
    uploads: { used: 0, limit: 100 },
  });
});

test("so many files may wait to be read; a deleted one waits no longer", async (t) => {
  const service = await startTestService(t, { hasWorkers: false, env: { MAX_WAITING_RUNS: "3" } });
  const client = await service.signIn("waits");
  const build_id = await client.makeBuild();
  const both = await client.add({ ...fileForm(build_id), files: [smallCapture, smallCapture] });
  t.is(both.status, 200, both.text);
  const two = await client.add({ ...fileForm(build_id), files: [smallCapture, smallCapture] });
  refuses(t, two, 429, "waiting-limit-reached", { used: 2, requested: 2, limit: 3 });
  t.truthy(two.headers.get("retry-after"));
  t.is((await client.add(fileForm(build_id))).status, 200);
  refuses(t, await client.add(fileForm(build_id)), 429, "waiting-limit-reached", { used: 3, limit: 3 });
  t.is((await client.add(scoreForm(build_id))).status, 200);
  t.is((await client.send("DELETE", `/benchmarks/runs/${both.body.runs[0].run_id}`)).status, 204);
  t.is((await client.add(fileForm(build_id))).status, 200);
});

test("of parallel files as many are taken as may be kept; deleting makes room; a loss of Redis gives none", async (t) => {
  const files = makeFiles(20);
  const size = files[0]?.content.length ?? 0;
  const service = await startTestService(t, {
    hasWorkers: false,
    env: { MAX_KEPT_BYTES: String(Math.floor(3.5 * size)), MAX_UPLOADS_AT_ONCE: "100" },
  });
  const client = await service.signIn("keeps");
  const build_id = await client.makeBuild();
  const taken = await fillUp(t, { client, build_id, refusal: 413 }, files);
  t.is(taken.length, 3);
  t.is(await countOf(service, "files.files"), 3);
  const full = await client.add(fileForm(build_id, files[0]));
  refuses(t, full, 413, "storage-full", { used: 3 * size, limit: Math.floor(3.5 * size) });
  t.regex(full.body.detail, /Delete runs/);
  const long = { name: "long.csv", content: String(files[0]?.content).repeat(100) };
  const cut = await client.add(fileForm(build_id, long));
  refuses(t, cut, 413, "storage-full", { used: 3 * size });
  t.true(cut.body.requested < 100 * size, "refused before all of it has arrived");
  t.is((await budgetsOf(client)).kept_bytes.used, 3 * size);

  const keys = await service.stores.redis.keys(`*${service.stores.keyPrefix}*`);
  t.true((await service.stores.redis.unlink(keys)) > 0);
  refuses(t, await client.add(fileForm(build_id, files[1])), 413, "storage-full", { used: 3 * size });

  t.is((await client.send("DELETE", `/benchmarks/runs/${taken[0]?.body.runs[0].run_id}`)).status, 204);
  t.is((await client.add(fileForm(build_id, files[2]))).status, 200);
  t.is((await budgetsOf(client)).kept_bytes.used, 3 * size);
});

test("so many uploads are taken at once; one that ends or breaks off makes room", async (t) => {
  const service = await startTestService(t, { hasWorkers: false, env: { MAX_UPLOADS_AT_ONCE: "2" } });
  const client = await service.signIn("uploads");
  const build_id = await client.makeBuild();
  const hasUploads = async () => (await budgetsOf(client)).uploads.used as number;
  const begin = async () => {
    const form = openSlowForm(service.url, client);
    await form.field("build_id", build_id);
    await form.field("benchmarks", { id: 16 });
    await form.beginFile(smallCapture.content);
    return form;
  };
  const [first, second] = [await begin(), await begin()];
  t.is(await eventually(hasUploads, (used) => used === 2), 2);
  const third = await client.add(fileForm(build_id));
  refuses(t, third, 429, "upload-limit-reached", { used: 2, limit: 2 });
  t.truthy(third.headers.get("retry-after"));
  t.is((await client.add(scoreForm(build_id))).status, 200);
  first.breakOff();
  t.is(await eventually(hasUploads, (used) => used === 1), 1);
  t.is((await client.add(fileForm(build_id))).status, 200);
  await second.endFile();
  second.end();
  t.is((await second.answered).status, 200);
  t.is(await hasUploads(), 0);
});

test("the upload of a process that has died ends with its lease", async (t) => {
  const service = await startTestService(t, {
    hasWorkers: false,
    env: { MAX_UPLOADS_AT_ONCE: "1" },
  });
  const client = await service.signIn("dies");
  const build_id = await client.makeBuild();
  t.is((await client.add(fileForm(build_id))).status, 200);
  const accountId = await accountOf(client);
  const { config, stores } = service;
  const hold = (leaseMs: number) =>
    createAccountUploads({
      redis: stores.redis,
      config: { ...config, UPLOAD_LEASE_MS: leaseMs },
    }).hold({ accountId, uploadId: "dead", isBegun: false }, 1);
  await hold(600_000);
  refuses(t, await client.add(fileForm(build_id)), 429, "upload-limit-reached", { used: 1, limit: 1 });
  await hold(0);
  const underWay = async () => (await budgetsOf(client)).uploads.used as number;
  t.is(await eventually(underWay, (uploads) => uploads === 0), 0);
  t.is((await client.add(fileForm(build_id))).status, 200);
});

test("the files of an upload under way count among those that wait", async (t) => {
  const service = await startTestService(t, { hasWorkers: false, env: { MAX_WAITING_RUNS: "2" } });
  const client = await service.signIn("counts once");
  const build_id = await client.makeBuild();
  const accountId = await accountOf(client);
  const { config, stores } = service;
  const uploads = createAccountUploads({ redis: stores.redis, config });
  const key = { accountId, uploadId: "other", isBegun: false };
  await uploads.hold(key, 2);
  const refused = await client.add(fileForm(build_id));
  refuses(t, refused, 429, "waiting-limit-reached", { used: 2, limit: 2 });
  await uploads.hold(key, 1);
  t.is((await client.add(fileForm(build_id))).status, 200);
});

test("an upload that was broken off before it began does not begin any more", async (t) => {
  const service = await startTestService(t, { hasWorkers: false });
  const client = await service.signIn("breaks off");
  const upload = service.services.budgets.uploadOf(await accountOf(client));
  await upload.end();
  await t.throwsAsync(upload.begin(null));
  t.is((await budgetsOf(client)).uploads.used, 0);
});

test("a request that is repeated by its key gets its answer although a budget is used up", async (t) => {
  const service = await startTestService(t, { hasWorkers: false, env: { MAX_WAITING_RUNS: "1" } });
  const client = await service.signIn("repeats");
  const build_id = await client.makeBuild();
  const send = (key: string) => {
    const form = new FormData();
    form.append("build_id", String(build_id));
    form.append("benchmarks", '{"id":16}');
    form.append("files", new Blob([smallCapture.content as BlobPart]), "a.csv");
    return client.addForm(form, { "Idempotency-Key": key });
  };
  const first = await send("one");
  t.is(first.status, 200, first.text);
  t.is((await send("two")).status, 429);
  t.is((await send("one")).text, first.text);
  t.is((await budgetsOf(client)).kept_bytes.used, smallCapture.content.length);
});

test("a request with the key of an accepted one may send what that one had, or what there is room for, and no more", async (t) => {
  const { length: size } = smallCapture.content;
  const limit = Math.floor(1.5 * size);
  const service = await startTestService(t, { hasWorkers: false, env: { MAX_KEPT_BYTES: String(limit) } });
  const client = await service.signIn("repeats more");
  const build_id = await client.makeBuild();
  const send = (...files: SentFile[]) =>
    client.addForm(formOf({ ...fileForm(build_id), files }), { "Idempotency-Key": "one" });
  const first = await send(smallCapture);
  t.is(first.status, 200, first.text);
  t.is((await send(smallCapture)).text, first.text, "there is room for half of it");
  t.is((await send(brokenCapture)).status, 422, "another request with the same key");
  const more = await send(smallCapture, smallCapture);
  refuses(t, more, 413, "storage-full", { used: size, requested: 2 * size, limit: 2 * size });
  t.is(await countOf(service, "files.files"), 1);

  t.is((await client.send("DELETE", `/benchmarks/runs/${first.body.runs[0].run_id}`)).status, 204);
  t.is((await send(smallCapture)).text, first.text);
  refuses(t, await send(smallCapture, smallCapture), 413, "storage-full", { used: 0, limit });
  t.is(await countOf(service, "files.files"), 0);
});

test("what Redis has of an account's budgets is removed with the account", async (t) => {
  const service = await startTestService(t, { hasWorkers: false });
  const client = await service.signIn("leaves");
  t.is((await client.add(fileForm(await client.makeBuild()))).status, 200);
  const accountId = await accountOf(client);
  const { redis, keyPrefix } = service.stores;
  const uploads = () => redis.keys(`${keyPrefix}:uploads:*`);
  const upload = service.services.budgets.uploadOf(accountId);
  await upload.begin(null);
  t.is((await uploads()).length, 1);
  await service.services.budgets.accountData.removeAllOf(accountId);
  t.deepEqual(await uploads(), []);
  await upload.end();
});
