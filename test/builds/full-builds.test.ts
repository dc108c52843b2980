import test from "ava";
import type { Build } from "../../src/builds/model/build.ts";
import type { Client } from "../helpers/client.ts";
import { startTestService } from "../helpers/service.ts";
import { until } from "../helpers/until.ts";

const service = await startTestService(test, {
  overrides: { buildLimits: (limits) => ({ ...limits, maxRuns: 5, maxOwnRuns: 3 }) },
});
const builds = service.stores.db.collection<Build>("builds");

const submit = (client: Client, build_id: number, runs: number[], key?: string) => {
  const form = new FormData();
  form.append("build_id", String(build_id));
  form.append("benchmarks", JSON.stringify({ id: 15, runs }));
  return client.addForm(form, key === undefined ? {} : { "Idempotency-Key": key });
};
const untilFull = (build_id: number, isFull: boolean) =>
  until(
    async () => ((await builds.findOne({ _id: build_id }))?.is_full ?? false) === isFull,
    `the build is ${isFull ? "full" : "not full any more"}`,
  );

test("a build with the maximum number of runs refuses runs with the reason, and accepts runs again after one is deleted", async (t) => {
  const client = await service.signIn("full");
  const build_id = await client.makeBuild();
  t.is((await submit(client, build_id, [1, 2, 3, 4])).status, 200);
  const last = await submit(client, build_id, [5], "last-one");
  t.is(last.status, 200);
  await untilFull(build_id, true);
  const refused = await submit(client, build_id, [6]);
  t.is(refused.status, 422);
  t.deepEqual(refused.body.errors, [
    {
      pointer: "/build_id",
      detail: `Build ${build_id} is full: it has 5 runs, the maximum of a build. Make another build, and send the results to it.`,
    },
  ]);
  t.is((await client.get("/me")).body.usage.used, 5, "a refused request uses no runs");
  t.is((await client.get(`/builds/${build_id}/runs`)).body.total, 5);
  const repeated = await submit(client, build_id, [5], "last-one");
  t.deepEqual(
    [repeated.status, repeated.text],
    [200, last.text],
    "a repeated request gets the same response",
  );
  t.is((await submit(client, await client.makeBuild("another"), [6])).status, 200);

  const runId = last.body.runs[0].run_id as string;
  t.is((await client.send("DELETE", `/benchmarks/runs/${runId}`)).status, 204);
  t.is((await submit(client, build_id, [7])).status, 200, "at once after the deletion");
  await untilFull(build_id, true);
});

test("a file counts towards its build's limit of runs when it is read, and a file for a full build is refused before it is stored", async (t) => {
  const client = await service.signIn("full of files");
  const build_id = await client.makeBuild();
  t.is(
    (await submit(client, build_id, [1, 2, 3, 4, 5, 6])).status,
    200,
    "a request is accepted or refused as a whole",
  );
  await untilFull(build_id, true);
  const file = { name: "long.csv", content: "x".repeat(300_000) };
  const refused = await client.add({ build_id, benchmarks: { id: 16 }, files: [file] });
  t.is(refused.status, 422);
  t.regex(refused.body.errors[0].detail, /is full/);
  t.is(await service.stores.db.collection("files.files").countDocuments(), 0);
});

test("a build without an owner has no maximum number of runs, but accepts a limited number of runs of each account", async (t) => {
  const build_id = 800_001;
  await service.services.builds.saveOwnerless({ _id: build_id, name: "shared", parts: {} });
  const people = await Promise.all(["first", "second"].map((name) => service.signIn(name)));
  for (const client of people) {
    t.is((await submit(client, build_id, [1, 2])).status, 200);
    t.is(
      (await submit(client, build_id, [3, 4])).status,
      422,
      "the service accepts all runs of a request or none",
    );
    t.is((await submit(client, build_id, [3])).status, 200);
    const refused = await submit(client, build_id, [4]);
    t.is(refused.status, 422);
    t.deepEqual(refused.body.errors, [
      {
        pointer: "/build_id",
        detail: `You have 3 runs at build ${build_id}. One account may have 3 at a build without an owner. Make another build, and send the results to it.`,
      },
    ]);
  }
  const [client] = people;
  t.is((await client?.get(`/builds/${build_id}/runs`))?.body.total, 6);
  await service.services.standings.update(build_id, 15);
  t.false("is_full" in ((await builds.findOne({ _id: build_id })) ?? {}));
  const third = await service.signIn("third");
  t.is((await submit(third, build_id, [9])).status, 200);
});

test("a build that is wrongly marked as full, as after restoring an inconsistent copy, still accepts runs", async (t) => {
  // This service has no workers, because a worker would remove the wrong mark of a full build after the first
  // submission.
  const alone = await startTestService(t, { hasWorkers: false });
  const client = await alone.signIn("wrong mark");
  const build_id = await client.makeBuild();
  await submit(client, build_id, [1]);
  await alone.stores.db.collection<Build>("builds").updateOne({ _id: build_id }, { $set: { is_full: true } });
  t.is((await submit(client, build_id, [2])).status, 200);
  t.false(
    "is_full" in ((await alone.stores.db.collection<Build>("builds").findOne({ _id: build_id })) ?? {}),
  );
});
