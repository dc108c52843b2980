import test, { type ExecutionContext } from "ava";
import { makeCapture, makeGameFrames } from "../../helpers/capture-generator.ts";
import { formOf, type Answer, type Client, type SentFile } from "../../helpers/client.ts";
import { startTestService, type TestService } from "../../helpers/service.ts";
import { openSlowForm } from "../../helpers/slow-form.ts";
import { brokenCapture, fileForm, scoreForm, smallCapture } from "../../faults/results.ts";
import { eventually } from "../../faults/system.ts";

let now = new Date("2030-03-10T22:00:00Z");
const clock = { clock: () => () => now };
const TWO_HOURS_S = 7200;
/** How often a small file's content is repeated to make a file too large to be stored in the submission's document. */
const LARGE_REPEATS = 30;

const budgetsOf = async (client: Client) => (await client.get("/me")).body.budgets;
/** Counts the small files that are stored in submissions. */
const countFiles = ({ stores }: TestService) =>
  stores.db.collection("submissions").countDocuments({ "contents.1": { $exists: true } });
const countOf = ({ stores }: TestService, name: string) => stores.db.collection(name).countDocuments();

function count(answers: readonly Answer[], status: number): number {
  return answers.filter((answer) => answer.status === status).length;
}

/** Sends files in parallel, each in a submission of its own. */
function sendAll(client: Client, build_id: number, files: readonly SentFile[]): Promise<Answer[]> {
  return Promise.all(files.map((file) => client.add(fileForm(build_id, file))));
}

/**
 * Sends files in parallel, then the same files one after the other until one is refused, because parallel files may be
 * refused although the account has room for them. Returns the responses to accepted files.
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

/** Makes captures with different contents but the same length. */
function makeFiles(howMany: number): SentFile[] {
  const content = makeCapture("presentmon-1.0", makeGameFrames(1));
  return Array.from({ length: howMany }, (_unused, index) => ({
    name: "capture.csv",
    content: content.replaceAll("harbour", `game${String(100 + index)}`),
  }));
}

/**
 * Asserts that a response refuses a request because of a limit of the account, and that its problem contains the given
 * facts.
 */
function refuses(t: ExecutionContext, answer: Answer, status: number, type: string, facts: object): void {
  t.is(answer.status, status, answer.text);
  t.is(answer.body.type, `http://bench.test/problems/${type}`);
  t.like(answer.body, facts);
}

test("an account's failing files are accepted up to its daily budget of failed runs, and then refused", async (t) => {
  t.timeout(600_000);
  const service = await startTestService(t, { env: { MAX_FAILED_RUNS_A_DAY: "6" }, overrides: clock });
  const client = await service.signIn("flood", "unlimited");
  const build_id = await client.makeBuild();
  const sent: Answer[] = [];
  const senders = Array.from({ length: 3 }, async () => {
    for (let turn = 0; turn < 100; turn += 1) sent.push(await client.add(fileForm(build_id, brokenCapture)));
  });
  await Promise.all(senders);
  const taken = count(sent, 200);
  // At most two files above the limit of failed runs: each of three parallel requests may be accepted before the others
  // are counted.
  t.true(taken >= 6 && taken <= 6 + 2, `${taken} files were taken`);
  t.is(count(sent, 429), 300 - taken);
  // Wait for the refunds, which follow the failures of the runs.
  const ended = [taken, 0, 0];
  const counts = async () => {
    const { budgets, usage } = (await client.get("/me")).body;
    return [budgets.failed_runs.used, budgets.waiting_runs.used, usage.used] as number[];
  };
  t.deepEqual(await eventually(counts, (found) => found.join() === ended.join()), ended);
  t.is(await countOf(service, "runs"), taken);
  t.is(await countFiles(service), taken);
  const facts = { used: taken, limit: 6, waiting: 0, resets_at: "2030-03-11T00:00:00.000Z" };
  const refused = await client.add(fileForm(build_id));
  refuses(t, refused, 429, "failed-run-limit-reached", facts);
  t.is(Number(refused.headers.get("retry-after")), TWO_HOURS_S);
  t.is((await client.add(scoreForm(build_id))).status, 200, "scores are still accepted");
  t.is((await client.get("/me")).body.usage.used, 1, "failed runs are refunded");

  for (const { body } of sent.filter(({ status }) => status === 200))
    t.is((await client.send("DELETE", `/benchmarks/runs/${body.runs[0].run_id}`)).status, 204);
  const again = await client.add(fileForm(build_id));
  refuses(t, again, 429, "failed-run-limit-reached", facts);
  const other = await service.signIn("other", "unlimited");
  t.is((await other.add(fileForm(build_id))).status, 403, "the build belongs to another account");
  t.is((await other.add(fileForm(await other.makeBuild()))).status, 200, "each account has its own budget");

  now = new Date("2030-03-11T00:00:00Z");
  t.is((await client.add(fileForm(build_id))).status, 200, "the next day has a budget of its own");
});

test("of fifty parallel files that might all fail, the service accepts at most three more than the account's daily limit of failed runs", async (t) => {
  const service = await startTestService(t, {
    hasWorkers: false,
    env: { MAX_FAILED_RUNS_A_DAY: "7" },
  });
  const client = await service.signIn("parallel");
  const build_id = await client.makeBuild();
  const taken = (await fillUp(t, { client, build_id, refusal: 429 }, makeFiles(50))).length;
  // At most three files above the limit: a web process receives four requests at a time, and may accept each before it
  // counts the files of the others.
  t.true(taken >= 7 && taken <= 7 + 3, `${taken} files were taken`);
  t.is(await countFiles(service), taken);
  t.like(await budgetsOf(client), {
    failed_runs: { used: 0, limit: 7 },
    waiting_runs: { used: taken, limit: 100 },
    uploads: { used: 0, limit: 4 },
  });
  t.is((await client.add(fileForm(build_id))).status, 429);
});

test("an account may have a limited number of files waiting to be read, and deleting a file makes room for another", async (t) => {
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

test("parallel files are accepted up to the account's storage limit; deleting a run makes room, and losing Redis does not", async (t) => {
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
  t.is(await countFiles(service), 3);
  const full = await client.add(fileForm(build_id, files[0]));
  refuses(t, full, 413, "storage-full", { used: 3 * size, limit: Math.floor(3.5 * size) });
  t.regex(full.body.detail, /Delete runs/);
  const long = { name: "long.csv", content: String(files[0]?.content).repeat(100) };
  const cut = await client.add(fileForm(build_id, long));
  refuses(t, cut, 413, "storage-full", { used: 3 * size });
  t.true(cut.body.requested < 100 * size, "the file is refused before it has arrived completely");
  t.is((await budgetsOf(client)).kept_bytes.used, 3 * size);

  const keys = await service.stores.redis.keys(`*${service.stores.keyPrefix}*`);
  t.true((await service.stores.redis.unlink(keys)) > 0);
  refuses(t, await client.add(fileForm(build_id, files[1])), 413, "storage-full", { used: 3 * size });

  t.is((await client.send("DELETE", `/benchmarks/runs/${taken[0]?.body.runs[0].run_id}`)).status, 204);
  t.is((await client.add(fileForm(build_id, files[2]))).status, 200);
  t.is((await budgetsOf(client)).kept_bytes.used, 3 * size);
});

test("an account may have a limited number of uploads at once, and an upload that ends or breaks off makes room", async (t) => {
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

test("a request that is repeated with its idempotency key gets the same response even after the account has reached its limit of waiting runs", async (t) => {
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

test("a repeated request with an idempotency key may send as many bytes as the accepted request had, or as many as the account has left", async (t) => {
  // The test sends large files, because the service checks the account's limits for a small form only at the end of the
  // form.
  const large = { name: "large.csv", content: String(smallCapture.content).repeat(LARGE_REPEATS) };
  const broken = { name: "broken.csv", content: String(brokenCapture.content).repeat(60 * LARGE_REPEATS) };
  const { length: size } = large.content;
  const limit = Math.floor(1.5 * size);
  const service = await startTestService(t, { hasWorkers: false, env: { MAX_KEPT_BYTES: String(limit) } });
  const client = await service.signIn("repeats more");
  const build_id = await client.makeBuild();
  const send = (...files: SentFile[]) =>
    client.addForm(formOf({ ...fileForm(build_id), files }), { "Idempotency-Key": "one" });
  const first = await send(large);
  t.is(first.status, 200, first.text);
  t.is((await send(large)).text, first.text, "there is room for half of the file");
  t.is((await send(broken)).status, 422, "a different request with the same key");
  const more = await send(large, large);
  refuses(t, more, 413, "storage-full", { used: size, limit: 2 * size });
  t.true(more.body.requested > size && more.body.requested <= 2 * size);
  t.is(await countOf(service, "files.files"), 1);

  t.is((await client.send("DELETE", `/benchmarks/runs/${first.body.runs[0].run_id}`)).status, 204);
  t.is((await send(large)).text, first.text);
  refuses(t, await send(large, large), 413, "storage-full", { used: 0, limit });
  t.is(await countOf(service, "files.files"), 0);
});
