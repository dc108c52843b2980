import test from "ava";
import { formOf, type Client } from "../../helpers/client.ts";
import { makeCapture, makeGameFrames } from "../../helpers/capture-generator.ts";
import { startTestService } from "../../helpers/service.ts";

const service = await startTestService(test, {
  env: { TIER_LIMITS: '{"free":1000,"one":1}', MAX_UPLOADS_AT_ONCE: "100" },
});
const capture = { name: "a.csv", content: makeCapture("presentmon-1.0", makeGameFrames(1)) };
const otherCapture = { name: "a.csv", content: makeCapture("presentmon-1.0", makeGameFrames(2)) };

type Form = Parameters<Client["add"]>[0];
const send = (client: Client, key: string, form: Form) =>
  client.addForm(formOf(form), { "Idempotency-Key": key });

async function stored(client: Client) {
  const account_id = (await client.get("/me")).body.account.account_id as string;
  const count = (name: string) => service.stores.db.collection(name).countDocuments({ account_id });
  return { submissions: await count("submissions"), runs: await count("runs") };
}

test("a submission that is repeated with its idempotency key gets the same response byte for byte, and counts no second run as used", async (t) => {
  const client = await service.signIn("repeats");
  const form = { build_id: await client.makeBuild(), benchmarks: { id: 16 }, files: [capture] };
  const first = await send(client, "k1", form);
  t.is(first.status, 200);
  const renamed = { ...form, files: [{ ...capture, name: "another name.csv" }] };
  const again = await send(client, "k1", renamed);
  t.is(again.status, 200);
  t.is(again.text, first.text);
  t.is(again.headers.get("location"), first.headers.get("location"));
  t.deepEqual(await stored(client), { submissions: 1, runs: 1 });
  t.is((await client.get("/me")).body.usage.used, 1);
  t.is((await client.waitForRun(first.body.runs[0].run_id)).body.status, "complete");
});

test("50 parallel requests with the same idempotency key store one submission", async (t) => {
  const client = await service.signIn("fifty");
  const form = { build_id: await client.makeBuild(), benchmarks: { id: 16 }, files: [capture] };
  const answers = await Promise.all(Array.from({ length: 50 }, () => send(client, "same", form)));
  t.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
  const bodies = new Set(answers.map(({ text }) => text));
  t.is(bodies.size, 1);
  const later = await send(client, "same", form);
  t.is(later.status, 200);
  t.true(bodies.has(later.text));
  t.deepEqual(await stored(client), { submissions: 1, runs: 1 });
  t.is((await client.get("/me")).body.usage.used, 1);
});

test("a different request with a used idempotency key is refused with 422 and stores nothing", async (t) => {
  const client = await service.signIn("other request");
  const build_id = await client.makeBuild();
  const files = { build_id, benchmarks: { id: 16 }, files: [capture, otherCapture] };
  const scores = { build_id, benchmarks: { id: 15, runs: [1, 2] } };
  const others = [
    [files, { ...files, files: [capture] }],
    [files, { ...files, files: [capture, capture] }],
    [files, { ...files, files: [otherCapture, capture] }],
    [files, { ...files, build_id: await client.makeBuild() }],
    [files, scores],
    [scores, { build_id, benchmarks: { id: 3, runs: [1, 2] } }],
    [scores, { build_id, benchmarks: { id: 15, runs: [1, 3] } }],
    [scores, { build_id, benchmarks: { id: 15, runs: [2, 1] } }],
  ] as const;
  for (const form of [files, scores]) t.is((await send(client, keyOf(form), form)).status, 200);
  for (const [form, other] of others) {
    const answer = await send(client, keyOf(form), other);
    t.is(answer.status, 422, answer.text);
    t.is(answer.body.errors[0].pointer, "/Idempotency-Key");
  }
  t.deepEqual(await stored(client), { submissions: 2, runs: 4 });
});

/** Returns an idempotency key that is different for each benchmark. */
const keyOf = ({ benchmarks }: { benchmarks: { id: number } }) => `k${benchmarks.id}`;

test("a repeated request whose JSON is written differently gets the response to the first request", async (t) => {
  const client = await service.signIn("spelling");
  const build_id = await client.makeBuild();
  const first = await send(client, "k", { build_id, benchmarks: '{"id":15,"runs":[1.5,20]}' });
  t.is(first.status, 200);
  const again = await send(client, "k", { build_id, benchmarks: '{ "runs": [1.50, 2e1], "id": 15 }' });
  t.is(again.text, first.text);
});

test("an idempotency key that was used at one path can be used at another path", async (t) => {
  const client = await service.signIn("two paths");
  const made = await client.post("/builds", { name: "tower" }, { "Idempotency-Key": "k" });
  t.is(made.status, 201);
  const form = { build_id: made.body.build.build_id, benchmarks: { id: 15, runs: [1] } };
  t.is((await send(client, "k", form)).status, 200);
});

test("an account at its limit of runs may repeat an accepted request but not send a new request", async (t) => {
  const client = await service.signIn("at its limit", "one");
  const form = { build_id: await client.makeBuild(), benchmarks: { id: 15, runs: [5] } };
  const first = await send(client, "k", form);
  t.is(first.status, 200);
  t.is((await send(client, "k", form)).text, first.text);
  t.is((await send(client, "k2", form)).status, 402);
});

test("a refused request may be sent again with its idempotency key", async (t) => {
  const client = await service.signIn("refused first", "one");
  const build_id = await client.makeBuild();
  t.is((await send(client, "k", { build_id, benchmarks: { id: 15, runs: [1, 2] } })).status, 402);
  t.is((await send(client, "k", { build_id, benchmarks: { id: 15, runs: [1] } })).status, 200);
});

test("two accounts may use the same idempotency key, and a malformed key is refused with 422", async (t) => {
  const [one, two] = [await service.signIn("key one"), await service.signIn("key two")];
  for (const client of [one, two]) {
    const form = { build_id: await client.makeBuild(), benchmarks: { id: 15, runs: [1] } };
    t.is((await send(client, "shared", form)).status, 200);
  }
  const form = { build_id: 1, benchmarks: { id: 15, runs: [1] } };
  for (const key of ["", "with blank", "x".repeat(256)]) {
    t.is((await send(one, key, form)).status, 422, key);
  }
});

test("a request whose process died before the submission was stored is repeated under the same submission id", async (t) => {
  const client = await service.signIn("takeover");
  const build_id = await client.makeBuild();
  const form = { build_id, benchmarks: { id: 15, runs: [7] } };
  const first = await send(client, "k", form);
  const submissions = service.stores.db.collection<{ _id: string }>("submissions");
  const accepted = await submissions.findOne({ build_id });
  // Create the state after the process of the first request died between claiming the key and inserting the submission.
  await submissions.deleteOne({ build_id });
  await service.stores.db.collection("runs").deleteMany({ build_id });
  const takenOver = await send(client, "k", form);
  t.is(takenOver.status, 200);
  t.not(takenOver.text, first.text);
  const stored = await submissions.find({ build_id }).toArray();
  t.deepEqual(
    stored.map(({ _id }) => _id),
    [accepted?._id],
  );
});

test("repeated POST /builds with one idempotency key create one build, and get the same response even after the build is changed or deleted", async (t) => {
  const client = await service.signIn("one build");
  const make = (name: string) => client.post("/builds", { name }, { "Idempotency-Key": "b" });
  const answers = await Promise.all(Array.from({ length: 10 }, () => make("tower")));
  const [made] = answers;
  if (!made) throw new Error("expected 10 answers");
  t.true(answers.every(({ status, text }) => status === 201 && text === made.text));
  t.is((await client.get("/builds")).body.total, 1);
  const { build_id } = made.body.build as { build_id: number };
  await client.send("PATCH", `/builds/${build_id}`, { name: "renamed" });
  const again = await make("tower");
  t.is(again.text, made.text);
  t.is(again.headers.get("location"), made.headers.get("location"));
  t.is((await make("other")).status, 422);
  await client.send("DELETE", `/builds/${build_id}`);
  t.is((await make("tower")).text, made.text, "also after it was deleted");
  t.is((await client.get("/builds")).body.total, 0);
});
